/** A share with both intervals for a proportion. */
import { clopperPearson, wilson } from '../../stats/proportion.ts';
import type { Share } from '../types.ts';

/**
 * `count` of `of` with the Wilson and the Clopper-Pearson interval. Both treat the units as independent.
 *
 * @param level percent
 * @param unit what is counted: `task`, `test`, ...
 * @example share(14, 49, 95, 'task').value // 0.2857142857142857
 */
export function share(count: number, of: number, level: number, unit: string): Share {
  if (of === 0) return { count, of, value: null, intervals: [] };
  const w = wilson(count, of, level);
  const exact = clopperPearson(count, of, level);
  return {
    count,
    of,
    value: count / of,
    intervals: [
      { kind: 'Wilson', level, unit, lower: w.lower, upper: w.upper },
      { kind: 'Clopper-Pearson', level, unit, lower: exact.lower, upper: exact.upper },
    ],
  };
}
