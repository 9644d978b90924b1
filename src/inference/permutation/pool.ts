/** The pooled estimate alone, in a loop: `poolKernel` of meta, with short sums for EE and DL. */
import type { Estimator } from '../../analysis/options.ts';
import { poolKernel } from '../../meta/kernel.ts';

/** Pooled estimate of the first k rows (vi > 0, finite); NaN for k = 0. */
export type PoolEstimate = (yi: Float64Array, vi: Float64Array, k: number) => number;

/** As `poolKernel(method)` writes into out[0], to rounding. */
export function poolEstimate(method: Estimator): PoolEstimate {
  if (method === 'EE' || method === 'DL') return (yi, vi, k) => byMoments(yi, vi, k, method === 'DL');
  const kernel = poolKernel(method);
  const out = new Float64Array(4);
  return (yi, vi, k) => {
    if (k === 0) return Number.NaN;
    kernel(yi, vi, k, out);
    return out[0];
  };
}

/**
 * EE: weights 1 / vi. DL: tau2 = (Q - (k - 1)) / (sum w - sum w^2 / sum w), then weights 1 / (vi + tau2). One
 * division a row and pass; yi are taken from their first value, so that Q keeps its digits.
 */
function byMoments(yi: Float64Array, vi: Float64Array, k: number, random: boolean): number {
  const centre = yi[0];
  let [w1, w2, wy, wyy] = [0, 0, 0, 0];
  for (let i = 0; i < k; i++) {
    const w = 1 / vi[i];
    const wd = w * (yi[i] - centre);
    w1 += w;
    w2 += w * w;
    wy += wd;
    wyy += wd * (yi[i] - centre);
  }
  const q = wyy - (wy * wy) / w1;
  const tau2 = random && k > 1 ? (q - (k - 1)) / (w1 - w2 / w1) : 0;
  if (!(tau2 > 0)) return centre + wy / w1;
  [w1, wy] = [0, 0];
  for (let i = 0; i < k; i++) {
    const w = 1 / (vi[i] + tau2);
    w1 += w;
    wy += w * (yi[i] - centre);
  }
  return centre + wy / w1;
}
