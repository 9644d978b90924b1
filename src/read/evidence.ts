/** Evidence that a task's tests accept wrong solutions, turned into the statuses of a flags table. */
import { InputError, type Place } from '../errors.ts';
import type { Status } from '../leaderboard/types.ts';
import type { Table } from './csv.ts';
import { badCount, badYesNo, emptyId, missingColumn } from './messages.ts';
import { csvOf } from './tidy.ts';

/** What is known of one task. */
export interface EvidenceRow {
  readonly task: string;
  /** `unaudited` when nothing that the original tests accept was looked at. */
  readonly status: Status;
  /** Did the original tests accept anything that was looked at? */
  readonly accepted: boolean;
  /** Solutions looked at, those the original tests accept, those of them that are wrong, and those undecided. */
  readonly solutions: number;
  readonly passed: number;
  readonly wrong: number;
  readonly undecided: number;
}

export interface Evidence {
  readonly rows: readonly EvidenceRow[];
  /** Can a task only be flagged when a leaderboard's own solution passed it? */
  readonly dependsOnOutcomes: boolean;
  readonly sentence: string;
}

/** One solution of a task: accepted by the original tests, and wrong by better knowledge (null: nobody knows). */
export interface Judged {
  readonly task: string;
  readonly passed: boolean;
  readonly wrong: boolean | null;
}

/**
 * Statuses from judged solutions. hackable: the original tests accept at least one wrong solution. ambiguous:
 * none is known to be wrong, but some accepted one is undecided. robust: solutions were judged and none of the
 * accepted ones is wrong. A solution that the original tests reject is no evidence of their strength here
 * unless `rejectedCounts`: an attack that fails speaks for the tests, a model's failure does not.
 *
 * @example
 * statuses([{ task: 'a', passed: true, wrong: true }, { task: 'b', passed: true, wrong: false }], false)
 * // a is hackable, b is robust
 */
export function statuses(judged: Iterable<Judged>, rejectedCounts: boolean): EvidenceRow[] {
  const tally = new Map<string, { solutions: number; passed: number; wrong: number; undecided: number }>();
  for (const { task, passed, wrong } of judged) {
    const counts = tally.get(task) ?? { solutions: 0, passed: 0, wrong: 0, undecided: 0 };
    tally.set(task, counts);
    counts.solutions++;
    if (!passed) continue;
    counts.passed++;
    if (wrong === true) counts.wrong++;
    if (wrong === null) counts.undecided++;
  }
  return [...tally].map(([task, counts]) => {
    const seen = rejectedCounts ? counts.solutions : counts.passed;
    const status: Status =
      counts.wrong > 0 ? 'hackable' : counts.undecided > 0 ? 'ambiguous' : seen > 0 ? 'robust' : 'unaudited';
    return { task, status, accepted: counts.passed > 0, ...counts };
  });
}

/** Evidence of the leaderboard's own solutions: accepted by the original tests, rejected by better ones. */
export function evidenceOfOutcomes(judged: Iterable<Judged>): Evidence {
  return {
    rows: statuses(judged, false),
    dependsOnOutcomes: true,
    sentence:
      'These flags depend on the outcomes: a task can only be found hackable when some solution of the leaderboard passed its original tests and failed the better ones, so tasks that more models pass are found more often.',
  };
}

/**
 * A table of confirmed exploits, in one of two layouts: `task,exploits` with the number of confirmed exploits
 * of each task (empty: undecided), or a row for each candidate, `task,passed,wrong` with 1 and 0 (`wrong`
 * empty: undecided). A `model` column says that the candidates are solutions of the leaderboard's models.
 *
 * @throws InputError on other columns or values
 */
export function evidenceOfExploits(table: Table): Evidence {
  const has = (name: string) => table.columns.includes(name);
  if (!has('task'))
    throw new InputError(missingColumn(['task'], table.columns), { file: table.file, line: 1 });
  if (!has('exploits') && !(has('passed') && has('wrong'))) {
    const wanted =
      has('passed') || has('wrong') ? (has('passed') ? ['wrong'] : ['passed']) : ['exploits', 'passed'];
    throw new InputError(missingColumn(wanted, table.columns), { file: table.file, line: 1 });
  }
  const judged = has('exploits') ? countedExploits(table) : candidates(table);
  const dependsOnOutcomes = has('model');
  return {
    rows: statuses(judged, true),
    dependsOnOutcomes,
    sentence: dependsOnOutcomes
      ? 'These flags depend on the outcomes: the table has a model column, so its candidates are solutions of the leaderboard.'
      : 'These flags do not depend on the outcomes, as far as the table shows: it names no models, so its candidates are taken for attacks that were made apart from the leaderboard.',
  };
}

function candidates(table: Table): Judged[] {
  const at = (name: string) => table.columns.indexOf(name);
  return table.rows.map(({ cells, line }) => {
    const place = { file: table.file, line };
    const passed = yesNo(cells[at('passed')], { ...place, column: 'passed' });
    if (passed === null) throw new InputError(badYesNo('', false), { ...place, column: 'passed' });
    return {
      task: taskOf(cells[at('task')], place),
      passed,
      wrong: yesNo(cells[at('wrong')], { ...place, column: 'wrong' }),
    };
  });
}

/** A count of exploits as so many candidates; a task with none was tried and held. */
function countedExploits(table: Table): Judged[] {
  const at = (name: string) => table.columns.indexOf(name);
  return table.rows.flatMap(({ cells, line }): Judged[] => {
    const place = { file: table.file, line };
    const task = taskOf(cells[at('task')], place);
    const text = cells[at('exploits')];
    if (text === '') return [{ task, passed: true, wrong: null }];
    if (!/^\d{1,6}$/.test(text)) {
      throw new InputError(badCount(text, 'number of exploits'), { ...place, column: 'exploits' });
    }
    const count = Number(text);
    if (count === 0) return [{ task, passed: false, wrong: null }];
    return Array.from({ length: count }, () => ({ task, passed: true, wrong: true }));
  });
}

function taskOf(id: string, place: Place): string {
  if (id === '') throw new InputError(emptyId('task'), { ...place, column: 'task' });
  return id;
}

function yesNo(text: string, place: Place): boolean | null {
  if (text === '') return null;
  if (/^(1|true)$/i.test(text)) return true;
  if (/^(0|false)$/i.test(text)) return false;
  throw new InputError(badYesNo(text, place.column === 'wrong'), place);
}

/** `flags.csv` with the counts behind each status; unaudited tasks are left out. */
export function evidenceCsv({ rows }: Evidence): string {
  return csvOf(
    ['task', 'status', 'accepted', 'solutions', 'passed', 'wrong', 'undecided'],
    rows
      .filter((row) => row.status !== 'unaudited')
      .map((row) => [
        row.task,
        row.status,
        row.accepted ? '1' : '0',
        ...[row.solutions, row.passed, row.wrong, row.undecided].map(String),
      ]),
  );
}
