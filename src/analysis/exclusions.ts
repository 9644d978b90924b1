/** Tasks taken out of the contrast by a column of the tasks table: a broken reference patch, tests that reject valid work. */
import { InputError } from '../errors.ts';
import type { Leaderboard, Task } from '../leaderboard/types.ts';

/** Does the column speak of this task: a number above 0, or `true` or `yes`? An empty cell does not. */
export function isMarked(task: Task, column: string): boolean {
  const text = task.columns[column]?.trim() ?? '';
  return text !== '' && (Number(text) > 0 || /^(?:true|yes)$/i.test(text));
}

/** Columns of the tasks table, in the order of first appearance. */
export function taskColumns(tasks: readonly Task[]): string[] {
  return [...new Set(tasks.flatMap((task) => Object.keys(task.columns)))];
}

/**
 * The same leaderboard, with every hackable or robust task that one of the columns marks turned to `excluded`.
 *
 * @throws InputError for a name that is no column
 */
export function excludeTasks(leaderboard: Leaderboard, columns: readonly string[]): Leaderboard {
  if (columns.length === 0) return leaderboard;
  const known = taskColumns(leaderboard.tasks);
  const unknown = columns.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const allowed = known.length === 0 ? 'it has no further column' : `allowed are ${known.join(', ')}`;
    throw new InputError(`"${unknown}" is no column of the tasks table; ${allowed}`, { file: '--exclude' });
  }
  const tasks = leaderboard.tasks.map((task): Task => {
    const audited = task.status === 'hackable' || task.status === 'robust';
    return audited && columns.some((name) => isMarked(task, name)) ? { ...task, status: 'excluded' } : task;
  });
  return { ...leaderboard, tasks };
}
