/** Every outcome joined with its task and its model, as an Arrow file for R, Python or DuckDB: by arquero. */
import { dictionary, int32, utf8 } from '@uwdata/flechette';
import { table, toArrowIPC } from 'arquero';
import type { Leaderboard } from '../leaderboard/types.ts';
import { cellColumns } from './tidy.ts';

/**
 * Columns model, task, passed, attempts, as in `outcomes.parquet`, then stratum and status of the task, label, date
 * and family of the model (null when unknown): the long table that a mixed model is fitted to. A row a cell that
 * holds an outcome.
 *
 * @example
 * // In R: d <- arrow::read_feather('joined.arrow')
 * // glmer(cbind(passed, attempts - passed) ~ (status == 'hackable') + stratum + (1 | model) + (1 | task),
 * //   binomial, d)
 */
export function joinedArrow(leaderboard: Leaderboard): Uint8Array {
  const { models, tasks } = leaderboard;
  const ofTasks = table({
    task: tasks.map((task) => task.id),
    stratum: tasks.map((task) => task.stratum),
    status: tasks.map((task) => task.status),
  });
  const ofModels = table({
    model: models.map((model) => model.id),
    label: models.map((model) => model.label),
    date: models.map((model) => model.date),
    family: models.map((model) => model.family),
  });
  const joined = table(cellColumns(leaderboard)).join_left(ofTasks, 'task').join_left(ofModels, 'model');
  const types = Object.fromEntries(
    joined.columnNames().map((name) => [name, COUNTS.includes(name) ? int32() : dictionary(utf8())]),
  );
  return toArrowIPC(joined, { format: 'file', types });
}

const COUNTS: readonly string[] = ['passed', 'attempts'];
