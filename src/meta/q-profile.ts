/**
 * Q-profile interval of tau2: the tau2 at which Q(tau2) equals the upper and the lower critical value of
 * chi2(k-p). Exact under normality. Viechtbauer 2007, 10.1002/sim.2514.
 */
import { chi2Quantile } from '../stats/distributions.ts';
import type { Forms } from './forms.ts';
import { generalisedQRoot, newSearch } from './tau2.ts';

export interface QProfile {
  readonly lower: number;
  readonly upper: number;
  /** Q(0) lies below the lower critical value: no tau2 >= 0 fits, 0 to 0 stands for it. */
  readonly empty: boolean;
}

/** Bounds in the unit of vi at `level` percent, Newton to 1e-12 relative to tau2 + min(vi). Needs k > p. */
export function qProfile(forms: Forms, level: number): QProfile {
  const tail = (1 - level / 100) / 2;
  const free = forms.k - forms.p;
  const high = chi2Quantile(1 - tail, free);
  const low = chi2Quantile(tail, free);
  forms.at(0);
  const empty = forms.yPy < low;
  const search = newSearch();
  return {
    lower: generalisedQRoot(forms, high, search),
    upper: generalisedQRoot(forms, low, search),
    empty,
  };
}
