/** The crossed random-effects logistic model of a leaderboard: the phases of a fit, and its report. */
import { InputError } from '../../errors.ts';
import { normalQuantile } from '../../stats/distributions.ts';
import { type CrossedData, crossedData } from './classes.ts';
import { collectContrast } from './collect.ts';
import { crossedDesign } from './design.ts';
import { laplace } from './laplace.ts';
import { messages } from './messages.ts';
import { findOptimum } from './optimum.ts';
import { deviationsAt, type Layout, layoutOf } from './parameters.ts';
import { profileInterval } from './profile.ts';
import {
  boundaryWarnings,
  coefficientsOf,
  gradientNorm,
  oddsRatioOf,
  riskDifferenceOf,
  unknownCoefficient,
} from './report.ts';
import { startingValues } from './start.ts';
import type { CrossedFit, CrossedInput, CrossedOptions } from './types.ts';

/** Multiplications for one factorisation, min^2 max of the classes: at most about a minute a fit. */
const MAX_WORK = 5e8;
/** Cells of the contrast, each 16 bytes while they are collapsed. */
const MAX_CELLS = 2e7;

/**
 * How much likelier hackable tasks are passed, tasks and models both being samples:
 *
 *   logit P(model m passes task t) = b0 + b_flag h_t + b_stratum(t) + u_m (+ s_m h_t) + v_t,
 *   u ~ N(0, sdModel^2), v ~ N(0, sdTask^2), and with a slope (u, s) jointly normal.
 *
 * Coefficients and deviations are log odds; strata are coded against the first one (lme4's treatment coding).
 * Cells are 0/1 or k of n; missing cells carry no likelihood. Maximum likelihood by Laplace's approximation
 * over deviations and coefficients jointly: lme4's `glmer(cbind(k, n - k) ~ flag + stratum + (1 | model) +
 * (1 | task), binomial)` with nAGQ = 1, log-likelihood with the binomial constants.
 *
 * Algorithm: BFGS on the exact gradient (`laplace.ts`), started from empirical logits and a finite-difference
 * Hessian, until the deviance can fall by less than 1e-9; Newton steps after that. Conditional modes to 1e-10.
 * Standard errors from the Hessian of the deviance over all parameters (central differences of the exact gradient,
 * good to about 1e-6). lme4's come from second differences of the deviance itself and are off in the second or
 * third digit where the likelihood is flat: on 3 tasks of a stratum by 9 percent.
 * Wald intervals and z tests; the flag's interval by profile likelihood if asked (`profile.ts`). The marginal
 * risk difference integrates both random effects out (`risk-difference.ts`). All these are large-sample
 * statements with the number of tasks, not of cells, as the sample size: no degrees of freedom are taken off.
 *
 * Edge cases, each with a sentence in `warnings`: a stratum that is always or never passed is left out and its
 * coefficient null; a flag that is separated or confounded with the strata is null, and the rest still fitted;
 * deviations of 0 and correlations of 1 are reported as boundary fits; fewer than 2 models or tasks, tasks (or
 * models) that are all passed or failed as one, and likelihoods that rise without end give nulls throughout.
 * So does a size beyond min^2 max = 5e8 over the classes of `classes.ts` or 2e7 cells (`maxWork`).
 *
 * Cost: about 35 gradients of 2 min^2 max multiplications.
 *
 * @throws InputError when lengths do not match, or a flag, stratum or level is out of range.
 *
 * Sources: Bates, Maechler, Bolker and Walker (2015), doi:10.18637/jss.v067.i01; Breslow and Clayton (1993),
 * doi:10.1080/01621459.1993.10594284.
 *
 * @example
 * const builder = outcomesBuilder(6, 8);
 * ['11101100', '11100100', '11010110', '01000100', '10001000', '11111110'].forEach((row, m) => {
 *   [...row].forEach((cell, t) => builder.set(m, t, Number(cell), 1));
 * });
 * const strata = { stratum: [0, 0, 0, 0, 0, 0, 0, 0], strata: ['all'] };
 * fitCrossed({ outcomes: builder.build(), flags: [1, 1, 1, 0, 0, 0, 0, 0], ...strata }).coefficients[1].estimate
 * // 1.8298, log odds; lme4 gives the same
 */
export function fitCrossed(input: CrossedInput, options: CrossedOptions = {}): CrossedFit {
  const { level = 95, interval = 'wald', maxIterations = 100, maxWork = MAX_WORK } = options;
  if (!(level >= 1 && level < 100)) throw new InputError(messages.badLevel(level));
  const size = input.outcomes.models * input.flags.filter((flag) => flag !== null).length;
  if (size > MAX_CELLS && options.maxWork === undefined) {
    return nothing({ slope: 'none', level, interval, data: NO_DATA, terms: ['hackable'] }, [
      messages.tooManyCells(size, MAX_CELLS),
    ]);
  }
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
  const settings = { slope, level, interval, data, terms: design.terms };
  const reason = whyNothing(data) ?? whyTooLarge(data, layout, maxWork);
  // Where separation has taken every column, the warnings have the cause already.
  const isEmptied = columns.length === 0 && contrast.columns.length > 0;
  if (reason !== null) return nothing(settings, isEmptied ? warnings : [...warnings, reason]);

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
  readonly data: Pick<CrossedData, 'models' | 'tasks' | 'cells'>;
  readonly terms: readonly string[];
}

const NO_DATA = { models: 0, tasks: 0, cells: 0 };

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

function whyTooLarge({ rows, columns }: CrossedData, { width }: Layout, maxWork: number): string | null {
  const work = Math.min(rows * width, columns) ** 2 * Math.max(rows * width, columns);
  return work > maxWork ? messages.tooLarge(rows, columns, work, maxWork) : null;
}

function nothing({ data, terms, ...settings }: Settings, warnings: string[], iterations = 0): CrossedFit {
  return {
    method: 'Laplace',
    ...settings,
    logLik: null,
    parameters: 0,
    aic: null,
    coefficients: terms.map(unknownCoefficient),
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
