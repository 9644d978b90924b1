/** From the text of a CSV, TSV, JSONL or JSON file to raw rows that know their line. */
import { InputError } from '../../errors.ts';
import { parseTable } from '../../read/csv.ts';
import { badJson, noRows, notAnObject } from './messages.ts';
import type { RawTable } from './table.ts';

/**
 * JSON Lines when the text begins with `{` (or the name ends in .jsonl), a JSON list of objects when it begins
 * with `[`, else CSV or TSV.
 *
 * @throws InputError with file and line on text that is none of them.
 */
export function rawTable(text: string, file: string): RawTable {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{') || /\.(jsonl|ndjson)(\.gz)?$/i.test(file)) return fromJsonLines(text, file);
  if (start.startsWith('[')) return fromJsonList(text, file);
  const table = parseTable(text, file);
  return {
    file,
    columns: table.columns,
    rows: table.rows.map(({ line, cells }) => ({
      place: { file, line },
      values: Object.fromEntries(table.columns.map((name, i) => [name, cells[i]])),
    })),
  };
}

function fromJsonLines(text: string, file: string): RawTable {
  const rows: RawTable['rows'][number][] = [];
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .forEach((line, i) => {
      if (line.trim() === '') return;
      const place = { file, line: i + 1 };
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch (cause) {
        throw new InputError(badJson(), place, { cause });
      }
      rows.push({ place, values: objectOf(value, place) });
    });
  if (rows.length === 0) throw new InputError(noRows('JSONL'), { file });
  return { file, columns: columnsOfRows(rows), rows };
}

function fromJsonList(text: string, file: string): RawTable {
  let values: unknown;
  try {
    values = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new InputError(badJson(), { file }, { cause });
  }
  const rows = (values as unknown[]).map((value, i) => {
    const place = { file, row: i + 1 };
    return { place, values: objectOf(value, place) };
  });
  return { file, columns: columnsOfRows(rows), rows };
}

function objectOf(
  value: unknown,
  place: { file: string; line?: number; row?: number },
): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new InputError(notAnObject(), place);
}

function columnsOfRows(rows: RawTable['rows']): string[] {
  const names = new Set<string>();
  for (const { values } of rows) for (const name of Object.keys(values)) names.add(name);
  return [...names];
}
