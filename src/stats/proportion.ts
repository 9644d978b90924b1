/**
 * Intervals for one proportion: x passes of n, level in percent. x may be fractional (sums of k/n cells).
 * null when n is 0, x is outside 0 .. n, or the level outside 0 .. 100 (ends excluded).
 * Upper bounds are 1 minus the lower bound of the other outcome.
 */
import { betaQuantile, normalQuantile } from './distributions.ts';

export interface ProportionInterval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Wilson's score interval: the p at which (x/n - p)^2 = z^2 p (1 - p) / n. Lower bound 0 at x = 0, upper 1 at x = n.
 *
 * Source: Wilson (1927), doi:10.1080/01621459.1927.10502953.
 *
 * @example wilson(14, 307) // { lower: 0.0273559979152639, upper: 0.0750803339096410 }
 */
export function wilson(x: number, n: number, level = 95): ProportionInterval | null {
  if (!valid(x, n, level)) return null;
  const z = -normalQuantile(0.5 - level / 200);
  return { lower: wilsonLower(x, n, z), upper: 1 - wilsonLower(n - x, n, z) };
}

/**
 * Clopper and Pearson's exact interval: each tail of the binomial at most (1 - level) / 2, so it covers at least at
 * its level.
 *
 * Source: Clopper and Pearson (1934), doi:10.1093/biomet/26.4.404.
 *
 * @example clopperPearson(0, 10) // { lower: 0, upper: 0.3084971078187608 }, upper = 1 - 0.025^(1/10)
 */
export function clopperPearson(x: number, n: number, level = 95): ProportionInterval | null {
  if (!valid(x, n, level)) return null;
  const tail = 0.5 - level / 200;
  const lower = (k: number) => (k === 0 ? 0 : betaQuantile(tail, k, n - k + 1));
  return { lower: lower(x), upper: 1 - lower(n - x) };
}

/**
 * Jeffreys' interval: equal-tailed posterior under Beta(1/2, 1/2), with the lower bound 0 at x = 0 and the upper 1
 * at x = n.
 *
 * @example jeffreys(2, 2) // { lower: 0.3331782455987907, upper: 1 }
 *
 * Source: Brown, Cai and DasGupta (2001), doi:10.1214/ss/1009213286.
 */
export function jeffreys(x: number, n: number, level = 95): ProportionInterval | null {
  if (!valid(x, n, level)) return null;
  const tail = 0.5 - level / 200;
  const lower = (k: number) => (k === 0 ? 0 : betaQuantile(tail, k + 0.5, n - k + 0.5));
  return { lower: lower(x), upper: 1 - lower(n - x) };
}

function valid(x: number, n: number, level: number): boolean {
  return n > 0 && n < Number.POSITIVE_INFINITY && x >= 0 && x <= n && level > 0 && level < 100;
}

/** The smaller root, as product of roots over larger root: no cancellation for small x. */
function wilsonLower(x: number, n: number, z: number): number {
  const p = x / n;
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return (p * p) / (p + (z * z) / (2 * n) + spread);
}
