/** The published figures of an assignment from its counts: the inner loop of the search. */

import { stratumWeight, withoutRounding } from '../../effects/gaps.ts';
import { rateVariance } from '../../effects/stratum-effect.ts';
import { normalQuantile } from '../../stats/distributions.ts';
import type { Assignment } from './assignment.ts';
import type { Candidates } from './candidates.ts';
import type { Rule } from './types.ts';

/** Places of the figures in the output of a kernel. */
export const GAP = 0;
export const LOWER = 1;
export const UPPER = 2;
export const I2 = 3;
export const POSITIVE = 4;
export const MODELS = 5;
export const UNSTRATIFIED = 6;
export const FIGURES = 7;

export interface FigureKernel {
  /** Writes the seven figures into `out`; NaN where a figure does not exist. */
  evaluate(assignment: Assignment, out: Float64Array): void;
  /** 1 / (vi + tau2) of every model in the last evaluation; 0 for one that was left out. */
  readonly weights: Float64Array;
}

/**
 * The figures of assignments under one rule: each model's gap and variance over the strata
 * (rates and variances come from tables by passes and tasks), then DerSimonian and Laird's tau2 from plain sums, z
 * interval, I2 in percent. Effects have the arithmetic of `gapsInto` to the last bit, so that the sign of a gap that
 * is 0 but for rounding is counted as `analyze` counts it. Allocates nothing per call.
 *
 * @param level percent
 */
export function figureKernel(candidates: Candidates, rule: Rule, level: number): FigureKernel {
  const { models, tasks } = candidates;
  const strata = candidates.strata.length;
  const crit = normalQuantile(1 - (1 - level / 100) / 2);
  const side = tasks.length + 1;
  const rate = new Float64Array(side * side);
  const spread = new Float64Array(side * side);
  for (let n = 1; n < side; n++) {
    for (let x = 0; x <= n; x++) {
      rate[n * side + x] = x / n;
      spread[n * side + x] = rateVariance(x, n, null, rule.variance);
    }
  }
  const yi = new Float64Array(models);
  const vi = new Float64Array(models);
  const weights = new Float64Array(models);

  function evaluate(assignment: Assignment, out: Float64Array): void {
    const { n1, n0, x1, x0 } = assignment;
    let total = 0;
    let tasks1 = 0;
    let tasks0 = 0;
    yi.fill(0);
    vi.fill(0);
    for (let s = 0; s < strata; s++) {
      tasks1 += n1[s];
      tasks0 += n0[s];
      if (n1[s] === 0 || n0[s] === 0) continue;
      const w = stratumWeight(rule.weights, n1[s], n0[s]);
      const ww = w * w;
      const row1 = n1[s] * side;
      const row0 = n0[s] * side;
      const from = s * models;
      total += w;
      for (let m = 0; m < models; m++) {
        const a = row1 + x1[from + m];
        const b = row0 + x0[from + m];
        yi[m] += w * (rate[a] - rate[b]);
        vi[m] += ww * (spread[a] + spread[b]);
      }
    }
    out[UNSTRATIFIED] = assignment.passes1 / (models * tasks1) - assignment.passes0 / (models * tasks0);
    pool(yi, vi, weights, total, crit, out);
  }
  return { evaluate, weights };
}

/** Scales to gaps, pools by DL, counts the positive gaps. Models without variance are left out. */
function pool(
  yi: Float64Array,
  vi: Float64Array,
  weights: Float64Array,
  total: number,
  crit: number,
  out: Float64Array,
): void {
  const total2 = total * total;
  let k = 0;
  let positive = 0;
  let sumW = 0;
  let sumW2 = 0;
  let sumWy = 0;
  let sumWyy = 0;
  for (let m = 0; m < yi.length; m++) {
    const v = vi[m] / total2;
    if (!(v > 0)) {
      weights[m] = 0;
      continue;
    }
    const y = withoutRounding(yi[m] / total);
    k++;
    if (y > 0) positive++;
    const w = 1 / v;
    const wy = w * y;
    weights[m] = w;
    sumW += w;
    sumW2 += w * w;
    sumWy += wy;
    sumWyy += wy * y;
  }
  let mean = sumWy / sumW;
  const scale = sumW - sumW2 / sumW;
  const tau2 = k < 2 ? 0 : Math.max(0, (sumWyy - sumWy * mean - (k - 1)) / scale);
  let i2 = k < 2 ? Number.NaN : 0;
  if (tau2 > 0) {
    const typical = ((k - 1) * sumW) / (sumW * sumW - sumW2);
    i2 = (100 * tau2) / (tau2 + typical);
    sumW = 0;
    sumWy = 0;
    for (let m = 0; m < yi.length; m++) {
      if (weights[m] === 0) continue;
      const w = 1 / (vi[m] / total2 + tau2);
      weights[m] = w;
      sumW += w;
      sumWy += w * (yi[m] / total);
    }
    mean = sumWy / sumW;
  }
  const half = crit / Math.sqrt(sumW);
  out[GAP] = mean;
  out[LOWER] = mean - half;
  out[UPPER] = mean + half;
  out[I2] = i2;
  out[POSITIVE] = positive;
  out[MODELS] = k;
}
