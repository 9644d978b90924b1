/** What is wrong with the files, said with file and row. The rows are looked up only when something is wrong. */
import type { DuckDBValue } from '@duckdb/node-api';
import { InputError, type Place } from '../errors.ts';
import { eachJsonLine } from '../read/lines.ts';
import { emptyId, unknownTask } from '../read/messages.ts';
import { diskFile } from '../read/source.ts';
import type { Dictionary } from './duckdb-ids.ts';
import type { DuckDbSession } from './duckdb-session.ts';
import type { DuckDbSource } from './duckdb-source.ts';
import { countsSql, identifier, idSql, scanSql } from './duckdb-sql.ts';
import { badCellOf, badIdText, conflictingRows, duckdbFailed, duckdbRefused } from './messages.ts';
import { EngineError } from './types.ts';

interface FoundRow {
  readonly place: Place;
  readonly model: string;
  readonly task: string;
  readonly passed: string;
  /** null where there is no such column. */
  readonly attempts: string | null;
  readonly counts: string;
  readonly run: string;
}

/** Rows of one cell looked through for two that contradict one another. */
const MOST_ROWS = 10_000;

/** The first rows in file order for which a condition on `model`, `task` and `n` holds. */
async function findRows(
  session: DuckDbSession,
  source: DuckDbSource,
  condition: string,
  values: readonly DuckDBValue[],
  most: number,
): Promise<FoundRow[]> {
  await session.run('SET threads = 1; SET preserve_insertion_order = true');
  const { columns, set, header } = source;
  const { k, n } = countsSql(source);
  const id = (name: string | null) => (name === null ? "''" : `coalesce(${idSql(source, name)}, '')`);
  const text = (name: string | null) =>
    name === null ? 'NULL' : `coalesce(CAST(${identifier(name)} AS VARCHAR), '')`;
  const found: FoundRow[] = [];
  for (const file of set.files) {
    const rows = await session.rows(
      `SELECT * FROM (SELECT CAST(row_number() OVER () AS DOUBLE) AS row, ${id(columns.model)} AS model, ` +
        `${id(columns.task)} AS task, ${text(columns.passed)} AS passed, ${text(columns.attempts)} AS attempts, ` +
        `${k} AS k, ${n} AS n, ${id(columns.run)} AS run FROM ${scanSql(set.kind, [file], header)}) ` +
        `WHERE ${condition} LIMIT ${most - found.length}`,
      values,
    );
    for (const [row, model, task, passed, attempts, passes, of, run] of rows) {
      found.push({
        place: { file, row: Number(row) },
        model: String(model),
        task: String(task),
        passed: String(passed),
        attempts: attempts === null ? null : String(attempts),
        counts: `${passes}/${of}`,
        run: String(run),
      });
    }
    if (found.length >= most) break;
  }
  return found;
}

/** @throws InputError on an empty id, an id that is no UTF-8, a task outside the list. */
export async function checkIds(
  session: DuckDbSession,
  source: DuckDbSource,
  ids: Dictionary,
  list: readonly string[] | null,
): Promise<void> {
  const known = list === null ? null : new Set(list);
  for (const what of ['model', 'task'] as const) {
    for (const id of what === 'model' ? ids.models : ids.tasks) {
      const problem =
        id === ''
          ? emptyId(what)
          : id.includes('\ufffd')
            ? badIdText(what, id)
            : what === 'task' && known !== null && !known.has(id)
              ? unknownTask(id, known.size, 'the tasks table')
              : null;
      if (problem === null) continue;
      const [row] = await findRows(session, source, `${what} = $1`, [id], 1);
      throw new InputError(problem, { ...row?.place, column: source.columns[what] });
    }
  }
}

/** The first row that is no outcome. */
export async function badCell(session: DuckDbSession, source: DuckDbSource): Promise<InputError> {
  const [row] = await findRows(session, source, 'n < 0', [], 1);
  if (row === undefined)
    return new InputError(duckdbRefused('it changed while it was read'), { file: source.set.files[0] });
  const attempts = row.attempts === '' ? null : row.attempts;
  const problem = badCellOf(row.model, row.task, row.passed, attempts);
  return new InputError(problem, { ...row.place, column: source.columns.passed });
}

/** The first row of a cell that contradicts an earlier one. */
export async function conflictError(
  session: DuckDbSession,
  source: DuckDbSource,
  cell: { readonly model: string; readonly task: string },
): Promise<InputError> {
  const values = [cell.model, cell.task];
  const rows = await findRows(session, source, 'model = $1 AND task = $2 AND n > 0', values, MOST_ROWS);
  const first = new Map<string, FoundRow>();
  for (const row of rows) {
    const earlier = first.get(row.run);
    if (earlier === undefined) first.set(row.run, row);
    else if (earlier.counts !== row.counts) {
      return new InputError(conflictingRows(cell.model, cell.task, earlier.place.row), row.place);
    }
  }
  return new InputError(conflictingRows(cell.model, cell.task), { file: source.set.files[0] });
}

/** An error of DuckDB itself: out of memory and the like are failures, a file that it can't read is wrong input. */
export async function duckDbFault(cause: unknown, glob: string): Promise<unknown> {
  if (!(cause instanceof Error) || cause instanceof InputError || cause instanceof EngineError) return cause;
  const kind = /^(Invalid Input|Conversion|IO|Binder|Parser|Serialization) Error: /.exec(cause.message);
  if (kind === null && !/^[A-Z][\w ]+ Error: /.test(cause.message)) return cause;
  if (kind === null) return new EngineError(duckdbFailed(glob, firstLine(cause.message)), { cause });
  const text = cause.message.slice(kind[0].length);
  const file = /^ {2}file = (.+)$/m.exec(text)?.[1] ?? glob;
  const line = /^CSV Error on Line: (\d+)$/m.exec(text)?.[1];
  const place = line === undefined ? { file } : { file, line: Number(line) };
  const broken = /^Malformed JSON in file "(.+?)", at byte/.exec(text)?.[1];
  if (broken !== undefined) return malformedJson(broken, reasonOf(text), cause);
  return new InputError(duckdbRefused(reasonOf(text)), place, { cause });
}

/** DuckDB's own count of lines may be one off here, so the line is looked up. */
async function malformedJson(file: string, reason: string, cause: Error): Promise<InputError> {
  if (!/\.json(\.gz)?$/i.test(file)) {
    const found = await eachJsonLine(diskFile(file, [file]), undefined, () => true).catch((error) => error);
    if (found instanceof InputError) return found;
  }
  return new InputError(
    duckdbRefused(`malformed JSON: ${reason.replace(/^.*?: /, '')}`),
    { file },
    { cause },
  );
}

/** The line that says what is wrong: for CSV the one after the line quoted from the file. */
function reasonOf(text: string): string {
  if (!text.startsWith('CSV Error')) return firstLine(text);
  const lines = text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !line.startsWith('Original Line:'));
  const telling = lines.find((line) =>
    /^(Expected Number of Columns|Value with|Invalid unicode|Error when)/.test(line),
  );
  return (telling ?? lines[0] ?? text).slice(0, 200);
}

const firstLine = (text: string) => text.split('\n', 1)[0].trim().slice(0, 300);
