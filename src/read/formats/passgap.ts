/** The folder that `passgap import` writes: manifest.json with outcomes.csv, tasks.csv, models.csv, flags.csv. */
import { createHash } from 'node:crypto';
import { InputError } from '../../errors.ts';
import { readWhole, readWholeText } from '../bytes.ts';
import { parseTable } from '../csv.ts';
import { csvRows } from '../csv-rows.ts';
import { isObject, parseJson } from '../json.ts';
import { mergeTables } from '../merge.ts';
import { changedFile, missingFile, plural } from '../messages.ts';
import { outcomeCollector } from '../outcomes.ts';
import { concatSheets } from '../overlay.ts';
import { eachRow } from '../rows.ts';
import type { SourceFile } from '../source.ts';
import { flagsFromTable, modelsFromTable, tasksFromTable } from '../tables.ts';
import type { Format, FormatInput } from './format.ts';
import { filesBeside, nameAbove } from './paths.ts';

export const MANIFEST_SCHEMA = 'passgap-import-1';

export const passgap: Format = {
  name: 'passgap',
  title: 'folder written by passgap import',
  words: {},
  besides: ['csv', 'json', 'jsonl', 'parquet', 'arrow'],
  uses: ['csv', 'parquet', 'arrow'],

  recognises: ({ kind, head }) => kind === 'json' && isObject(head) && head['schema'] === MANIFEST_SCHEMA,

  async read(input) {
    const folders = [];
    for (const manifest of input.files) folders.push(await readFolder(manifest, input));
    return {
      ...mergeTables(
        input.source,
        folders.map(({ outcomes }) => outcomes),
      ),
      modelRows: concatSheets(folders.map(({ models }) => models)),
      taskRows: concatSheets(folders.map(({ tasks }) => tasks)),
      flagRows: concatSheets(folders.map(({ flags }) => flags)),
      mapping: [],
      detail: plural(folders.length, 'manifest'),
    };
  },
};

async function readFolder(manifest: SourceFile, input: FormatInput) {
  const beside = filesBeside(manifest, input.all);
  const fileOf = (name: string) => beside.find((file) => nameAbove(file, 0) === name);
  const notes: string[] = [];
  const sums = sumsOf(await readWholeText(manifest, input.tap(manifest)), manifest);
  for (const [name, wanted] of sums) {
    const file = fileOf(name);
    if (file === undefined) continue;
    const found = createHash('sha256')
      .update(await readWhole(file))
      .digest('hex');
    if (found !== wanted) notes.push(changedFile(file.name, manifest.name));
  }
  const outcomes = fileOf('outcomes.csv');
  if (outcomes === undefined) throw new InputError(missingFile('outcomes.csv'), { file: manifest.name });
  const rows = await csvRows(outcomes, input.tap(outcomes));
  const collector = outcomeCollector(outcomes.name, rows.columns, null, input.choices);
  await eachRow(rows, (cells) => collector.row(cells));
  const table = collector.table();
  const tableOf = async (name: string) => {
    const file = fileOf(name);
    return file === undefined ? null : parseTable(await readWholeText(file, input.tap(file)), file.name);
  };
  const [tasks, models, flags] = [
    await tableOf('tasks.csv'),
    await tableOf('models.csv'),
    await tableOf('flags.csv'),
  ];
  return {
    outcomes: { ...table, notes: [...table.notes, ...notes] },
    tasks: tasks && tasksFromTable(tasks),
    models: models && modelsFromTable(models),
    flags: flags && flagsFromTable(flags),
  };
}

/** Sums of the manifest by file name. */
function sumsOf(text: string, manifest: SourceFile): [string, unknown][] {
  const root = parseJson(text, { file: manifest.name });
  return isObject(root) && isObject(root['files']) ? Object.entries(root['files']) : [];
}
