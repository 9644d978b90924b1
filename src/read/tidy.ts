/** A leaderboard in the project's own tidy layout, as texts of files. */
import type { Leaderboard } from '../leaderboard/types.ts';
import { cellAt } from './merge.ts';
import { cellText } from './messages.ts';

export type Layout = 'wide' | 'long';
export const LAYOUTS: readonly Layout[] = ['wide', 'long'];

/**
 * `outcomes.csv`: wide (a row a model) or long (a row a cell that holds an outcome; with attempts where a cell
 * has several). Ids are written as they are, quoted where CSV needs it: these are data for programs, so an id
 * such as `=1+1` is not changed to please a spreadsheet.
 */
export function outcomesCsv(leaderboard: Leaderboard, layout: Layout): string {
  return layout === 'wide' && fitsWide(leaderboard) ? wideCsv(leaderboard) : longCsv(leaderboard);
}

/** A task named `model` or `task` would be taken for the column of that name. */
function fitsWide({ tasks }: Leaderboard): boolean {
  const ids = new Set(tasks.map((task) => task.id));
  return !ids.has('model') && !ids.has('task');
}

function wideCsv({ models, tasks, outcomes }: Leaderboard): string {
  return csvOf(
    ['model', ...tasks.map((task) => task.id)],
    models.map((model, m) => {
      const cells = tasks.map((_, t) => cellAt(outcomes, m, t));
      return [model.id, ...cells.map((cell) => (cell === null ? '' : cellText(cell)))];
    }),
  );
}

/** A model without any outcome keeps one row with an empty cell. */
function longCsv({ models, tasks, outcomes }: Leaderboard): string {
  const isCounts = outcomes.kind === 'counts';
  const rows: string[][] = [];
  models.forEach((model, m) => {
    const before = rows.length;
    tasks.forEach((task, t) => {
      const cell = cellAt(outcomes, m, t);
      if (cell === null) return;
      const counts = isCounts ? [cell.passes, cell.attempts] : [cell.passes];
      rows.push([model.id, task.id, ...counts.map(String)]);
    });
    if (rows.length === before) rows.push([model.id, tasks[0].id, '', ...(isCounts ? [''] : [])]);
  });
  return csvOf(['model', 'task', 'passed', ...(isCounts ? ['attempts'] : [])], rows);
}

/** The long table by columns: a row a cell that holds an outcome. */
export function cellColumns({ models, tasks, outcomes }: Leaderboard) {
  const columns = {
    model: [] as string[],
    task: [] as string[],
    passed: [] as number[],
    attempts: [] as number[],
  };
  models.forEach((model, m) => {
    tasks.forEach((task, t) => {
      const cell = cellAt(outcomes, m, t);
      if (cell === null) return;
      columns.model.push(model.id);
      columns.task.push(task.id);
      columns.passed.push(cell.passes);
      columns.attempts.push(cell.attempts);
    });
  });
  return columns;
}

/** `tasks.csv`: task, stratum, then every other column. */
export function tasksCsv({ tasks }: Leaderboard): string {
  const columns = namesOf(tasks.map((task) => task.columns));
  return csvOf(
    ['task', 'stratum', ...columns],
    tasks.map((task) => [task.id, task.stratum, ...columns.map((name) => cellOf(task.columns, name))]),
  );
}

/** `models.csv`: model, label, date, family, attempts, then every other column. */
export function modelsCsv({ models }: Leaderboard): string {
  const columns = namesOf(models.map((model) => model.columns));
  return csvOf(
    ['model', 'label', 'date', 'family', 'attempts', ...columns],
    models.map((model) => [
      model.id,
      model.label === model.id ? '' : model.label,
      model.date ?? '',
      model.family ?? '',
      model.attempts ?? '',
      ...columns.map((name) => cellOf(model.columns, name)),
    ]),
  );
}

/** `flags.csv`: task, status, accepted, for every task that an audit looked at; null when none was. */
export function flagsCsv({ tasks }: Leaderboard): string | null {
  const audited = tasks.filter((task) => task.status !== 'unaudited');
  if (audited.length === 0) return null;
  const accepted = (value: boolean | null) => (value === null ? '' : value ? '1' : '0');
  return csvOf(
    ['task', 'status', 'accepted'],
    audited.map((task) => [task.id, task.status, accepted(task.accepted)]),
  );
}

export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[header, ...rows].map(csvLine).join('\n')}\n`;
}

const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',');

/** Quoted where a separator, a quote, a line's end or a space at either end would change the cell. */
export const csvCell = (text: string): string =>
  /[",\n\r\t]|^\s|\s$|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A column may be called `constructor`, and be absent from a row. */
const cellOf = (columns: Readonly<Record<string, string | null>>, name: string): string =>
  (Object.hasOwn(columns, name) ? columns[name] : null) ?? '';

function namesOf(rows: readonly Readonly<Record<string, string | null>>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}
