/** Everything of `analyze --sensitivity` beside the curve itself. */

import type { Leaderboard } from '../../leaderboard/types.ts';
import { modelEffects } from '../effects.ts';
import type { AnalyzeOptions } from '../options.ts';
import { poolModels } from '../pooled.ts';
import type { Sample } from '../sample.ts';
import type { Specification } from '../types.ts';
import { adjustedGaps, chosenCovariates } from './adjusted.ts';
import { specificationCurve, specificationShares } from './curve.ts';
import { leaveOneStratumOut, leaveOneTaskOut } from './leave-out.ts';
import { taskScores } from './task-scores.ts';
import type { Robustness } from './types.ts';
import { measuredTrait, unmeasuredTrait } from './unmeasured.ts';

/**
 * The whole of `--sensitivity`: rows that are there already (the rules for saturated cells) with the grid after them, and
 * what the gap stands on. Leave-outs are under the options given; bounds on traits and adjusted gaps are risk differences
 * on task scores, models weighted as the pooled fit of the risk difference weighs them.
 *
 * @param leaderboard before the filters of the options, from which `sample` was chosen
 * @throws InputError when `options.covariates` names no column of the tasks table
 */
export function sensitivityAnalysis(
  leaderboard: Leaderboard,
  sample: Sample,
  options: AnalyzeOptions,
  rules: readonly Specification[],
): { readonly sensitivity: readonly Specification[]; readonly robustness: Robustness | null } {
  if (!options.sensitivity) return { sensitivity: rules, robustness: null };
  const covariates = chosenCovariates(leaderboard.tasks, options.covariates);
  const sensitivity = [...rules, ...specificationCurve(leaderboard, options, rules)];
  return { sensitivity, robustness: robustness(sample, options, sensitivity, covariates) };
}

function robustness(
  sample: Sample,
  options: AnalyzeOptions,
  specifications: readonly Specification[],
  covariates: readonly string[],
): Robustness {
  const { tasks, outcomes } = sample.leaderboard;
  const base = { shares: specificationShares(specifications) };
  const plain: AnalyzeOptions = { ...options, measure: 'RD' };
  const effects = modelEffects(sample, plain);
  if (effects.used.length === 0) {
    const empty = { leaveOneTaskOut: [], leaveOneStratumOut: [], measured: [], adjusted: [] };
    return {
      ...base,
      ...empty,
      unmeasured: null,
      warnings: ['no model can be pooled: nothing to leave out or adjust'],
    };
  }
  const { weights } = poolModels(effects, effects.used, plain);
  const scores = taskScores(outcomes, sample.contrast, weights);
  const measured = covariates.flatMap(
    (name) => measuredTrait(name, tasks, scores, sample.contrast, options.weights) ?? [],
  );
  return {
    ...base,
    leaveOneTaskOut: leaveOneTaskOut(sample, options),
    leaveOneStratumOut: leaveOneStratumOut(sample, options),
    unmeasured: unmeasuredTrait(scores, sample.contrast, options.weights, options.level),
    measured,
    adjusted: adjustedGaps(sample, options, weights, scores, covariates),
    warnings: [],
  };
}
