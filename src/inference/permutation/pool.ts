/** The pooled estimate alone, for many draws: `poolKernel` of meta, with short sums for EE and DL. */

import { poolKernel } from '../../meta/kernel.ts';
import type { Estimator } from '../types.ts';
import { BLOCK_DRAWS } from './plan.ts';

/** Effects of one draw a column: model m and draw d at m * BLOCK_DRAWS + d. Rows with vi = 0 or NaN stay out. */
export interface DrawEffects {
  readonly yi: Float64Array;
  readonly vi: Float64Array;
}

/** Writes the pooled estimate of the group's models under every draw; NaN where none can be pooled. */
export type PoolDraws = (effects: DrawEffects, group: Int32Array, draws: number, out: Float64Array) => void;

/** As `poolKernel(method)` gives in out[0], to rounding. */
export function poolDraws(method: Estimator, models: number): PoolDraws {
  if (method === 'EE' || method === 'DL') return byMoments(method === 'DL');
  const kernel = poolKernel(method);
  const [y, v, found] = [new Float64Array(models), new Float64Array(models), new Float64Array(4)];
  return ({ yi, vi }, group, draws, out) => {
    for (let d = 0; d < draws; d++) {
      let k = 0;
      for (let i = 0; i < group.length; i++) {
        const at = group[i] * BLOCK_DRAWS + d;
        if (!(vi[at] > 0)) continue;
        y[k] = yi[at];
        v[k] = vi[at];
        k++;
      }
      if (k > 0) kernel(y, v, k, found);
      out[d] = k > 0 ? found[0] : Number.NaN;
    }
  };
}

/**
 * EE: weights 1 / vi. DL: tau2 = (Q - (k - 1)) / (sum w - sum w^2 / sum w), then weights 1 / (vi + tau2). A model at a
 * time over all draws, so that memory is read in order; one division a cell and pass. yi are taken from a value near
 * their mean (that of the first model in reach), so that Q keeps its digits.
 */
function byMoments(random: boolean): PoolDraws {
  const fresh = () => new Float64Array(BLOCK_DRAWS);
  const [k, w1, w2, wy, wyy, tau2, centre] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  return ({ yi, vi }, group, draws, out) => {
    for (const sums of [k, w1, w2, wy, wyy]) sums.fill(0);
    for (let i = 0; i < group.length; i++) {
      const row = group[i] * BLOCK_DRAWS;
      for (let d = 0; d < draws; d++) {
        const variance = vi[row + d];
        if (!(variance > 0)) continue;
        if (k[d] === 0) centre[d] = yi[row + d];
        const w = 1 / variance;
        const y = yi[row + d] - centre[d];
        const weighted = w * y;
        k[d]++;
        w1[d] += w;
        w2[d] += w * w;
        wy[d] += weighted;
        wyy[d] += weighted * y;
      }
    }
    let again = false;
    for (let d = 0; d < draws; d++) {
      const q = wyy[d] - (wy[d] * wy[d]) / w1[d];
      const raw = random && k[d] > 1 ? (q - (k[d] - 1)) / (w1[d] - w2[d] / w1[d]) : 0;
      tau2[d] = Number.isNaN(raw) ? 0 : Math.max(0, raw);
      again ||= raw > 0;
      out[d] = centre[d] + wy[d] / w1[d];
    }
    if (!again) return;
    w1.fill(0);
    wy.fill(0);
    for (let i = 0; i < group.length; i++) {
      const row = group[i] * BLOCK_DRAWS;
      for (let d = 0; d < draws; d++) {
        const variance = vi[row + d];
        if (!(variance > 0)) continue;
        const w = 1 / (variance + tau2[d]);
        w1[d] += w;
        wy[d] += w * (yi[row + d] - centre[d]);
      }
    }
    for (let d = 0; d < draws; d++) if (tau2[d] > 0) out[d] = centre[d] + wy[d] / w1[d];
  };
}
