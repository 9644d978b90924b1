/** Small-study effects and selection: Egger, Begg, fail-safe N. */
import { InputError } from '../errors.ts';
import { normalLogSf, normalQuantileUpper, normalSf, toLog10 } from '../stats/distributions.ts';
import { kendallTwoSided } from './kendall.ts';
import { narrowFunnel, needRows, riskDifferenceFunnel } from './messages.ts';
import { fitMetaRegression } from './regression.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MeanEstimate, MetaOptions } from './types.ts';

export interface EggerTest {
  /** Slope on the standard error. */
  readonly slope: MeanEstimate;
  /** The effect at a standard error of 0. */
  readonly limit: MeanEstimate;
  readonly k: number;
  readonly warnings: readonly string[];
}

/**
 * Egger's test in its mixed-model form: meta-regression of yi on its standard error with the estimator and test of
 * `options`, as the default of R's `metafor::regtest`. The statistic is that of the slope; `limit` is the intercept.
 *
 * `measure` RD: the standard error of a risk difference follows from the pass rate, so that asymmetry says nothing of
 * unpublished rows; the numbers are given with that warning. So they are when the standard errors differ by less than
 * a factor 1.5.
 *
 * Sterne & Egger 2005; Egger et al. 1997, 10.1136/bmj.315.7109.629.
 *
 * @throws InputError as `fitMetaRegression` (fewer than 3 usable rows).
 * @example
 * // yi = 2 se exactly: slope 2, limit 0
 * egger({ yi: [1, 2, 4], vi: [0.25, 1, 4] }, { method: 'EE', test: 'z' }).slope.estimate // 2
 */
export function egger(data: EffectData, options: MetaOptions = {}, measure: string | null = null): EggerTest {
  const rows = effectRows(data);
  if (rows.k < 3) throw new InputError(needRows("Egger's test", 3, rows.k));
  const sei = Array.from(data.vi, (vi) => (vi === null || vi === undefined ? null : Math.sqrt(vi)));
  const fit = fitMetaRegression(data, [{ name: 'sei', values: sei, kind: 'numeric' }], options);
  const [limit, slope] = fit.coefficients;
  const warnings = [...fit.warnings, ...funnelWarnings(rows.vi, measure)];
  const none = {
    estimate: null,
    se: null,
    ciLower: null,
    ciUpper: null,
    statistic: null,
    df: null,
    p: null,
    log10P: null,
  };
  return { slope: slope === undefined ? none : plain(slope), limit: plain(limit), k: fit.k, warnings };
}

/** What the funnel of these rows cannot tell. */
export function funnelWarnings(vi: Float64Array, measure: string | null): string[] {
  const warnings: string[] = [];
  if (measure === 'RD') warnings.push(riskDifferenceFunnel());
  let smallest = Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const v of vi) {
    smallest = Math.min(smallest, v);
    largest = Math.max(largest, v);
  }
  const ratio = Math.sqrt(largest / smallest);
  if (ratio < 1.5) warnings.push(narrowFunnel(ratio));
  return warnings;
}

export interface BeggTest {
  /** Kendall's tau-b between standardised effect and variance. */
  readonly tau: number | null;
  readonly p: number | null;
  /** Exact null distribution (no ties, k up to 500), else normal with tie correction. */
  readonly exact: boolean;
  readonly k: number;
}

/**
 * Begg and Mazumdar's rank correlation test, as R's `metafor::ranktest`: Kendall's tau between
 * (yi - m) / sqrt(vi - 1/sum(1/vi)), m the EE mean, and vi. 10.2307/2533446.
 *
 * @returns tau and p null where all vi are equal.
 * @throws InputError as `fitMeta`; fewer than 2 usable rows.
 * @example begg({ yi: [1, 2, 3], vi: [1, 2, 3] }).p // 1/3: one of 3! orders is as extreme on either side
 */
export function begg(data: EffectData): BeggTest {
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 2) throw new InputError(needRows("Begg's test", 2, k));
  const { y, v } = scaleRows(rows);
  let sumW = 0;
  let sumWy = 0;
  for (let i = 0; i < k; i++) {
    sumW += 1 / v[i];
    sumWy += y[i] / v[i];
  }
  const mean = sumWy / sumW;
  const standardised = Float64Array.from(y, (yi, i) => (yi - mean) / Math.sqrt(v[i] - 1 / sumW));
  return { ...kendallTwoSided(standardised, rows.vi), k };
}

export interface FailSafe {
  /** Rows with effect 0 that would bring p above alpha. */
  readonly n: number;
  /** One-sided p of the summed z (Stouffer). */
  readonly p: number;
  readonly log10P: number;
  readonly alpha: number;
}

/**
 * Rosenthal's fail-safe N, as R's `metafor::fsn`: z = |sum yi/sqrt(vi)| / sqrt(k); n = k (z / z_alpha)^2 - k, not
 * below 0, rounded up. 10.1037/0033-2909.86.3.638. It counts rows with no effect at all, takes no account of
 * heterogeneity and says nothing of bias: a historical figure.
 *
 * @throws InputError as `fitMeta`; no usable row.
 * @example failSafeN({ yi: [3, 3], vi: [1, 1] }).n // 12: 2 * 18 / 1.645^2 - 2 = 11.3, rounded up
 */
export function failSafeN(data: EffectData, alpha = 0.05): FailSafe {
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 1) throw new InputError(needRows('fail-safe N', 1, k));
  const { y, v } = scaleRows(rows);
  let sum = 0;
  for (let i = 0; i < k; i++) sum += y[i] / Math.sqrt(v[i]);
  const z = Math.abs(sum) / Math.sqrt(k);
  const n = Math.ceil(Math.max(0, k * (z / normalQuantileUpper(alpha)) ** 2 - k));
  return { n, p: normalSf(z), log10P: toLog10(normalLogSf(z)), alpha };
}

function plain({ estimate, se, ciLower, ciUpper, statistic, df, p, log10P }: MeanEstimate): MeanEstimate {
  return { estimate, se, ciLower, ciUpper, statistic, df, p, log10P };
}
