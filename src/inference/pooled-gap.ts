/** The pooled gap of all models that can be pooled, as the analysis pools them. */
import type { Estimator } from '../analysis/options.ts';
import { poolEstimate } from './permutation/pool.ts';

/** A function of every model's yi and vi: models without a gap or with vi = 0 are left out; NaN when none is left. */
export function pooledGap(method: Estimator, models: number): (yi: Float64Array, vi: Float64Array) => number {
  const pool = poolEstimate(method);
  const [y, v] = [new Float64Array(models), new Float64Array(models)];
  return (yi, vi) => {
    let k = 0;
    for (let m = 0; m < models; m++) {
      if (!(vi[m] > 0)) continue;
      y[k] = yi[m];
      v[k] = vi[m];
      k++;
    }
    return k === 0 ? Number.NaN : pool(y, v, k);
  };
}
