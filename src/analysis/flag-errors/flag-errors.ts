/** Everything of an analysis that is about errors in the flags. */

import { type Contrast, countArms } from '../../effects/arms.ts';
import { contrastOf } from '../../effects/contrast.ts';
import { sharedTasks } from '../../inference/shared-tasks.ts';
import type { Status, Task } from '../../leaderboard/types.ts';
import { modelEffects } from '../effects.ts';
import type { AnalyzeOptions } from '../options.ts';
import { poolModels } from '../pooled.ts';
import type { Sample } from '../sample.ts';
import { stratumScores, taskScores } from '../sensitivity/task-scores.ts';
import { scaledWeights } from '../sensitivity/unmeasured.ts';
import { specification } from '../specifications.ts';
import { type AmbiguousExtreme, largestGap, smallestGap } from './ambiguous.ts';
import { attackSensitivity } from './attack-sensitivity.ts';
import * as messages from './messages.ts';
import { misclassifiedGap } from './misclassification.ts';
import type {
  AcceptedContrast,
  AcceptedSide,
  AmbiguousBounds,
  AmbiguousEnd,
  CorrectedGap,
  FlagErrors,
  MisclassifiedGap,
  Range,
} from './types.ts';

/** Points of each range at which the corrected gap is taken; both ends are among them. */
const STEPS = 21;

/**
 * The parts that the flags or options give rise to; null when there is none.
 *
 * - `corrected`, when a sensitivity, a specificity or rounds of attack are given: `misclassifiedGap` at the middle of
 *   the ranges and its extremes over 21 x 21 points of them, cut at -1 and 1. From rounds the range is the interval of `attackSensitivity`.
 * - `ambiguous`, when tasks are: exact bounds over every assignment of them (`largestGap`).
 * - `accepted`, when the flags say on which tasks an attack patch passed at all: the whole analysis within these, beside
 *   that of all audited tasks. Whether a task can be attacked at all may go with how easy it is; this holds it fixed.
 *
 * The first two are risk differences on task scores, models weighted as the pooled fit of the plain flags weighs them; the
 * third has the measure of the options.
 */
export function flagErrors(sample: Sample, options: AnalyzeOptions): FlagErrors | null {
  const { tasks, outcomes } = sample.leaderboard;
  const wantsCorrection =
    options.flagSensitivity !== null || options.flagSpecificity !== null || options.flagRounds !== null;
  const hasAmbiguous = tasks.some((task) => task.status === 'ambiguous');
  const accepted = acceptedContrast(sample, options);
  if (!wantsCorrection && !hasAmbiguous && accepted === null) return null;
  const weights = modelWeights(sample, options);
  const scores = taskScores(outcomes, sample.contrast, weights);
  const warnings: string[] = [];
  if (accepted !== null && accepted.unknown > 0) warnings.push(messages.acceptedUnknown(accepted.unknown));
  return {
    corrected: wantsCorrection ? correctedGap(sample.contrast, options, scores, warnings) : null,
    ambiguous: hasAmbiguous ? ambiguousBounds(sample, options, weights, scores) : null,
    accepted,
    warnings,
  };
}

/** Those of the pooled fit as risk difference; all alike when nothing can be pooled. */
function modelWeights(sample: Sample, options: AnalyzeOptions): Float64Array {
  const plain: AnalyzeOptions = { ...options, measure: 'RD' };
  const effects = modelEffects(sample, plain);
  if (effects.used.length === 0) return new Float64Array(effects.yi.length).fill(1);
  return poolModels(effects, effects.used, plain).weights;
}

function correctedGap(
  contrast: Contrast,
  options: AnalyzeOptions,
  scores: Float64Array,
  warnings: string[],
): CorrectedGap | null {
  const cells = stratumScores(scores, contrast);
  if (cells.length === 0) return null;
  const rounds = options.flagRounds === null ? null : attackSensitivity(options.flagRounds, options.level);
  if (rounds !== null && rounds.sensitivity === null) {
    warnings.push(messages.sensitivityUnknown(rounds.reason!));
    return null;
  }
  const sensitivity: Range =
    rounds === null ? (options.flagSensitivity ?? [1, 1]) : [rounds.ciLower!, rounds.ciUpper!];
  const specificity: Range = options.flagSpecificity ?? [1, 1];
  const middle = (range: Range) => (range[0] + range[1]) / 2;
  const at = (se: number, sp: number) =>
    misclassifiedGap(scores, contrast, options.weights, se, sp, options.level);
  const point = at(rounds?.sensitivity ?? middle(sensitivity), middle(specificity));
  const all = steps(sensitivity).flatMap((se) => steps(specificity).map((sp) => at(se, sp)));
  const found = all.filter((one) => one.estimate !== null);
  if (found.length < all.length)
    warnings.push(messages.partlyImpossible(all.length - found.length, all.length));
  const open = point.strata.filter((stratum) => stratum.gap === null);
  if (point.estimate !== null && open.length > 0) {
    warnings.push(messages.leftOut(open.map(({ stratum }) => stratum)));
  }
  const isOutside = (rate: number | null) => rate !== null && (rate < 0 || rate > 1);
  const outside = point.strata.filter((one) => isOutside(one.rateHackable) || isOutside(one.rateRobust));
  if (outside.length > 0) warnings.push(messages.outside(outside.map(({ stratum }) => stratum)));
  const w = scaledWeights(cells, options.weights);
  const ends = (of: (one: MisclassifiedGap) => number | null, pick: (...values: number[]) => number) => {
    const values = found.flatMap((one) => of(one) ?? []);
    // A difference of pass rates; small arms and low rates would give more.
    return values.length === 0 ? null : Math.max(-1, Math.min(1, pick(...values)));
  };
  return {
    sensitivity,
    specificity,
    rounds,
    plain: cells.reduce((sum, cell, i) => sum + w[i] * (cell.hackable.mean - cell.robust.mean), 0),
    point,
    lower: ends((one) => one.estimate, Math.min),
    upper: ends((one) => one.estimate, Math.max),
    ciLower: ends((one) => one.ciLower, Math.min),
    ciUpper: ends((one) => one.ciUpper, Math.max),
  };
}

function steps([from, to]: Range): number[] {
  if (from === to) return [from];
  return Array.from({ length: STEPS }, (_, i) => from + ((to - from) * i) / (STEPS - 1));
}

function ambiguousBounds(
  { leaderboard, contrast }: Sample,
  options: AnalyzeOptions,
  weights: Float64Array,
  scores: Float64Array,
): AmbiguousBounds | null {
  const { tasks, outcomes } = leaderboard;
  const effects = { ...options, measure: 'RD' } as const;
  const gapOf = (own: Contrast) =>
    sharedTasks({ outcomes, contrast: own, effects, modelWeights: weights, level: options.level });
  const wide = contrastOf(
    tasks.map((task) => (task.status === 'ambiguous' ? { ...task, status: 'robust' } : task)),
    options.stratify,
  );
  const arm = tasks.map(
    ({ status }) => ({ hackable: 1, robust: 0, ambiguous: 2, excluded: -1, unaudited: -1 })[status],
  );
  const input = { stratum: wide.stratum, arm, scores, strata: wide.strata.length, weights: options.weights };
  const [low, high] = [smallestGap(input), largestGap(input)];
  if (low === null || high === null) return null;
  const end = ({ gap, hackable }: AmbiguousExtreme): AmbiguousEnd => {
    const isHackable = new Set(hackable);
    const assigned = tasks.map((task, t): Task => {
      const status: Status = isHackable.has(t) ? 'hackable' : 'robust';
      return task.status === 'ambiguous' ? { ...task, status } : task;
    });
    const { ciLower, ciUpper } = gapOf(contrastOf(assigned, options.stratify));
    return { gap, ciLower, ciUpper, hackable: hackable.map((t) => tasks[t].id) };
  };
  return {
    tasks: tasks.filter((task, t) => task.status === 'ambiguous' && !Number.isNaN(scores[t])).length,
    plain: gapOf(contrast).estimate,
    lower: end(low),
    upper: end(high),
  };
}

function acceptedContrast(sample: Sample, options: AnalyzeOptions): AcceptedContrast | null {
  const { tasks } = sample.leaderboard;
  const audited = tasks.filter((task) => task.status === 'hackable' || task.status === 'robust');
  if (!audited.some((task) => task.accepted === true)) return null;
  const within = tasks.map((task): Task => (task.accepted === true ? task : { ...task, status: 'excluded' }));
  return {
    all: acceptedSide(sample, options, tasks),
    accepted: acceptedSide(sample, options, within),
    unknown: audited.filter((task) => task.accepted === null).length,
  };
}

function acceptedSide(sample: Sample, options: AnalyzeOptions, tasks: readonly Task[]): AcceptedSide {
  const contrast = contrastOf(tasks, options.stratify);
  const counts = countArms(sample.leaderboard.outcomes, contrast);
  const row = specification('', { ...sample, contrast, counts }, options);
  const { k, estimate, ciLower, ciUpper, taskCiLower, taskCiUpper, reason } = row;
  const ofStatus = (status: Status) => tasks.filter((task) => task.status === status).length;
  const sizes = { hackable: ofStatus('hackable'), robust: ofStatus('robust') };
  return { ...sizes, k, estimate, ciLower, ciUpper, taskCiLower, taskCiUpper, reason };
}
