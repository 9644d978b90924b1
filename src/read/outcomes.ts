/** Outcomes tables: wide (`model`, then a column a task) and long (`model,task,passed[,attempts][,run]`). */
import { InputError } from '../errors.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { parseCell, parseCounts } from './cell.ts';
import { DEFAULT_CHOICES, type ReadChoices } from './choices.ts';
import type { Table } from './csv.ts';
import { type GrowingOutcomes, growingOutcomes } from './growing.ts';
import {
  duplicateCell,
  duplicateModel,
  emptyId,
  identicalRows,
  modelNotFirst,
  noColumn,
  noModels,
  noTasks,
  notUtf8,
  unknownTask,
} from './messages.ts';
import { RowFault } from './rows.ts';
import { poolRuns, type RunCell, setRun } from './runs.ts';

/** Outcomes with the ids of their rows and columns, and what was noticed while reading. */
export interface OutcomeTable {
  readonly source: string;
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  readonly outcomes: Outcomes;
  readonly notes: readonly string[];
}

/** Takes rows of a table one by one and gives their outcomes. */
export interface OutcomeCollector {
  /** @throws RowFault */
  row(cells: readonly string[]): void;
  table(): OutcomeTable;
}

/**
 * Wide or long by the header: a table with columns `task` and `passed` is long. `taskList` fixes the tasks of a
 * long table.
 */
export function outcomesFromTable(table: Table, taskList: readonly string[] | null = null): OutcomeTable {
  const collector = outcomeCollector(table.file, table.columns, taskList, DEFAULT_CHOICES);
  for (const { line, cells } of table.rows) {
    try {
      collector.row(cells);
    } catch (cause) {
      if (!(cause instanceof RowFault)) throw cause;
      const first = cause.rival === null ? undefined : table.rows.find((row) => cause.rival?.(row.cells));
      const problem = cause.message + (first === undefined ? '' : ` (first in line ${first.line})`);
      throw new InputError(problem, { file: table.file, line, column: cause.column }, { cause });
    }
  }
  return collector.table();
}

/** A collector for the layout that the columns show. */
export function outcomeCollector(
  file: string,
  columns: readonly string[],
  taskList: readonly string[] | null,
  choices: ReadChoices,
): OutcomeCollector {
  const place = { file, line: 1 };
  const [model, task, passed] = ['model', 'task', 'passed'].map((name) => ourName(name, choices));
  if (!columns.includes(model)) throw new InputError(noColumn(model, 'model', columns), place);
  if (isLong(columns, choices)) return longCollector(file, columns, taskList, choices);
  if (columns.includes(task)) throw new InputError(noColumn(passed, 'passed', columns), place);
  if (columns[0] !== model) throw new InputError(modelNotFirst(model), { ...place, column: model });
  return wideCollector(file, columns, choices);
}

const ourName = (name: string, choices: ReadChoices) => choices.columns[name] ?? name;

/** Are there a task column and a passed column? */
export function isLong(columns: readonly string[], choices: ReadChoices): boolean {
  return columns.includes(ourName('task', choices)) && columns.includes(ourName('passed', choices));
}

function wideCollector(file: string, columns: readonly string[], choices: ReadChoices): OutcomeCollector {
  const modelName = ourName('model', choices);
  const tasks = columns.slice(1);
  if (tasks.length === 0) throw new InputError(noTasks(), { file });
  const models = new Map<string, number>();
  const filled: number[] = [];
  const outcomes = growingOutcomes();
  let identical = 0;
  return {
    row(cells) {
      const id = checkId(cells[0], 'model', modelName);
      const isRepeat = models.has(id);
      const m = models.get(id) ?? models.size;
      models.set(id, m);
      let same = 0;
      let fresh = 0;
      for (let t = 0; t < tasks.length; t++) {
        const cell = parseCell(cells[t + 1], tasks[t], choices);
        if (cell === null) continue;
        if (outcomes.set(m, t, cell.passes, cell.attempts) === (isRepeat ? 'same' : 'new')) same++;
        else fresh++;
      }
      if (!isRepeat) filled.push(same);
      else if (fresh > 0 || same !== filled[m]) {
        throw new RowFault(duplicateModel(id), undefined, (other) => other[0] === id);
      } else identical++;
    },
    table: () => finish(file, [...models.keys()], tasks, outcomes, identical),
  };
}

function longCollector(
  file: string,
  columns: readonly string[],
  taskList: readonly string[] | null,
  choices: ReadChoices,
): OutcomeCollector {
  const at = (name: string) => columns.indexOf(ourName(name, choices));
  const [modelAt, taskAt, passedAt, attemptsAt, runAt] = ['model', 'task', 'passed', 'attempts', 'run'].map(
    at,
  );
  const names = { passed: columns[passedAt], attempts: columns[attemptsAt] };
  const models = new Map<string, number>();
  const tasks = new Map<string, number>((taskList ?? []).map((id, t) => [id, t]));
  const outcomes = growingOutcomes();
  const runs = runAt < 0 ? null : new Map<string, RunCell>();
  let identical = 0;

  const indexOf = (ids: Map<string, number>, id: string, what: 'model' | 'task') => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    checkId(id, what, columns[what === 'model' ? modelAt : taskAt]);
    if (what === 'task' && taskList !== null) {
      throw new RowFault(unknownTask(id, taskList.length, 'the tasks table'), columns[taskAt]);
    }
    ids.set(id, ids.size);
    return ids.size - 1;
  };

  return {
    row(cells) {
      const m = indexOf(models, cells[modelAt], 'model');
      const t = indexOf(tasks, cells[taskAt], 'task');
      const attempts = attemptsAt < 0 ? '' : cells[attemptsAt];
      const cell =
        attempts === ''
          ? parseCell(cells[passedAt], names.passed, choices)
          : parseCounts(cells[passedAt], attempts, names);
      if (cell === null) return;
      const state =
        runs === null
          ? outcomes.set(m, t, cell.passes, cell.attempts)
          : setRun(runs, m, t, cells[runAt], cell);
      if (state === 'same') identical++;
      if (state !== 'conflict') return;
      const isRival = (other: readonly string[]) =>
        other[modelAt] === cells[modelAt] &&
        other[taskAt] === cells[taskAt] &&
        (runAt < 0 || other[runAt] === cells[runAt]);
      throw new RowFault(duplicateCell(cells[modelAt], cells[taskAt]), undefined, isRival);
    },
    table() {
      if (runs !== null) poolRuns(runs, outcomes, choices);
      return finish(file, [...models.keys()], [...tasks.keys()], outcomes, identical);
    },
  };
}

function finish(
  file: string,
  models: readonly string[],
  tasks: readonly string[],
  outcomes: GrowingOutcomes,
  identical: number,
): OutcomeTable {
  if (models.length === 0) throw new InputError(noModels(), { file });
  const notes = identical === 0 ? [] : [identicalRows(file, identical)];
  return { source: file, models, tasks, outcomes: outcomes.build(models.length, tasks.length), notes };
}

function checkId(id: string, what: 'model' | 'task', column: string): string {
  if (id === '') throw new RowFault(emptyId(what), column);
  if (id.includes('\ufffd')) throw new RowFault(notUtf8(), column);
  return id;
}
