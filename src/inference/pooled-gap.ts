/** The pooled gap of all models that can be pooled, as the analysis pools them. */

import { poolKernel } from '../meta/kernel.ts';
import type { Estimator } from './types.ts';

/** A function of every model's yi and vi: models without a gap or with vi = 0 are left out; NaN when none is left. */
export function pooledGap(method: Estimator, models: number): (yi: Float64Array, vi: Float64Array) => number {
  const pool = poolKernel(method);
  const [y, v, out] = [new Float64Array(models), new Float64Array(models), new Float64Array(4)];
  return (yi, vi) => {
    let k = 0;
    for (let m = 0; m < yi.length; m++) {
      if (!(vi[m] > 0)) continue;
      y[k] = yi[m];
      v[k] = vi[m];
      k++;
    }
    if (k === 0) return Number.NaN;
    pool(y, v, k, out);
    return out[0];
  };
}
