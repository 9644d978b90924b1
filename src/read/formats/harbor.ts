/**
 * (h) Harbor: `<jobs>/<job>/<task>__<hash>/result.json`, one for each trial. A trial without a verifier's result,
 * or with an exception, is infrastructure: missing. Trials are attempts at the same cells.
 */
import { InputError, type Place } from '../../errors.ts';
import { readWholeText } from '../bytes.ts';
import { cellsOf, SCORE_WORDS, scoreWord, type WordTable } from '../cells.ts';
import { isObject, type JsonObject, objectAt, parseForeignJson, textOf } from '../json.ts';
import { badScore, noSuch, plural } from '../messages.ts';
import { modelRow } from '../submission.ts';
import type { ModelRow } from '../tables.ts';
import { bareSheets, type Format } from './format.ts';
import { nameAbove } from './paths.ts';

const words: WordTable = { ...SCORE_WORDS, null: 'missing', exception: 'missing' };

export const harbor: Format = {
  name: 'harbor',
  title: 'Harbor trials',
  words,
  besides: ['csv', 'json', 'jsonl'],

  recognises: ({ kind, head }) =>
    kind === 'json' &&
    isObject(head) &&
    'trial_name' in head &&
    ('task_name' in head || 'verifier_result' in head),

  async read(input) {
    const cells = cellsOf('harbor', words, input.choices);
    const rows = new Map<string, ModelRow>();
    for (const file of input.files) {
      const place = { file: file.name };
      const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
      const trial = objectAt(parseForeignJson(text, place), place);
      if (!('trial_name' in trial) && !('task_name' in trial)) continue;
      const name = textOf(trial['trial_name']) ?? nameAbove(file, 1);
      const task = textOf(trial['task_name']) ?? taskOf(name);
      const named = modelOf(trial);
      const model = named ?? (nameAbove(file, 2) || '(unnamed)');
      const word = wordOf(trial, input.choices.metric, input.choices.threshold, place);
      cells.add({ model, task, word, attempt: `${nameAbove(file, 2)} ${name}`, place });
      if (!rows.has(model))
        rows.set(model, modelRow({ id: model, place, baseModels: named === null ? [] : [named] }));
    }
    return {
      ...cells.table(input.source),
      ...bareSheets,
      modelRows: { source: input.source, rows: [...rows.values()] },
      mapping: cells.mapping(),
      detail: plural(input.files.length, 'trial'),
    };
  },
};

/** `fix-git__ab12` is a trial of `fix-git`: what stands before the last `__`. */
function taskOf(trial: string): string {
  const at = trial.lastIndexOf('__');
  return at <= 0 ? trial : trial.slice(0, at);
}

/** agent_info.model_info.name, else config.agent.model_name; null when the trial names no model. */
function modelOf(trial: JsonObject): string | null {
  const inside = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);
  return (
    textOf(inside(inside(trial['agent_info'], 'model_info'), 'name')) ??
    textOf(inside(inside(trial['config'], 'agent'), 'model_name'))
  );
}

function wordOf(trial: JsonObject, metric: string | null, threshold: number, place: Place): string {
  if (trial['exception_info'] !== null && trial['exception_info'] !== undefined) return 'exception';
  const result = trial['verifier_result'];
  if (!isObject(result) || !isObject(result['rewards'])) return 'null';
  const rewards = result['rewards'];
  const names = Object.keys(rewards);
  if (names.length === 0) return 'null';
  const name = metric ?? (names.length === 1 ? names[0] : 'reward');
  if (!Object.hasOwn(rewards, name)) throw new InputError(noSuch('reward', name, names, 'metric'), place);
  const value = rewards[name];
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'pass' : 'fail';
  if (typeof value === 'number') return scoreWord(value, threshold);
  throw new InputError(badScore(value, 'a number, true, false or null'), {
    ...place,
    at: `verifier_result.rewards.${name}`,
  });
}
