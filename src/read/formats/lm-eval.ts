/**
 * (d) lm-evaluation-harness: `<model>/samples_<task>_<date>.jsonl`, a line for each document and filter. One
 * filter counts, or every document would count twice. Files of other dates are attempts at the same cells.
 */
import { InputError, type Place } from '../../errors.ts';
import { chooseBenchmark } from '../benchmark.ts';
import { type Cells, cellsOf, SCORE_WORDS, scoreWord } from '../cells.ts';
import { idAt, isObject, type JsonObject, objectAt, parseForeignJson, textOf } from '../json.ts';
import { eachJsonLine } from '../lines.ts';
import { badScore, chosenOf, noSuch, plural } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import { modelRow } from '../submission.ts';
import { bareSheets, type Format, type FormatInput } from './format.ts';
import { modelFromPath, nameAbove, stem } from './paths.ts';

const words = { ...SCORE_WORDS, unscored: 'missing' } as const;

interface Samples {
  readonly file: SourceFile;
  readonly model: string;
  readonly task: string;
  readonly date: string;
}

export const lmEval: Format = {
  name: 'lm-eval',
  title: 'lm-evaluation-harness samples',
  words,
  besides: ['csv', 'json'],

  recognises: ({ kind, head }) => (kind === 'jsonl' || kind === 'json') && isObject(head) && 'doc_id' in head,

  async read(input) {
    const samples = input.files.map(samplesOf);
    const benchmark = chooseBenchmark(
      samples.map(({ task }) => task),
      input.choices.benchmark,
      input.source,
    );
    const chosen = samples.filter(({ task }) => benchmark.isChosen(task));
    const cells = cellsOf('lm-eval', words, input.choices);
    const seen: Seen = {
      filters: new Set(),
      metrics: new Set(),
      usedFilters: new Set(),
      usedMetrics: new Set(),
    };
    for (const one of chosen) await readSamples(one, benchmark.prefix(one.task), input, cells, seen);
    const filter = chosenOf('filter', [...seen.usedFilters].join(', '), [...seen.filters], 'filter');
    const metric = chosenOf('metric', [...seen.usedMetrics].join(', '), [...seen.metrics], 'metric');
    const rows = [...new Map(chosen.map((one) => [one.model, one.file]))].map(([id, file]) =>
      modelRow({ id, place: { file: file.name }, baseModels: [id] }),
    );
    return {
      ...cells.table(input.source),
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping: cells.mapping(),
      detail: benchmark.describe('task', `${plural(chosen.length, 'file')}, ${filter}, ${metric}`),
    };
  },
};

/** `samples_<task>_<date>.jsonl` in the folder of the model. */
function samplesOf(file: SourceFile): Samples {
  const name = stem(file, /\.(jsonl|json)$/i);
  const match = /^samples_(.+?)(?:_(\d{4}-\d\d-\d\dT[\d.:-]+))?$/.exec(name);
  return {
    file,
    model: modelFromPath(nameAbove(file, 1)) || '(unnamed)',
    task: match?.[1] ?? name,
    date: match?.[2] ?? '',
  };
}

interface Seen {
  readonly filters: Set<string>;
  readonly metrics: Set<string>;
  readonly usedFilters: Set<string>;
  readonly usedMetrics: Set<string>;
}

async function readSamples(
  { file, model, date }: Samples,
  prefix: string,
  input: FormatInput,
  cells: Cells,
  seen: Seen,
): Promise<void> {
  const { choices } = input;
  const filters = new Set<string>();
  let filter = choices.filter;
  let count = 0;
  await eachJsonLine(
    file,
    input.tap(file),
    (value, line) => {
      const place = { file: file.name, line };
      const record = objectAt(value, place);
      const own = textOf(record['filter']) ?? 'none';
      filters.add(own);
      seen.filters.add(own);
      filter ??= own;
      if (own !== filter) return true;
      count++;
      seen.usedFilters.add(own);
      const metric = metricOf(record, choices.metric, seen, place);
      const word = wordOf(record, metric, choices.threshold, { ...place, column: metric });
      cells.add({ model, task: prefix + taskId(record, place), word, attempt: date, place });
      return true;
    },
    parseForeignJson,
  );
  if (count === 0 && filters.size > 0) {
    throw new InputError(noSuch('filter', choices.filter ?? '', [...filters], 'filter'), { file: file.name });
  }
}

/** The benchmark's own id of a document where it has one, else its number. */
function taskId(record: JsonObject, place: Place): string {
  const doc = isObject(record['doc']) ? record['doc'] : {};
  const own = doc['task_id'] ?? doc['instance_id'];
  if (typeof own === 'string' || typeof own === 'number')
    return idAt(own, { ...place, column: 'doc.task_id' });
  return idAt(record['doc_id'], { ...place, column: 'doc_id' });
}

function metricOf(record: JsonObject, wanted: string | null, seen: Seen, place: Place): string {
  const names = Array.isArray(record['metrics'])
    ? record['metrics'].filter((name) => typeof name === 'string')
    : [];
  const found = names.length > 0 ? names : ['acc', 'exact_match', 'pass@1'].filter((name) => name in record);
  for (const name of found) seen.metrics.add(name);
  const metric = wanted ?? found[0];
  if (metric === undefined || !(metric in record)) {
    throw new InputError(noSuch('metric', metric ?? '', found, 'metric'), place);
  }
  seen.usedMetrics.add(metric);
  return metric;
}

function wordOf(record: JsonObject, metric: string, threshold: number, place: Place): keyof typeof words {
  const value = record[metric];
  if (value === null) return 'unscored';
  if (typeof value === 'boolean') return value ? 'pass' : 'fail';
  if (typeof value === 'number') return scoreWord(value, threshold);
  throw new InputError(badScore(value, 'a number, true, false or null'), place);
}
