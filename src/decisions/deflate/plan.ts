/** Which tasks stand for what: the benchmark's strata, the robust and hackable tasks in them, and their weights. */
import { orderStrata } from '../../effects/contrast.ts';
import type { Task } from '../../leaderboard/types.ts';
import type { TaskCell } from './layout.ts';
import type { DeflateStratum } from './types.ts';

export interface DeflatePlan {
  readonly strata: readonly DeflateStratum[];
  /** Strata with a robust task; cells below are in this order. */
  readonly covered: readonly number[];
  /** Share of each covered stratum in the corrected score. */
  readonly weights: readonly number[];
  readonly robust: readonly TaskCell[];
  /** Of covered strata with a hackable task. */
  readonly hackable: readonly TaskCell[];
  /** All tasks by stratum and robust, hackable or unknown, empty cells left out. */
  readonly all: readonly TaskCell[];
}

/**
 * Every task of the list belongs to the benchmark and gives its stratum weight, whatever its status. Strata without a
 * robust task have no corrected score: their weight goes to the others in proportion.
 */
export function deflatePlan(tasks: readonly Task[], stratify: boolean): DeflatePlan {
  const stratumOf = (task: Task) => (stratify ? task.stratum : '');
  const names = orderStrata([...new Set(tasks.map(stratumOf))]);
  const cellOf = (stratum: number, isIn: (task: Task) => boolean): TaskCell => ({
    stratum,
    tasks: Int32Array.from(
      [...tasks.keys()].filter((t) => stratumOf(tasks[t]) === names[stratum] && isIn(tasks[t])),
    ),
  });
  const isRobust = (task: Task) => task.status === 'robust';
  const isHackable = (task: Task) => task.status === 'hackable';
  const isUnknown = (task: Task) => !isRobust(task) && !isHackable(task);
  const robust = names.map((_, s) => cellOf(s, isRobust));
  const hackable = names.map((_, s) => cellOf(s, isHackable));
  const unknown = names.map((_, s) => cellOf(s, isUnknown));
  const size = names.map(
    (_, s) => robust[s].tasks.length + hackable[s].tasks.length + unknown[s].tasks.length,
  );
  const covered = names.flatMap((_, s) => (robust[s].tasks.length > 0 ? [s] : []));
  const total = covered.reduce((sum, s) => sum + size[s], 0);
  return {
    strata: names.map((stratum, s) => ({
      stratum,
      tasks: size[s],
      hackable: hackable[s].tasks.length,
      robust: robust[s].tasks.length,
      unknown: unknown[s].tasks.length,
      weight: covered.includes(s) ? size[s] / total : 0,
    })),
    covered,
    weights: covered.map((s) => size[s] / total),
    robust: covered.map((s) => robust[s]),
    hackable: covered.flatMap((s) => (hackable[s].tasks.length > 0 ? [hackable[s]] : [])),
    all: names.flatMap((_, s) =>
      [robust[s], hackable[s], unknown[s]].filter((cell) => cell.tasks.length > 0),
    ),
  };
}
