/**
 * (b) SWE-bench harness: the report of a run, `<model>.<run>.json` with lists of ids, and the reports of its
 * instances, `logs/run_evaluation/<run>/<model>/<instance>/report.json`. Runs of one model are attempts at the
 * same cells. Where an instance has a report of its own, its tests decide.
 */
import { readWholeText } from '../bytes.ts';
import { type Cells, cellsOf, type WordTable } from '../cells.ts';
import { idsAt, isObject, type JsonObject, objectAt, parseForeignJson } from '../json.ts';
import { disagreements, emptyReports, listedUnfinished } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import { modelRow } from '../submission.ts';
import { isInstanceReport, reportsOf, verdictOfReport } from '../tests-status.ts';
import { bareSheets, type Format } from './format.ts';
import { modelFromPath, nameAbove, stem } from './paths.ts';

const words: WordTable = {
  resolved: 'pass',
  unresolved: 'fail',
  empty_patch: 'fail',
  patch_failed: 'fail',
  error: 'fail',
  ambiguous_failure: 'missing',
  infra_failure: 'missing',
  incomplete: 'missing',
  submitted: 'missing',
  null: 'missing',
};

/** Lists of a run report and the word of their ids; of several lists the first counts. */
const LISTS: readonly (readonly [list: string, word: string])[] = [
  ['resolved_ids', 'resolved'],
  ['infra_failure_ids', 'infra_failure'],
  ['ambiguous_failure_ids', 'ambiguous_failure'],
  ['empty_patch_ids', 'empty_patch'],
  ['error_ids', 'error'],
  ['unresolved_ids', 'unresolved'],
  ['incomplete_ids', 'incomplete'],
  ['submitted_ids', 'submitted'],
  ['completed_ids', 'submitted'],
];

const isRunReport = (value: unknown): value is JsonObject =>
  isObject(value) &&
  (Array.isArray(value['resolved_ids']) ||
    Array.isArray(value['submitted_ids']) ||
    ('total_instances' in value && 'resolved_instances' in value));

export const sweReport: Format = {
  name: 'swe-report',
  title: 'SWE-bench harness reports',
  words,
  besides: ['csv', 'json', 'jsonl'],

  recognises({ kind, head }) {
    if (kind !== 'json' || !isObject(head)) return false;
    return isRunReport(head) || isInstanceReport(head) || isInstanceReport(Object.values(head)[0]);
  },

  async read(input) {
    const cells = cellsOf('swe-report', words, input.choices);
    const notes: string[] = [];
    const done = new Map<string, string>();
    const reports = { instances: 0, runs: 0, empty: 0, disagree: new Map<string, Set<string>>() };
    const runFiles: [SourceFile, JsonObject][] = [];
    for (const file of input.files) {
      const place = { file: file.name };
      const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
      if (text.trim() === '') {
        reports.empty++;
        continue;
      }
      const value = objectAt(parseForeignJson(text, place), place);
      if (isRunReport(value)) runFiles.push([file, value]);
      else addInstances(value, file, cells, done, reports);
    }
    const runs = runFolders(input.files);
    for (const [file, value] of runFiles) {
      reports.runs++;
      addRun(value, file, runs, cells, done, reports.disagree);
    }
    for (const [run, tasks] of reports.disagree) {
      notes.push(disagreements(run, 'the tests in report.json', [...tasks]));
    }
    if (reports.empty > 0) notes.push(emptyReports(input.source, reports.empty));
    const mapping = cells.mapping();
    const unfinished = mapping.find(({ word }) => word === 'submitted')?.count ?? 0;
    if (unfinished > 0) notes.push(listedUnfinished(input.source, unfinished));
    const table = cells.table(input.source);
    const rows = table.models.map((id) => modelRow({ id, place: { file: input.source }, baseModels: [id] }));
    const detail = [
      reports.runs > 0 ? `${reports.runs} run report${reports.runs === 1 ? '' : 's'}` : '',
      reports.instances > 0
        ? `${reports.instances} instance report${reports.instances === 1 ? '' : 's'}`
        : '',
    ];
    return {
      ...table,
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping,
      notes: [...table.notes, ...notes],
      detail: detail.filter((text) => text !== '').join(' and '),
    };
  },
};

interface Tally {
  instances: number;
  readonly disagree: Map<string, Set<string>>;
}

const runName = (model: string, run: string) => (run === '' ? model : `${model} (run ${run})`);

function addInstances(
  value: JsonObject,
  file: SourceFile,
  cells: Cells,
  done: Map<string, string>,
  tally: Tally,
): void {
  const place = { file: file.name };
  const model = modelFromPath(nameAbove(file, 2)) || '(unnamed)';
  const run = nameAbove(file, 3);
  for (const [task, report] of reportsOf(value, nameAbove(file, 1), place)) {
    const { word, disagrees } = verdictOfReport(report, place);
    cells.add({ model, task, word, attempt: run, place });
    done.set(cellKey(model, run, task), word);
    tally.instances++;
    if (disagrees) note(tally.disagree, runName(model, run), task);
  }
}

/** Instances that have a report of their own are only compared. */
function addRun(
  value: JsonObject,
  file: SourceFile,
  runs: readonly string[],
  cells: Cells,
  done: ReadonlyMap<string, string>,
  disagree: Map<string, Set<string>>,
): void {
  const place = { file: file.name };
  const [model, run] = modelAndRun(file, runs);
  const seen = new Set<string>();
  cells.addModel(model);
  for (const [list, word] of LISTS) {
    for (const task of idsAt(value[list], { ...place, at: list })) {
      if (seen.has(task)) continue;
      seen.add(task);
      const own = done.get(cellKey(model, run, task));
      if (own === undefined) cells.add({ model, task, word, attempt: run, place });
      else if ((own === 'resolved') !== (word === 'resolved')) note(disagree, runName(model, run), task);
    }
  }
}

const cellKey = (model: string, run: string, task: string) => `${run}\u0000${model}\u0000${task}`;

function note(notes: Map<string, Set<string>>, key: string, task: string): void {
  const tasks = notes.get(key);
  if (tasks === undefined) notes.set(key, new Set([task]));
  else tasks.add(task);
}

/**
 * `<model>.<run>.json`. Both may hold dots: a run that has a folder under `run_evaluation` decides, else the
 * last dot does.
 */
function modelAndRun(file: SourceFile, runs: readonly string[]): [model: string, run: string] {
  const name = stem(file, /\.json$/i);
  const known = runs.find((run) => name.endsWith(`.${run}`));
  const dot = known === undefined ? name.lastIndexOf('.') : name.length - known.length - 1;
  return dot <= 0 ? [modelFromPath(name), ''] : [modelFromPath(name.slice(0, dot)), name.slice(dot + 1)];
}

/** Names of the folders right under `run_evaluation`. */
function runFolders(files: readonly SourceFile[]): string[] {
  const runs = files.map((file) => file.parts[file.parts.lastIndexOf('run_evaluation') + 1]);
  return [...new Set(runs.filter((_, i) => files[i].parts.includes('run_evaluation')))];
}
