/** Shares of trajectories by benchmark and model. */
import { groupBy, keyOf } from '../evidence/rows.ts';
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import type { Share } from '../types.ts';
import type { TrajectoryRow } from './tables.ts';

export type RateName = 'passRate' | 'cleanResolved' | 'hackRate' | 'hackedResolved';
export const RATE_NAMES: readonly RateName[] = ['passRate', 'cleanResolved', 'hackRate', 'hackedResolved'];

/** What a trajectory counts for in each rate; all rates are over all trajectories. */
export const COUNTS_FOR: Readonly<Record<RateName, (row: TrajectoryRow) => boolean>> = {
  passRate: (row) => row.resolved,
  cleanResolved: (row) => row.resolved && !row.flagged,
  hackRate: (row) => row.flagged,
  hackedResolved: (row) => row.resolved && row.flagged,
};

/** A share of trajectories; `clustered` has tasks as the independent units. */
export interface Rate extends Share {
  readonly clustered: ClusteredEstimate;
}

export type Rates = Readonly<Record<RateName, Rate>>;

export interface BenchmarkRates extends Rates {
  readonly benchmark: string;
  /** null: all models. */
  readonly model: string | null;
  readonly trajectories: number;
  readonly tasks: number;
}

export function ratesOf(rows: readonly TrajectoryRow[], level: number): Rates {
  const byTask = [...groupBy(rows, taskKey).values()];
  const rate = (name: RateName): Rate => {
    const cells = byTask.map((own) => ({ n: own.length, sum: own.filter(COUNTS_FOR[name]).length }));
    const count = cells.reduce((sum, cell) => sum + cell.sum, 0);
    return {
      ...share(count, rows.length, level, 'trajectory'),
      clustered: clusteredMean(cells, level, 'task', SHARE),
    };
  };
  return {
    passRate: rate('passRate'),
    cleanResolved: rate('cleanResolved'),
    hackRate: rate('hackRate'),
    hackedResolved: rate('hackedResolved'),
  };
}

export function benchmarkRates(
  benchmark: string,
  model: string | null,
  rows: readonly TrajectoryRow[],
  level: number,
): BenchmarkRates {
  const tasks = new Set(rows.map(taskKey)).size;
  return { benchmark, model, trajectories: rows.length, tasks, ...ratesOf(rows, level) };
}

/** Unweighted mean of each rate over benchmarks, as the published tables have it. */
export type MacroMean = Readonly<Record<RateName, number | null>>;

export function macroMean(benchmarks: readonly BenchmarkRates[]): MacroMean {
  const mean = (name: RateName) => {
    const values = benchmarks.map((rates) => rates[name].value).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  };
  return {
    passRate: mean('passRate'),
    cleanResolved: mean('cleanResolved'),
    hackRate: mean('hackRate'),
    hackedResolved: mean('hackedResolved'),
  };
}

/** Tasks of two benchmarks are two tasks, whatever their ids. */
export function taskKey(row: TrajectoryRow): string {
  return keyOf(benchmarkOf(row), row.task);
}

export function benchmarkOf(row: TrajectoryRow): string {
  return row.benchmark ?? 'all';
}
