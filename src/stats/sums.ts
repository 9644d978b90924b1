/** Sums that keep small terms beside large ones, and the weighted mean and variance on top of them. */

/**
 * Sum of the values by Neumaier's compensation: the error is a few ulp of the result plus n eps^2 times the sum of
 * absolute values. Empty: 0. Infinities and NaN pass through as in a plain sum.
 *
 * Source: Neumaier (1974), doi:10.1002/zamm.19740540106.
 *
 * @example sum([1e16, 1, -1e16, 1]) // 2
 */
export function sum(values: ArrayLike<number>): number {
  return sumOf(values.length, (i) => values[i]);
}

/** Compensated sum of term(0) .. term(n - 1). */
export function sumOf(n: number, term: (i: number) => number): number {
  let total = 0;
  let lost = 0;
  let plain = 0;
  for (let i = 0; i < n; i++) {
    const value = term(i);
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
    plain += value;
  }
  // With an infinity among the terms the compensation is Infinity - Infinity.
  return Number.isFinite(total) ? total + lost : plain;
}

/**
 * sum w x / sum w; NaN of nothing or when the weights sum to 0. Extra weights are not looked at.
 *
 * @example weightedMean([1, 2, 4], [1, 1, 2]) // 2.75
 */
export function weightedMean(values: ArrayLike<number>, weights: ArrayLike<number>): number {
  const top = sumOf(values.length, (i) => weights[i] * values[i]);
  return top / sumOf(values.length, (i) => weights[i]);
}

/**
 * Sample variance, divisor n - 1, by Welford's update (no cancellation for a large mean). NaN below two values.
 *
 * Source: Welford (1962), doi:10.1080/00401706.1962.10490022.
 *
 * @example variance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]) // 30
 */
export function variance(values: ArrayLike<number>): number {
  const n = values.length;
  if (n < 2) return Number.NaN;
  let centre = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const step = values[i] - centre;
    centre += step / (i + 1);
    squares += step * (values[i] - centre);
  }
  return squares / (n - 1);
}
