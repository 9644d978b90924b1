/** An interval for any statistic of items: leave one item (or one cluster of items) out. */

import { tQuantile } from '../../stats/distributions.ts';
import { randomStream, shuffle } from '../../stats/random.ts';
import type { Estimate } from '../types.ts';
import { noSpread, tooFewUnits, undefinedReplicate } from './messages.ts';

export interface JackknifeOptions {
  /** Percent. */
  readonly level: number;
  /** What is left out: `item`, `task`, ... */
  readonly unit: string;
  readonly seed: number;
  /** Above this many units, groups of units are left out instead of single ones. */
  readonly mostReplicates?: number;
  /** The interval is cut at these bounds of the statistic. */
  readonly bounds?: readonly [number, number];
}

/**
 * Delete-one jackknife with a t interval: se^2 = (g - 1)/g sum (theta_(i) - mean)^2 over g replicates, df g - 1.
 * With more than `mostReplicates` (default 200) units, the units are dealt at random (seeded) into that many
 * groups and one group is left out at a time, so the cost is bounded.
 *
 * `statistic` gets the kept units and answers null where it can't be computed. Edge cases: the statistic of all
 * units is null: value null; fewer than two units, a replicate that is null, or no spread at all: value without
 * an interval, and a reason.
 *
 * Source: Efron and Stein (1981), doi:10.1214/aos/1176345462; Shao and Wu (1989) for groups,
 * doi:10.1214/aos/1176347263.
 *
 * @example the mean of 1, 2, 3, 4 has se sqrt(5/12), the usual s / sqrt(n)
 */
export function jackknife<U>(
  units: readonly U[],
  statistic: (kept: readonly U[]) => number | null,
  options: JackknifeOptions,
): Estimate {
  const { level, unit, seed } = options;
  const value = statistic(units);
  if (value === null) return { value, se: null, interval: null, reason: null };
  if (units.length < 2) {
    return { value, se: null, interval: null, reason: tooFewUnits(units.length, unit) };
  }
  const groups = groupsOf(units.length, options.mostReplicates ?? 200, seed);
  const most = Math.max(...groups) + 1;
  const replicates: number[] = [];
  for (let g = 0; g < most; g++) {
    const replicate = statistic(units.filter((_, i) => groups[i] !== g));
    if (replicate === null) return { value, se: null, interval: null, reason: undefinedReplicate(unit) };
    replicates.push(replicate);
  }
  const mean = replicates.reduce((a, b) => a + b, 0) / most;
  const squares = replicates.reduce((a, b) => a + (b - mean) ** 2, 0);
  const se = Math.sqrt(((most - 1) / most) * squares);
  if (se <= 1e-14 * Math.max(1, Math.abs(value))) {
    return { value, se: 0, interval: null, reason: noSpread(unit) };
  }
  const df = most - 1;
  const half = tQuantile(0.5 + level / 200, df) * se;
  const [least, greatest] = options.bounds ?? [-Infinity, Infinity];
  const lower = Math.max(least, value - half);
  const upper = Math.min(greatest, value + half);
  const kind = most < units.length ? `jackknife t (${most} groups)` : 'jackknife t';
  return { value, se, interval: { kind, level, unit, lower, upper, df }, reason: null };
}

function groupsOf(n: number, most: number, seed: number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  if (n <= most) return order;
  shuffle(order, randomStream(seed, 'audit jackknife', n));
  const groups = new Array<number>(n);
  order.forEach((unit, rank) => {
    groups[unit] = rank % most;
  });
  return groups;
}
