/** A behaviour monitor over trajectories: clean and hacked passes, patterns, and before against after. */
import { InputError, quoteValue } from '../../errors.ts';
import type { MeanTest, Tau2Method } from '../../meta/types.ts';
import { listSome } from '../../read/messages.ts';
import { groupBy, keyOf, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult } from '../types.ts';
import { type BeforeAfter, beforeAfter } from './before-after.ts';
import * as say from './messages.ts';
import { type Pattern, patterns } from './patterns.ts';
import { type BenchmarkRates, benchmarkOf, benchmarkRates, type MacroMean, macroMean } from './rates.ts';
import type { TrajectoryRow } from './tables.ts';

export interface MonitorEvidence {
  readonly trajectories: readonly Placed<TrajectoryRow>[];
  /** A later run of the same tasks; or give both runs in `trajectories` with two names in `run`. */
  readonly after?: readonly Placed<TrajectoryRow>[];
}

export interface MonitorOptions extends AuditOptions {
  /** Of the meta-analysis over models (default REML). */
  readonly method?: Tau2Method;
  /** Default knha. */
  readonly test?: MeanTest;
}

export interface MonitorResult extends PartResult {
  readonly part: 'monitor';
  /** Benchmark by benchmark, all models together. */
  readonly byBenchmark: readonly BenchmarkRates[];
  readonly byModel: readonly BenchmarkRates[];
  /** Unweighted over benchmarks. */
  readonly mean: MacroMean;
  readonly patterns: readonly Pattern[];
  readonly beforeAfter: BeforeAfter | null;
}

/**
 * Rates of a behaviour monitor (The Verification Horizon): Clean Resolved = passes and not flagged, Hack Rate =
 * flagged, Hacked Resolved = passes and flagged, each over all trajectories, by benchmark and by model. Intervals:
 * Wilson and Clopper-Pearson over trajectories, and one with tasks as clusters, which is the one to read when a
 * task has several trajectories.
 *
 * With a second run, rates and patterns are of the first run, and `beforeAfter` compares the two paired by task.
 *
 * Edge cases: nothing or everything flagged: association null, named. One model: no meta-analysis. One task: no
 * clustered interval.
 *
 * @throws InputError on contradictory rows, on several trajectories that nothing tells apart, on three or more runs.
 * @example 3649 clean and 4135 hacked passes of 10000: cleanResolved.value 0.3649, hackedResolved.value 0.4135
 */
export function monitor(evidence: MonitorEvidence, options: MonitorOptions = {}): MonitorResult {
  const { level } = resolveOptions(options);
  const { method = 'REML', test = 'knha' } = options;
  const runs = splitRuns(evidence);
  const first = unique(runs.before);
  const second = unique(runs.after);
  const compared = second.rows.length === 0 ? null : beforeAfter(first.rows, second.rows, runs.names, level);
  const byBenchmark = [...groupBy(first.rows, benchmarkOf)].map(([name, rows]) =>
    benchmarkRates(name, null, rows, level),
  );
  const byModel = [...groupBy(first.rows, (row) => keyOf(benchmarkOf(row), row.model)).values()].map((rows) =>
    benchmarkRates(benchmarkOf(rows[0]), rows[0].model, rows, level),
  );
  return {
    part: 'monitor',
    level,
    counts: {
      trajectories: first.rows.length,
      tasks: new Set(first.rows.map((row) => keyOf(benchmarkOf(row), row.task))).size,
      models: new Set(first.rows.map((row) => row.model)).size,
      benchmarks: byBenchmark.length,
      flagged: first.rows.filter((row) => row.flagged).length,
      trajectoriesAfter: second.rows.length,
    },
    dropped: [...first.dropped, ...second.dropped, ...(compared?.dropped ?? [])],
    byBenchmark,
    byModel,
    mean: macroMean(byBenchmark),
    patterns: patterns(first.rows, { level, method, test }),
    beforeAfter: compared?.comparison ?? null,
    warnings: warningsOf(first.rows, second.rows, compared?.comparison ?? null),
  };
}

function splitRuns(evidence: MonitorEvidence): {
  names: [string, string];
  before: readonly Placed<TrajectoryRow>[];
  after: readonly Placed<TrajectoryRow>[];
} {
  const { trajectories, after } = evidence;
  if (after !== undefined && after.length > 0)
    return { names: ['before', 'after'], before: trajectories, after };
  const named = [...new Set(trajectories.map((row) => row.run ?? ''))];
  if (named.length > 2) throw new InputError(say.severalRuns(named), { column: 'run' });
  if (named.length < 2) return { names: ['before', 'after'], before: trajectories, after: [] };
  const [earlier, later] = named;
  return {
    names: [earlier === '' ? '(no name)' : earlier, later === '' ? '(no name)' : later],
    before: trajectories.filter((row) => (row.run ?? '') === earlier),
    after: trajectories.filter((row) => (row.run ?? '') === later),
  };
}

function unique(rows: readonly Placed<TrajectoryRow>[]) {
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.trajectory !== undefined) continue;
    const key = keyOf(benchmarkOf(row), row.model, row.task);
    if (seen.has(key)) {
      throw new InputError(say.repeatedTrajectory(quoteValue(row.model), quoteValue(row.task)), row.place);
    }
    seen.add(key);
  }
  return withoutDuplicates('trajectories', rows, ['benchmark', 'model', 'task', 'trajectory']);
}

function warningsOf(
  rows: readonly TrajectoryRow[],
  later: readonly TrajectoryRow[],
  comparison: BeforeAfter | null,
): string[] {
  const warnings: string[] = [];
  const flagged = rows.filter((row) => row.flagged).length;
  if (flagged === 0) warnings.push(say.notFlaggedAtAll());
  if (flagged === rows.length && rows.length > 0) warnings.push(say.allFlagged());
  const unflagged = rows.filter((row) => !row.flagged && row.pattern !== undefined).length;
  if (unflagged > 0) warnings.push(say.patternNotFlagged(unflagged));
  if (comparison !== null) {
    const first = new Set(rows.map(benchmarkOf));
    const second = new Set(later.map(benchmarkOf));
    const alone = [...new Set([...first, ...second])].filter((name) => !first.has(name) || !second.has(name));
    if (alone.length > 0) warnings.push(say.benchmarkInOneRun(listSome(alone)));
    const { unpaired, runs } = comparison;
    if (unpaired.before > 0) warnings.push(say.unpaired(unpaired.before, runs[0]));
    if (unpaired.after > 0) warnings.push(say.unpaired(unpaired.after, runs[1]));
  }
  return warnings;
}
