/** From the optimum to what is reported: coefficients, odds ratio, risk difference, remarks. */
import { normalLogSf, normalSf, toLog10 } from '../../stats/distributions.ts';
import type { Contrast } from './collect.ts';
import type { Design } from './design.ts';
import { messages } from './messages.ts';
import type { Optimum } from './optimum.ts';
import { deviationsAt, type Layout } from './parameters.ts';
import { marginalRiskDifference } from './risk-difference.ts';
import { dot, multiplyVector } from './symmetric.ts';
import type { CrossedCoefficient, CrossedFit } from './types.ts';

export function unknownCoefficient(term: string): CrossedCoefficient {
  const unknown = { estimate: null, se: null, z: null, p: null, log10P: null, ciLower: null, ciUpper: null };
  return { term, ...unknown };
}

export function coefficientsOf(
  { terms, estimable, columns }: Design,
  layout: Layout,
  { parameters, covariance }: Optimum,
  critical: number,
): CrossedCoefficient[] {
  return terms.map((term, j) => {
    const index = layout.deviations + columns.indexOf(j);
    if (!estimable[j]) return unknownCoefficient(term);
    const estimate = parameters[index];
    if (covariance.matrix === null) return { ...unknownCoefficient(term), estimate };
    const se = Math.sqrt(covariance.matrix[index * parameters.length + index]);
    const z = estimate / se;
    const size = Math.abs(z);
    return {
      term,
      estimate,
      se,
      z,
      p: 2 * normalSf(size),
      log10P: toLog10(Math.LN2 + normalLogSf(size)),
      ciLower: estimate - critical * se,
      ciUpper: estimate + critical * se,
    };
  });
}

export function oddsRatioOf({ estimate, ciLower, ciUpper }: CrossedCoefficient): CrossedFit['oddsRatio'] {
  if (estimate === null) return null;
  const exp = (x: number | null) => {
    const ratio = x === null ? null : Math.exp(x);
    return ratio === null || Number.isFinite(ratio) ? ratio : null;
  };
  return { estimate: Math.exp(estimate), ciLower: exp(ciLower), ciUpper: exp(ciUpper) };
}

export function riskDifferenceOf(
  { groups }: Contrast,
  design: Design,
  layout: Layout,
  { parameters, covariance }: Optimum,
  critical: number,
): CrossedFit['riskDifference'] {
  const cells = groups.reduce((sum, group) => sum + group.cells, 0);
  // A separated stratum is passed always or never with either flag: it adds 0.
  const strata = [...new Set(groups.filter((_, g) => design.kept[g]).map((group) => group.stratum))];
  const shares = strata.map((stratum) => ({
    share: groups.reduce((sum, group) => sum + (group.stratum === stratum ? group.cells : 0), 0) / cells,
    robust: design.row(stratum, 0),
    hackable: design.row(stratum, 1),
  }));
  const { estimate, gradient } = marginalRiskDifference(layout, parameters, shares);
  if (covariance.matrix === null) return { estimate, se: null, ciLower: null, ciUpper: null };
  const se = Math.sqrt(Math.max(0, dot(gradient, multiplyVector(covariance.matrix, gradient))));
  return { estimate, se, ciLower: estimate - critical * se, ciUpper: estimate + critical * se };
}

export function boundaryWarnings(layout: Layout, parameters: Float64Array): string[] {
  const { model, task, slope, correlation } = deviationsAt(layout, parameters);
  const zero = [
    ...(model === 0 ? ['standard deviation of models'] : []),
    ...(task === 0 ? ['standard deviation of tasks'] : []),
    ...(slope === 0 ? ['standard deviation of the slope over models'] : []),
  ];
  const warnings = zero.length > 0 ? [messages.boundary(zero)] : [];
  if (correlation !== null && Math.abs(correlation) === 1) warnings.push(messages.boundaryCorrelation());
  return warnings;
}

export function gradientNorm({ gradient, hessian }: Optimum): number {
  const n = gradient.length;
  return gradient.reduce((largest, value, j) => {
    const curvature = Math.abs(hessian[j * n + j]) / 2;
    return Math.max(largest, Math.abs(value) / Math.sqrt(Math.max(curvature, 1e-12)));
  }, 0);
}
