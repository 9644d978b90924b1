/** What a cell of the table holds, and pooling from sums over cells. */
import { type Tau2Kernel, tau2Kernel } from '../../meta/kernel.ts';
import { hasOneMode } from '../../meta/tau2.ts';
import type { Estimator } from '../types.ts';
import { scoreRoot } from './score-root.ts';
import { CELL_NUMBERS, SUM_NUMBERS } from './sum-functions.ts';
import type { SumKernel } from './sum-kernel.ts';

/** Places in the sums of `SumKernel`, the first four in a cell as well: w = 1 / vi, a the model's held weight. */
const [W, WY, WYY, AY, W2, W2YY, W3, W2Y] = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * Writes w, w y, w y^2 and a y of the first `count` effects into the cells from number `first`.
 *
 * @returns are all effects that can be met of use (vi > 0)? The others have w = 0 and add nothing but a y
 */
export function fillCells(
  table: Float64Array,
  first: number,
  yi: Float64Array,
  vi: Float64Array,
  count: number,
  a: number,
): boolean {
  let allUsable = true;
  for (let i = 0; i < count; i++) {
    const at = CELL_NUMBERS * (first + i);
    table[at + AY] = a * yi[i];
    // NaN is a cell that no draw meets.
    if (vi[i] <= 0) allUsable = false;
    if (!(vi[i] > 0)) continue;
    const wy = yi[i] / vi[i];
    table[at + W] = 1 / vi[i];
    table[at + WY] = wy;
    table[at + WYY] = wy * yi[i];
  }
  return allUsable;
}

/**
 * Pools the draws whose `indices` and `sums` the kernel holds: the mean at weights 1 / (vi + tau2) = w / (1 + tau2 w),
 * equal to `poolKernel(method)` to rounding. tau2 from the sums where these settle it:
 *
 * - EE, or one row: 0. DL: (Q - (k-1)) / (sum w - sum w^2 / sum w), or 0 where that is negative.
 * - PM and EB: 0 where Q <= k-1.
 * - REML and ML, where `hasOneMode`: 0 where the score at 0 is not positive, else `scoreRoot`.
 *
 * By the estimator itself else. Q = sum w y^2 - (sum w y)^2 / sum w, and the like, are about 0 and not about the mean:
 * with a mean of r spreads (tau, or the root of a typical vi) Q loses a relative r^2 epsilon, tau2 about as much, and
 * the pooled mean, which tau2 moves by less than a spread, a relative r epsilon.
 */
export class CellPooler {
  private readonly kernel: SumKernel;
  private readonly cells: number;
  private readonly allUsable: boolean;
  private readonly method: Estimator;
  private readonly isByQ: boolean;
  private readonly isLikelihood: boolean;
  private readonly tau2: Tau2Kernel;
  private readonly w: Float64Array;
  private readonly wy: Float64Array;
  private readonly yi: Float64Array;
  private readonly vi: Float64Array;

  /** @param allUsable as `fillCells` says, of all rows */
  constructor(kernel: SumKernel, rows: number, cells: number, allUsable: boolean, method: Estimator) {
    this.kernel = kernel;
    this.cells = cells;
    this.allUsable = allUsable;
    this.method = method;
    this.isByQ = method === 'DL' || method === 'PM' || method === 'EB';
    this.isLikelihood = method === 'REML' || method === 'ML';
    this.tau2 = tau2Kernel(method);
    this.w = new Float64Array(rows);
    this.wy = new Float64Array(rows);
    this.yi = new Float64Array(rows);
    this.vi = new Float64Array(rows);
  }

  /** The pooled mean of draw d over `group`, which the sums have to be of; NaN where no row can be pooled. */
  pool(d: number, group: Int32Array): number {
    const { sums } = this.kernel;
    const at = SUM_NUMBERS * d;
    const k = this.allUsable ? group.length : this.fetch(d, group);
    if (k === 0) return Number.NaN;
    if (k === 1 || this.isZero(sums, at, k)) return sums[at + WY] / sums[at + W];
    this.fetch(d, group);
    return this.meanAt(this.estimate(sums, at, k), k);
  }

  /** The sum of a y in draw d. */
  held(d: number): number {
    return this.kernel.sums[SUM_NUMBERS * d + AY];
  }

  /** Do the sums say that tau2 is 0? */
  private isZero(sums: Float64Array, at: number, k: number): boolean {
    if (this.isByQ) return qOf(sums, at) <= k - 1;
    if (!this.isLikelihood) return this.method === 'EE';
    const { score, isOneMode } = atZero(sums, at, this.method === 'REML');
    return score <= 0 && isOneMode;
  }

  /** From the sums and the k rows fetched. */
  private estimate(sums: Float64Array, at: number, k: number): number {
    if (this.method === 'DL') {
      return (qOf(sums, at) - (k - 1)) / (sums[at + W] - sums[at + W2] / sums[at + W]);
    }
    const { w, wy, yi, vi } = this;
    if (this.isLikelihood) {
      const isRestricted = this.method === 'REML';
      const { score, trace2, isOneMode } = atZero(sums, at, isRestricted);
      // From one step of Fisher's scoring.
      const found = isOneMode ? scoreRoot(w, wy, k, score / trace2, isRestricted) : Number.NaN;
      if (found > 0) return found;
    }
    for (let i = 0; i < k; i++) {
      vi[i] = 1 / w[i];
      yi[i] = wy[i] * vi[i];
    }
    return this.tau2(yi, vi, k);
  }

  /** The rows of draw d that can be pooled, into w and wy; how many. */
  private fetch(d: number, group: Int32Array): number {
    const { w, wy, cells } = this;
    const { table, indices, width } = this.kernel;
    const from = d * width;
    let k = 0;
    for (let i = 0; i < group.length; i++) {
      const at = CELL_NUMBERS * (group[i] * cells + indices[from + group[i]]);
      if (table[at + W] === 0) continue;
      w[k] = table[at + W];
      wy[k++] = table[at + WY];
    }
    return k;
  }

  /** The mean of the k rows fetched. */
  private meanAt(tau2: number, k: number): number {
    const { w, wy } = this;
    let total = 0;
    let sum = 0;
    for (let i = 0; i < k; i++) {
      const share = 1 / (1 + tau2 * w[i]);
      total += share * w[i];
      sum += share * wy[i];
    }
    return sum / total;
  }
}

const qOf = (sums: Float64Array, at: number) =>
  sums[at + WYY] - (sums[at + WY] * sums[at + WY]) / sums[at + W];

/** The score of the (restricted) likelihood at tau2 = 0 and what belongs to it, see `hasOneMode`. */
function atZero(sums: Float64Array, at: number, isRestricted: boolean) {
  const w = sums[at + W];
  const mean = sums[at + WY] / w;
  const yPPy = sums[at + W2YY] - mean * (2 * sums[at + W2Y] - mean * sums[at + W2]);
  const ratio = sums[at + W2] / w;
  const trace = isRestricted ? w - ratio : w;
  const trace2 = isRestricted ? sums[at + W2] - (2 * sums[at + W3]) / w + ratio * ratio : sums[at + W2];
  return { score: yPPy - trace, trace2, isOneMode: hasOneMode(qOf(sums, at), trace, trace2) };
}
