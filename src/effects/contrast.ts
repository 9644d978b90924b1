/** Which tasks stand in the contrast, and in which order their strata are shown. */
import type { Task } from '../leaderboard/types.ts';
import type { Contrast } from './arms.ts';

/** Orders that a reader expects; any other strata stand in the order of the task list. */
const KNOWN_ORDERS: readonly (readonly string[])[] = [
  ['<15 min fix', '15 min - 1 hour', '1-4 hours', '>4 hours'],
  ['easy', 'medium', 'hard'],
  ['low', 'medium', 'high'],
];

/**
 * The contrast of hackable (arm 1) against robust (arm 0) tasks; every other status is out of it.
 *
 * @param stratified false puts all tasks in one stratum ''
 * @example contrastOf(tasks).arm // Int8Array [1, 1, 0, 0, -1] of hackable, hackable, robust, robust, ambiguous
 */
export function contrastOf(tasks: readonly Task[], stratified = true): Contrast {
  const stratumOf = (task: Task) => (stratified ? task.stratum : '');
  const audited = tasks.filter((task) => task.status === 'hackable' || task.status === 'robust');
  const strata = orderStrata([...new Set(audited.map(stratumOf))]);
  const index = new Map(strata.map((name, s) => [name, s]));
  const stratum = new Int32Array(tasks.length).fill(-1);
  const arm = new Int8Array(tasks.length).fill(-1);
  tasks.forEach((task, t) => {
    if (task.status !== 'hackable' && task.status !== 'robust') return;
    stratum[t] = index.get(stratumOf(task))!;
    arm[t] = task.status === 'hackable' ? 1 : 0;
  });
  return { strata, stratum, arm };
}

/** Strata in the order that their names are known by, else as they come. */
export function orderStrata(names: readonly string[]): string[] {
  const order = KNOWN_ORDERS.find((known) => names.every((name) => known.includes(name)));
  return order === undefined ? [...names] : order.filter((name) => names.includes(name));
}
