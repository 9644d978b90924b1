/** What a cell of the table holds, and pooling from sums over cells. */
import { tau2Kernel } from '../../meta/kernel.ts';
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

/** Reads draw d, whose `indices` and `sums` the kernel has to hold. */
export interface CellPooler {
  /** The pooled mean of `group`, which the sums have to be of; NaN where no row can be pooled. */
  pool(d: number, group: Int32Array): number;
  /** The sum of a y. */
  held(d: number): number;
}

/**
 * The mean at weights 1 / (vi + tau2) = w / (1 + tau2 w), equal to `poolKernel(method)` to rounding. tau2 from the sums
 * where these settle it:
 *
 * - EE, or one row: 0. DL: (Q - (k-1)) / (sum w - sum w^2 / sum w), or 0 where that is negative.
 * - PM and EB: 0 where Q <= k-1.
 * - REML and ML, where `hasOneMode`: 0 where the score at 0 is not positive, else `scoreRoot`.
 *
 * By the estimator itself else. Q = sum w y^2 - (sum w y)^2 / sum w, and the like, are about 0 and not about the mean:
 * with a mean of r spreads (tau, or the root of a typical vi) Q loses a relative r^2 epsilon, tau2 about as much, and
 * the pooled mean, which tau2 moves by less than a spread, a relative r epsilon.
 *
 * @param allUsable as `fillCells` says, of all rows
 */
export function cellPooler(
  { table, indices, sums, width }: SumKernel,
  rows: number,
  cells: number,
  allUsable: boolean,
  method: Estimator,
): CellPooler {
  const isRestricted = method === 'REML';
  const isLikelihood = isRestricted || method === 'ML';
  const isByQ = method === 'DL' || method === 'PM' || method === 'EB';
  const kernel = tau2Kernel(method);
  const [w, wy] = [new Float64Array(rows), new Float64Array(rows)];
  const [yi, vi] = [new Float64Array(rows), new Float64Array(rows)];

  const cellAt = (d: number, row: number) => CELL_NUMBERS * (row * cells + indices[d * width + row]);

  /** The rows of draw d that can be pooled, into w and wy; how many. */
  const fetch = (d: number, group: Int32Array) => {
    let k = 0;
    for (let i = 0; i < group.length; i++) {
      const at = cellAt(d, group[i]);
      if (table[at + W] === 0) continue;
      w[k] = table[at + W];
      wy[k++] = table[at + WY];
    }
    return k;
  };

  const meanAt = (tau2: number, d: number, group: Int32Array) => {
    let total = 0;
    let sum = 0;
    for (let i = 0; i < group.length; i++) {
      const at = cellAt(d, group[i]);
      const share = 1 / (1 + tau2 * table[at + W]);
      total += share * table[at + W];
      sum += share * table[at + WY];
    }
    return sum / total;
  };

  /** Do the sums say that tau2 is 0? */
  const isZero = (at: number, k: number) => {
    if (isByQ) return qOf(sums, at) <= k - 1;
    if (!isLikelihood) return method === 'EE';
    const { score, isOneMode } = atZero(sums, at, isRestricted);
    return score <= 0 && isOneMode;
  };

  const search = (k: number) => {
    for (let i = 0; i < k; i++) {
      vi[i] = 1 / w[i];
      yi[i] = wy[i] * vi[i];
    }
    return kernel(yi, vi, k);
  };

  /** By `scoreRoot` from one step of Fisher's scoring, or else by the kernel. */
  const root = (k: number, at: number) => {
    const { score, trace2, isOneMode } = atZero(sums, at, isRestricted);
    const found = isOneMode ? scoreRoot(w, wy, k, score / trace2, isRestricted) : Number.NaN;
    return found > 0 ? found : search(k);
  };

  const estimate = (d: number, group: Int32Array, k: number, at: number) => {
    if (method === 'DL') return momentTau2(sums, at, k);
    fetch(d, group);
    return isLikelihood ? root(k, at) : search(k);
  };

  return {
    pool(d, group) {
      const k = allUsable ? group.length : fetch(d, group);
      if (k === 0) return Number.NaN;
      const at = SUM_NUMBERS * d;
      if (k === 1 || isZero(at, k)) return sums[at + WY] / sums[at + W];
      return meanAt(estimate(d, group, k, at), d, group);
    },
    held: (d) => sums[SUM_NUMBERS * d + AY],
  };
}

const qOf = (sums: Float64Array, at: number) =>
  sums[at + WYY] - (sums[at + WY] * sums[at + WY]) / sums[at + W];

const momentTau2 = (sums: Float64Array, at: number, k: number) =>
  (qOf(sums, at) - (k - 1)) / (sums[at + W] - sums[at + W2] / sums[at + W]);

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
