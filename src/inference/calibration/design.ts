/** What a placebo draw is made of: pools of tasks by stratum, and how many are audited and flagged in each. */

import type { EffectOptions } from '../../effects/types.ts';
import { InputError } from '../../errors.ts';
import { inCanonicalOrder } from '../../leaderboard/order.ts';
import type { Leaderboard, Outcomes, Task } from '../../leaderboard/types.ts';
import * as messages from '../messages.ts';
import type { Estimator, Generalise } from '../types.ts';

export interface CalibrateOptions extends EffectOptions {
  readonly draws: number;
  readonly seed: number;
  /** Percent. A test is significant below 100 - level percent. */
  readonly level: number;
  readonly method: Estimator;
  readonly generalise: Generalise;
  readonly stratify: boolean;
  /**
   * Where a draw's audited tasks come from. `leaderboard`: drawn anew from all tasks of the stratum (but excluded
   * ones), as if another audit were done. `audited`: the tasks that the audit looked at, only flags move.
   */
  readonly from: 'leaderboard' | 'audited';
  /** Audited and flagged tasks over all strata, shared out in proportion; null takes both from the flags. */
  readonly sizes: { readonly audited: number; readonly hackable: number } | null;
  /** Draws of the permutation test inside a placebo draw; 0 leaves the test out. */
  readonly permutations: number;
  /** Also the jackknife in every draw: the whole analysis again without each task. Not with a planted gap. */
  readonly jackknife: boolean;
  /** Also fit the crossed model in every draw (slow). */
  readonly crossed: boolean;
  /** Share of the failures on flagged tasks turned into passes: 0 is a placebo, more plants a gap. RD only. */
  readonly plant: number;
}

export const DEFAULT_CALIBRATE_OPTIONS: CalibrateOptions = {
  measure: 'RD',
  weights: 'flagged',
  variance: 'agresti-caffo',
  draws: 1000,
  seed: 1,
  level: 95,
  method: 'REML',
  generalise: 'tasks',
  stratify: true,
  from: 'leaderboard',
  sizes: null,
  permutations: 199,
  jackknife: true,
  crossed: false,
  plant: 0,
};

/** One stratum of the design. */
export interface Pool {
  readonly stratum: string;
  /** Tasks that can be drawn. */
  readonly tasks: Int32Array;
  readonly audited: number;
  readonly hackable: number;
}

/** Plain data, sent to any number of threads. */
export interface CalibrationDesign {
  readonly outcomes: Outcomes;
  readonly options: CalibrateOptions;
  readonly pools: readonly Pool[];
  /** Every draw has the same audited tasks, so that all share one permutation null; see `engine.ts`. */
  readonly fixedTasks: boolean;
}

/** @throws InputError on options or sizes that no draw can have */
export function calibrationDesign(given: Leaderboard, options: CalibrateOptions): CalibrationDesign {
  checkOptions(options);
  const leaderboard = inCanonicalOrder(given);
  const stratumOf = (task: Task) => (options.stratify ? task.stratum : '');
  const open = leaderboard.tasks.map((task) => task.status !== 'excluded');
  const strata = [...new Set(leaderboard.tasks.filter((_, t) => open[t]).map(stratumOf))];
  const isAudited = (task: Task) => task.status === 'hackable' || task.status === 'robust';
  const indexes = (wanted: (task: Task) => boolean) =>
    Int32Array.from(leaderboard.tasks.flatMap((task, t) => (wanted(task) ? [t] : [])));
  const inStratum = strata.map((name) =>
    indexes((task) => task.status !== 'excluded' && stratumOf(task) === name),
  );
  const audited = strata.map((name) => indexes((task) => isAudited(task) && stratumOf(task) === name));
  const hackable = strata.map((name) =>
    indexes((task) => task.status === 'hackable' && stratumOf(task) === name),
  );

  const tasks = options.from === 'audited' ? audited : inStratum;
  const numbers = sizes(options, tasks, audited, hackable);
  const pools = strata
    .map((stratum, s) => ({ stratum, tasks: tasks[s], ...numbers[s] }))
    .filter((pool) => pool.hackable > 0 && pool.hackable < pool.audited);
  if (pools.length === 0) throw new InputError(messages.noPlaceboContrast());
  return {
    outcomes: leaderboard.outcomes,
    options,
    pools,
    fixedTasks: pools.every((pool) => pool.audited === pool.tasks.length),
  };
}

function sizes(
  { sizes: wanted }: CalibrateOptions,
  tasks: readonly Int32Array[],
  audited: readonly Int32Array[],
  hackable: readonly Int32Array[],
): { audited: number; hackable: number }[] {
  if (wanted === null) {
    return audited.map((list, s) => ({ audited: list.length, hackable: hackable[s].length }));
  }
  const available = tasks.reduce((sum, list) => sum + list.length, 0);
  if (!Number.isInteger(wanted.audited) || wanted.audited < 2 || wanted.audited > available) {
    throw new InputError(messages.badAuditedSize(wanted.audited, available));
  }
  if (!Number.isInteger(wanted.hackable) || wanted.hackable < 1 || wanted.hackable >= wanted.audited) {
    throw new InputError(messages.badHackableSize(wanted.hackable, wanted.audited));
  }
  const perStratum = shareOut(wanted.audited, tasks.map((list) => list.length)); // biome-ignore format: one call
  const flagged = shareOut(wanted.hackable, perStratum);
  return perStratum.map((size, s) => ({ audited: size, hackable: flagged[s] }));
}

/**
 * `total` whole units in proportion to `parts` (largest remainder; ties to the earlier part).
 *
 * @example shareOut(49, [194, 261, 42, 3]) // [19, 26, 4, 0]
 */
export function shareOut(total: number, parts: readonly number[]): number[] {
  const sum = parts.reduce((a, b) => a + b, 0);
  const shares = parts.map((part) => Math.floor((total * part) / sum));
  // Remainders as whole numbers, so that ties are ties.
  const rest = parts.map((part) => (total * part) % sum);
  const order = parts.map((_, i) => i).sort((a, b) => rest[b] - rest[a] || a - b);
  const left = total - shares.reduce((a, b) => a + b, 0);
  for (const i of order.slice(0, left)) shares[i]++;
  return shares;
}

function checkOptions(options: CalibrateOptions): void {
  const whole = (name: string, value: number, least: number, most: number) => {
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InputError(messages.badWholeNumber(name, value, least, most));
    }
  };
  whole('draws', options.draws, 1, 1e6);
  whole('seed', options.seed, 0, 2 ** 53 - 1);
  whole('permutations', options.permutations, 0, 1e6);
  if (!(options.level > 0 && options.level < 100)) throw new InputError(messages.badLevel(options.level));
  if (!(options.plant >= 0 && options.plant <= 1)) throw new InputError(messages.badShare(options.plant));
  if (options.plant > 0 && options.measure !== 'RD')
    throw new InputError(messages.plantNeedsRd(options.measure));
}
