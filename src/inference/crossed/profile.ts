/**
 * Profile likelihood interval of one parameter: the values at which the deviance, minimised over all other
 * parameters, stands the squared critical value above its minimum.
 *
 * Root finding on the signed root of the rise, which is nearly a straight line: secant steps from the Wald
 * limit, to 1e-6 of a standard error. A limit further than 10 Wald half-widths out is not searched for.
 */
import type { Laplace } from './laplace.ts';
import { minimise, positiveInverse } from './minimise.ts';
import type { Optimum } from './optimum.ts';

export interface ProfileLimits {
  readonly lower: number | null;
  readonly upper: number | null;
}

export function profileInterval(
  model: Laplace,
  optimum: Optimum,
  index: number,
  critical: number,
): ProfileLimits {
  const n = optimum.parameters.length;
  const se = Math.sqrt(optimum.covariance.matrix![index * n + index]);
  const estimate = optimum.parameters[index];
  const others = Array.from({ length: n }, (_, j) => j).filter((j) => j !== index);
  const inverse = positiveInverse(
    Float64Array.from(others.flatMap((i) => others.map((j) => optimum.hessian[i * n + j]))),
    n - 1,
  );

  function limit(side: -1 | 1): number | null {
    let start = Float64Array.from(others, (j) => {
      const slope = optimum.covariance.matrix![j * n + index] / (se * se);
      return optimum.parameters[j] + slope * side * critical * se;
    });
    /** Signed root of the rise at `value`, in standard normal units; NaN when it was not found. */
    const root = (value: number) => {
      const whole = new Float64Array(n);
      const wholeGradient = new Float64Array(n);
      whole[index] = value;
      const found = minimise(
        (x, gradient) => {
          for (let i = 0; i < n - 1; i++) whole[others[i]] = x[i];
          const deviance = model.gradient(whole, wholeGradient);
          for (let i = 0; i < n - 1; i++) gradient[i] = wholeGradient[others[i]];
          return deviance;
        },
        start,
        inverse.slice(),
        { tolerance: 1e-8, maxIterations: 100 },
      );
      if (!found.converged) return Number.NaN;
      start = found.x.slice();
      return Math.sqrt(Math.max(0, found.value - optimum.deviance));
    };
    let near = 0;
    let nearRoot = 0;
    let far = critical * se;
    for (let step = 0; step < 30; step++) {
      if (far > 10 * critical * se) return null;
      const farRoot = root(estimate + side * far);
      if (Number.isNaN(farRoot)) return null;
      if (Math.abs(farRoot - critical) < 1e-6) return estimate + side * far;
      const next = far + ((critical - farRoot) * (far - near)) / (farRoot - nearRoot);
      near = far;
      nearRoot = farRoot;
      far = Number.isFinite(next) && next > 0 ? next : 2 * near;
    }
    return null;
  }
  return { lower: limit(-1), upper: limit(1) };
}
