/** Correlations of two lists of numbers: Pearson, Spearman, Kendall's tau-b, partial Spearman. null = undefined. */
import { correlation } from '../../stats/describe.ts';

/** Null below two points or when one side has no variance. */
export function pearson(x: readonly number[], y: readonly number[]): number | null {
  const r = correlation(x, y);
  return Number.isNaN(r) ? null : r;
}

/** Pearson correlation of mid-ranks. */
export function spearman(x: readonly number[], y: readonly number[]): number | null {
  return pearson(ranks(x), ranks(y));
}

/**
 * Spearman correlation of x and y with z held fixed: (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2) (1 - r_yz^2)).
 * Null when z determines one of them.
 */
export function partialSpearman(
  x: readonly number[],
  y: readonly number[],
  z: readonly number[],
): number | null {
  const [rankX, rankY, rankZ] = [ranks(x), ranks(y), ranks(z)];
  const xy = pearson(rankX, rankY);
  const xz = pearson(rankX, rankZ);
  const yz = pearson(rankY, rankZ);
  if (xy === null || xz === null || yz === null) return null;
  const left = (1 - xz * xz) * (1 - yz * yz);
  return left < 1e-12 ? null : (xy - xz * yz) / Math.sqrt(left);
}

/**
 * Kendall's tau-b = (C - D) / sqrt((n0 - ties_x) (n0 - ties_y)), n0 = n (n - 1) / 2. O(n log n) by counting the
 * exchanges of a merge sort. Null below two points or when one side has no variance.
 *
 * Source: Knight (1966), doi:10.1080/01621459.1966.10480879.
 *
 * @example kendallTauB([1, 2, 3, 4], [1, 3, 2, 4]) // 2/3
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | null {
  const n = x.length;
  if (n < 2) return null;
  const order = Array.from(x, (_, i) => i).sort((i, j) => x[i] - x[j] || y[i] - y[j]);
  const xs = order.map((i) => x[i]);
  const ys = order.map((i) => y[i]);
  const pairs = (n * (n - 1)) / 2;
  const tiedX = tiedPairs(xs, (i) => xs[i] === xs[i - 1]);
  const tiedBoth = tiedPairs(xs, (i) => xs[i] === xs[i - 1] && ys[i] === ys[i - 1]);
  const { sorted, exchanges } = mergeSort(ys);
  const tiedY = tiedPairs(sorted, (i) => sorted[i] === sorted[i - 1]);
  const denominator = Math.sqrt(pairs - tiedX) * Math.sqrt(pairs - tiedY);
  if (denominator === 0) return null;
  return (pairs - tiedX - tiedY + tiedBoth - 2 * exchanges) / denominator;
}

/** 1-based mid-ranks. */
export function ranks(values: readonly number[]): number[] {
  const order = Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const rank = new Array<number>(values.length);
  let start = 0;
  while (start < order.length) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]] === values[order[start]]) end++;
    for (let i = start; i <= end; i++) rank[order[i]] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return rank;
}

/** Pairs inside runs, where `continues(i)` says that i belongs to the run of i - 1. */
function tiedPairs(values: readonly number[], continues: (i: number) => boolean): number {
  let pairs = 0;
  let run = 1;
  for (let i = 1; i <= values.length; i++) {
    if (i < values.length && continues(i)) run++;
    else {
      pairs += (run * (run - 1)) / 2;
      run = 1;
    }
  }
  return pairs;
}

/** Bottom-up merge sort that counts how many pairs stand the wrong way round. */
function mergeSort(values: readonly number[]): { sorted: number[]; exchanges: number } {
  let from = [...values];
  let to = new Array<number>(from.length);
  let exchanges = 0;
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let left = start;
      let right = middle;
      for (let k = start; k < end; k++) {
        if (left < middle && (right >= end || from[left] <= from[right])) to[k] = from[left++];
        else {
          exchanges += middle - left;
          to[k] = from[right++];
        }
      }
    }
    [from, to] = [to, from];
  }
  return { sorted: from, exchanges };
}
