/** A share with both intervals for a proportion. */
import { clopperPearson, type ProportionInterval, wilson } from '../../stats/proportion.ts';
import type { Interval, Share } from '../types.ts';

/**
 * `count` of `of` with the Wilson and the Clopper-Pearson interval. Both treat the units as independent.
 *
 * @param level percent
 * @param unit what is counted: `task`, `test`, ...
 * @example share(14, 49, 95, 'task').value // 0.2857142857142857
 */
export function share(count: number, of: number, level: number, unit: string): Share {
  const named = (kind: string, bounds: ProportionInterval | null): Interval[] =>
    bounds === null ? [] : [{ kind, level, unit, ...bounds }];
  return {
    count,
    of,
    value: of === 0 ? null : count / of,
    intervals: [
      ...named('Wilson', wilson(count, of, level)),
      ...named('Clopper-Pearson', clopperPearson(count, of, level)),
    ],
  };
}
