/** The regularised incomplete beta function on the log scale, and its inverse. */
import { deviance, log1mExp, stirlingError } from './special.ts';

const LOG_TWO_PI = 1.8378770664093456;

/**
 * log I_x(a, b), or log of 1 - I_x(a, b) when `upper`, for a, b > 0. The caller gives y = 1 - x too: whichever
 * of the two is small keeps its digits.
 *
 * The continued fraction of Didonato and Morris (1992, doi:10.1145/131766.131776, eq. 9) on the side where x is
 * below the mean (modified Lentz, to machine precision), times x^a y^b / B(a, b) in Loader's form; the other tail
 * is log(1 - exp(.)).
 */
export function logIncompleteBeta(x: number, y: number, a: number, b: number, upper: boolean): number {
  if (!(a > 0 && b > 0 && x >= 0 && y >= 0)) return Number.NaN;
  if (x === 0) return upper ? 0 : Number.NEGATIVE_INFINITY;
  if (y === 0) return upper ? Number.NEGATIVE_INFINITY : 0;
  const below = a * y - b * x;
  const lower = below >= 0;
  const direct =
    logBetaKernel(x, y, a, b) - Math.log(lower ? fraction(x, a, b, below) : fraction(y, b, a, -below));
  return lower === upper ? log1mExp(Math.min(direct, 0)) : direct;
}

/** log of x^a y^b / B(a, b); x y times the density of the beta distribution. */
export function logBetaKernel(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const below = a * y - b * x;
  return (
    0.5 * (Math.log(a) + Math.log(b / n) - LOG_TWO_PI) +
    stirlingError(n) -
    stirlingError(a) -
    stirlingError(b) -
    deviance(a, n * x, below) -
    deviance(b, n * y, -below)
  );
}

/** kernel / I_x(a, b), given below = a y - b x >= 0. */
function fraction(x: number, a: number, b: number, below: number): number {
  let value = (a * (below + 1)) / (a + 1);
  let c = value;
  let d = 0;
  for (let m = 1; m < 100_000_000; m++) {
    const e = a + 2 * m - 1;
    const an = ((a + m - 1) / e) * ((a + b + m - 1) / e) * m * (b - m) * x * x;
    const bn = m + (m * (b - m) * x) / e + ((a + m) * (below + 1 + m * (2 - x))) / (e + 2);
    d = 1 / nonZero(an * d + bn);
    c = nonZero(bn + an / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < 2.3e-16) break;
  }
  return value;
}

function nonZero(x: number): number {
  return Math.abs(x) < 1e-300 ? 1e-300 : x;
}

/**
 * The log odds u = log(x / y) at which I_x(a, b) = p, given p and q = 1 - p.
 *
 * Newton on log I (or log of the upper tail, whichever is smaller) as a function of u, kept inside a bracket that
 * halves when Newton leaves it; ends when u moves by less than 1e-15 of max(1, |u|).
 */
export function betaLogOdds(p: number, q: number, a: number, b: number): number {
  if (!(a > 0 && b > 0 && p >= 0 && q >= 0)) return Number.NaN;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (q === 0) return Number.POSITIVE_INFINITY;
  const upper = q < p;
  const target = Math.log(upper ? q : p);
  const sign = upper ? -1 : 1;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let u = Math.log(a / b);
  let stride = 1;
  for (let i = 0; i < 2000; i++) {
    const { x, y } = oddsToParts(u);
    const value = logIncompleteBeta(x, y, a, b, upper);
    const gap = sign * (value - target);
    if (gap === 0) return u;
    if (gap > 0) high = u;
    else low = u;
    const slope = Math.exp(logBetaKernel(x, y, a, b) - value);
    let next = u - gap / slope;
    const inside = next > low && next < high;
    if (!inside) {
      if (low === Number.NEGATIVE_INFINITY) next = u - stride;
      else if (high === Number.POSITIVE_INFINITY) next = u + stride;
      else next = 0.5 * (low + high);
      stride *= 2;
    }
    if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u))) return next;
    u = next;
  }
  return u;
}

/** x = 1/(1 + e^-u) and y = 1/(1 + e^u), each with all its digits. */
export function oddsToParts(u: number): { x: number; y: number } {
  if (u > 0) {
    const e = Math.exp(-u);
    return { x: 1 / (1 + e), y: e / (1 + e) };
  }
  const e = Math.exp(u);
  return { x: e / (1 + e), y: 1 / (1 + e) };
}
