/** What the solutions of a set have in common, and over what range they differ. */
import type { Range, Solution, SolutionSet } from './types.ts';

/**
 * Counts, overlaps and ranges; the order of `candidates` is kept.
 *
 * @example
 * // Two solutions that flag a, b and b, c of the candidates a, b, c, d: sharedHackable.mean 1, alwaysHackable ['b'],
 * // neverHackable ['d']
 */
export function solutionSet(candidates: readonly string[], solutions: readonly Solution[]): SolutionSet {
  const flags = solutions.map((solution) => new Set(solution.hackable));
  const tasks = candidates.map((task) => ({
    task,
    hackable: flags.filter((set) => set.has(task)).length,
    dropped: solutions.filter((solution) => solution.dropped.includes(task)).length,
  }));
  const named = (times: number) =>
    solutions.length === 0 ? [] : tasks.filter(({ hackable }) => hackable === times).map(({ task }) => task);
  const range = (value: (solution: Solution) => number | null | undefined) => rangeOf(solutions.map(value));
  const withInterval = solutions.filter(
    ({ taskAware }) => taskAware.ciLower !== null && taskAware.ciUpper !== null,
  );
  return {
    solutions: solutions.length,
    sharedHackable: overlaps(flags),
    tasks,
    alwaysHackable: named(solutions.length),
    neverHackable: named(0),
    unstratified: range(({ figures }) => figures.unstratified),
    taskAwareSe: range(({ taskAware }) => taskAware.se),
    taskAwareLower: range(({ taskAware }) => taskAware.ciLower),
    taskAwareUpper: range(({ taskAware }) => taskAware.ciUpper),
    taskAwareP: range(({ taskAware }) => taskAware.p),
    intervalsWithZero: withInterval.filter(
      ({ taskAware }) => taskAware.ciLower! <= 0 && taskAware.ciUpper! >= 0,
    ).length,
    intervals: withInterval.length,
    permutationP: range(({ permutation }) => permutation?.p),
    permutationPGreater: range(({ permutation }) => permutation?.pGreater),
  };
}

function overlaps(flags: readonly ReadonlySet<string>[]): SolutionSet['sharedHackable'] {
  if (flags.length < 2) return null;
  let [sum, pairs, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < flags.length; i++) {
    for (let j = 0; j < i; j++) {
      const shared = [...flags[i]].filter((task) => flags[j].has(task)).length;
      sum += shared;
      pairs++;
      least = Math.min(least, shared);
      most = Math.max(most, shared);
    }
  }
  return { mean: sum / pairs, least, most };
}

function rangeOf(values: readonly (number | null | undefined)[]): Range | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : { least: Math.min(...known), most: Math.max(...known) };
}
