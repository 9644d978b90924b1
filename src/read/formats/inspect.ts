/**
 * (c) Inspect AI logs, `.json` and `.eval`. Epochs, and several logs of one model, are attempts at the same
 * cells. A sample that ended in an error, or has no score, is missing.
 */
import { InputError, type Place } from '../../errors.ts';
import { chooseBenchmark } from '../benchmark.ts';
import { cellsOf, scoreWord, type WordTable } from '../cells.ts';
import type { ReadChoices } from '../choices.ts';
import { isObject } from '../json.ts';
import { badScore, chosenOf, noSuch, plural, scoreKeys } from '../messages.ts';
import { modelRow } from '../submission.ts';
import { bareSheets, type Format } from './format.ts';
import { type InspectLog, type InspectSample, inspectLog } from './inspect-samples.ts';

const words: WordTable = {
  C: 'pass',
  I: 'fail',
  P: 'fail',
  N: 'fail',
  pass: 'pass',
  partial: 'fail',
  fail: 'fail',
  unscored: 'missing',
  error: 'missing',
};

export const inspect: Format = {
  name: 'inspect',
  title: 'Inspect logs',
  words,
  besides: ['csv', 'json', 'jsonl'],

  recognises({ kind, head }) {
    if (kind !== 'json' || !isObject(head) || !isObject(head['eval'])) return false;
    return 'version' in head || 'status' in head || 'model' in head['eval'];
  },

  async read(input) {
    const logs: InspectLog[] = [];
    for (const file of input.files) logs.push(await inspectLog(file, input));
    const benchmark = chooseBenchmark(
      logs.map((log) => log.task),
      input.choices.benchmark,
      input.source,
    );
    const chosen = logs.filter((log) => benchmark.isChosen(log.task));
    const cells = cellsOf('inspect', words, input.choices);
    const used = new Set<string>();
    const known = new Set<string>();
    for (const log of chosen) {
      cells.addModel(log.model);
      const names = scorersOf(log);
      for (const name of names) known.add(name);
      const scorer = chooseScorer(names, input.choices.scorer, { file: log.file.name });
      if (scorer !== null) used.add(scorer.name);
      for (const sample of log.samples) {
        cells.add({
          model: log.model,
          task: benchmark.prefix(log.task) + sample.id,
          word: wordOf(sample, scorer, input.choices),
          attempt: `${log.run} ${sample.epoch}`,
          place: sample.place,
        });
      }
    }
    const models = new Map(chosen.map((log) => [log.model, log]));
    const rows = [...models].map(([id, log]) =>
      modelRow({ id, place: { file: log.file.name }, date: log.date, baseModels: [id] }),
    );
    const scorer =
      used.size === 0 ? 'no scores' : chosenOf('scorer', [...used].join(', '), [...known], 'scorer');
    return {
      ...cells.table(input.source),
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping: cells.mapping(),
      detail: benchmark.describe('task', `${plural(chosen.length, 'log')}, ${scorer}`),
    };
  },
};

interface Scorer {
  readonly name: string;
  readonly key: string | null;
}

function scorersOf(log: InspectLog): string[] {
  return [...new Set(log.samples.flatMap((sample) => Object.keys(sample.scores ?? {})))];
}

/** The user's `scorer` or `scorer/key`; the first of the log without a choice, null without any score. */
function chooseScorer(names: readonly string[], wanted: string | null, place: Place): Scorer | null {
  if (names.length === 0) return null;
  if (wanted === null) return { name: names[0], key: null };
  const name = names.find((known) => wanted === known || wanted.startsWith(`${known}/`));
  if (name === undefined) throw new InputError(noSuch('scorer', wanted, names, 'scorer'), place);
  return { name, key: wanted === name ? null : wanted.slice(name.length + 1) };
}

function wordOf(sample: InspectSample, scorer: Scorer | null, choices: ReadChoices): string {
  if (sample.isError) return 'error';
  const score = scorer === null ? undefined : sample.scores?.[scorer.name];
  if (!isObject(score) || scorer === null) return 'unscored';
  const at = `${sample.place.at === undefined ? '' : `${sample.place.at}.`}scores.${scorer.name}.value`;
  const place = { ...sample.place, at };
  const value = score['value'];
  if (!isObject(value)) return valueWord(value, choices, place);
  if (scorer.key === null) throw new InputError(scoreKeys(scorer.name, Object.keys(value)), place);
  return valueWord(value[scorer.key], choices, { ...place, at: `${at}.${scorer.key}` });
}

const ALLOWED = 'C, I, P, N, a number, true or false';

function valueWord(value: unknown, choices: ReadChoices, place: Place): string {
  if (value === null || value === undefined) return 'unscored';
  if (typeof value === 'boolean') return value ? 'pass' : 'fail';
  if (typeof value === 'number') return scoreWord(value, choices.threshold);
  if (typeof value !== 'string') throw new InputError(badScore(value, ALLOWED), place);
  if (Object.hasOwn(choices.status, value) || Object.hasOwn(words, value)) return value;
  if (/^(yes|true)$/i.test(value)) return 'pass';
  if (/^(no|false)$/i.test(value)) return 'fail';
  if (value.trim() !== '' && Number.isFinite(Number(value)))
    return scoreWord(Number(value), choices.threshold);
  throw new InputError(badScore(value, ALLOWED), place);
}
