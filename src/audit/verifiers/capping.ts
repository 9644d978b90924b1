/** Successes a task: how long the tail is, and what a cap keeps. */

export interface Capping {
  readonly cap: number;
  /** Successes that stay when at most `cap` a task are kept. */
  readonly kept: number;
  readonly share: number | null;
}

export interface SuccessCounts {
  readonly successes: number;
  readonly tasks: number;
  /** How many tasks have 0, 1, 2, .. successes; only counts that occur. */
  readonly histogram: readonly { readonly successes: number; readonly tasks: number }[];
  /** Share of all successes that the tenth of tasks with the most of them holds. */
  readonly topTenthShare: number | null;
  readonly caps: readonly Capping[];
}

/**
 * The first `cap` successes of every task, in the order given (SWE-Gym keeps at most 2: arXiv:2412.21139).
 *
 * @example capSuccesses([{ task: 'a' }, { task: 'a' }, { task: 'a' }, { task: 'b' }], 2).length // 3
 */
export function capSuccesses<R extends { readonly task: string }>(successes: readonly R[], cap: number): R[] {
  const seen = new Map<string, number>();
  return successes.filter(({ task }) => {
    const before = seen.get(task) ?? 0;
    seen.set(task, before + 1);
    return before < cap;
  });
}

export function countSuccesses(
  perTask: readonly number[],
  caps: readonly number[] = [1, 2, 3, 4],
): SuccessCounts {
  const successes = perTask.reduce((a, b) => a + b, 0);
  const sorted = [...perTask].sort((a, b) => b - a);
  const tenth = sorted.slice(0, Math.ceil(perTask.length / 10)).reduce((a, b) => a + b, 0);
  const values = [...new Set(perTask)].sort((a, b) => a - b);
  return {
    successes,
    tasks: perTask.length,
    histogram: values.map((value) => ({
      successes: value,
      tasks: perTask.filter((count) => count === value).length,
    })),
    topTenthShare: successes === 0 ? null : tenth / successes,
    caps: caps.map((cap) => {
      const kept = perTask.reduce((sum, count) => sum + Math.min(cap, count), 0);
      return { cap, kept, share: successes === 0 ? null : kept / successes };
    }),
  };
}
