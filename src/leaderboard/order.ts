/** One order for every leaderboard: models and tasks by id, so that the order of the input never shows in a figure. */
import { selectOutcomes } from './outcomes.ts';
import type { Leaderboard } from './types.ts';

/**
 * The same leaderboard with models and tasks in code-point order of their ids (the byte order of UTF-8). Sums of
 * doubles and random draws depend on order; after this the same rows give the same bits, from a file, a folder or an
 * engine.
 */
export function inCanonicalOrder(leaderboard: Leaderboard): Leaderboard {
  const models = sortedIndex(leaderboard.models.map((model) => model.id));
  const tasks = sortedIndex(leaderboard.tasks.map((task) => task.id));
  if (models === null && tasks === null) return leaderboard;
  const all = leaderboard.models.map((_, m) => m);
  return {
    ...leaderboard,
    models: (models ?? all).map((m) => leaderboard.models[m]),
    tasks: tasks === null ? leaderboard.tasks : tasks.map((t) => leaderboard.tasks[t]),
    outcomes: selectOutcomes(leaderboard.outcomes, models ?? all, tasks),
  };
}

/** Index in sorted order; null when the ids are sorted already. */
function sortedIndex(ids: readonly string[]): number[] | null {
  return ids.every((id, i) => i === 0 || compareCodePoints(ids[i - 1], id) <= 0) ? null : codePointOrder(ids);
}

/** Indices of `ids` in code-point order. */
export function codePointOrder(ids: readonly string[]): number[] {
  return ids.map((_, i) => i).sort((a, b) => compareCodePoints(ids[a], ids[b]));
}

/** Code points, not UTF-16 units: the two differ above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    // A surrogate stands for a code point above every other unit.
    const [xHigh, yHigh] = [x >= 0xd800 && x <= 0xdfff, y >= 0xd800 && y <= 0xdfff];
    return xHigh === yHigh ? x - y : xHigh ? 1 : -1;
  }
  return a.length - b.length;
}
