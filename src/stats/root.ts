/** Roots of a function of one variable, by bracketing: slow cases stay bounded, good ones are quick. */

export interface Root {
  /** NaN when the ends do not bracket a root. */
  readonly root: number;
  /** f at `root`. */
  readonly value: number;
  /** Function calls. */
  readonly iterations: number;
  readonly converged: boolean;
}

export interface RootOptions {
  /** Stop when the bracket is narrower than this plus 4 eps |root|. Default 0: to machine precision. */
  readonly tolerance?: number;
  /** Function calls at most. Default 200 (bisection alone would need about 60 for a bracket within one binade). */
  readonly maxIterations?: number;
}

/**
 * A root of f between `low` and `high`, where f must have opposite signs, by Brent's method (inverse quadratic
 * interpolation, secant, bisection).
 *
 * No sign change, or a NaN of f: `converged` false; the root is then NaN or the best point so far.
 * Source: Brent (1973), Algorithms for Minimization without Derivatives, chapter 4.
 *
 * @example brentRoot((x) => x * x - 2, 0, 2).root // 1.414213562373095
 */
export function brentRoot(
  f: (x: number) => number,
  low: number,
  high: number,
  { tolerance = 0, maxIterations = 200 }: RootOptions = {},
): Root {
  let a = low;
  let b = high;
  let fa = f(a);
  let fb = f(b);
  let calls = 2;
  if (fa === 0) return { root: a, value: 0, iterations: calls, converged: true };
  if (!(fa * fb <= 0 || Math.sign(fa) * Math.sign(fb) <= 0)) {
    return { root: Number.NaN, value: Number.NaN, iterations: calls, converged: false };
  }
  // b is the best point, [b, c] the bracket, a the point before b.
  let c = a;
  let fc = fa;
  let width = b - a;
  let before = width;
  for (;;) {
    if (Math.abs(fc) < Math.abs(fb)) {
      a = b;
      b = c;
      c = a;
      fa = fb;
      fb = fc;
      fc = fa;
    }
    const limit = 2 * Number.EPSILON * Math.abs(b) + 0.5 * tolerance;
    const half = 0.5 * (c - b);
    if (Math.abs(half) <= limit || fb === 0)
      return { root: b, value: fb, iterations: calls, converged: true };
    if (calls >= maxIterations || Number.isNaN(fb)) {
      return { root: b, value: fb, iterations: calls, converged: false };
    }
    if (Math.abs(before) < limit || Math.abs(fa) <= Math.abs(fb)) {
      width = half;
      before = half;
    } else {
      const s = fb / fa;
      let p: number;
      let q: number;
      if (a === c) {
        p = 2 * half * s;
        q = 1 - s;
      } else {
        const u = fa / fc;
        const v = fb / fc;
        p = s * (2 * half * u * (u - v) - (b - a) * (v - 1));
        q = (u - 1) * (v - 1) * (s - 1);
      }
      if (p > 0) q = -q;
      else p = -p;
      if (2 * p < Math.min(3 * half * q - Math.abs(limit * q), Math.abs(before * q))) {
        before = width;
        width = p / q;
      } else {
        width = half;
        before = half;
      }
    }
    a = b;
    fa = fb;
    b += Math.abs(width) > limit ? width : half > 0 ? limit : -limit;
    fb = f(b);
    calls++;
    if (fb > 0 === fc > 0) {
      c = a;
      fc = fa;
      width = b - a;
      before = width;
    }
  }
}

/**
 * Widens [low, high] by doubling its upper end's distance until f changes sign, and answers the last step as the
 * bracket; null when `limit` is passed or f is NaN. For a root that lies above `low`.
 *
 * @example expandBracket((x) => x - 10, 0, 1) // [7, 15]
 */
export function expandBracket(
  f: (x: number) => number,
  low: number,
  high: number,
  limit = Number.MAX_VALUE,
): readonly [number, number] | null {
  const sign = Math.sign(f(low));
  if (Number.isNaN(sign)) return null;
  if (sign === 0) return [low, low];
  let from = low;
  let to = high;
  let step = high - low;
  for (;;) {
    const value = f(to);
    if (Number.isNaN(value)) return null;
    if (Math.sign(value) !== sign) return [from, to];
    if (to >= limit) return null;
    from = to;
    step *= 2;
    to = Math.min(limit, to + step);
  }
}
