/** Two runs of the same tasks, before and after: each rate's change, paired by task. */
import { groupBy, keyOf } from '../evidence/rows.ts';
import { type ClusteredEstimate, clusteredMean, DIFFERENCE } from '../intervals/clustered.ts';
import type { Dropped } from '../types.ts';
import {
  type BenchmarkRates,
  benchmarkOf,
  benchmarkRates,
  COUNTS_FOR,
  type MacroMean,
  macroMean,
  RATE_NAMES,
  type RateName,
  taskKey,
} from './rates.ts';
import type { TrajectoryRow } from './tables.ts';

export interface Change {
  readonly benchmark: string;
  readonly before: BenchmarkRates;
  readonly after: BenchmarkRates;
  /** After minus before, each pair of model and task once, tasks as clusters. */
  readonly paired: Readonly<Record<RateName, ClusteredEstimate>>;
  /** Model-task pairs that stand in both runs. */
  readonly pairs: number;
}

export interface BeforeAfter {
  readonly runs: readonly [string, string];
  readonly benchmarks: readonly Change[];
  readonly meanBefore: MacroMean;
  readonly meanAfter: MacroMean;
  /** Model-task pairs of one run only: in its rates, not in the paired change. */
  readonly unpaired: { readonly before: number; readonly after: number };
}

/**
 * Compares two runs. A pair is one model on one task; with several trajectories its value is their share. The
 * paired change is the mean over pairs with tasks as clusters, because models share tasks.
 */
export function beforeAfter(
  before: readonly TrajectoryRow[],
  after: readonly TrajectoryRow[],
  runs: readonly [string, string],
  level: number,
): { comparison: BeforeAfter; dropped: Dropped[] } {
  const first = groupBy(before, benchmarkOf);
  const second = groupBy(after, benchmarkOf);
  const shared = [...first.keys()].filter((name) => second.has(name));
  const benchmarks = shared.map((name) =>
    changeOf(name, first.get(name) ?? [], second.get(name) ?? [], level),
  );
  const pairs = benchmarks.reduce((sum, change) => sum + change.pairs, 0);
  const unpaired = {
    before: groupBy(before, pairKey).size - pairs,
    after: groupBy(after, pairKey).size - pairs,
  };
  const reason = 'model and task stand in one of the two runs only: not in the paired change';
  const dropped = [
    { table: `trajectories of ${runs[0]}`, rows: unpaired.before, reason },
    { table: `trajectories of ${runs[1]}`, rows: unpaired.after, reason },
  ].filter(({ rows }) => rows > 0);
  return {
    comparison: {
      runs,
      benchmarks,
      meanBefore: macroMean(benchmarks.map((change) => change.before)),
      meanAfter: macroMean(benchmarks.map((change) => change.after)),
      unpaired,
    },
    dropped,
  };
}

function changeOf(
  benchmark: string,
  before: readonly TrajectoryRow[],
  after: readonly TrajectoryRow[],
  level: number,
): Change {
  const first = groupBy(before, pairKey);
  const second = groupBy(after, pairKey);
  const keys = [...first.keys()].filter((key) => second.has(key));
  const paired = (name: RateName): ClusteredEstimate => {
    const shareOf = (rows: readonly TrajectoryRow[]) => rows.filter(COUNTS_FOR[name]).length / rows.length;
    const byTask = groupBy(keys, (key) => taskKey((first.get(key) as TrajectoryRow[])[0]));
    const cells = [...byTask.values()].map((own) => ({
      n: own.length,
      sum: own.reduce((sum, key) => sum + shareOf(second.get(key) ?? []) - shareOf(first.get(key) ?? []), 0),
    }));
    return clusteredMean(cells, level, 'task', DIFFERENCE);
  };
  const changes = Object.fromEntries(RATE_NAMES.map((name) => [name, paired(name)]));
  return {
    benchmark,
    before: benchmarkRates(benchmark, null, before, level),
    after: benchmarkRates(benchmark, null, after, level),
    paired: changes as Record<RateName, ClusteredEstimate>,
    pairs: keys.length,
  };
}

function pairKey(row: TrajectoryRow): string {
  return keyOf(benchmarkOf(row), row.model, row.task);
}
