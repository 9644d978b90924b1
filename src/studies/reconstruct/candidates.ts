/** The candidate sample: which tasks may have been audited, and the room that the flags have in it. */
import { InputError, quoteValue } from '../../errors.ts';
import { rateAt } from '../../leaderboard/outcomes.ts';
import type { Leaderboard } from '../../leaderboard/types.ts';
import { logChoose } from '../../stats/special.ts';
import type { FlagPattern } from './types.ts';

export interface Candidates {
  readonly tasks: readonly string[];
  /** Names of the groups, and the group of each candidate. */
  readonly groups: readonly string[];
  readonly group: Int32Array;
  readonly strata: readonly string[];
  readonly stratum: Int32Array;
  readonly models: number;
  /** Outcomes of each candidate: 0 or 1 for every model. */
  readonly columns: readonly Uint8Array[];
  /** Hackable tasks that each group must have. */
  readonly hackable: readonly number[];
  readonly dropped: number;
}

/** The first `size` task ids in order of their characters. */
export function firstById(leaderboard: Leaderboard, size: number): string[] {
  const ids = leaderboard.tasks.map((task) => task.id).sort();
  return ids.slice(0, size);
}

/**
 * Looks the candidates up and checks that the pattern fits into them.
 *
 * @throws InputError on an unknown or repeated task, a missing or fractional outcome, a task without a group, or a
 * group with fewer candidates than hackable tasks
 */
export function chooseCandidates(
  leaderboard: Leaderboard,
  tasks: readonly string[],
  pattern: FlagPattern,
): Candidates {
  const { outcomes, models } = leaderboard;
  const indexOf = new Map(leaderboard.tasks.map((task, t) => [task.id, t]));
  const groupOf: string[] = [];
  const stratumOf: string[] = [];
  const columns: Uint8Array[] = [];
  if (new Set(tasks).size !== tasks.length) throw new InputError('a candidate task is named twice');
  for (const id of tasks) {
    const t = indexOf.get(id);
    if (t === undefined) throw new InputError(`candidate task ${quoteValue(id)} is not on the leaderboard`);
    const group = leaderboard.tasks[t].columns[pattern.groupColumn];
    if (group === null || group === undefined) {
      throw new InputError(
        `candidate task ${quoteValue(id)} has no value in column "${pattern.groupColumn}"`,
      );
    }
    groupOf.push(group);
    stratumOf.push(leaderboard.tasks[t].stratum);
    columns.push(
      Uint8Array.from(models, (model, m) => {
        const rate = rateAt(outcomes, m, t);
        if (rate === 0 || rate === 1) return rate;
        const found = Number.isNaN(rate) ? 'missing' : String(rate);
        throw new InputError(
          `the outcome of model ${quoteValue(model.id)} on task ${quoteValue(id)} is ${found}; a reconstruction needs 0 or 1 in every cell`,
        );
      }),
    );
  }
  const groups = [...new Set(groupOf)];
  const strata = [...new Set(stratumOf)];
  const chosen: Candidates = {
    tasks,
    groups,
    group: Int32Array.from(groupOf, (name) => groups.indexOf(name)),
    strata,
    stratum: Int32Array.from(stratumOf, (name) => strata.indexOf(name)),
    models: models.length,
    columns,
    hackable: groups.map((name) => pattern.hackable[name] ?? 0),
    dropped: pattern.dropped,
  };
  checkRoom(chosen, pattern);
  return chosen;
}

/** log10 of the number of assignments that the pattern allows. */
export function log10Assignments({ group, groups, hackable, dropped, tasks }: Candidates): number {
  const rest = tasks.length - hackable.reduce((sum, n) => sum + n, 0);
  const flags = groups.reduce(
    (sum, _, g) => sum + logChoose(group.filter((one) => one === g).length, hackable[g]),
    logChoose(rest, dropped),
  );
  return flags / Math.LN10;
}

function checkRoom(chosen: Candidates, pattern: FlagPattern): void {
  for (const [name, wanted] of Object.entries(pattern.hackable)) {
    const g = chosen.groups.indexOf(name);
    const size = chosen.group.filter((one) => one === g).length;
    if (!Number.isInteger(wanted) || wanted < 0 || wanted > size) {
      throw new InputError(
        `${wanted} hackable tasks in ${quoteValue(name)}; the candidates hold ${size} of it`,
      );
    }
  }
  const flagged = chosen.hackable.reduce((sum, n) => sum + n, 0);
  const most = chosen.tasks.length - flagged - 1;
  if (flagged === 0) throw new InputError('a reconstruction needs at least one hackable task');
  if (!Number.isInteger(chosen.dropped) || chosen.dropped < 0 || chosen.dropped > most) {
    throw new InputError(
      `${chosen.dropped} dropped of ${chosen.tasks.length} candidates with ${flagged} hackable; allowed is a whole number from 0 to ${most}`,
    );
  }
}
