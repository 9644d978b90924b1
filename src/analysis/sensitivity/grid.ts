/** The grid of choices that an analyst could have made, without those that change nothing. */

import { MEASURES, VARIANCE_RULES, WEIGHTS } from '../../effects/types.ts';
import type { Leaderboard } from '../../leaderboard/types.ts';
import { isMarked, taskColumns } from '../exclusions.ts';
import { type AnalyzeOptions, ESTIMATORS } from '../options.ts';

/** Columns of the tasks table by which tasks are excluded, alone and together. */
export const EXCLUSIONS = ['gold_fails', 'rejects_valid'] as const;

/** Options that need the same sample of models and tasks, so that its counts are made once. */
export interface GridSample {
  readonly sample: Pick<AnalyzeOptions, 'attempts' | 'exclude' | 'stratify'>;
  readonly fits: readonly Pick<AnalyzeOptions, 'measure' | 'weights' | 'variance' | 'method'>[];
}

/**
 * measure x weights x variance x estimator x attempts x exclusions x strata.
 *
 * Left out, because they repeat another point of the grid: variance rules of RR, OR and AS (these have their own, but for
 * k/n cells where both rules are the same too), stratum weights without strata, EB (the same estimator as PM), pass@1
 * submissions where all or none are, a column that marks no audited task, and "without strata" where there is one.
 */
export function specificationGrid(leaderboard: Leaderboard, options: AnalyzeOptions): GridSample[] {
  const { tasks, models } = leaderboard;
  const one = models.filter((model) => model.attempts === '1').length;
  const attempts: AnalyzeOptions['attempts'][] =
    one > 0 && one < models.length ? [null, '1'] : [options.attempts];
  const audited = tasks.filter((task) => task.status === 'hackable' || task.status === 'robust');
  const known = taskColumns(tasks);
  const useful = EXCLUSIONS.filter(
    (name) =>
      known.includes(name) && !options.exclude.includes(name) && audited.some((task) => isMarked(task, name)),
  );
  const exclusions = subsets(useful).map((more) => [...options.exclude, ...more]);
  const strata = new Set(audited.map((task) => task.stratum)).size > 1 ? [true, false] : [options.stratify];
  return attempts.flatMap((kept) =>
    exclusions.flatMap((exclude) =>
      strata.map((stratify) => ({
        sample: { attempts: kept, exclude, stratify },
        fits: fitsOf(stratify && strata.length > 1, options),
      })),
    ),
  );
}

function fitsOf(weighted: boolean, options: AnalyzeOptions): GridSample['fits'] {
  const weights = weighted ? WEIGHTS : [options.weights];
  const methods = ESTIMATORS.filter((method) => method !== 'EB');
  return MEASURES.flatMap((measure) =>
    weights.flatMap((weight) =>
      (measure === 'RD' ? VARIANCE_RULES : [options.variance]).flatMap((variance) =>
        methods.map((method) => ({ measure, weights: weight, variance, method })),
      ),
    ),
  );
}

/** Of two names: none, each, both. */
function subsets(names: readonly string[]): string[][] {
  return Array.from({ length: 1 << names.length }, (_, bits) => names.filter((_name, i) => (bits >> i) & 1));
}
