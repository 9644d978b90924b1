/** The text of a file to the typed rows of one table. */
import { rawTable } from './raw.ts';
import { type RowOf, TABLES, type TableName } from './registry.ts';
import { type EvidenceTable, type Placed, readRows } from './table.ts';

/**
 * Rows of a table from CSV, TSV, JSONL or a JSON list.
 *
 * @param file the name shown in errors; `.tsv` and `.jsonl` say the format where the text does not
 * @throws InputError that names file, line, column, value and what is allowed
 * @example evidenceRows('feedback', 'polarity\nneutral')[0].polarity // 'neutral'
 */
export function evidenceRows<T extends TableName>(
  table: T,
  text: string,
  file = `${table}.csv`,
): Placed<RowOf<T>>[] {
  const read = readRows(TABLES[table] as unknown as EvidenceTable, rawTable(text, file));
  return read.rows as unknown as Placed<RowOf<T>>[];
}
