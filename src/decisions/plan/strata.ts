/** What a leaderboard tells of its strata for planning: task scores, their spread, and the share that is hackable. */

import { taskScores } from '../../analysis/sensitivity/task-scores.ts';
import { orderStrata } from '../../effects/contrast.ts';
import { InputError } from '../../errors.ts';
import { countMissing, missingAsFail, passAtOneModels, selectModels } from '../../leaderboard/filter.ts';
import { inCanonicalOrder } from '../../leaderboard/order.ts';
import type { Leaderboard, Task } from '../../leaderboard/types.ts';
import { mean, sd } from '../../stats/describe.ts';
import * as messages from './messages.ts';
import type { PlanOptions, PlanStratum } from './types.ts';

export interface PlanInput {
  readonly models: number;
  readonly strata: readonly PlanStratum[];
  /** Scores of each stratum's tasks. */
  readonly scores: readonly (readonly number[])[];
  readonly warnings: readonly string[];
}

/**
 * Task score: the share of models that pass it, every model with the same weight. Its spread is taken over all tasks of
 * a stratum that an audit could look at (not excluded, with an outcome), both arms together: a gap that the flags
 * already hold is part of it, by share (1 - share) gap^2, which makes the plan a little cautious.
 */
export function planInput(given: Leaderboard, options: PlanOptions): PlanInput {
  const whole = inCanonicalOrder(given);
  const kept = options.attempts === '1' ? selectModels(whole, passAtOneModels(whole)) : whole;
  const { tasks, outcomes, models } = options.missing === 'fail' ? missingAsFail(kept) : kept;
  if (models.length === 0) throw new InputError('no model is left: there are no outcomes to plan with');
  const arm = Int8Array.from(tasks, (task) => (task.status === 'excluded' ? -1 : 0));
  const everything = { strata: [''], stratum: new Int32Array(tasks.length), arm };
  const score = taskScores(outcomes, everything, new Float64Array(models.length).fill(1));
  const open = tasks.map((_, t) => t).filter((t) => arm[t] === 0 && !Number.isNaN(score[t]));
  const nameOf = (task: Task) => (options.stratify ? task.stratum : '');
  const names = orderStrata([...new Set(open.map((t) => nameOf(tasks[t])))]);
  const members = names.map((name) => open.filter((t) => nameOf(tasks[t]) === name));
  const scores = members.map((own) => own.map((t) => score[t]));

  const df = scores.reduce((sum, own) => sum + own.length - 1, 0);
  if (!(df > 0)) throw new InputError(messages.noTasks());
  const squares = scores.reduce(
    (sum, own) => sum + (own.length > 1 ? (own.length - 1) * sd(own) ** 2 : 0),
    0,
  );
  const flagged = members.map((own) => own.filter((t) => tasks[t].status === 'hackable').length);
  const robust = members.map((own) => own.filter((t) => tasks[t].status === 'robust').length);
  const shares = sharesOf(names, flagged, robust, options);
  const strata = names.map((stratum, s) => ({
    stratum,
    tasks: scores[s].length,
    mean: mean(scores[s]),
    sd: scores[s].length > 1 ? sd(scores[s]) : Math.sqrt(squares / df),
    ...shares[s],
    audited: flagged[s] + robust[s],
    hackable: flagged[s],
  }));

  const warnings: string[] = [];
  const named = (which: (stratum: PlanStratum) => boolean) => strata.filter(which).map((s) => s.stratum);
  const lent = named((s) => s.tasks === 1);
  if (lent.length > 0) warnings.push(messages.lentSpread(lent));
  const others = named((s) => s.shareFrom === 'all flags');
  if (others.length > 0) warnings.push(messages.sharesFromAll(others));
  const lost = tasks.filter((_, t) => arm[t] === 0).length - open.length;
  if (lost > 0) warnings.push(messages.unscored(lost));
  const missing = countMissing(outcomes);
  if (missing > 0) warnings.push(messages.missingCells(missing));
  if (squares === 0) warnings.push(messages.noSpread());
  return { models: models.length, strata, scores, warnings };
}

type Share = Pick<PlanStratum, 'share' | 'shareFrom'>;

function sharesOf(
  names: readonly string[],
  flagged: readonly number[],
  robust: readonly number[],
  { share: given, sizes }: PlanOptions,
): Share[] {
  if (typeof given === 'number') return names.map(() => ({ share: given, shareFrom: 'given' }));
  if (given !== null) {
    for (const name of Object.keys(given)) {
      if (!names.includes(name))
        throw new InputError(messages.unknownStratum(name, names), { file: '--share' });
    }
    const without = names.filter((name) => !Object.hasOwn(given, name));
    if (without.length > 0) throw new InputError(messages.missingStratum(without), { file: '--share' });
    return names.map((name) => ({ share: given[name], shareFrom: 'given' }));
  }
  const hackable = flagged.reduce((a, b) => a + b, 0);
  const audited = hackable + robust.reduce((a, b) => a + b, 0);
  if (audited === 0 && sizes !== null) {
    return names.map(() => ({ share: sizes.hackable / sizes.audited, shareFrom: 'sizes' }));
  }
  if (audited === 0) throw new InputError(messages.noShare(), { file: '--share' });
  if (hackable === 0 || hackable === audited) {
    throw new InputError(messages.oneSidedFlags(hackable, audited), { file: '--flags' });
  }
  return names.map(
    (_, s): Share =>
      flagged[s] > 0 && robust[s] > 0
        ? { share: flagged[s] / (flagged[s] + robust[s]), shareFrom: 'flags' }
        : { share: hackable / audited, shareFrom: 'all flags' },
  );
}
