/** Evidence for tests, written as the files that people have. */
import { rawTable } from '../../src/audit/evidence/raw.ts';
import { type RowOf, TABLES, type TableName } from '../../src/audit/evidence/registry.ts';
import { type EvidenceTable, type Placed, readRows } from '../../src/audit/evidence/table.ts';

/** Rows of a CSV (or JSONL) text of that table; `file` is the name in errors. */
export function rowsOf<T extends TableName>(
  table: T,
  text: string,
  file = `${table}.csv`,
): Placed<RowOf<T>>[] {
  const read = readRows(TABLES[table] as unknown as EvidenceTable, rawTable(text, file));
  return read.rows as unknown as Placed<RowOf<T>>[];
}

/** A CSV text from a header and lines. */
export function csv(header: string, lines: readonly (readonly (string | number)[])[]): string {
  return [header, ...lines.map((line) => line.join(','))].join('\n');
}

/** 0 .. n-1 */
export function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

/** The error that `run` throws, as its message. */
export function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
