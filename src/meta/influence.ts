/** What each row does to the fit: case deletion figures, residuals, Baujat coordinates. */
import { InputError } from '../errors.ts';
import { chi2Cdf } from '../stats/distributions.ts';
import { meanFitter } from './mean-summary.ts';
import { needRows, noGenqDiagnostics } from './messages.ts';
import { checkOptions } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MetaOptions } from './types.ts';

export interface RowInfluence {
  /** 1-based input row. */
  readonly row: number;
  readonly slab: string;
  /** yi less the estimate, its SE, and their ratio (internally standardised). */
  readonly residual: number;
  readonly residualSe: number;
  readonly rstandard: number | null;
  /** Deleted residual over its SE (externally standardised). */
  readonly rstudent: number;
  readonly dffits: number;
  readonly cook: number;
  /** Variance of the estimate without the row over that with it. */
  readonly covRatio: number;
  readonly tau2Deleted: number;
  readonly qDeleted: number;
  readonly hat: number;
  /** Percent. */
  readonly weight: number;
  readonly dfbetas: number;
  /** By the rule of metafor: see `influence`. */
  readonly influential: boolean;
  /** Baujat plot: share in heterogeneity, and influence on the estimate. */
  readonly baujatX: number;
  readonly baujatY: number;
}

/**
 * Case deletion diagnostics of the mean, as R's `metafor::influence`, `rstandard` and `baujat`.
 *
 * With b, w = 1/(vi + tau2), W = sum w, h = w/W, s2 the Knapp-Hartung factor (1 under z), and (i) for "without row
 * i": rstudent = (yi - b(i)) / sqrt(var b(i) + s2(i) (vi + tau2(i))); dffits = (b - b(i)) / sqrt(s2(i) h (vi + tau2(i)));
 * cook = (b - b(i))^2 W / s2; covRatio = var b(i) / var b; dfbetas = (b - b(i)) / sqrt(s2(i) / W'), W' = sum over all
 * rows of 1/(vi + tau2(i)); rstandard = (yi - b) / sqrt((vi + tau2)(1 - h)). baujatX = (yi - b)^2 / (vi + tau2),
 * baujatY = (b - b(i))^2 / var b(i). A row is influential when |dffits| > 3 sqrt(1/(k-1)), chi2(1) cdf of cook
 * above 0.5, h > 3/k or |dfbetas| > 1. Viechtbauer & Cheung 2010, 10.1002/jrsm.11; Baujat et al. 2002,
 * 10.1002/sim.1221.
 *
 * @throws InputError as `fitMeta`; fewer than 3 usable rows; GENQ.
 * @example
 * // EE, vi = 1: without the 8 the mean is 2, with it 4. cook = (4 - 2)^2 * 3
 * influence({ yi: [1, 3, 8], vi: [1, 1, 1] }, { method: 'EE', test: 'z' })[2].cook // 12
 */
export function influence(data: EffectData, options: MetaOptions = {}): RowInfluence[] {
  const checked = checkOptions(options, data);
  if (checked.method === 'GENQ') throw new InputError(noGenqDiagnostics());
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 3) throw new InputError(needRows('influence', 3, k));
  const { unit, y, v } = scaleRows(rows);
  const pool = meanFitter(checked);
  const all = { ...pool(y, v, k) };
  const othersY = y.slice(1);
  const othersV = v.slice(1);
  return Array.from(y, (yi, i) => {
    if (i > 0) {
      othersY[i - 1] = y[i - 1];
      othersV[i - 1] = v[i - 1];
    }
    const del = pool(othersY, othersV, k - 1);
    const vi = v[i];
    const hat = 1 / (vi + all.tau2) / all.sumW;
    const change = all.estimate - del.estimate;
    let sumW = 0;
    for (let j = 0; j < k; j++) sumW += 1 / (v[j] + del.tau2);
    const residual = yi - all.estimate;
    const residualSe = Math.sqrt((vi + all.tau2) * oneMinusHat(v, all.tau2, i));
    const dffits = change / Math.sqrt(del.factor * hat * (vi + del.tau2));
    const cook = (change * change * all.sumW) / all.factor;
    const dfbetas = change / Math.sqrt(del.factor / sumW);
    return {
      row: rows.index[i] + 1,
      slab: rows.slab[i],
      residual: residual * unit,
      residualSe: residualSe * unit,
      rstandard: residualSe > 0 ? residual / residualSe : null,
      rstudent: (yi - del.estimate) / Math.sqrt(del.variance + del.factor * (vi + del.tau2)),
      dffits,
      cook,
      covRatio: del.variance / all.variance,
      tau2Deleted: del.tau2 * unit * unit,
      qDeleted: del.q,
      hat,
      weight: 100 * hat,
      dfbetas,
      influential:
        Math.abs(dffits) > 3 * Math.sqrt(1 / (k - 1)) ||
        chi2Cdf(cook, 1) > 0.5 ||
        hat > 3 / k ||
        Math.abs(dfbetas) > 1,
      baujatX: (residual * residual) / (vi + all.tau2),
      baujatY: (change * change) / del.variance,
    };
  });
}

/** 1 - w_i / W as (W - w_i) / W, which does not cancel when row i carries nearly all weight. */
function oneMinusHat(v: Float64Array, tau2: number, i: number): number {
  let rest = 0;
  for (let j = 0; j < v.length; j++) if (j !== i) rest += 1 / (v[j] + tau2);
  return rest / (rest + 1 / (v[i] + tau2));
}
