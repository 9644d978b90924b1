/**
 * (f) EvalPlus: `*_eval_results.json` with an entry for each sample. Plus credit needs the original tests (base)
 * and the extended ones; base credit the original ones alone.
 */
import { InputError, type Place } from '../../errors.ts';
import { readWholeText } from '../bytes.ts';
import { cellsOf, type WordTable } from '../cells.ts';
import { arrayAt, isObject, objectAt, parseForeignJson } from '../json.ts';
import { badWord, plural } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import { modelRow } from '../submission.ts';
import { bareSheets, type Format, type FormatInput } from './format.ts';
import { modelFromPath, nameAbove, stem } from './paths.ts';

const words: WordTable = {
  pass: 'pass',
  fail: 'fail',
  timeout: 'fail',
  'base not passed': 'fail',
  null: 'missing',
};

const STATUSES = ['pass', 'fail', 'timeout', 'timed out', null];

export const evalplus: Format = {
  name: 'evalplus',
  title: 'EvalPlus results',
  words,
  besides: ['csv', 'json', 'jsonl'],

  recognises({ kind, head }) {
    if (kind !== 'json' || !isObject(head) || !isObject(head['eval'])) return false;
    const first = Object.values(head['eval'])[0];
    if (first === undefined) return !('model' in head['eval']) && !('version' in head);
    return Array.isArray(first) && (first.length === 0 || (isObject(first[0]) && 'base_status' in first[0]));
  },

  async read(input) {
    const cells = cellsOf('evalplus', words, input.choices);
    for (const file of input.files) {
      const model = evalplusModel(file);
      cells.addModel(model);
      await eachSample(file, input, ({ task, sample, base, plus, place }) => {
        const word = input.choices.credit === 'base' ? baseWord(base) : plusWord(base, plus);
        cells.add({ model, task, word, attempt: String(sample), place });
      });
    }
    const rows = cells.models.map((id) => modelRow({ id, place: { file: input.source }, baseModels: [id] }));
    return {
      ...cells.table(input.source),
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping: cells.mapping(),
      detail: `${plural(input.files.length, 'file')}, ${input.choices.credit} credit (--credit)`,
    };
  },
};

/** One sample's verdict on the original and the extended tests. */
export interface EvalplusSample {
  readonly task: string;
  readonly sample: number;
  readonly base: string | null;
  readonly plus: string | null;
  readonly place: Place;
}

export async function eachSample(
  file: SourceFile,
  input: Pick<FormatInput, 'tap' | 'choices'>,
  visit: (sample: EvalplusSample) => void,
): Promise<void> {
  const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
  const root = objectAt(parseForeignJson(text, { file: file.name }), { file: file.name });
  const tasks = objectAt(root['eval'], { file: file.name, at: 'eval' });
  for (const [task, list] of Object.entries(tasks)) {
    arrayAt(list, { file: file.name, at: `eval.${task}` }).forEach((value, sample) => {
      const place = { file: file.name, at: `eval.${task}[${sample}]` };
      const entry = objectAt(value, place);
      visit({
        task,
        sample,
        base: statusAt(entry['base_status'], { ...place, at: `${place.at}.base_status` }),
        plus: statusAt(entry['plus_status'], { ...place, at: `${place.at}.plus_status` }),
        place,
      });
    });
  }
}

function statusAt(value: unknown, place: Place): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !STATUSES.includes(value)) {
    throw new InputError(badWord(value, 'pass, fail, timeout or null'), place);
  }
  return value === 'timed out' ? 'timeout' : value;
}

const baseWord = (base: string | null) => base ?? 'null';

/** Without base there is no plus, whatever it says; a plus that was not run is missing. */
function plusWord(base: string | null, plus: string | null): string {
  if (base === null) return 'null';
  return base === 'pass' ? (plus ?? 'null') : 'base not passed';
}

/** `<model>_eval_results.json`, or the folder's name. */
export function evalplusModel(file: SourceFile): string {
  const name = stem(file, /[._-]?eval_results\.json$/i).replace(/\.json$/i, '');
  return modelFromPath(name === '' ? nameAbove(file, 1) : name) || '(unnamed)';
}
