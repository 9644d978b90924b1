/** Outcomes tables: wide (`model`, then a column a task) and long (`model,task,passed[,attempts]`). */
import { InputError, type Place } from '../errors.ts';
import { outcomesBuilder } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import type { Table, TableRow } from './csv.ts';
import {
  badCount,
  badOutcome,
  duplicateCell,
  duplicateModel,
  emptyId,
  missingColumn,
  noModels,
  noTasks,
  tooManyPasses,
  unknownTask,
} from './messages.ts';

/** Outcomes with the ids of their rows and columns, and what was noticed while reading. */
export interface OutcomeTable {
  readonly source: string;
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  readonly outcomes: Outcomes;
  readonly notes: readonly string[];
}

/** Wide or long by the header: a table with columns `task` and `passed` is long. `taskList` fixes the tasks of a long table. */
export function outcomesFromTable(table: Table, taskList: readonly string[] | null = null): OutcomeTable {
  const isLong = table.columns.includes('task') && table.columns.includes('passed');
  return isLong ? longOutcomes(table, taskList) : wideOutcomes(table);
}

function wideOutcomes(table: Table): OutcomeTable {
  const { file, columns, rows } = table;
  if (columns[0] !== 'model') {
    throw new InputError(missingColumn(['model'], columns), { file, line: 1 });
  }
  const tasks = columns.slice(1);
  if (tasks.length === 0) throw new InputError(noTasks(), { file });
  const first = new Map<string, TableRow>();
  let identical = 0;
  for (const row of rows) {
    const id = row.cells[0];
    if (id === '') throw new InputError(emptyId('model'), { file, line: row.line });
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, row);
    else if (earlier.cells.join('\u0000') === row.cells.join('\u0000')) identical++;
    else throw new InputError(duplicateModel(id, earlier.line), { file, line: row.line });
  }
  const kept = [...first.values()];
  if (kept.length === 0) throw new InputError(noModels(), { file });
  const builder = outcomesBuilder(kept.length, tasks.length);
  kept.forEach((row, m) => {
    tasks.forEach((task, t) => {
      const cell = parseCell(row.cells[t + 1], { file, line: row.line, column: task });
      if (cell !== null) builder.set(m, t, cell.passes, cell.attempts);
    });
  });
  const models = [...first.keys()];
  return { source: file, models, tasks, outcomes: builder.build(), notes: identicalNote(file, identical) };
}

function longOutcomes(table: Table, taskList: readonly string[] | null): OutcomeTable {
  const { file, columns, rows } = table;
  const at = (name: string) => columns.indexOf(name);
  const [modelAt, taskAt, passedAt, attemptsAt] = [at('model'), at('task'), at('passed'), at('attempts')];
  if (modelAt < 0) throw new InputError(missingColumn(['model'], columns), { file, line: 1 });
  const models = new Map<string, number>();
  const tasks = new Map<string, number>((taskList ?? []).map((id, t) => [id, t]));
  const cells = new Map<string, { passes: number; attempts: number; line: number }>();
  let identical = 0;
  for (const row of rows) {
    const place = { file, line: row.line };
    const model = row.cells[modelAt];
    const task = row.cells[taskAt];
    if (model === '') throw new InputError(emptyId('model'), place);
    if (task === '') throw new InputError(emptyId('task'), place);
    if (!tasks.has(task)) {
      if (taskList !== null) throw new InputError(unknownTask(task, tasks.size, 'the tasks table'), place);
      tasks.set(task, tasks.size);
    }
    if (!models.has(model)) models.set(model, models.size);
    const cell = parseLongCell(row.cells[passedAt], attemptsAt < 0 ? null : row.cells[attemptsAt], {
      ...place,
      column: 'passed',
    });
    if (cell === null) continue;
    const key = `${models.get(model)}:${tasks.get(task)}`;
    const earlier = cells.get(key);
    if (earlier !== undefined) {
      if (earlier.passes !== cell.passes || earlier.attempts !== cell.attempts) {
        throw new InputError(duplicateCell(model, task, earlier.line), place);
      }
      identical++;
      continue;
    }
    cells.set(key, { ...cell, line: row.line });
  }
  if (models.size === 0) throw new InputError(noModels(), { file });
  const builder = outcomesBuilder(models.size, tasks.size);
  for (const [key, cell] of cells) {
    const [m, t] = key.split(':').map(Number);
    builder.set(m, t, cell.passes, cell.attempts);
  }
  return {
    source: file,
    models: [...models.keys()],
    tasks: [...tasks.keys()],
    outcomes: builder.build(),
    notes: identicalNote(file, identical),
  };
}

function parseLongCell(passed: string, attempts: string | null, place: Place) {
  if (attempts === null || attempts === '') return parseCell(passed, place);
  if (passed === '') return null;
  const k = wholeNumber(passed, 'number of passes', place);
  const n = wholeNumber(attempts, 'number of attempts', { ...place, column: 'attempts' });
  if (k > n) throw new InputError(tooManyPasses(k, n), place);
  return n === 0 ? null : { passes: k, attempts: n };
}

function parseCell(text: string, place: Place): { passes: number; attempts: number } | null {
  if (text === '') return null;
  if (text === '0') return { passes: 0, attempts: 1 };
  if (text === '1') return { passes: 1, attempts: 1 };
  const match = /^(\d+)\/(\d+)$/.exec(text);
  if (match === null) throw new InputError(badOutcome(text), place);
  const passes = Number(match[1]);
  const attempts = Number(match[2]);
  if (passes > attempts) throw new InputError(tooManyPasses(passes, attempts), place);
  return attempts === 0 ? null : { passes, attempts };
}

function wholeNumber(text: string, what: string, place: Place): number {
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new InputError(badCount(text, what), place);
  }
  return Number(text);
}

function identicalNote(file: string, count: number): string[] {
  return count === 0
    ? []
    : [`${file}: ${count} repeated row${count === 1 ? '' : 's'} identical to an earlier one, counted once`];
}
