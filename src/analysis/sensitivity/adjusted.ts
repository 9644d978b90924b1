/** The gap at equal traits of the tasks: each covariate alone, then all, by regression and by finer strata. */

import type { Contrast } from '../../effects/arms.ts';
import { InputError } from '../../errors.ts';
import { sharedTasks } from '../../inference/shared-tasks.ts';
import type { Task } from '../../leaderboard/types.ts';
import { taskColumns } from '../exclusions.ts';
import type { AnalyzeOptions } from '../options.ts';
import type { Sample } from '../sample.ts';
import { regressionGap } from './regression.ts';
import { stratumScores } from './task-scores.ts';
import type { AdjustedGap } from './types.ts';

/** Columns that are adjusted for unless others are named; those that the tasks table has. */
export const COVARIATES = ['rejects_valid', 'underspecified', 'repo'] as const;

/**
 * Columns to adjust for.
 *
 * @throws InputError for a name that is no column of the tasks table
 */
export function chosenCovariates(tasks: readonly Task[], named: readonly string[] | null): string[] {
  const known = taskColumns(tasks);
  if (named === null) return COVARIATES.filter((name) => known.includes(name));
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const allowed = known.length === 0 ? 'it has no further column' : `allowed are ${known.join(', ')}`;
    throw new InputError(`"${unknown}" is no column of the tasks table; ${allowed}`, { file: '--covariate' });
  }
  return [...new Set(named)];
}

/** The plain regression first, then by covariate. Risk differences, model weights held at those given. */
export function adjustedGaps(
  sample: Sample,
  options: AnalyzeOptions,
  modelWeights: Float64Array,
  scores: Float64Array,
  covariates: readonly string[],
): AdjustedGap[] {
  const { contrast, leaderboard } = sample;
  const { tasks } = leaderboard;
  const { weights, level } = options;
  const regress = (names: readonly string[]) =>
    regressionGap({ tasks, scores, contrast, weights, covariates: names, level });
  const sets = covariates.map((name) => [name]);
  if (covariates.length > 1) sets.push([...covariates]);
  return [
    regress([]),
    ...sets.flatMap((names) => [regress(names), stratified(sample, options, modelWeights, scores, names)]),
  ];
}

/** The task-aware gap with strata cut further by the values of the covariates. */
function stratified(
  sample: Sample,
  options: AnalyzeOptions,
  modelWeights: Float64Array,
  scores: Float64Array,
  covariates: readonly string[],
): AdjustedGap {
  const { contrast, leaderboard } = sample;
  const cut = cutStrata(contrast, leaderboard.tasks, covariates);
  const shared = sharedTasks({
    outcomes: leaderboard.outcomes,
    contrast: cut,
    effects: { ...options, measure: 'RD' },
    modelWeights,
    level: options.level,
  });
  const cells = stratumScores(scores, cut);
  const { estimate, se, df, ciLower, ciUpper, p } = shared;
  return {
    covariates,
    way: 'stratification',
    estimate,
    se,
    df,
    ciLower,
    ciUpper,
    p,
    hackable: cells.reduce((sum, cell) => sum + cell.hackable.n, 0),
    robust: cells.reduce((sum, cell) => sum + cell.robust.n, 0),
    droppedTerms: [],
    reason: se === null ? (shared.warnings.at(-1) ?? null) : null,
  };
}

/** Strata x values of the covariates; tasks with an empty cell leave the contrast. */
export function cutStrata(
  contrast: Contrast,
  tasks: readonly Task[],
  covariates: readonly string[],
): Contrast {
  const strata: string[] = [];
  const stratum = new Int32Array(tasks.length).fill(-1);
  const arm = new Int8Array(tasks.length).fill(-1);
  const index = new Map<string, number>();
  tasks.forEach((task, t) => {
    const values = covariates.map((name) => task.columns[name]?.trim() ?? '');
    if (contrast.arm[t] < 0 || values.includes('')) return;
    const key = JSON.stringify([contrast.stratum[t], ...values]);
    if (!index.has(key)) {
      index.set(key, strata.length);
      strata.push([contrast.strata[contrast.stratum[t]], ...values].join(', '));
    }
    stratum[t] = index.get(key)!;
    arm[t] = contrast.arm[t];
  });
  return { strata, stratum, arm };
}
