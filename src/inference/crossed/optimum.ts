/** The minimum of the Laplace deviance: search, curvature, polish, boundary. */
import { type Covariance, covarianceOf } from './covariance.ts';
import type { Laplace } from './laplace.ts';
import { hessian, minimise, type Objective, positiveInverse } from './minimise.ts';
import { type Layout, lambdaAt, spreadLambda } from './parameters.ts';
import { dot, multiplyVector } from './symmetric.ts';

/** Expected further fall of the deviance at which the search ends; Newton's polish follows. */
const TOLERANCE = 1e-9;
/** Step of the differences that give the Hessian, log odds. */
const DIFFERENCE = 1e-3;
/** A deviation beyond this (log odds) is taken to run to infinity. */
const LARGEST = 50;

export interface Optimum {
  readonly parameters: Float64Array;
  readonly deviance: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly covariance: Covariance;
  readonly iterations: number;
  readonly converged: boolean;
  /** Some parameter was stopped at the edge of the plausible range. */
  readonly runaway: boolean;
}

export function findOptimum(
  model: Laplace,
  layout: Layout,
  start: Float64Array,
  maxIterations: number,
): Optimum {
  const n = start.length;
  const objective: Objective = (x, gradient) =>
    x.some((value) => !(Math.abs(value) < LARGEST)) ? Number.NaN : model.gradient(x, gradient);
  const first = new Float64Array(n);
  objective(start, first);
  let inverse = positiveInverse(hessian(objective, start, DIFFERENCE, first), n);
  let x = start;
  let iterations = 0;
  for (let round = 0; ; round++) {
    const left = maxIterations - iterations;
    const found = minimise(objective, x, inverse, { tolerance: TOLERANCE, maxIterations: left });
    iterations += found.iterations;
    x = toBoundary(model, layout, found.x, found.value);
    const runaway = x.some((value) => Math.abs(value) > 0.8 * LARGEST);
    const curvature = hessian(objective, x, DIFFERENCE);
    const covariance = covarianceOf(curvature, n);
    const descent = covariance.descent;
    if (descent !== null && round < 3 && !runaway && iterations < maxIterations) {
      // A saddle, as where a deviation is 0 by symmetry but ought not to be: step off it and go on.
      x = x.map((value, i) => value + 0.3 * descent[i]);
      inverse = positiveInverse(curvature, n);
      continue;
    }
    const polished = polish(objective, x, layout.deviations, covariance.matrix);
    const fall =
      covariance.matrix === null
        ? Number.POSITIVE_INFINITY
        : dot(polished.gradient, multiplyVector(covariance.matrix, polished.gradient)) / 4;
    return {
      parameters: polished.x,
      deviance: polished.value,
      gradient: polished.gradient,
      hessian: curvature,
      covariance,
      iterations,
      converged: fall < 1e-6,
      runaway,
    };
  }
}

/**
 * At most three Newton steps with the Hessian at hand, each kept only if the gradient shrinks. Deviations at 0
 * stay there: the deviance is even in them.
 */
function polish(
  objective: Objective,
  start: Float64Array,
  deviations: number,
  covariance: Float64Array | null,
) {
  let x = start;
  let gradient = new Float64Array(x.length);
  let value = objective(x, gradient);
  if (covariance === null) return { x, value, gradient };
  const size = (g: Float64Array) => dot(g, multiplyVector(covariance, g));
  for (let step = 0; step < 3 && size(gradient) > 1e-16; step++) {
    const move = multiplyVector(covariance, gradient);
    const next = x.map((xi, i) => (i < deviations && xi === 0 ? 0 : xi - move[i] / 2));
    const nextGradient = new Float64Array(x.length);
    const nextValue = objective(next, nextGradient);
    if (!(size(nextGradient) < size(gradient) / 2)) break;
    x = next;
    gradient = nextGradient;
    value = nextValue;
  }
  return { x, value, gradient };
}

/** Deviations that are 0 for every purpose are put at 0 exactly, if the deviance does not rise by it. */
function toBoundary(model: Laplace, layout: Layout, x: Float64Array, deviance: number): Float64Array {
  let best = x;
  const attempt = (entries: readonly number[]) => {
    const trial = best.slice();
    spreadLambda(layout, entries, trial);
    if (model.deviance(trial) <= deviance + 1e-7) best = trial;
  };
  const small = (value: number) => Math.abs(value) < 1e-2;
  let { l00, l10, l11, task } = lambdaAt(layout, best);
  if (small(task)) attempt([l00, l10, l11, 0]);
  ({ l00, l10, l11, task } = lambdaAt(layout, best));
  if (layout.width === 2 && small(Math.hypot(l10, l11))) attempt([l00, 0, 0, task]);
  else if (layout.width === 2 && small(l11)) attempt([l00, l10, 0, task]);
  ({ l00, l10, l11, task } = lambdaAt(layout, best));
  // Without an intercept only the size of the slope's row matters: it is put on the diagonal.
  if (small(l00)) attempt([0, 0, Math.hypot(l10, l11), task]);
  return best;
}
