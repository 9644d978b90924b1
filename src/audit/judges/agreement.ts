/** Agreement of raters: Cohen's and Fleiss' kappa, Krippendorff's alpha. Pure functions of items; null = undefined. */

/** What two or more raters said of one item: codes of categories, only those given. */
export type Ratings = readonly number[];

/**
 * Cohen's kappa of pairs (a, b): (p_o - p_e) / (1 - p_e), p_e from the raters' own marginals.
 * `weight(a, b)` is the disagreement of two categories (default 0 when equal, else 1); with it kappa is
 * 1 - sum w o / sum w e. Null without pairs, and when chance leaves no disagreement (both used one category only).
 *
 * Source: Cohen (1960), doi:10.1177/001316446002000104; (1968), doi:10.1037/h0026256.
 *
 * @example 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no give 0.4
 */
export function cohenKappa(
  pairs: readonly (readonly [number, number])[],
  weight: (a: number, b: number) => number = (a, b) => (a === b ? 0 : 1),
): number | null {
  if (pairs.length === 0) return null;
  const first = new Map<number, number>();
  const second = new Map<number, number>();
  let observed = 0;
  for (const [a, b] of pairs) {
    observed += weight(a, b);
    first.set(a, (first.get(a) ?? 0) + 1);
    second.set(b, (second.get(b) ?? 0) + 1);
  }
  let expected = 0;
  for (const [a, countA] of first) {
    for (const [b, countB] of second) expected += (weight(a, b) * countA * countB) / pairs.length;
  }
  return expected === 0 ? null : 1 - observed / expected;
}

/**
 * Fleiss' kappa for items that all have the same number m >= 2 of ratings: P_i = sum_j n_ij (n_ij - 1) / (m (m - 1)),
 * p_e = sum_j p_j^2. Null when the numbers differ, and when all ratings are one category.
 *
 * Source: Fleiss (1971), doi:10.1037/h0031619.
 *
 * @example fleissKappa([[0, 0], [1, 1], [0, 1]]) // 1/3
 */
export function fleissKappa(items: readonly Ratings[]): number | null {
  const m = items[0]?.length ?? 0;
  if (m < 2 || items.some((ratings) => ratings.length !== m)) return null;
  const totals = new Map<number, number>();
  let agreement = 0;
  for (const ratings of items) {
    for (const [category, n] of tally(ratings)) {
      totals.set(category, (totals.get(category) ?? 0) + n);
      agreement += (n * (n - 1)) / (m * (m - 1));
    }
  }
  const all = items.length * m;
  let expected = 0;
  for (const n of totals.values()) expected += (n / all) ** 2;
  if (totals.size < 2) return null;
  return (agreement / items.length - expected) / (1 - expected);
}

export type AlphaMetric = 'nominal' | 'ordinal' | 'interval';
export const ALPHA_METRICS: readonly AlphaMetric[] = ['nominal', 'ordinal', 'interval'];

/**
 * Krippendorff's alpha, 1 - D_o / D_e, over items with at least two ratings; others drop out, so missing ratings are
 * allowed. Values are category codes (nominal), or numbers whose order (ordinal) or distance (interval) counts. The
 * ordinal metric is the interval metric on mid-ranks of the pairable values, which is the same sum of marginals.
 * Null without pairable values, and when all of them are equal.
 *
 * With n pairable values, m_u in item u: D_o = 1/n sum_u 1/(m_u - 1) sum_(i, j in u) d(x_i, x_j)^2,
 * D_e = 1/(n (n - 1)) sum over all pairs of d^2. O(n log n).
 *
 * Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
 *
 * @example krippendorffAlpha([[0, 0], [1, 1], [0, 1]], 'nominal') // 1 - (1/3) / (3/5) = 4/9
 */
export function krippendorffAlpha(items: readonly Ratings[], metric: AlphaMetric): number | null {
  const units = items.filter((ratings) => ratings.length >= 2);
  const values = units.flat();
  const n = values.length;
  if (n === 0) return null;
  const place = metric === 'ordinal' ? midRanks(values) : null;
  const at = (value: number) => (place === null ? value : (place.get(value) as number));
  const pairSum =
    metric === 'nominal'
      ? (some: Ratings) => some.length ** 2 - sumOf([...tally(some).values()].map((count) => count ** 2))
      : (some: Ratings) => squaredDistances(some.map(at));
  const observed = sumOf(units.map((ratings) => pairSum(ratings) / (ratings.length - 1))) / n;
  const expected = pairSum(values) / (n * (n - 1));
  return new Set(values).size < 2 ? null : 1 - observed / expected;
}

/** Sum over ordered pairs of (x - y)^2 = 2 n sum (x - mean)^2. */
function squaredDistances(values: readonly number[]): number {
  const mean = sumOf(values) / values.length;
  return 2 * values.length * sumOf(values.map((x) => (x - mean) ** 2));
}

function midRanks(values: readonly number[]): Map<number, number> {
  const counts = [...tally(values)].sort(([a], [b]) => a - b);
  let below = 0;
  return new Map(
    counts.map(([value, n]) => {
      const rank = below + n / 2;
      below += n;
      return [value, rank];
    }),
  );
}

function tally(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
