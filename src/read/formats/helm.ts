/**
 * (e) HELM: `runs/<suite>/<scenario:args,model=M>/per_instance_stats.json`. Rows with a perturbation are
 * dropped; train trials are attempts at the same cells.
 */
import { InputError, type Place } from '../../errors.ts';
import { chooseBenchmark } from '../benchmark.ts';
import { readWholeText } from '../bytes.ts';
import { type Cells, cellsOf, SCORE_WORDS, scoreWord } from '../cells.ts';
import { arrayAt, idAt, isObject, type JsonObject, objectAt, parseForeignJson, textOf } from '../json.ts';
import { badScore, noSuch, perturbed, plural } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import { modelRow } from '../submission.ts';
import { bareSheets, type Format, type FormatInput } from './format.ts';
import { nameAbove } from './paths.ts';

const words = { ...SCORE_WORDS, unscored: 'missing' } as const;

/** The metric that counts when none is chosen. */
const DEFAULT_METRIC = 'exact_match';

export const helm: Format = {
  name: 'helm',
  title: 'HELM per-instance statistics',
  words,
  besides: ['csv', 'json', 'jsonl'],

  recognises({ kind, head }) {
    const first = kind === 'json' && Array.isArray(head) ? head[0] : null;
    return isObject(first) && 'instance_id' in first && 'stats' in first;
  },

  async read(input) {
    const runs = input.files.map((file) => ({ file, ...runOf(nameAbove(file, 1)) }));
    const benchmark = chooseBenchmark(
      runs.map(({ scenario }) => scenario),
      input.choices.benchmark,
      input.source,
    );
    const chosen = runs.filter(({ scenario }) => benchmark.isChosen(scenario));
    const cells = cellsOf('helm', words, input.choices);
    const metric = input.choices.metric ?? DEFAULT_METRIC;
    let dropped = 0;
    for (const { file, model, scenario } of chosen) {
      dropped += await readRun(file, model, benchmark.prefix(scenario), metric, input, cells);
    }
    const table = cells.table(input.source);
    const rows = [...new Map(chosen.map((run) => [run.model, run.file]))].map(([id, file]) =>
      modelRow({ id, place: { file: file.name }, baseModels: [id] }),
    );
    return {
      ...table,
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping: cells.mapping(),
      notes: dropped === 0 ? table.notes : [...table.notes, perturbed(input.source, dropped)],
      detail: benchmark.describe(
        'scenario',
        `${plural(chosen.length, 'run')}, metric "${metric}" (--metric)`,
      ),
    };
  },
};

/** `mmlu:subject=law,model=openai_gpt-4` to its scenario `mmlu:subject=law` and its model. */
function runOf(folder: string): { scenario: string; model: string } {
  const [name, ...rest] = folder.split(':');
  const parts = rest.join(':').split(',');
  const isModel = (part: string) => part.startsWith('model=');
  const args = parts.filter((part) => part !== '' && !isModel(part));
  const model = parts.find(isModel)?.slice('model='.length) ?? (rest.length === 0 ? name : '');
  return { scenario: args.length === 0 ? name : `${name}:${args.join(',')}`, model: model || '(unnamed)' };
}

/** @returns rows dropped for a perturbation */
async function readRun(
  file: SourceFile,
  model: string,
  prefix: string,
  metric: string,
  input: FormatInput,
  cells: Cells,
): Promise<number> {
  const place = { file: file.name };
  const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
  const rows = arrayAt(parseForeignJson(text, place), place);
  let dropped = 0;
  cells.addModel(model);
  rows.forEach((value, i) => {
    const where: Place = { ...place, at: `[${i}]` };
    const row = objectAt(value, where);
    if (isObject(row['perturbation'])) {
      dropped++;
      return;
    }
    const stats = arrayAt(row['stats'], { ...where, at: `[${i}].stats` })
      .filter(isObject)
      .filter(isPlain);
    const stat = stats.find((one) => nameOf(one) === metric);
    if (stat === undefined && input.choices.metric === null) {
      throw new InputError(noSuch('metric', metric, [...new Set(stats.map(nameOf))], 'metric'), where);
    }
    const task = prefix + idAt(row['instance_id'], { ...where, at: `[${i}].instance_id` });
    const attempt = String(row['train_trial_index'] ?? 0);
    const word = stat === undefined ? 'unscored' : wordOf(stat, input.choices.threshold, where);
    cells.add({ model, task, word, attempt, place: where });
  });
  return dropped;
}

const isPlain = (stat: JsonObject) => !(isObject(stat['name']) && isObject(stat['name']['perturbation']));

function nameOf(stat: JsonObject): string {
  return (isObject(stat['name']) ? textOf(stat['name']['name']) : textOf(stat['name'])) ?? '';
}

/** The mean, or the sum over the count; a count of 0 has no score. */
function wordOf(stat: JsonObject, threshold: number, place: Place): keyof typeof words {
  const { mean, sum, count } = stat;
  if (count === 0 || (mean === null && sum === undefined)) return 'unscored';
  const score = mean ?? (typeof sum === 'number' && typeof count === 'number' ? sum / count : sum);
  if (typeof score !== 'number') throw new InputError(badScore(score, 'a number'), place);
  return scoreWord(score, threshold);
}
