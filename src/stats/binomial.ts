/** The binomial distribution: n trials (whole number >= 0) with probability p in [0, 1]; k is cut to whole numbers. */
import { logIncompleteBeta } from './incomplete-beta.ts';

/** P(X <= k). */
export function binomialCdf(k: number, n: number, p: number): number {
  return Math.exp(binomialLogCdf(k, n, p));
}

/**
 * P(X > k), computed directly.
 *
 * @example binomialSf(129, 134, 0.5) // 6.08037355850032e-34
 */
export function binomialSf(k: number, n: number, p: number): number {
  return Math.exp(binomialLogSf(k, n, p));
}

/** log P(X <= k). */
export function binomialLogCdf(k: number, n: number, p: number): number {
  return logTail(k, n, p, false);
}

/** log P(X > k). */
export function binomialLogSf(k: number, n: number, p: number): number {
  return logTail(k, n, p, true);
}

/**
 * The smallest k with P(X <= k) >= prob, as R's qbinom: a prob that misses a step by less than 64 ulp counts as
 * on it. Bisection over k.
 *
 * @example binomialQuantile(0.5, 10, 0.5) // 5
 */
export function binomialQuantile(prob: number, n: number, p: number): number {
  if (!valid(n, p) || !(prob >= 0 && prob <= 1)) return Number.NaN;
  if (prob === 0 || p === 0 || n === 0) return 0;
  if (prob === 1 || p === 1) return n;
  // The smaller tail decides, so that a prob near 1 keeps its digits.
  const fuzz = 64 * Number.EPSILON;
  const reached =
    prob < 0.5
      ? (k: number) => binomialCdf(k, n, p) >= prob * (1 - fuzz)
      : (k: number) => binomialSf(k, n, p) <= (1 - prob) * (1 + fuzz);
  let low = -1;
  let high = n;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function valid(n: number, p: number): boolean {
  return n >= 0 && n === Math.floor(n) && n < Number.POSITIVE_INFINITY && p >= 0 && p <= 1;
}

function logTail(k: number, n: number, p: number, upper: boolean): number {
  if (!valid(n, p) || Number.isNaN(k)) return Number.NaN;
  const whole = Math.floor(k);
  if (whole < 0) return upper ? 0 : Number.NEGATIVE_INFINITY;
  if (whole >= n) return upper ? Number.NEGATIVE_INFINITY : 0;
  return logIncompleteBeta(p, 1 - p, whole + 1, n - whole, !upper);
}
