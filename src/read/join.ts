/** Outcomes, tasks, models and flags to one Leaderboard. Unknown ids are errors; absent metadata is noted. */
import { InputError } from '../errors.ts';
import { outcomesBuilder, rateAt } from '../leaderboard/outcomes.ts';
import type { Leaderboard, Model, Outcomes, Task } from '../leaderboard/types.ts';
import { listSome, unknownModel, unknownTask } from './messages.ts';
import type { OutcomeTable } from './outcomes.ts';
import type { FlagRow, ModelRow, Sheet, TaskRow } from './tables.ts';

export interface LeaderboardParts {
  readonly outcomes: OutcomeTable;
  readonly tasks?: Sheet<TaskRow> | null;
  readonly models?: Sheet<ModelRow> | null;
  readonly flags?: Sheet<FlagRow> | null;
}

/**
 * Joins the parts by id. The tasks table, where given, is the task list: its tasks without outcomes are kept
 * (missing for every model), and an outcome for a task that it does not list is an error. Tasks without a flag
 * are `unaudited`; without a tasks table every task is in the one stratum ''.
 */
export function joinLeaderboard(parts: LeaderboardParts): Leaderboard {
  const { outcomes } = parts;
  const notes = [...outcomes.notes];
  const taskRows = parts.tasks?.rows ?? outcomes.tasks.map((id) => bareTask(id, outcomes.source));
  const taskIndex = new Map(taskRows.map((row, t) => [row.id, t]));
  for (const id of outcomes.tasks) {
    if (!taskIndex.has(id)) {
      throw new InputError(unknownTask(id, taskRows.length, parts.tasks?.source ?? outcomes.source), {
        file: outcomes.source,
        column: id,
      });
    }
  }
  const flags = flagsByTask(parts.flags ?? null, taskIndex, parts.tasks?.source ?? outcomes.source);
  const tasks = taskRows.map((row): Task => {
    const found = flags.get(row.id);
    return {
      id: row.id,
      stratum: row.stratum ?? '',
      status: found?.status ?? 'unaudited',
      accepted: found?.accepted ?? null,
      columns: row.columns,
    };
  });
  const models = joinModels(outcomes, parts.models ?? null, notes);
  const absent = taskRows.length - outcomes.tasks.length;
  if (absent > 0) notes.push(`${absent} of ${taskRows.length} tasks have no outcome at all`);
  return { models, tasks, outcomes: reorder(outcomes, taskIndex, taskRows.length), notes };
}

function joinModels(outcomes: OutcomeTable, sheet: Sheet<ModelRow> | null, notes: string[]): Model[] {
  const known = new Set(outcomes.models);
  for (const row of sheet?.rows ?? []) {
    if (!known.has(row.id)) {
      throw new InputError(unknownModel(row.id, known.size, outcomes.source), {
        ...row.place,
        column: 'model',
      });
    }
  }
  const rows = new Map((sheet?.rows ?? []).map((row) => [row.id, row]));
  const bare = outcomes.models.filter((id) => !rows.has(id));
  if (sheet !== null && bare.length > 0) {
    notes.push(`${sheet.source}: no row for ${bare.length} of ${known.size} models (${listSome(bare, 3)})`);
  }
  return outcomes.models.map((id): Model => {
    const row = rows.get(id);
    return {
      id,
      label: row?.label ?? id,
      date: row?.date ?? null,
      family: row?.family ?? null,
      attempts: row?.attempts ?? null,
      columns: row?.columns ?? {},
    };
  });
}

function flagsByTask(sheet: Sheet<FlagRow> | null, tasks: Map<string, number>, list: string) {
  const flags = new Map<string, FlagRow>();
  for (const row of sheet?.rows ?? []) {
    if (!tasks.has(row.id)) {
      throw new InputError(unknownTask(row.id, tasks.size, list), { ...row.place, column: 'task' });
    }
    flags.set(row.id, row);
  }
  return flags;
}

function bareTask(id: string, file: string): TaskRow {
  return { id, place: { file }, stratum: null, columns: {} };
}

/** Columns of the outcomes put in the order of the task list. */
function reorder(table: OutcomeTable, taskIndex: Map<string, number>, tasks: number): Outcomes {
  const { outcomes } = table;
  const target = table.tasks.map((id) => taskIndex.get(id)!);
  if (target.length === tasks && target.every((to, from) => to === from)) return outcomes;
  const builder = outcomesBuilder(outcomes.models, tasks);
  for (let m = 0; m < outcomes.models; m++) {
    target.forEach((to, from) => {
      if (outcomes.kind === 'counts') {
        const cell = m * outcomes.tasks + from;
        if (outcomes.attempts[cell] > 0) builder.set(m, to, outcomes.passes[cell], outcomes.attempts[cell]);
        return;
      }
      const rate = rateAt(outcomes, m, from);
      if (!Number.isNaN(rate)) builder.set(m, to, rate, 1);
    });
  }
  return builder.build();
}
