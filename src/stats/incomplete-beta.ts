/** The regularised incomplete beta function on the log scale, and its inverse. */
import { invertLogTail } from './invert-tail.ts';
import { deviance, log1mExp, logBeta, stirlingError } from './special.ts';

const LOG_TWO_PI = 1.8378770664093456;

/**
 * log I_x(a, b), or log of 1 - I_x(a, b) when `upper`, for a, b > 0. The caller gives y = 1 - x too: whichever
 * of the two is small keeps its digits.
 *
 * The continued fraction of Didonato and Morris (1992, doi:10.1145/131766.131776, eq. 9) on the side where x is
 * below the mean (modified Lentz, to machine precision), times x^a y^b / B(a, b) in Loader's form; the other tail
 * is log(1 - exp(.)). Relative error below 1e-12 for a, b >= 0.1; with smaller ones a tail on the far side of the
 * mean may itself be small, and then only its absolute error is.
 */
export function logIncompleteBeta(x: number, y: number, a: number, b: number, upper: boolean): number {
  if (!(a > 0 && b > 0 && a + b < Number.POSITIVE_INFINITY && x >= 0 && y >= 0)) return Number.NaN;
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
  let value = (a / (a + 1)) * (below + 1);
  let c = value;
  let d = 0;
  for (let m = 1; m < 100_000_000; m++) {
    const e = a + 2 * m - 1;
    const an = ((a + m - 1) / e) * (((a + b + m - 1) * x) / e) * m * ((b - m) * x);
    const bn = m + (m * (b - m) * x) / e + ((a + m) / (e + 2)) * (below + 1 + m * (2 - x));
    d = 1 / nonZero(an * d + bn);
    c = nonZero(bn + an / c);
    const step = d * c;
    value *= step;
    if (!(Math.abs(step - 1) >= 2.3e-16)) break;
  }
  return value;
}

function nonZero(x: number): number {
  return Math.abs(x) < 1e-300 ? 1e-300 : x;
}

/**
 * The log odds u = log(x / y) at which I_x(a, b) = p, given p and q = 1 - p: from the log of the smaller of the
 * two, by the first term of the series where that puts x or y below 1e-260, else by `invertLogTail`.
 */
export function betaLogOdds(p: number, q: number, a: number, b: number): number {
  if (!(a > 0 && b > 0 && a + b < Number.POSITIVE_INFINITY && p >= 0 && q >= 0)) return Number.NaN;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (q === 0) return Number.POSITIVE_INFINITY;
  const upper = q < p;
  const logP = upper ? Math.log1p(-q) : Math.log(p);
  const logQ = upper ? Math.log(q) : Math.log1p(-p);
  const edgeX = powerLaw(logP, a, b);
  if (edgeX < -600) return edgeX;
  const edgeY = powerLaw(logQ, b, a);
  if (edgeY < -600) return -edgeY;
  return invertLogTail(
    (u) => {
      const { x, y } = oddsToParts(u);
      return { logTail: logIncompleteBeta(x, y, a, b, upper), logSlope: logBetaKernel(x, y, a, b) };
    },
    upper ? logQ : logP,
    !upper,
    Math.log(a / b),
  );
}

/** log x at which the first term of the series, x^a / (a B(a, b)), has the log `target`: exact for tiny x. */
function powerLaw(target: number, a: number, b: number): number {
  return (target + Math.log(a) + logBeta(a, b)) / a;
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
