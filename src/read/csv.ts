/** Delimited text to a table of strings, strictly: one header, unique names, no ragged rows. */
import { CsvError, parse } from '#csv-parse';
import { InputError } from '../errors.ts';
import { duplicateHeader, emptyHeader, emptyTable, raggedRow, unreadableCsv } from './messages.ts';

export interface TableRow {
  /** 1-based line where the record ends. */
  readonly line: number;
  /** One string a column, trimmed; '' when empty. */
  readonly cells: readonly string[];
}

export interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

interface RecordWithInfo {
  record: string[];
  info: { lines: number };
}

/**
 * Reads CSV (or TSV) text. Every cell stays a string, so the id "001" stays "001". A byte-order mark is dropped,
 * CRLF and LF both end a line, blank lines are skipped.
 *
 * @param file name shown in errors
 * @throws InputError on an empty text, an empty or repeated header, a row with too few or too many cells, a
 * stray quote; with the line.
 */
export function parseTable(text: string, file: string, delimiter = delimiterOf(file, text)): Table {
  const records = parseRecords(text, file, delimiter);
  if (records.length === 0) throw new InputError(emptyTable(), { file });
  const columns = records[0].record;
  checkHeader(columns, file, records[0].info.lines);
  const rows = records.slice(1).map(({ record, info }) => {
    if (record.length !== columns.length) {
      throw new InputError(raggedRow(record.length, columns.length), { file, line: info.lines });
    }
    return { line: info.lines, cells: record };
  });
  return { file, columns, rows };
}

/** How csv-parse is to read; ragged rows are found by us, so that the message names both counts. */
export const csvOptions = (delimiter: string) => ({
  bom: true,
  delimiter,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: 64 * 1024 * 1024,
});

function parseRecords(text: string, file: string, delimiter: string): RecordWithInfo[] {
  const options = { ...csvOptions(delimiter), info: true };
  try {
    return parse(text, options) as unknown as RecordWithInfo[];
  } catch (cause) {
    const whole = wholeRecords(cause);
    if (whole === null) throw csvError(cause, file);
    const before = whole === 0 ? [] : (parse(text, { ...options, to: whole }) as unknown as RecordWithInfo[]);
    throw openQuote(file, before.at(-1)?.info.lines, cause);
  }
}

/** Records before a quote that opens and never closes; null for any other fault. */
export function wholeRecords(cause: unknown): number | null {
  const { code, records } = cause as { code?: string; records?: number };
  return code === 'CSV_QUOTE_NOT_CLOSED' ? (records ?? 0) : null;
}

/** The quote opens in the record after the last whole one. */
export function openQuote(file: string, lastLine: number | undefined, cause: unknown): InputError {
  return new InputError(
    unreadableCsv('a quote opens and never closes'),
    { file, line: (lastLine ?? 0) + 1 },
    { cause },
  );
}

/** A fault that csv-parse found, with its line; anything else passes. */
export function csvError(cause: unknown, file: string): unknown {
  if (!(cause instanceof CsvError)) return cause;
  const { lines } = cause as unknown as { lines?: number };
  return new InputError(unreadableCsv(cause.message), { file, line: lines }, { cause });
}

export function checkHeader(columns: readonly string[], file: string, line?: number): void {
  const seen = new Map<string, number>();
  columns.forEach((name, i) => {
    if (name === '') throw new InputError(emptyHeader(i + 1), { file, line });
    const first = seen.get(name);
    if (first !== undefined)
      throw new InputError(duplicateHeader(first + 1, i + 1), { file, line, column: name });
    seen.set(name, i);
  });
}

/** Tab for `.tsv` and `.tab`; else of comma, tab and semicolon the first that the first line has. */
export function delimiterOf(file: string, text: string): string {
  if (/\.(tsv|tab)(\.gz)?$/i.test(file)) return '\t';
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  return [',', '\t', ';'].find((one) => first.includes(one)) ?? ',';
}
