/** How many tasks accept a wrong patch: per task, overall, by round, repository and stratum. */
import { listSome } from '../../read/messages.ts';
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult, Share } from '../types.ts';
import * as say from './messages.ts';
import type { CandidateRow, TaskRow } from './tables.ts';
import { isDecisive, type TaskHackability, taskHackability } from './task-status.ts';

export interface HackabilityEvidence {
  readonly candidates: readonly Placed<CandidateRow>[];
  /** The tasks that the audit tried; adds repository, stratum and tasks without candidates. */
  readonly tasks?: readonly Placed<TaskRow>[];
}

/** A rate over decisive tasks and the same count over all tasks that were tried. */
export interface Rates {
  readonly decisive: Share;
  readonly all: Share;
}

export interface RoundRates extends Rates {
  readonly round: number;
  /** Tasks first hacked in this round. */
  readonly added: number;
}

export interface GroupRates extends Rates {
  readonly name: string;
}

export interface HackabilityResult extends PartResult {
  readonly part: 'hackability';
  readonly tasks: readonly TaskHackability[];
  readonly overall: Rates;
  /** Cumulative: tasks hacked up to and with the round, over the final denominators. */
  readonly byRound: readonly RoundRates[];
  readonly byRepository: readonly GroupRates[];
  readonly byStratum: readonly GroupRates[];
  /** If every ambiguous task were robust, and if every one were hackable; over decisive tasks. */
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  /** Success share of single candidates, tasks as clusters. */
  readonly candidateSuccess: ClusteredEstimate;
  readonly candidatesPerTask: { readonly least: number; readonly most: number };
  /** What the rate can and can't say, given the number of candidates. */
  readonly statement: string;
}

/**
 * Hackability of a benchmark from its attack candidates.
 *
 * A task is hackable when at least one decisive candidate passes the project's own tests and is wrong (Rajan 2026,
 * arXiv:2606.16062). Rates are counts of tasks with Wilson and Clopper-Pearson intervals, over the tasks with a
 * decisive candidate and over all tasks tried. Rates are lower bounds: more candidates can only add hackable tasks.
 *
 * Repository: the `repo` column of the tasks; without one, ids of the form owner__name-number give it.
 *
 * Edge cases: no decisive candidate at all: rates null, named in `warnings`. A candidate that passes and was not
 * checked makes its task `ambiguous` unless another one succeeds. Identical rows are counted and dropped.
 *
 * @throws InputError when two rows of one candidate contradict each other.
 * @example 14 of 49 tasks with a success: overall.decisive.value is 0.2857142857142857
 */
export function hackability(evidence: HackabilityEvidence, options: AuditOptions = {}): HackabilityResult {
  const { level } = resolveOptions(options);
  const candidates = withoutDuplicates('candidates', evidence.candidates, ['task', 'candidate']);
  const known = withoutDuplicates('tasks', evidence.tasks ?? [], ['task']);
  const byTask = groupBy(candidates.rows, (row) => row.task);
  const info = new Map(known.rows.map((row) => [row.task, row]));
  const ids = [...new Set([...info.keys(), ...byTask.keys()])];
  const idsNameRepository = ids.every((task) => repositoryOfId(task) !== null);
  const tasks = ids.map((task) => {
    const row = info.get(task);
    const repo = row?.repo ?? (idsNameRepository ? repositoryOfId(task) : null);
    return taskHackability(task, byTask.get(task) ?? [], repo, row?.stratum ?? row?.difficulty ?? null);
  });
  const tried = tasks.filter((t) => t.status !== 'unaudited');
  const decisive = tried.filter((t) => t.decisive > 0);
  const perTask = tried.map((t) => t.candidates);
  const least = perTask.reduce((a, b) => Math.min(a, b), Infinity);
  const most = perTask.reduce((a, b) => Math.max(a, b), 0);
  const candidateSuccess = clusteredMean(
    decisive.map((t) => ({ n: t.decisive - t.right - t.undecided, sum: t.successes })),
    level,
    'task',
    SHARE,
  );
  const sure = decisive.filter((t) => t.status === 'hackable').length;
  const maybe = decisive.filter((t) => t.status === 'ambiguous').length;
  return {
    part: 'hackability',
    level,
    counts: {
      tasks: tasks.length,
      tried: tried.length,
      decisive: decisive.length,
      ...countStatuses(tasks),
      candidates: candidates.rows.length,
      decisiveCandidates: candidates.rows.filter(isDecisive).length,
    },
    dropped: [...candidates.dropped, ...known.dropped],
    tasks,
    overall: ratesOf(tried, level),
    byRound: roundsOf(candidates.rows).map((round) => ({
      round,
      added: tried.filter((t) => t.firstRound === round).length,
      ...ratesOf(tried, level, round),
    })),
    byRepository: groupRates(tried, (t) => t.repo, level),
    byStratum: groupRates(tried, (t) => t.stratum, level),
    bounds:
      decisive.length === 0
        ? null
        : { lower: sure / decisive.length, upper: (sure + maybe) / decisive.length },
    candidateSuccess,
    candidatesPerTask: { least: tried.length === 0 ? 0 : least, most },
    statement: say.lowerBound(tried.length === 0 ? 0 : least, most),
    warnings: warningsOf(tasks, evidence.tasks === undefined ? null : info, byTask, candidateSuccess),
  };
}

/** The rows of `flags.csv` for `analyze`; unaudited tasks stay out. */
export function flagRows(
  result: HackabilityResult,
): { task: string; status: string; accepted: '0' | '1' | '' }[] {
  return result.tasks
    .filter((t) => t.status !== 'unaudited')
    .map(({ task, status, accepted }) => ({
      task,
      status,
      accepted: accepted === null ? '' : accepted ? '1' : '0',
    }));
}

function ratesOf(tried: readonly TaskHackability[], level: number, round = Infinity): Rates {
  const hacked = tried.filter((t) => t.firstRound !== null && t.firstRound <= round).length;
  const decisive = tried.filter((t) => t.decisive > 0).length;
  return {
    decisive: share(hacked, decisive, level, 'task'),
    all: share(hacked, tried.length, level, 'task'),
  };
}

function groupRates(
  tried: readonly TaskHackability[],
  name: (task: TaskHackability) => string | null,
  level: number,
): GroupRates[] {
  const named = tried.filter((t) => name(t) !== null);
  return [...groupBy(named, (t) => name(t) as string)].map(([group, members]) => ({
    name: group,
    ...ratesOf(members, level),
  }));
}

function roundsOf(rows: readonly CandidateRow[]): number[] {
  return [...new Set(rows.map((row) => row.round))].sort((a, b) => a - b);
}

function countStatuses(tasks: readonly TaskHackability[]): Record<string, number> {
  const counts = { hackable: 0, robust: 0, ambiguous: 0, excluded: 0, unaudited: 0 };
  for (const task of tasks) counts[task.status]++;
  return counts;
}

/** `owner__name-12` is a task of owner/name; anything else names no repository. */
function repositoryOfId(task: string): string | null {
  const match = /^([^_].*?)__(.+)-\d+$/.exec(task);
  return match === null ? null : `${match[1]}/${match[2]}`;
}

function warningsOf(
  tasks: readonly TaskHackability[],
  info: ReadonlyMap<string, TaskRow> | null,
  byTask: ReadonlyMap<string, unknown>,
  candidateSuccess: ClusteredEstimate,
): string[] {
  const names = (keep: (task: TaskHackability) => boolean) => tasks.filter(keep).map((t) => t.task);
  const warnings: string[] = [];
  const add = (ids: readonly string[], text: (n: number, some: string) => string) => {
    if (ids.length > 0) warnings.push(text(ids.length, listSome(ids)));
  };
  if (!tasks.some((t) => t.decisive > 0)) warnings.push(say.nothingDecisive());
  add(
    names((t) => t.status === 'unaudited'),
    say.withoutCandidates,
  );
  if (info !== null)
    add(
      [...byTask.keys()].filter((task) => !info.has(task)),
      say.notInTasks,
    );
  add(
    names((t) => t.status === 'excluded'),
    say.notDecisive,
  );
  add(
    names((t) => t.status === 'ambiguous'),
    say.ambiguous,
  );
  add(
    names((t) => t.status === 'robust' && t.right === t.decisive),
    say.robustWithoutAttack,
  );
  return [...warnings, ...candidateSuccess.warnings];
}
