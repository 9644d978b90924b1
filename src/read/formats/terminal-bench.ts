/**
 * (h) Terminal-Bench: `runs/<run>/results.json` with a result for each trial, the model in run_metadata.json
 * beside it. Trials and runs of one model are attempts at the same cells.
 */
import { InputError, type Place } from '../../errors.ts';
import { readWholeText } from '../bytes.ts';
import { cellsOf, type WordTable } from '../cells.ts';
import { arrayAt, idAt, isObject, type JsonObject, objectAt, parseForeignJson, textOf } from '../json.ts';
import { plural, wrongType } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import { modelRow } from '../submission.ts';
import type { ModelRow } from '../tables.ts';
import { bareSheets, type Format, type FormatInput } from './format.ts';
import { filesBeside, nameAbove } from './paths.ts';

const words: WordTable = { resolved: 'pass', unresolved: 'fail', null: 'missing' };

export const terminalBench: Format = {
  name: 'terminal-bench',
  title: 'Terminal-Bench results',
  words,
  besides: ['csv', 'json', 'jsonl', 'harbor'],

  recognises({ kind, head }) {
    if (kind !== 'json' || !isObject(head) || !Array.isArray(head['results'])) return false;
    const first = head['results'][0];
    return isObject(first) && 'task_id' in first && 'is_resolved' in first;
  },

  async read(input) {
    const cells = cellsOf('terminal-bench', words, input.choices);
    const rows = new Map<string, ModelRow>();
    for (const file of input.files) {
      const place = { file: file.name };
      const run = nameAbove(file, 1);
      const named = await modelOf(file, input);
      const model = named ?? (run || '(unnamed)');
      if (!rows.has(model))
        rows.set(model, modelRow({ id: model, place, baseModels: named === null ? [] : [named] }));
      cells.addModel(model);
      const root = objectAt(await jsonOf(file, input), place);
      arrayAt(root['results'], { ...place, at: 'results' }).forEach((value, i) => {
        const where = { ...place, at: `results[${i}]` };
        const trial = objectAt(value, where);
        cells.add({
          model,
          task: idAt(trial['task_id'], { ...place, at: `results[${i}].task_id` }),
          word: wordOf(trial, { ...place, at: `results[${i}].is_resolved` }),
          attempt: `${run} ${textOf(trial['trial_name']) ?? ''}`,
          place: where,
        });
      });
    }
    return {
      ...cells.table(input.source),
      ...bareSheets,
      modelRows: { source: input.source, rows: [...rows.values()] },
      mapping: cells.mapping(),
      detail: plural(input.files.length, 'run'),
    };
  },
};

async function modelOf(file: SourceFile, input: FormatInput): Promise<string | null> {
  const metadata = filesBeside(file, input.all).find((other) => nameAbove(other, 0) === 'run_metadata.json');
  if (metadata === undefined) return null;
  const root = objectAt(await jsonOf(metadata, input), { file: metadata.name });
  return textOf(root['model_name']) ?? textOf(root['model']);
}

async function jsonOf(file: SourceFile, input: FormatInput): Promise<unknown> {
  return parseForeignJson(await readWholeText(file, input.tap(file), input.choices.unpackLimit), {
    file: file.name,
  });
}

function wordOf(trial: JsonObject, place: Place): string {
  const resolved = trial['is_resolved'];
  if (resolved === true) return 'resolved';
  if (resolved === false) return 'unresolved';
  if (resolved === null || resolved === undefined) return 'null';
  throw new InputError(wrongType(resolved, 'true, false or null'), place);
}
