/** The crossed random-effects logistic model of a leaderboard. */
import { InputError } from '../../errors.ts';
import { normalLogSf, normalQuantile, normalSf, toLog10 } from '../../stats/distributions.ts';
import { type CrossedData, crossedData } from './classes.ts';
import { type Contrast, collectContrast } from './collect.ts';
import { crossedDesign, type Design } from './design.ts';
import { laplace } from './laplace.ts';
import { messages } from './messages.ts';
import { findOptimum, type Optimum } from './optimum.ts';
import { deviationsAt, type Layout, layoutOf } from './parameters.ts';
import { profileInterval } from './profile.ts';
import { marginalRiskDifference } from './risk-difference.ts';
import { startingValues } from './start.ts';
import { dot, multiplyVector } from './symmetric.ts';
import type { CrossedCoefficient, CrossedFit, CrossedInput, CrossedOptions } from './types.ts';

export function fitCrossed(input: CrossedInput, options: CrossedOptions = {}): CrossedFit {
  const { level = 95, interval = 'wald', maxIterations = 200 } = options;
  if (!(level >= 1 && level < 100)) throw new InputError(messages.badLevel(level));
  const contrast = collectContrast(input);
  const design = crossedDesign(contrast.groups, input.strata);
  const warnings = [...design.warnings];
  const flagColumn = design.estimable[1] ? design.columns.indexOf(1) : -1;
  const wanted = options.slope ?? 'none';
  const slope = flagColumn < 0 ? 'none' : wanted;
  if (slope !== wanted) warnings.push(messages.slopeNeedsFlag());

  const columns = contrast.columns.filter((column) => design.kept[column.group]);
  const data = crossedData(columns, input.outcomes.models, slope !== 'none');
  const layout = layoutOf(slope, design.columns.length);
  const settings = { slope, level, interval, data, design };
  const reason = whyNothing(data);
  if (reason !== null) return nothing(settings, [...warnings, reason]);

  const rows = contrast.groups.flatMap((group) => [...design.row(group.stratum, group.flag)]);
  const model = laplace(data, Float64Array.from(rows), layout);
  const start = startingValues(data, Float64Array.from(rows), layout);
  const optimum = findOptimum(model, layout, start, maxIterations);
  if (optimum.runaway || !Number.isFinite(optimum.deviance)) {
    return nothing(settings, [...warnings, messages.runaway()], optimum.iterations);
  }
  if (!optimum.converged) warnings.push(messages.notConverged(optimum.iterations));
  if (optimum.covariance.matrix === null) warnings.push(messages.noStandardErrors());
  warnings.push(...boundaryWarnings(layout, optimum.parameters));

  const critical = normalQuantile(0.5 + level / 200);
  const coefficients = coefficientsOf(design, layout, optimum, critical);
  if (interval === 'profile' && flagColumn >= 0 && optimum.covariance.matrix !== null) {
    const index = layout.deviations + flagColumn;
    const limits = profileInterval(model, optimum, index, critical);
    coefficients[1] = { ...coefficients[1], ciLower: limits.lower, ciUpper: limits.upper };
    if (limits.lower === null) warnings.push(messages.profileFailed('lower'));
    if (limits.upper === null) warnings.push(messages.profileFailed('upper'));
  }
  const deviations = deviationsAt(layout, optimum.parameters);
  return {
    method: 'Laplace',
    slope,
    level,
    interval,
    logLik: -optimum.deviance / 2,
    parameters: optimum.parameters.length,
    aic: optimum.deviance + 2 * optimum.parameters.length,
    coefficients,
    sdModel: deviations.model,
    sdTask: deviations.task,
    sdSlope: deviations.slope,
    corSlope: deviations.correlation,
    oddsRatio: oddsRatioOf(coefficients[1]),
    riskDifference: flagColumn < 0 ? null : riskDifferenceOf(contrast, design, layout, optimum, critical),
    iterations: optimum.iterations,
    converged: optimum.converged,
    gradientNorm: gradientNorm(optimum),
    models: data.models,
    tasks: data.tasks,
    cells: data.cells,
    warnings,
  };
}

interface Settings extends Pick<CrossedFit, 'slope' | 'level' | 'interval'> {
  readonly data: CrossedData;
  readonly design: Design;
}

/** Why no model can be fitted to these data at all; null when one can. */
function whyNothing({ models, tasks, rows, columns, ...data }: CrossedData): string | null {
  if (models < 2 || tasks < 2) return messages.tooFew(models, tasks);
  const extreme = (passes: number, attempts: number) => passes === 0 || passes === attempts;
  const all = (length: number, test: (i: number) => boolean) =>
    Array.from({ length }, (_, i) => i).every(test);
  if (all(columns, (c) => extreme(data.columnPasses[c], data.columnAttempts[c])))
    return messages.agreeTasks();
  if (all(rows, (i) => extreme(data.rowPasses[2 * i], data.rowAttempts[i]))) return messages.agreeModels();
  return null;
}

function nothing({ data, design, ...settings }: Settings, warnings: string[], iterations = 0): CrossedFit {
  return {
    method: 'Laplace',
    ...settings,
    logLik: null,
    parameters: 0,
    aic: null,
    coefficients: design.terms.map(unknownCoefficient),
    sdModel: null,
    sdTask: null,
    sdSlope: null,
    corSlope: null,
    oddsRatio: null,
    riskDifference: null,
    iterations,
    converged: false,
    gradientNorm: null,
    models: data.models,
    tasks: data.tasks,
    cells: data.cells,
    warnings,
  };
}

function unknownCoefficient(term: string): CrossedCoefficient {
  const unknown = { estimate: null, se: null, z: null, p: null, log10P: null, ciLower: null, ciUpper: null };
  return { term, ...unknown };
}

function coefficientsOf(
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

function oddsRatioOf({ estimate, ciLower, ciUpper }: CrossedCoefficient): CrossedFit['oddsRatio'] {
  if (estimate === null) return null;
  const exp = (x: number | null) => {
    const ratio = x === null ? null : Math.exp(x);
    return ratio === null || Number.isFinite(ratio) ? ratio : null;
  };
  return { estimate: Math.exp(estimate), ciLower: exp(ciLower), ciUpper: exp(ciUpper) };
}

function riskDifferenceOf(
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

function boundaryWarnings(layout: Layout, parameters: Float64Array): string[] {
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

function gradientNorm({ gradient, hessian }: Optimum): number {
  const n = gradient.length;
  return gradient.reduce((largest, value, j) => {
    const curvature = Math.abs(hessian[j * n + j]) / 2;
    return Math.max(largest, Math.abs(value) / Math.sqrt(Math.max(curvature, 1e-12)));
  }, 0);
}
