/** The tasks, models and flags tables. */
import { InputError, type Place } from '../errors.ts';
import { STATUSES, type Status } from '../leaderboard/types.ts';
import type { Table, TableRow } from './csv.ts';
import {
  badAccepted,
  badDate,
  badFlag,
  duplicateRow,
  emptyId,
  missingColumn,
  unknownStatus,
} from './messages.ts';

/** Where a row came from, for the errors of a later join. */
export interface Sourced {
  readonly id: string;
  readonly place: Place;
}

export interface TaskRow extends Sourced {
  readonly stratum: string | null;
  readonly columns: Readonly<Record<string, string | null>>;
}

export interface ModelRow extends Sourced {
  readonly label: string | null;
  readonly date: string | null;
  readonly family: string | null;
  readonly attempts: string | null;
  readonly columns: Readonly<Record<string, string | null>>;
}

export interface FlagRow extends Sourced {
  readonly status: Status;
  readonly accepted: boolean | null;
}

/** Rows of one kind with the file they came from. */
export interface Sheet<T> {
  readonly source: string;
  readonly rows: readonly T[];
}

/** CSV `task,stratum|difficulty[,...]`. */
export function tasksFromTable(table: Table): Sheet<TaskRow> {
  const strata = ['stratum', 'difficulty'].filter((name) => table.columns.includes(name));
  const rows = uniqueRows(table, 'task').map((row) => {
    const cells = named(table, row);
    const stratum = strata.length === 0 ? null : (cells[strata[0]] ?? '');
    return {
      id: row.cells[table.columns.indexOf('task')],
      place: placeOf(table, row),
      stratum,
      columns: without(cells, ['task', 'stratum']),
    };
  });
  return { source: table.file, rows };
}

/** CSV `model[,label,date,family,attempts,...]`. */
export function modelsFromTable(table: Table): Sheet<ModelRow> {
  const rows = uniqueRows(table, 'model').map((row) => {
    const cells = named(table, row);
    const date = cells['date'] ?? null;
    if (date !== null && !isDate(date)) {
      throw new InputError(badDate(date), { ...placeOf(table, row), column: 'date' });
    }
    return {
      id: row.cells[table.columns.indexOf('model')],
      place: placeOf(table, row),
      label: cells['label'] ?? null,
      date,
      family: cells['family'] ?? null,
      attempts: cells['attempts'] ?? null,
      columns: without(cells, ['model', 'label', 'date', 'family', 'attempts']),
    };
  });
  return { source: table.file, rows };
}

/** CSV `task,status[,accepted]` or `task,flag` (1 hackable, 0 robust). */
export function flagsFromTable(table: Table): Sheet<FlagRow> {
  const column = ['status', 'flag'].find((name) => table.columns.includes(name));
  if (column === undefined) {
    throw new InputError(missingColumn(['status', 'flag'], table.columns), { file: table.file, line: 1 });
  }
  const rows = uniqueRows(table, 'task').map((row) => {
    const place = placeOf(table, row);
    const value = row.cells[table.columns.indexOf(column)];
    const acceptedAt = table.columns.indexOf('accepted');
    return {
      id: row.cells[table.columns.indexOf('task')],
      place,
      status: column === 'status' ? status(value, { ...place, column }) : flag(value, { ...place, column }),
      accepted: acceptedAt < 0 ? null : accepted(row.cells[acceptedAt], { ...place, column: 'accepted' }),
    };
  });
  return { source: table.file, rows };
}

function status(value: string, place: Place): Status {
  const found = STATUSES.find((name) => name === value);
  if (found === undefined) throw new InputError(unknownStatus(value), place);
  return found;
}

function flag(value: string, place: Place): Status {
  if (value === '1') return 'hackable';
  if (value === '0') return 'robust';
  throw new InputError(badFlag(value), place);
}

function accepted(value: string, place: Place): boolean | null {
  if (value === '') return null;
  if (value === '1') return true;
  if (value === '0') return false;
  throw new InputError(badAccepted(value), place);
}

/** Is this `YYYY`, `YYYY-MM` or `YYYY-MM-DD` with a real month and day? */
function isDate(text: string): boolean {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Rows by id: identical repeats are dropped, different ones are an error. */
function uniqueRows(table: Table, key: string): TableRow[] {
  const at = table.columns.indexOf(key);
  if (at < 0) throw new InputError(missingColumn([key], table.columns), { file: table.file, line: 1 });
  const seen = new Map<string, TableRow>();
  for (const row of table.rows) {
    const id = row.cells[at];
    if (id === '') throw new InputError(emptyId(key), placeOf(table, row));
    const earlier = seen.get(id);
    if (earlier === undefined) seen.set(id, row);
    else if (earlier.cells.join('\u0000') !== row.cells.join('\u0000')) {
      throw new InputError(duplicateRow(key, id, earlier.line), placeOf(table, row));
    }
  }
  return [...seen.values()];
}

const placeOf = (table: Table, row: TableRow): Place => ({ file: table.file, line: row.line });

function named(table: Table, row: TableRow): Record<string, string | null> {
  return Object.fromEntries(
    table.columns.map((name, i) => [name, row.cells[i] === '' ? null : row.cells[i]]),
  );
}

function without(cells: Record<string, string | null>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(cells).filter(([name]) => !names.includes(name)));
}
