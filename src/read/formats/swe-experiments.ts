/**
 * (a) SWE-bench/experiments: `evaluation/<split>/<submission>/` with `results/results.json` (lists of ids) or
 * `per_instance_details.json` (every instance), `metadata.yaml`, and perhaps `logs/<instance>/report.json`.
 */
import { InputError } from '../../errors.ts';
import { chooseBenchmark } from '../benchmark.ts';
import { readWholeText } from '../bytes.ts';
import { cellsOf, type WordTable } from '../cells.ts';
import { isObject, type JsonObject, parseForeignJson } from '../json.ts';
import { badYaml, disagreements, inSeveralLists, noTaskList, unknownTask } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import { modelRow, submissionOfMetadata } from '../submission.ts';
import type { ModelRow } from '../tables.ts';
import { isInstanceReport, reportsOf, verdictOfReport } from '../tests-status.ts';
import { bareSheets, type Format, type FormatInput } from './format.ts';
import { dateFromName, nameAbove } from './paths.ts';
import { LISTS, type Verdicts, verdictsOfDetails, verdictsOfLists } from './swe-lists.ts';

const words: WordTable = {
  resolved: 'pass',
  unresolved: 'fail',
  unlisted: 'fail',
  no_generation: 'fail',
  no_logs: 'fail',
  install_fail: 'fail',
  reset_failed: 'fail',
  no_apply: 'fail',
  test_errored: 'fail',
  test_timeout: 'fail',
  null: 'missing',
  absent: 'missing',
};

const isLists = (head: JsonObject) => LISTS.some((list) => Array.isArray(head[list]));

/** `resolved_by_repo.json` beside it has numbers there, the report of an instance has tests. */
function isDetails(head: JsonObject): boolean {
  const first = Object.values(head)[0];
  if (!isObject(first) || isInstanceReport(first)) return false;
  return typeof first['resolved'] === 'boolean' || ('resolved' in first && first['resolved'] === null);
}

interface Folder {
  readonly id: string;
  readonly split: string;
  results?: SourceFile;
  details?: SourceFile;
  metadata?: SourceFile;
  readonly reports: SourceFile[];
}

export const sweExperiments: Format = {
  name: 'swe-experiments',
  title: 'SWE-bench/experiments',
  words,
  besides: ['swe-report', 'csv', 'json', 'jsonl'],
  uses: ['swe-report'],

  recognises({ kind, head }) {
    if (kind !== 'json' || !isObject(head)) return false;
    return isLists(head) || isDetails(head);
  },

  async read(input) {
    const folders = foldersOf(input);
    const split = chooseBenchmark(
      folders.map((folder) => folder.split),
      input.choices.benchmark,
      input.source,
    );
    const chosen = folders.filter((folder) => split.isChosen(folder.split));
    const notes: string[] = [];
    const read = [];
    for (const folder of chosen) {
      const id = split.prefix(folder.split) + folder.id;
      read.push({ folder, id, ...(await readFolder(folder, id, input, notes)) });
    }
    const tasks = input.taskList ?? [...new Set(read.flatMap(({ verdicts }) => [...verdicts.named]))];
    const isTask = new Set(tasks);
    const cells = cellsOf('swe-experiments', words, input.choices);
    for (const { folder, id, verdicts, rest } of read) {
      const place = { file: (folder.results ?? folder.details)?.name };
      for (const task of verdicts.named) {
        if (!isTask.has(task))
          throw new InputError(unknownTask(task, tasks.length, 'the tasks table'), place);
      }
      cells.addModel(id);
      for (const task of tasks) cells.add({ model: id, task, word: verdicts.words.get(task) ?? rest, place });
    }
    if (input.taskList === null && read.some(({ rest }) => rest === 'unlisted')) {
      notes.push(noTaskList(input.source, tasks.length));
    }
    const table = cells.table(input.source);
    const rows = read.map(({ row }) => row);
    return {
      ...table,
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping: cells.mapping(),
      notes: [...table.notes, ...notes],
      detail: split.describe('split', `${chosen.length} submission${chosen.length === 1 ? '' : 's'}`),
    };
  },
};

/** The submissions in the order of their folders, each with its files. */
function foldersOf(input: FormatInput): Folder[] {
  const folders = new Map<string, Folder>();
  for (const file of input.files) {
    const isInResults = nameAbove(file, 1) === 'results';
    const up = isInResults ? 2 : 1;
    const key = file.parts.slice(0, -up).join('/');
    const split = nameAbove(file, up + 2) === 'evaluation' ? nameAbove(file, up + 1) : '';
    const folder = folders.get(key) ?? { id: nameAbove(file, up), split, reports: [] };
    folders.set(key, folder);
    const head = input.heads.get(file);
    if (isObject(head) && !isLists(head) && isDetails(head)) folder.details = file;
    else folder.results = file;
  }
  for (const file of input.all) {
    const name = nameAbove(file, 0);
    if (name === 'metadata.yaml' || name === 'metadata.yml') {
      const folder = folders.get(file.parts.slice(0, -1).join('/'));
      if (folder !== undefined) folder.metadata = file;
    } else if (name === 'report.json') {
      folders.get(file.parts.slice(0, -3).join('/'))?.reports.push(file);
    }
  }
  return [...folders.values()];
}

interface ReadFolder {
  readonly verdicts: Verdicts;
  /** Word of a task that the file does not name. */
  readonly rest: 'unlisted' | 'absent';
  readonly row: ModelRow;
}

async function readFolder(
  folder: Folder,
  id: string,
  input: FormatInput,
  notes: string[],
): Promise<ReadFolder> {
  const details = folder.details === undefined ? null : await verdictsOfDetails(folder.details, input);
  const lists = folder.results === undefined ? null : await verdictsOfLists(folder.results, input);
  const verdicts = lists ?? details!;
  if (verdicts.contradicted.length > 0) notes.push(inSeveralLists(id, verdicts.contradicted));
  if (lists !== null && details !== null) {
    const differ = [...details.words].filter(
      ([task, word]) => (word === 'resolved') !== (lists.words.get(task) === 'resolved'),
    );
    if (differ.length > 0) {
      notes.push(
        disagreements(
          id,
          'per_instance_details.json',
          differ.map(([task]) => task),
        ),
      );
    }
  }
  const byTests = await disagreeingReports(folder, verdicts, input);
  if (byTests.length > 0) notes.push(disagreements(id, 'the tests in report.json', byTests));
  const row = modelRow(
    submissionOfMetadata(
      id,
      { file: folder.metadata?.name ?? folder.results?.name ?? folder.details?.name },
      dateFromName(folder.id),
      await metadataOf(folder, input, notes),
    ),
  );
  return { verdicts, rest: lists === null ? 'absent' : 'unlisted', row };
}

/** Tasks whose report says otherwise than the lists, by the SWE-bench rule. */
async function disagreeingReports(folder: Folder, verdicts: Verdicts, input: FormatInput): Promise<string[]> {
  const found: string[] = [];
  for (const file of folder.reports) {
    const place = { file: file.name };
    const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
    if (text.trim() === '') continue;
    for (const [task, report] of reportsOf(parseForeignJson(text, place), nameAbove(file, 1), place)) {
      const { word } = verdictOfReport(report, place);
      if ((word === 'resolved') !== (verdicts.words.get(task) === 'resolved')) found.push(task);
    }
  }
  return found;
}

/** Metadata that are no YAML are noted and left out: they are not what is measured. */
async function metadataOf(folder: Folder, input: FormatInput, notes: string[]): Promise<unknown> {
  if (folder.metadata === undefined) return null;
  const text = await readWholeText(folder.metadata, input.tap(folder.metadata), input.choices.unpackLimit);
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (cause) {
    notes.push(badYaml(folder.metadata.name, (cause as Error).message));
    return null;
  }
}
