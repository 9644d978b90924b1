/**
 * Outcomes as formats report them: a status word for each model, task and attempt. Words become pass, fail or
 * missing by one table; attempts at one cell are pooled to k of n; what stands twice is counted or refused.
 */
import { InputError, type Place } from '../errors.ts';
import { outcomesBuilder } from '../leaderboard/outcomes.ts';
import type { ReadChoices, Verdict } from './choices.ts';
import { duplicateAttempt, emptyId, noModels, noTasks, repeatedCells, unknownWord } from './messages.ts';
import type { OutcomeTable } from './outcomes.ts';
import { chosenAttempts } from './runs.ts';

/** What a format's status words mean, in the order in which they are shown. */
export type WordTable = Readonly<Record<string, Verdict>>;

/** One line of the printed mapping. */
export interface MappedWord {
  readonly format: string;
  readonly word: string;
  readonly verdict: Verdict;
  /** The user changed it. */
  readonly remapped: boolean;
  /** Attempts with this word. */
  readonly count: number;
}

export interface Cell {
  readonly model: string;
  readonly task: string;
  readonly word: string;
  /** Tells the attempts at one cell apart: run, epoch, sample. */
  readonly attempt?: string;
  readonly place: Place;
}

interface Kept {
  readonly word: string;
  readonly place: Place;
}

export interface Cells {
  add(cell: Cell): void;
  /** A model or task that has no outcome of its own yet. */
  addModel(id: string): void;
  addTask(id: string): void;
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  table(source: string): OutcomeTable;
  mapping(): MappedWord[];
}

/** @param format name in the mapping */
export function cellsOf(format: string, words: WordTable, choices: ReadChoices): Cells {
  const models = new Map<string, number>();
  const tasks = new Map<string, number>();
  const rows: Map<number, Map<string, Kept>>[] = [];
  const counts = new Map<string, number>(Object.keys(words).map((word) => [word, 0]));
  let identical = 0;

  const verdictOf = (word: string): Verdict | undefined => {
    if (Object.hasOwn(choices.status, word)) return choices.status[word];
    return Object.hasOwn(words, word) ? words[word] : undefined;
  };

  function modelIndex(id: string): number {
    const known = models.get(id);
    if (known !== undefined) return known;
    models.set(id, rows.length);
    return rows.push(new Map()) - 1;
  }

  function taskIndex(id: string): number {
    const known = tasks.get(id);
    if (known !== undefined) return known;
    tasks.set(id, tasks.size);
    return tasks.size - 1;
  }

  return {
    add({ model, task, word, attempt = '', place }) {
      if (model === '') throw new InputError(emptyId('model'), place);
      if (task === '') throw new InputError(emptyId('task'), place);
      if (verdictOf(word) === undefined) throw new InputError(unknownWord(word, Object.keys(words)), place);
      const row = rows[modelIndex(model)];
      const t = taskIndex(task);
      const attempts = row.get(t) ?? new Map<string, Kept>();
      row.set(t, attempts);
      const earlier = attempts.get(attempt);
      if (earlier === undefined) {
        attempts.set(attempt, { word, place });
        counts.set(word, (counts.get(word) ?? 0) + 1);
      } else if (verdictOf(earlier.word) === verdictOf(word)) identical++;
      else throw new InputError(duplicateAttempt(model, task, earlier.word, word, earlier.place), place);
    },
    addModel: (id) => void modelIndex(id),
    addTask: (id) => void taskIndex(id),
    get models() {
      return [...models.keys()];
    },
    get tasks() {
      return [...tasks.keys()];
    },
    table(source) {
      if (models.size === 0) throw new InputError(noModels(), { file: source });
      if (tasks.size === 0) throw new InputError(noTasks(), { file: source });
      const builder = outcomesBuilder(models.size, tasks.size);
      rows.forEach((row, m) => {
        for (const [t, attempts] of row) {
          const verdicts = chosenAttempts(attempts, choices).map((kept) => verdictOf(kept.word));
          const n = verdicts.filter((verdict) => verdict !== 'missing').length;
          if (n > 0) builder.set(m, t, verdicts.filter((verdict) => verdict === 'pass').length, n);
        }
      });
      return {
        source,
        models: [...models.keys()],
        tasks: [...tasks.keys()],
        outcomes: builder.build(),
        notes: identical === 0 ? [] : [repeatedCells(source, identical)],
      };
    },
    mapping: () =>
      [...counts].map(([word, count]) => ({
        format,
        word,
        verdict: verdictOf(word)!,
        remapped: Object.hasOwn(choices.status, word) && choices.status[word] !== words[word],
        count,
      })),
  };
}

/** Word of a numeric score under a threshold: `pass`, `partial` (above 0, below the threshold) or `fail`. */
export function scoreWord(score: number, threshold: number): 'pass' | 'partial' | 'fail' {
  if (score >= threshold) return 'pass';
  return score > 0 ? 'partial' : 'fail';
}

export const SCORE_WORDS = { pass: 'pass', partial: 'fail', fail: 'fail' } as const satisfies WordTable;
