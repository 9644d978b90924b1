/** Outcomes tables of our own contract, wide or long, in the kinds of file that hold tables. */
import type { Tap } from '../bytes.ts';
import type { ReadChoices } from '../choices.ts';
import { csvRows } from '../csv-rows.ts';
import { isObject } from '../json.ts';
import { jsonlRows, jsonRows } from '../json-rows.ts';
import { mergeTables } from '../merge.ts';
import { isLong, outcomeCollector } from '../outcomes.ts';
import { eachRow, type Rows } from '../rows.ts';
import type { Sniff } from '../sniff.ts';
import type { SourceFile } from '../source.ts';
import { bareSheets, type Format, type FormatInput, type FormatPart } from './format.ts';

type Open = (file: SourceFile, choices: ReadChoices, tap?: Tap) => Promise<Rows>;

function tableFormat(name: string, title: string, recognises: (sniff: Sniff) => boolean, open: Open): Format {
  return { name, title, words: {}, besides: [], recognises, read: (input) => readTables(input, open) };
}

async function readTables(input: FormatInput, open: Open): Promise<FormatPart> {
  const parts = [];
  const layouts = new Set<string>();
  for (const file of input.files) {
    const rows = await open(file, input.choices, input.tap(file));
    const collector = outcomeCollector(file.name, rows.columns, null, input.choices);
    layouts.add(
      isLong(rows.columns, input.choices) ? 'a row a cell (long)' : 'a row a model, a column a task (wide)',
    );
    await eachRow(rows, (cells) => collector.row(cells));
    parts.push(collector.table());
  }
  return {
    ...mergeTables(input.source, parts),
    ...bareSheets,
    detail: [...layouts].join(' and '),
    mapping: [],
  };
}

/** In a folder only a table with a model column is taken for outcomes; a file named alone always is. */
const hasModel = (sniff: Sniff, names: readonly string[]) => sniff.isAlone || names.includes('model');

const headNames = (head: unknown) =>
  String(head)
    .split(/[,\t;]/)
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));

const isRecord = (value: unknown) => isObject(value) && Object.hasOwn(value, 'model');

export const csv = tableFormat(
  'csv',
  'CSV table',
  (sniff) => sniff.kind === 'csv' && hasModel(sniff, headNames(sniff.head)) && isOutcomes(sniff),
  (file, _choices, tap) => csvRows(file, tap),
);

/** The models table of the same folder has a model column too. */
function isOutcomes(sniff: Sniff): boolean {
  return sniff.isAlone || !/^(tasks|models|flags)\./i.test(sniff.file.parts.at(-1) ?? '');
}

export const jsonl = tableFormat(
  'jsonl',
  'JSONL table',
  (sniff) => sniff.kind === 'jsonl' && isRecord(sniff.head),
  jsonlRows,
);

export const json = tableFormat(
  'json',
  'JSON records',
  (sniff) => sniff.kind === 'json' && Array.isArray(sniff.head) && isRecord(sniff.head[0]),
  jsonRows,
);

export const parquet = tableFormat(
  'parquet',
  'Parquet table',
  (sniff) => sniff.kind === 'parquet',
  async (...args) => (await import('../parquet-rows.ts')).parquetRows(...args),
);

export const arrow = tableFormat(
  'arrow',
  'Arrow table',
  (sniff) => sniff.kind === 'arrow',
  async (...args) => (await import('../arrow-rows.ts')).arrowRows(...args),
);
