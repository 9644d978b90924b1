/** The order in which an engine gives models and tasks: a warehouse has no first row, so none of appearance. */

import { codePointOrder } from '../leaderboard/order.ts';
import { selectOutcomes } from '../leaderboard/outcomes.ts';
import type { OutcomeTable } from '../read/outcomes.ts';

/**
 * The same outcomes with models sorted by id and tasks in the order of `taskList`, or sorted by id without one:
 * the order in which an engine gives them. A file put in this order gives the analysis that an engine gives, to
 * the last bit.
 *
 * @example
 * const table = canonicalOrder({ source: 'a.csv', models: ['b', 'a'], tasks: ['t2', 't1'], outcomes, notes: [] });
 * table.models; // ['a', 'b']
 */
export function canonicalOrder(table: OutcomeTable, taskList: readonly string[] | null = null): OutcomeTable {
  const models = codePointOrder(table.models);
  const tasks = taskList === null ? codePointOrder(table.tasks) : listIndices(table.tasks, taskList);
  return {
    ...table,
    models: models.map((m) => table.models[m]),
    tasks: tasks.map((t) => table.tasks[t]),
    outcomes: selectOutcomes(table.outcomes, models, tasks),
  };
}

/** Indices of `ids` by their place in a list; ids outside it come last, as they stood. */
function listIndices(ids: readonly string[], list: readonly string[]): number[] {
  const place = new Map(list.map((id, i) => [id, i]));
  const placeOf = (i: number) => place.get(ids[i]) ?? list.length;
  return ids.map((_, i) => i).sort((a, b) => placeOf(a) - placeOf(b));
}
