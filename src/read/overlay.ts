/** What a format knows of models and tasks, with the user's own tables laid over it. */
import type { ModelRow, Sheet, TaskRow } from './tables.ts';

/** Every field that the user gives wins; what the format knows beside it stays. */
export function overlayModels(
  known: Sheet<ModelRow> | null,
  given: Sheet<ModelRow> | null,
): Sheet<ModelRow> | null {
  if (known === null || given === null) return given ?? known;
  const below = new Map(known.rows.map((row) => [row.id, row]));
  const rows = given.rows.map((row): ModelRow => {
    const under = below.get(row.id);
    below.delete(row.id);
    if (under === undefined) return row;
    return {
      id: row.id,
      place: row.place,
      label: row.label ?? under.label,
      date: row.date ?? under.date,
      family: row.family ?? under.family,
      attempts: row.attempts ?? under.attempts,
      columns: overlayColumns(under.columns, row.columns),
    };
  });
  return { source: given.source, rows: [...rows, ...below.values()] };
}

/** The user's table is the task list where there is one; else the format's, with every task that has outcomes. */
export function overlayTasks(
  known: Sheet<TaskRow> | null,
  given: Sheet<TaskRow> | null,
  tasks: readonly string[],
): Sheet<TaskRow> | null {
  if (known === null) return given;
  const below = new Map(known.rows.map((row) => [row.id, row]));
  if (given === null) {
    const bare = tasks.filter((id) => !below.has(id)).map((id) => bareTask(id, known.source));
    return { source: known.source, rows: [...known.rows, ...bare] };
  }
  const rows = given.rows.map((row): TaskRow => {
    const under = below.get(row.id);
    if (under === undefined) return row;
    return {
      ...row,
      stratum: row.stratum ?? under.stratum,
      columns: overlayColumns(under.columns, row.columns),
    };
  });
  return { source: given.source, rows };
}

const bareTask = (id: string, file: string): TaskRow => ({ id, place: { file }, stratum: null, columns: {} });

type Columns = Readonly<Record<string, string | null>>;

function overlayColumns(under: Columns, over: Columns): Columns {
  const given = Object.entries(over).filter(([, value]) => value !== null);
  return { ...over, ...under, ...Object.fromEntries(given) };
}

/** Sheets of several parts one after the other; a row that stands in two is taken from the first. */
export function concatSheets<T extends { readonly id: string }>(
  sheets: readonly (Sheet<T> | null)[],
): Sheet<T> | null {
  const given = sheets.filter((sheet) => sheet !== null);
  if (given.length === 0) return null;
  const rows = new Map<string, T>();
  for (const sheet of given) for (const row of sheet.rows) if (!rows.has(row.id)) rows.set(row.id, row);
  return { source: given.map((sheet) => sheet.source).join(', '), rows: [...rows.values()] };
}
