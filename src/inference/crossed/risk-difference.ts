/**
 * The marginal risk difference: how much more often a task is passed when it is hackable, both random effects
 * integrated out. With D the total deviation of the random part (models and tasks of the population that these
 * are drawn from), Z standard normal and pi_s the share of the fit's non-missing cells in stratum s,
 *
 *   RD = sum_s pi_s [ P(1, s) - P(0, s) ],   P(h, s) = E logit^-1( b0 + h b_flag + b_s + D_h Z ),
 *   D_h^2 = var(u + h slope) + var(v).
 *
 * It is a function of the parameters alone (no conditional modes, which are shrunken), so its standard error
 * follows from their covariance by the delta method.
 */
import { type Layout, lambdaAt, spreadLambda } from './parameters.ts';

export interface RiskDifference {
  readonly estimate: number;
  /** Derivatives by the parameters. */
  readonly gradient: Float64Array;
}

/** A stratum of the sample: its share of cells and its rows of the design with h = 0 and h = 1. */
export interface Share {
  readonly share: number;
  readonly robust: Float64Array;
  readonly hackable: Float64Array;
}

export function marginalRiskDifference(
  layout: Layout,
  parameters: Float64Array,
  strata: readonly Share[],
): RiskDifference {
  const { deviations, coefficients } = layout;
  const { l00, l10, l11, task } = lambdaAt(layout, parameters);
  const spread = [Math.hypot(l00, task), Math.hypot(l00 + l10, l11, task)];
  const gradient = new Float64Array(parameters.length);
  const bySpread = [0, 0];
  let estimate = 0;
  for (const { share, robust, hackable } of strata) {
    for (const [h, x] of [robust, hackable].entries()) {
      let mean = 0;
      for (let j = 0; j < coefficients; j++) mean += x[j] * parameters[deviations + j];
      const { probability, byMean, bySd } = logisticNormal(mean, spread[h]);
      const weight = h === 1 ? share : -share;
      estimate += weight * probability;
      bySpread[h] += weight * bySd;
      for (let j = 0; j < coefficients; j++) gradient[deviations + j] += weight * byMean * x[j];
    }
  }
  // d spread / d entry = (its part) / spread; a spread of 0 has derivative 0, as everything is even in it.
  const [s0, s1] = bySpread.map((value, h) => (spread[h] > 0 ? value / spread[h] : 0));
  const deviationGradient = new Float64Array(parameters.length);
  const byEntry = [s0 * l00 + s1 * (l00 + l10), s1 * (l00 + l10), s1 * l11, (s0 + s1) * task];
  spreadLambda(layout, byEntry, deviationGradient);
  for (let j = 0; j < deviations; j++) gradient[j] = deviationGradient[j];
  return { estimate, gradient };
}

/**
 * E logit^-1(mean + sd Z) and its derivatives by mean and sd. Trapezoidal rule over 9 deviations with a step
 * that keeps exp(-2 pi^2 / (sd step)), the error that the poles of the logistic function leave, below 1e-16.
 *
 * @example logisticNormal(1, 2).probability // 0.647726438525869, R: integrate(function(z) plogis(1 + 2 * z) * dnorm(z), -Inf, Inf)
 */
export function logisticNormal(
  mean: number,
  sd: number,
): { probability: number; byMean: number; bySd: number } {
  const step = 0.5 / Math.max(2, sd);
  const reach = Math.ceil(9 / step);
  let probability = 0;
  let byMean = 0;
  let bySd = 0;
  for (let i = -reach; i <= reach; i++) {
    const z = i * step;
    const weight = (step * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
    const p = 1 / (1 + Math.exp(-(mean + sd * z)));
    probability += weight * p;
    byMean += weight * p * (1 - p);
    bySd += weight * z * p * (1 - p);
  }
  return { probability, byMean, bySd };
}
