/**
 * Q-profile interval of tau2: the tau2 at which Q(tau2) equals the upper and the lower critical value of
 * chi2(k-p). Exact under normality. Viechtbauer 2007, 10.1002/sim.2514.
 */
import { chi2Quantile } from '../stats/distributions.ts';
import type { Forms } from './forms.ts';
import { lastFew } from './inference.ts';
import { MeanModel } from './mean-model.ts';
import { effectRows, scaleRows } from './rows.ts';
import { generalisedQRoot, newSearch } from './tau2.ts';
import type { EffectData } from './types.ts';

/**
 * Q(tau2) = sum w (yi - mean)^2 with w = 1/(vi + tau2) and the weighted mean: Cochran's Q at tau2 = 0, chi2 with
 * k-1 df at the true tau2. DerSimonian & Kacker 2007, 10.1016/j.cct.2006.04.004.
 *
 * @example generalisedQ({ yi: [1, 3], vi: [0.5, 0.5] }, 1.5) // 1
 */
export function generalisedQ(data: EffectData, tau2: number): number {
  const rows = effectRows(data);
  const { unit, y, v } = scaleRows(rows);
  const model = new MeanModel().load(y, v, rows.k);
  model.at(tau2 / unit / unit);
  return model.yPy;
}

export interface QProfile {
  readonly lower: number;
  readonly upper: number;
  /** Q(0) lies below the lower critical value: no tau2 >= 0 fits, 0 to 0 stands for it. */
  readonly empty: boolean;
}

const criticalQ = lastFew((level: number, free: number) => {
  const tail = (1 - level / 100) / 2;
  return { low: chi2Quantile(tail, free), high: chi2Quantile(1 - tail, free) };
});

/** Bounds in the unit of vi at `level` percent, Newton to 1e-12 relative to tau2 + min(vi). Needs k > p. */
export function qProfile(forms: Forms, level: number): QProfile {
  const { low, high } = criticalQ(level, forms.k - forms.p);
  forms.at(0);
  const empty = forms.yPy < low;
  const search = newSearch();
  return {
    lower: generalisedQRoot(forms, high, search),
    upper: generalisedQRoot(forms, low, search),
    empty,
  };
}
