/** Percentiles of sorted draws. */

/**
 * The inverse of the empirical distribution, R's `quantile(type = 1)`: the least value that at least a share p of the
 * values does not exceed. Shares are taken with a relative 1e-12, so that 0.025 of 1000 is the 25th value although
 * (1 - 0.95) / 2 is a little above 0.025.
 *
 * @param sorted ascending; empty: NaN
 *
 * @example percentile([10, 20, 30, 40], 0.5) // 20
 */
export function percentile(sorted: ArrayLike<number>, p: number): number {
  const rank = Math.ceil(p * sorted.length * (1 - 1e-12));
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length, Math.max(1, rank)) - 1];
}
