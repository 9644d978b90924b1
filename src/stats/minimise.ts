/** The least value of a function of one variable on an interval. */

export interface Minimum {
  readonly x: number;
  readonly value: number;
  /** Function calls. */
  readonly iterations: number;
  readonly converged: boolean;
}

const GOLDEN = 0.3819660112501051;

/**
 * A local minimum of f on [low, high] (the minimum, when f is unimodal) by Brent's method: parabolas through three
 * points, golden sections where they fail. An end of the interval is approached, not touched.
 *
 * The x is good to `tolerance` + 3e-8 |x|, no better: f is flat there. Solve for a root of the derivative where
 * more digits are wanted. A NaN of f counts as larger than any number.
 * Source: Brent (1973), Algorithms for Minimization without Derivatives, chapter 5.
 *
 * @example brentMinimise((x) => (x - 2) ** 2, 0, 5).x // 2
 */
export function brentMinimise(
  f: (x: number) => number,
  low: number,
  high: number,
  tolerance = 1e-10,
  maxIterations = 200,
): Minimum {
  const at = (point: number) => {
    const found = f(point);
    return Number.isNaN(found) ? Number.POSITIVE_INFINITY : found;
  };
  let a = low;
  let b = high;
  // x is the best point, w the second, v the third; u the newest.
  let x = a + GOLDEN * (b - a);
  let [w, v] = [x, x];
  let fx = at(x);
  let [fw, fv] = [fx, fx];
  let calls = 1;
  let step = 0;
  let before = 0;
  for (;;) {
    const middle = 0.5 * (a + b);
    const near = 1.5e-8 * Math.abs(x) + tolerance / 3;
    if (Math.abs(x - middle) <= 2 * near - 0.5 * (b - a)) {
      return { x, value: fx, iterations: calls, converged: Number.isFinite(fx) };
    }
    if (calls >= maxIterations) return { x, value: fx, iterations: calls, converged: false };
    let p = 0;
    let q = 0;
    if (Math.abs(before) > near) {
      const r = (x - w) * (fx - fv);
      q = (x - v) * (fx - fw);
      p = (x - v) * q - (x - w) * r;
      q = 2 * (q - r);
      if (q > 0) p = -p;
      else q = -q;
    }
    if (Math.abs(p) < Math.abs(0.5 * q * before) && p > q * (a - x) && p < q * (b - x)) {
      before = step;
      step = p / q;
      const u = x + step;
      if (u - a < 2 * near || b - u < 2 * near) step = x < middle ? near : -near;
    } else {
      before = x < middle ? b - x : a - x;
      step = GOLDEN * before;
    }
    const u = x + (Math.abs(step) >= near ? step : step > 0 ? near : -near);
    const fu = at(u);
    calls++;
    if (fu <= fx) {
      if (u < x) b = x;
      else a = x;
      [v, fv, w, fw, x, fx] = [w, fw, x, fx, u, fu];
    } else {
      if (u < x) a = u;
      else b = u;
      if (fu <= fw || w === x) [v, fv, w, fw] = [w, fw, u, fu];
      else if (fu <= fv || v === x || v === w) [v, fv] = [u, fu];
    }
  }
}
