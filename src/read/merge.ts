/** Several outcomes tables to one: ids united, repeats counted, contradictions refused. */
import { InputError } from '../errors.ts';
import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import type { CellCounts } from './cell.ts';
import { growingOutcomes } from './growing.ts';
import { conflictBetween, repeatedCells } from './messages.ts';
import type { OutcomeTable } from './outcomes.ts';

/**
 * Ids stand in the order in which they first come. A cell that two tables hold must be the same in both.
 *
 * @throws InputError that names both tables, the model and the task.
 */
export function mergeTables(source: string, tables: readonly OutcomeTable[]): OutcomeTable {
  if (tables.length === 1) return { ...tables[0], source };
  const models = indexed(tables.flatMap((table) => table.models));
  const tasks = indexed(tables.flatMap((table) => table.tasks));
  const merged = growingOutcomes();
  let repeated = 0;
  for (const table of tables) {
    const columns = table.tasks.map((id) => tasks.get(id)!);
    table.models.forEach((model, row) => {
      const m = models.get(model)!;
      columns.forEach((t, column) => {
        const cell = cellAt(table.outcomes, row, column);
        if (cell === null) return;
        const state = merged.set(m, t, cell.passes, cell.attempts);
        if (state === 'same') repeated++;
        else if (state === 'conflict') throw conflict(tables, table, model, table.tasks[column], cell);
      });
    });
  }
  const notes = tables.flatMap((table) => table.notes);
  if (repeated > 0) notes.push(repeatedCells(source, repeated));
  const outcomes = merged.build(models.size, tasks.size);
  return { source, models: [...models.keys()], tasks: [...tasks.keys()], outcomes, notes };
}

/** Passes of attempts in a cell; null when it is missing. */
export function cellAt(outcomes: Outcomes, model: number, task: number): CellCounts | null {
  if (outcomes.kind === 'counts') {
    const at = model * outcomes.tasks + task;
    const attempts = outcomes.attempts[at];
    return attempts === 0 ? null : { passes: outcomes.passes[at], attempts };
  }
  const rate = rateAt(outcomes, model, task);
  return Number.isNaN(rate) ? null : { passes: rate, attempts: 1 };
}

function indexed(ids: readonly string[]): Map<string, number> {
  const index = new Map<string, number>();
  for (const id of ids) if (!index.has(id)) index.set(id, index.size);
  return index;
}

function conflict(
  tables: readonly OutcomeTable[],
  table: OutcomeTable,
  model: string,
  task: string,
  cell: CellCounts,
): InputError {
  for (const earlier of tables) {
    const [m, t] = [earlier.models.indexOf(model), earlier.tasks.indexOf(task)];
    const first = m < 0 || t < 0 ? null : cellAt(earlier.outcomes, m, t);
    if (first !== null) {
      return new InputError(conflictBetween(model, task, cell, first, earlier.source), {
        file: table.source,
      });
    }
  }
  throw new Error('a conflict without an earlier cell');
}
