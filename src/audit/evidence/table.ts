/** An evidence table: its row schema with name, description and example, and rows validated from a file. */
import type { z } from 'zod';
import { InputError, type Place, quoteValue } from '../../errors.ts';
import { type ColumnMeta, metaOf } from './columns.ts';
import { badCell, emptyCell, lacksColumns, noRows } from './messages.ts';

/** A row knows where it stood, so that errors about two rows can name both. */
export type Placed<R> = R & { readonly place?: Place };

export interface EvidenceTable<S extends z.ZodRawShape = z.ZodRawShape> {
  /** Also the usual file name: `candidates` for `candidates.csv`. */
  readonly name: string;
  readonly description: string;
  readonly row: z.ZodObject<S>;
  /** A few rows as they stand in a file. */
  readonly example: readonly Readonly<Record<string, string | number>>[];
}

/** Rows as they come from a file: column names and, for every row, raw values. */
export interface RawTable {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly place: Place; readonly values: Readonly<Record<string, unknown>> }[];
}

export interface ReadRows<R> {
  readonly rows: Placed<R>[];
  /** Columns of the file that the table does not know. */
  readonly ignored: readonly string[];
}

export interface NamedColumn extends ColumnMeta {
  readonly name: string;
}

export function columnsOf(table: EvidenceTable): NamedColumn[] {
  return Object.entries(table.row.shape).map(([name, type]) => ({ name, ...metaOf(type as z.ZodType) }));
}

/**
 * Validates every row of a file. An empty cell of an optional column is undefined.
 *
 * @throws InputError that names file, line, column, value and what is allowed, at the first fault; also when a
 * required column is missing or there is no row.
 */
export function readRows<S extends z.ZodRawShape>(
  table: EvidenceTable<S>,
  raw: RawTable,
): ReadRows<z.output<z.ZodObject<S>>> {
  const columns = columnsOf(table as unknown as EvidenceTable);
  const missing = columns.filter((c) => c.required && !raw.columns.includes(c.name)).map((c) => c.name);
  if (missing.length > 0)
    throw new InputError(lacksColumns(table.name, missing, raw.columns), { file: raw.file });
  if (raw.rows.length === 0) throw new InputError(noRows(table.name), { file: raw.file });
  const rows = raw.rows.map(({ place, values }) => {
    const cells: Record<string, unknown> = {};
    for (const column of columns) cells[column.name] = cellOf(values[column.name], column);
    const read = table.row.safeParse(cells);
    if (read.success) return { ...read.data, place };
    const issue = read.error.issues[0];
    const name = String(issue.path[0]);
    const value = values[name];
    const allowed = columns.find((c) => c.name === name)?.allowed ?? issue.message;
    const blank = value === undefined || value === null || value === '';
    const problem = blank ? emptyCell(allowed) : badCell(quoteValue(asText(value)), allowed);
    throw new InputError(problem, { ...place, column: name });
  });
  const known = new Set(columns.map((c) => c.name));
  return { rows, ignored: raw.columns.filter((name) => !known.has(name)) };
}

function cellOf(value: unknown, column: ColumnMeta): unknown {
  if (value === null || value === undefined) return undefined;
  if (value === '' && column.emptyIsText !== true) return undefined;
  return value;
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
