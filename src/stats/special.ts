/**
 * Small functions on the log scale on which the distributions stand. All are pure and total: NaN outside the
 * domain, no throwing.
 */
import gammaln from '@stdlib/math-base-special-gammaln';

const HALF_LOG_TWO_PI = 0.9189385332046727;

/**
 * log Gamma(x) for x > 0; Infinity at 0, NaN below 0. (@stdlib, FreeBSD's algorithm: about 1 ulp.)
 *
 * @example logGamma(5) // 3.1780538303479458 = log(24)
 */
export function logGamma(x: number): number {
  return x >= 0 ? gammaln(x) : Number.NaN;
}

/**
 * log of the binomial coefficient, for real 0 <= k <= n; -Infinity for k < 0 or k > n, NaN for n < 0.
 * By Stirling errors and deviances, so that log C(1e9, 3) keeps its digits.
 *
 * @example logChoose(10, 3) // 4.787491742782046 = log(120)
 */
export function logChoose(n: number, k: number): number {
  if (!(n >= 0) || Number.isNaN(k)) return Number.NaN;
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  const j = Math.min(k, n - k);
  if (j === 0) return 0;
  if (j === Math.floor(j) && j <= 60 && n < 1e15) {
    let product = 1;
    let sum = 0;
    for (let i = 1; i <= j; i++) {
      product *= (n - j + i) / i;
      if (product > 1e280) {
        sum += Math.log(product);
        product = 1;
      }
    }
    return sum + Math.log(product);
  }
  const rest = n - j;
  return (
    j * Math.log(n / j) -
    rest * Math.log1p(-j / n) +
    stirlingError(n) -
    stirlingError(j) -
    stirlingError(rest) +
    0.5 * Math.log(n / (j * rest)) -
    HALF_LOG_TWO_PI
  );
}

/**
 * log(exp(a) + exp(b)) without overflow or underflow.
 *
 * @example logAddExp(-1000, -1000) // -999.3068528194401
 */
export function logAddExp(a: number, b: number): number {
  const high = Math.max(a, b);
  if (!Number.isFinite(high)) return high;
  return high + Math.log1p(Math.exp(Math.min(a, b) - high));
}

/** log(1 - exp(x)) for x <= 0: the log of one tail from the log of the other (Maechler 2012). Never -0. */
export function log1mExp(x: number): number {
  return x > -Math.LN2 ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x)) + 0;
}

/** log of the beta function B(a, b), a and b > 0, by Stirling errors: no cancellation of large log gammas. */
export function logBeta(a: number, b: number): number {
  const n = a + b;
  return (
    HALF_LOG_TWO_PI +
    0.5 * Math.log(n / a / b) -
    a * Math.log1p(b / a) -
    b * Math.log1p(a / b) +
    stirlingError(a) +
    stirlingError(b) -
    stirlingError(n)
  );
}

/** Natural log to base 10. */
export function toLog10(logP: number): number {
  return logP / Math.LN10;
}

/**
 * What Stirling's formula lacks: log Gamma(x + 1) - [(x + 1/2) log x - x + log(2 pi)/2], for x > 0.
 * Series above 16 (first omitted term below 1e-18), else from log Gamma (absolute error about 1e-15).
 * Source: Loader (2000), Fast and accurate computation of binomial probabilities.
 */
export function stirlingError(x: number): number {
  if (x < 16) return gammaln(x + 1) - ((x + 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI);
  const r = 1 / (x * x);
  let sum = -691 / 360360;
  sum = sum * r + 1 / 1188;
  sum = sum * r - 1 / 1680;
  sum = sum * r + 1 / 1260;
  sum = sum * r - 1 / 360;
  sum = sum * r + 1 / 12;
  return sum / x;
}

/**
 * Half the Poisson deviance, x log(x/mean) + mean - x, for x > 0 and mean > 0, given the difference x - mean
 * by the caller, who knows it with more digits than the subtraction would leave.
 * Source: Loader (2000), there `bd0`; the series runs to |x - mean| < (x + mean)/3 to lose no digits.
 */
export function deviance(x: number, mean: number, difference: number): number {
  const v = difference / (x + mean);
  if (!(Math.abs(v) < 1 / 3)) return x * Math.log(x / mean) - difference;
  const v2 = v * v;
  let sum = difference * v;
  let power = 2 * x * v;
  for (let j = 3; j < 200; j += 2) {
    power *= v2;
    const next = sum + power / j;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}
