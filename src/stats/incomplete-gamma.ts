/** The regularised incomplete gamma function on the log scale. */
import { deviance, log1mExp, stirlingError } from './special.ts';

const LOG_TWO_PI = 1.8378770664093456;

/**
 * log P(a, x), or log Q(a, x) when `upper`, for a > 0 and x >= 0.
 *
 * The power series of P below x = a + 1, Legendre's continued fraction of Q above (modified Lentz), each times
 * x^a e^-x / Gamma(a) in Loader's form; the other tail is log(1 - exp(.)). Runs to machine precision, in some
 * multiple of sqrt(a) terms. Relative error below 1e-12 for a >= 0.1; with smaller ones Q below a + 1 may itself be
 * small, and then only its absolute error is.
 */
export function logIncompleteGamma(a: number, x: number, upper: boolean): number {
  if (!(a > 0 && a < Number.POSITIVE_INFINITY && x >= 0)) return Number.NaN;
  if (x === 0) return upper ? 0 : Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return upper ? Number.NEGATIVE_INFINITY : 0;
  const series = x < a + 1;
  const direct = logGammaKernel(a, x) + Math.log(series ? lowerSeries(a, x) : upperFraction(a, x));
  return series === upper ? log1mExp(Math.min(direct, 0)) : direct;
}

/** log of x^a e^-x / Gamma(a); x times the density of the gamma distribution. */
export function logGammaKernel(a: number, x: number): number {
  return 0.5 * (Math.log(a) - LOG_TWO_PI) - stirlingError(a) - deviance(a, x, a - x);
}

/** P(a, x) / kernel = sum of x^j / (a (a+1) ... (a+j)). */
function lowerSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let j = 1; term > 1e-17 * sum; j++) {
    term *= x / (a + j);
    sum += term;
  }
  return sum / a;
}

/** Q(a, x) / kernel = 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))). */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let j = 1; j < 100_000_000; j++) {
    const an = -j * (j - a);
    b += 2;
    d = 1 / nonZero(an * d + b);
    c = nonZero(b + an / c);
    const step = d * c;
    value *= step;
    if (!(Math.abs(step - 1) >= 2.3e-16)) break;
  }
  return value;
}

function nonZero(x: number): number {
  return Math.abs(x) < 1e-300 ? 1e-300 : x;
}
