/** Verifiers: what tests can tell, and what selecting by tests, by a judge and by both gains. */
import { InputError, quoteValue } from '../../errors.ts';
import { listSome } from '../../read/messages.ts';
import { groupBy, keyOf, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult, Share } from '../types.ts';
import { countSuccesses, type SuccessCounts } from './capping.ts';
import { type Curve, curves } from './curves.ts';
import * as say from './messages.ts';
import { type Candidate, executionFreeScore } from './scores.ts';
import type { PatchRow, TestResultRow } from './tables.ts';
import { type AssessedTest, assessTests, type TestKind } from './tests.ts';
import { uniqueTestResults } from './unique.ts';

export interface VerifiersEvidence {
  readonly verifiers?: readonly Placed<TestResultRow>[];
  /** Sampled patches for the curves; without it the patches of `verifiers` are taken. */
  readonly patches?: readonly Placed<PatchRow>[];
}

export interface VerifiersOptions extends AuditOptions {
  readonly ks?: readonly number[];
  readonly hybridTop?: number;
  /** Random subsets a task and k where there are more than 2000 (default 1000). */
  readonly draws?: number;
}

export interface TestShares {
  readonly assessed: number;
  /** Tests pooled; the interval treats tasks as clusters. */
  readonly pooled: Readonly<Record<TestKind, ClusteredEstimate>>;
  /** Tasks in which fewer than 20 % of the tests discriminate. */
  readonly tasksBelow20Percent: Share;
  readonly perTask: readonly ({ readonly task: string; readonly tests: number } & Readonly<
    Record<TestKind, number>
  >)[];
  /** The largest share of toxic tests of a task. */
  readonly mostToxic: number | null;
}

export interface VerifiersResult extends PartResult {
  readonly part: 'verifiers';
  readonly tests: TestShares;
  readonly curves: readonly Curve[];
  readonly successes: SuccessCounts;
}

const KINDS: readonly TestKind[] = ['discriminating', 'uninformative', 'toxic'];

/**
 * Verifier evidence after R2E-Gym (arXiv:2504.07164) and SWE-Gym (arXiv:2412.21139): which tests tell right from
 * wrong patches, and the correctness of the patch chosen among k by tests (execution-based), by log odds of a
 * judge (execution-free), by both (hybrid), under the ceiling Pass@k.
 *
 * Every task counts once in a curve; bands are t intervals over tasks. A task with fewer than k patches is not
 * estimable at k and left out there, with the count in `notEstimable`.
 *
 * Edge cases: no task with correct and incorrect patches: shares of tests null. Log odds missing for a patch: its
 * task is out of the execution-free and hybrid curves, named in `warnings`.
 *
 * @throws InputError on contradictory rows.
 * @example one task, scores in the right order, 1 of 2 correct: hybrid at k = 2 is 1, pass at k = 1 is 0.5
 */
export function verifiers(evidence: VerifiersEvidence, options: VerifiersOptions = {}): VerifiersResult {
  const { level, seed } = resolveOptions(options);
  const results = uniqueTestResults(evidence.verifiers ?? []);
  const sampled = withoutDuplicates('patches', evidence.patches ?? [], ['task', 'patch']);
  const patches = sampled.rows.length > 0 ? sampled.rows : patchesOfResults(results.rows);
  const assessed = assessTests(results.rows);
  checkTruth(sampled.rows, results.rows);
  const candidates = candidatesByTask(patches, results.rows);
  const drawn = curves(candidates, { ...options, level, seed, draws: options.draws ?? 1000 });
  const successes = [...candidates.values()].map((some) => some.filter((patch) => patch.correct).length);
  return {
    part: 'verifiers',
    level,
    counts: {
      tasks: new Set([...results.rows, ...patches].map((row) => row.task)).size,
      testResults: results.rows.length,
      patches: patches.length,
      correct: patches.filter((patch) => patch.correct).length,
    },
    dropped: [...results.dropped, ...sampled.dropped],
    tests: testShares(assessed, level),
    curves: drawn,
    successes: countSuccesses(successes),
    warnings: warningsOf(results.rows, sampled.rows, candidates, assessed, drawn),
  };
}

function testShares(assessed: readonly AssessedTest[], level: number): TestShares {
  const perTask = [...groupBy(assessed, (test) => test.task)].map(([task, tests]) => {
    const count = (kind: TestKind) => tests.filter((test) => test.kind === kind).length;
    const [discriminating, uninformative, toxic] = KINDS.map(count);
    return { task, tests: tests.length, discriminating, uninformative, toxic };
  });
  const pooled = (kind: TestKind) =>
    clusteredMean(
      perTask.map((task) => ({ n: task.tests, sum: task[kind] })),
      level,
      'task',
      SHARE,
    );
  const below = perTask.filter((task) => task.discriminating * 5 < task.tests).length;
  const toxic = perTask.map((task) => task.toxic / task.tests);
  return {
    assessed: assessed.length,
    pooled: {
      discriminating: pooled('discriminating'),
      uninformative: pooled('uninformative'),
      toxic: pooled('toxic'),
    },
    tasksBelow20Percent: share(below, perTask.length, level, 'task'),
    perTask,
    mostToxic: toxic.length === 0 ? null : toxic.reduce((a, b) => Math.max(a, b)),
  };
}

/** A patch has one truth, in whatever table it stands. */
function checkTruth(sampled: readonly Placed<PatchRow>[], results: readonly TestResultRow[]): void {
  const truth = new Map(results.map((row) => [keyOf(row.task, row.patch), row.correct]));
  for (const row of sampled) {
    const known = truth.get(keyOf(row.task, row.patch));
    if (known === undefined || known === row.correct) continue;
    throw new InputError(say.truthTwice(quoteValue(row.task), quoteValue(row.patch)), row.place);
  }
}

function patchesOfResults(rows: readonly TestResultRow[]): PatchRow[] {
  const first = groupBy(rows, (row) => keyOf(row.task, row.patch));
  return [...first.values()].map(([{ task, patch, correct }]) => ({ task, patch, correct }));
}

function candidatesByTask(
  patches: readonly PatchRow[],
  results: readonly TestResultRow[],
): Map<string, Candidate[]> {
  const runs = groupBy(results, (row) => keyOf(row.task, row.patch));
  const tested = new Set(results.map((row) => row.task));
  const byTask = groupBy(patches, (row) => row.task);
  return new Map(
    [...byTask].map(([task, rows]) => [
      task,
      rows.map((row): Candidate => {
        const own = runs.get(keyOf(task, row.patch)) ?? [];
        const hasLogits = row.logit_yes !== undefined && row.logit_no !== undefined;
        return {
          id: row.patch,
          correct: row.correct,
          regression: row.regression ?? 0,
          tests: tested.has(task) ? own.filter((run) => run.passes).length : null,
          executionFree: hasLogits
            ? executionFreeScore(row.logit_yes as number, row.logit_no as number)
            : null,
        };
      }),
    ]),
  );
}

function warningsOf(
  results: readonly TestResultRow[],
  sampled: readonly PatchRow[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
  assessed: readonly AssessedTest[],
  drawn: readonly Curve[],
): string[] {
  const warnings: string[] = [];
  const add = (names: readonly string[], text: (n: number, some: string) => string) => {
    if (names.length > 0) warnings.push(text(names.length, listSome(names)));
  };
  const tested = new Set(results.map((row) => row.task));
  const assessable = new Set(assessed.map((test) => test.task));
  add(
    [...tested].filter((task) => !assessable.has(task)),
    say.notAssessable,
  );
  if (sampled.length > 0 && tested.size > 0) {
    const truth = new Map(results.map((row) => [keyOf(row.task, row.patch), row.correct]));
    add(
      [...tested].filter((task) => !candidates.has(task)),
      say.onlyInVerifiers,
    );
    add(
      [...candidates.keys()].filter((task) => !tested.has(task)),
      say.onlyInPatches,
    );
    const named = (row: PatchRow) => `${row.task}/${row.patch}`;
    const known = (row: PatchRow) => truth.get(keyOf(row.task, row.patch));
    add(
      sampled.filter((row) => tested.has(row.task) && known(row) === undefined).map(named),
      say.untestedPatches,
    );
  }
  if (drawn.some((curve) => curve.selector === 'executionFree')) {
    const bare = [...candidates].filter(([, some]) => some.some((patch) => patch.executionFree === null));
    add(
      bare.map(([task]) => task),
      say.noLogits,
    );
  }
  const passed = drawn.find((curve) => curve.selector === 'pass');
  const last = passed?.points.at(-1);
  if (last !== undefined && last.notEstimable > 0)
    warnings.push(say.notEstimableAtK(last.k, last.notEstimable));
  return warnings;
}
