/**
 * Minimum of a smooth function of a few variables from its gradient: BFGS on the inverse Hessian with a
 * backtracking line search (Nocedal and Wright, Numerical Optimization, 2nd ed., algorithm 6.1).
 */
import { dot, eigenSymmetric, mapEigenvalues, multiplyVector } from './symmetric.ts';

/** Value at x, with the gradient into `gradient`; NaN or Infinity where the function is not to be had. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

export interface Minimum {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  readonly iterations: number;
  /** Expected further fall, g' H^-1 g / 2, is below the tolerance. */
  readonly converged: boolean;
}

/**
 * @param inverse start of the inverse Hessian, positive definite, row-major; overwritten
 * @param tolerance on the expected further fall of the function
 */
export function minimise(
  objective: Objective,
  start: Float64Array,
  inverse: Float64Array,
  { tolerance, maxIterations }: { tolerance: number; maxIterations: number },
): Minimum {
  const n = start.length;
  let x = start.slice();
  let gradient = new Float64Array(n);
  let value = objective(x, gradient);
  let iterations = 0;
  let converged = false;
  while (iterations < maxIterations && Number.isFinite(value)) {
    const step = multiplyVector(inverse, gradient).map((s) => -s);
    const slope = dot(step, gradient);
    if (-slope / 2 <= tolerance) {
      converged = true;
      break;
    }
    iterations++;
    // No coordinate moves by more than 2 (log odds) at once.
    let scale = Math.min(1, 2 / Math.max(...step.map(Math.abs)));
    const next = new Float64Array(n);
    const nextGradient = new Float64Array(n);
    let nextValue = Number.POSITIVE_INFINITY;
    // Rounding of the function, below which a rise means nothing.
    const slack = 1e-13 * Math.abs(value);
    for (let tries = 0; tries < 40; tries++) {
      for (let i = 0; i < n; i++) next[i] = x[i] + scale * step[i];
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + 1e-4 * scale * slope + slack) break;
      scale *= Number.isFinite(nextValue) ? shrink(value, slope, nextValue, scale) : 0.25;
    }
    if (!(nextValue <= value + slack)) break;
    update(
      inverse,
      step.map((s) => s * scale),
      subtract(nextGradient, gradient),
    );
    x = next;
    gradient = nextGradient;
    value = nextValue;
  }
  return { x, value, gradient, iterations, converged };
}

/** Minimum of the parabola through both values and the slope, kept within a tenth and a half. */
function shrink(value: number, slope: number, nextValue: number, scale: number): number {
  const best = (-slope * scale) / (2 * (nextValue - value - slope * scale));
  return Math.min(0.5, Math.max(0.1, best));
}

function subtract(x: Float64Array, y: Float64Array): Float64Array {
  return x.map((value, i) => value - y[i]);
}

/** BFGS update of the inverse Hessian; left as it is where the curvature along the step is not positive. */
function update(inverse: Float64Array, step: Float64Array, change: Float64Array): void {
  const n = step.length;
  const curvature = dot(step, change);
  const moved = multiplyVector(inverse, change);
  const size = dot(change, moved);
  if (!(curvature > 1e-8 * Math.sqrt(dot(step, step) * dot(change, change)))) return;
  const own = (1 + size / curvature) / curvature;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      inverse[i * n + j] += own * step[i] * step[j] - (moved[i] * step[j] + step[i] * moved[j]) / curvature;
    }
  }
}

/**
 * Hessian by central differences of the gradient (error of order h^2), symmetrised; forward ones where `at` is
 * given (error of order h, half the cost).
 */
export function hessian(
  objective: Objective,
  x: Float64Array,
  h: number,
  at: Float64Array | null = null,
): Float64Array {
  const n = x.length;
  const raw = new Float64Array(n * n);
  const high = new Float64Array(n);
  const low = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    const moved = x.slice();
    moved[j] = x[j] + h;
    objective(moved, high);
    if (at === null) {
      moved[j] = x[j] - h;
      objective(moved, low);
    } else low.set(at);
    const width = at === null ? 2 * h : h;
    for (let i = 0; i < n; i++) raw[j * n + i] = (high[i] - low[i]) / width;
  }
  return raw.map((_, k) => (raw[k] + raw[(k % n) * n + Math.floor(k / n)]) / 2);
}

/** Inverse of the nearest safely positive definite matrix: eigenvalues by size, floored. */
export function positiveInverse(matrix: Float64Array, n: number): Float64Array {
  const eigen = eigenSymmetric(matrix, n);
  const floor = Math.max(1e-3, 1e-7 * Math.max(...eigen.values.map(Math.abs)));
  return mapEigenvalues(eigen, (value) => 1 / Math.max(Math.abs(value), floor));
}
