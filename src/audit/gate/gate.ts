/** The gold gate and the judge: how many proposed tests are broken, and how many tasks the loop mends. */
import { listSome } from '../../read/messages.ts';
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult, Share } from '../types.ts';
import * as say from './messages.ts';
import type { GateRow } from './tables.ts';

export interface GateEvidence {
  readonly gate: readonly Placed<GateRow>[];
}

export interface DefectRate extends Share {
  /** The same rate with tests of one task as a cluster. */
  readonly clustered: ClusteredEstimate;
}

export interface GateTask {
  readonly task: string;
  readonly tests: number;
  readonly decisive: number;
  readonly failOnGold: number;
  readonly judgeApproved: number;
  /** First attempt with a test that passes gate and judge; null when there is none. */
  readonly upgradedAt: number | null;
  /** Same, among tests that also blocked the exploit when executed; null when that was not run or never happened. */
  readonly verifiedAt: number | null;
}

export interface AttemptPoint {
  readonly attempt: number;
  /** Tests proposed in this attempt. */
  readonly tests: number;
  /** Tasks upgraded up to and with this attempt. */
  readonly upgraded: Share;
  /** Cost up to and with this attempt. */
  readonly cost: number | null;
}

/** How many tests are left after each check, in the order of the loop. */
export interface GateFlow {
  readonly proposed: number;
  readonly decisive: number;
  readonly passGold: number;
  /** Of those, approved by the judge. */
  readonly approved: number;
  /** Of those, seen to block the exploit when executed; null when no row says. */
  readonly blockExploit: number | null;
}

export interface GateResult extends PartResult {
  readonly part: 'gate';
  readonly flow: GateFlow;
  /** Decisive tests that fail on the reference solution. */
  readonly defectRate: DefectRate;
  /** Tasks for which the judge alone, without the gate, would have approved a test. */
  readonly judgeAlone: Share;
  /** Of the tests that the judge approves and that are decisive, those that fail on the reference. */
  readonly approvedButBroken: DefectRate;
  /** Tasks with a test that passes the gate and the judge. */
  readonly upgraded: Share;
  /** The same with the first attempt only, and with the judge's first vote only. */
  readonly withoutRetry: Share;
  readonly singleVote: Share;
  /** Upgraded tasks by a test that blocked the exploit when executed; null when no row says. */
  readonly verified: Share | null;
  readonly byAttempt: readonly AttemptPoint[];
  readonly tasks: readonly GateTask[];
  readonly cost: { readonly total: number; readonly perUpgraded: number | null } | null;
}

/**
 * Gate of a repair loop (Rajan 2026, arXiv:2606.16062): a proposed test is broken when the reference solution fails
 * it. `decisive` tests are those with an answer of the reference. The judge approves by a strict majority of its
 * votes. A task is upgraded when one test passes gate and judge. Shares of tasks have Wilson and Clopper-Pearson
 * intervals; the defect rate of tests also has one with tasks as clusters.
 *
 * `judgeAlone`, `withoutRetry` and `singleVote` are counterfactuals from the same rows (no gate, first attempt
 * only, first vote only); a loop that was really run that way may propose other tests.
 *
 * Edge cases: no decisive test: rates null, named. No votes: not approved, named.
 *
 * @throws InputError when two rows of one test contradict each other.
 * @example 65 of 105 decisive tests fail on the reference: defectRate.value is 0.6190476190476191
 */
export function gate(evidence: GateEvidence, options: AuditOptions = {}): GateResult {
  const { level } = resolveOptions(options);
  const { rows, dropped } = withoutDuplicates('gate', evidence.gate, ['task', 'test']);
  const byTask = [...groupBy(rows, (row) => row.task)];
  const decisive = rows.filter((row) => row.passes_gold !== undefined);
  const tasks = byTask.map(([task, own]) => gateTask(task, own));
  const ofTasks = (count: number) => share(count, tasks.length, level, 'task');
  const countTasks = (works: (row: GateRow) => boolean) => byTask.filter(([, own]) => own.some(works)).length;
  const passesBoth = (row: GateRow) => row.passes_gold === true && approves(row);
  const hasExecution = rows.some((row) => row.blocks_exploit !== undefined);
  const total = costOf(rows);
  const upgraded = countTasks(passesBoth);
  return {
    part: 'gate',
    level,
    counts: {
      tasks: tasks.length,
      tests: rows.length,
      decisive: decisive.length,
      failOnGold: decisive.filter((row) => !row.passes_gold).length,
    },
    dropped,
    flow: {
      proposed: rows.length,
      decisive: decisive.length,
      passGold: rows.filter((row) => row.passes_gold === true).length,
      approved: rows.filter(passesBoth).length,
      blockExploit: hasExecution
        ? rows.filter((row) => passesBoth(row) && row.blocks_exploit === true).length
        : null,
    },
    defectRate: defectRate(byTask, () => true, level),
    judgeAlone: ofTasks(countTasks(approves)),
    approvedButBroken: defectRate(byTask, approves, level),
    upgraded: ofTasks(upgraded),
    withoutRetry: ofTasks(
      byTask.filter(([, own]) => own.some((row) => row.attempt === firstAttempt(own) && passesBoth(row)))
        .length,
    ),
    singleVote: ofTasks(countTasks((row) => row.passes_gold === true && row.judge_blocks?.[0] === true)),
    verified: hasExecution ? ofTasks(tasks.filter((task) => task.verifiedAt !== null).length) : null,
    byAttempt: attemptsOf(rows, tasks, level),
    tasks,
    cost: total === null ? null : { total, perUpgraded: upgraded === 0 ? null : total / upgraded },
    warnings: warningsOf(rows, tasks, hasExecution),
  };
}

/** A strict majority of the votes says that the test blocks the exploit. */
function approves(row: GateRow): boolean {
  const given = row.judge_blocks ?? [];
  return given.filter((vote) => vote).length * 2 > given.length;
}

function gateTask(task: string, rows: readonly GateRow[]): GateTask {
  const decisive = rows.filter((row) => row.passes_gold !== undefined);
  const first = (works: (row: GateRow) => boolean) => {
    const attempts = rows.filter((row) => row.passes_gold === true && approves(row) && works(row));
    return attempts.length === 0 ? null : Math.min(...attempts.map((row) => row.attempt));
  };
  return {
    task,
    tests: rows.length,
    decisive: decisive.length,
    failOnGold: decisive.filter((row) => !row.passes_gold).length,
    judgeApproved: rows.filter(approves).length,
    upgradedAt: first(() => true),
    verifiedAt: first((row) => row.blocks_exploit === true),
  };
}

function defectRate(
  byTask: readonly [string, readonly GateRow[]][],
  keep: (row: GateRow) => boolean,
  level: number,
): DefectRate {
  const cells = byTask.map(([, rows]) => {
    const decisive = rows.filter((row) => row.passes_gold !== undefined && keep(row));
    return { n: decisive.length, sum: decisive.filter((row) => !row.passes_gold).length };
  });
  const of = cells.reduce((total, cell) => total + cell.n, 0);
  const count = cells.reduce((total, cell) => total + cell.sum, 0);
  return { ...share(count, of, level, 'test'), clustered: clusteredMean(cells, level, 'task', SHARE) };
}

function attemptsOf(rows: readonly GateRow[], tasks: readonly GateTask[], level: number): AttemptPoint[] {
  const attempts = [...new Set(rows.map((row) => row.attempt))].sort((a, b) => a - b);
  return attempts.map((attempt) => {
    const done = tasks.filter((task) => task.upgradedAt !== null && task.upgradedAt <= attempt).length;
    return {
      attempt,
      tests: rows.filter((row) => row.attempt === attempt).length,
      upgraded: share(done, tasks.length, level, 'task'),
      cost: costOf(rows.filter((row) => row.attempt <= attempt)),
    };
  });
}

function firstAttempt(rows: readonly GateRow[]): number {
  return rows.reduce((least, row) => Math.min(least, row.attempt), Infinity);
}

function costOf(rows: readonly GateRow[]): number | null {
  if (!rows.some((row) => row.cost !== undefined)) return null;
  return rows.reduce((sum, row) => sum + (row.cost ?? 0), 0);
}

function warningsOf(rows: readonly GateRow[], tasks: readonly GateTask[], hasExecution: boolean): string[] {
  const warnings: string[] = [];
  const count = (keep: (row: GateRow) => boolean) => rows.filter(keep).length;
  const undecided = count((row) => row.passes_gold === undefined);
  if (undecided === rows.length) warnings.push(say.noDecisiveTest());
  else if (undecided > 0) warnings.push(say.notDecisive(undecided));
  const bare = tasks.filter((task) => task.decisive === 0).map((task) => task.task);
  if (bare.length > 0) warnings.push(say.tasksWithoutDecisive(bare.length, listSome(bare)));
  const silent = count((row) => row.judge_blocks === undefined);
  if (silent > 0) warnings.push(say.noVotes(silent));
  const tied = count(({ judge_blocks: given = [] }) => {
    return given.length > 0 && given.filter((vote) => vote).length * 2 === given.length;
  });
  if (tied > 0) warnings.push(say.tiedVotes(tied));
  if (rows.every((row) => (row.judge_blocks?.length ?? 0) <= 1)) warnings.push(say.oneVote());
  if (hasExecution) {
    const open = tasks.filter((task) => task.upgradedAt !== null && task.verifiedAt === null);
    if (open.length > 0)
      warnings.push(say.approvedButOpen(open.length, listSome(open.map((task) => task.task))));
  }
  const uncosted = count((row) => row.cost === undefined);
  if (uncosted > 0 && uncosted < rows.length) warnings.push(say.costMissing(uncosted));
  return warnings;
}
