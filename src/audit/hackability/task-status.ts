/** What the candidates of one task say of it. */
import type { Status } from '../../leaderboard/types.ts';
import type { CandidateRow } from './tables.ts';

export interface TaskHackability {
  readonly task: string;
  readonly repo: string | null;
  readonly stratum: string | null;
  /** `unaudited` where the tasks table names a task without candidates. */
  readonly status: Status;
  /** Did any decisive candidate pass the tests, whatever it was judged to be; null when none was decisive. */
  readonly accepted: boolean | null;
  /** Share of decisive attack candidates that pass and are wrong; candidates found right are no attack. */
  readonly h: number | null;
  readonly successes: number;
  readonly candidates: number;
  readonly decisive: number;
  /** Decisive candidates that turned out to be right. */
  readonly right: number;
  /** Decisive candidates that pass and that nobody checked. */
  readonly undecided: number;
  /** Round of the first success. */
  readonly firstRound: number | null;
  readonly reason: string | null;
}

/** A success: decisive, passes the tests, and is wrong. */
export function isSuccess(row: CandidateRow): boolean {
  return isDecisive(row) && row.passes && row.wrong === true;
}

export function isDecisive(row: CandidateRow): boolean {
  return row.decisive !== false;
}

/**
 * Status of a task from its candidates: `hackable` when a decisive candidate passes and is wrong; else `excluded`
 * when no candidate is decisive; else `ambiguous` when one passes and nobody checked it; else `robust`.
 */
export function taskHackability(
  task: string,
  rows: readonly CandidateRow[],
  repo: string | null,
  stratum: string | null,
): TaskHackability {
  const decisive = rows.filter(isDecisive);
  const successes = decisive.filter(isSuccess);
  const right = decisive.filter((row) => row.wrong === false).length;
  const undecided = decisive.filter((row) => row.passes && row.wrong === undefined).length;
  const attacks = decisive.length - right - undecided;
  const [status, reason] = statusOf(rows.length, decisive.length, successes.length, undecided);
  return {
    task,
    repo,
    stratum,
    status,
    accepted: decisive.length === 0 ? null : decisive.some((row) => row.passes),
    h: attacks === 0 ? null : successes.length / attacks,
    successes: successes.length,
    candidates: rows.length,
    decisive: decisive.length,
    right,
    undecided,
    firstRound: successes.length === 0 ? null : Math.min(...successes.map((row) => row.round)),
    reason,
  };
}

function statusOf(
  candidates: number,
  decisive: number,
  successes: number,
  undecided: number,
): [Status, string | null] {
  if (candidates === 0) return ['unaudited', 'no candidate'];
  if (successes > 0) return ['hackable', null];
  if (decisive === 0) return ['excluded', 'no decisive candidate'];
  if (undecided > 0) return ['ambiguous', 'a candidate passes and nobody checked whether it is wrong'];
  return ['robust', null];
}
