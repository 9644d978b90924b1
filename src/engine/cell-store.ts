/** What rows of outcomes say of each cell, in any order; what comes out does not depend on the order of the rows. */
import { selectOutcomes } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { growingOutcomes } from '../read/growing.ts';

export interface CellStore {
  /** `passes` of `attempts` (>= 1) of one or more rows; `isConflict` when those rows contradict one another. */
  add(model: number, task: number, passes: number, attempts: number, isConflict?: boolean): void;
  /** Rows that said again what an earlier one had said. */
  readonly repeated: number;
  /** The contradicted cell that comes first by `compare` of two [model, task] pairs; null when there is none. */
  readonly conflict: readonly [number, number] | null;
  /** The matrix with row i from index models[i] and column j from index tasks[j]. */
  build(models: readonly number[], tasks: readonly number[]): Outcomes;
}

export type Compare = (a: readonly [number, number], b: readonly [number, number]) => number;

/**
 * @param repeats see EngineOptions
 * @param compare order of cells, for the choice of the one that an error names
 */
export function cellStore(repeats: 'error' | 'attempts', compare: Compare): CellStore {
  const cells = growingOutcomes();
  let repeated = 0;
  let conflict: readonly [number, number] | null = null;

  function noteConflict(model: number, task: number) {
    const cell = [model, task] as const;
    if (conflict === null || compare(cell, conflict) < 0) conflict = cell;
  }

  return {
    add(model, task, passes, attempts, isConflict = false) {
      if (isConflict) noteConflict(model, task);
      if (repeats === 'attempts') {
        cells.add(model, task, passes, attempts);
        return;
      }
      const state = cells.set(model, task, passes, attempts);
      if (state === 'same') repeated++;
      else if (state === 'conflict') noteConflict(model, task);
    },
    get repeated() {
      return repeated;
    },
    get conflict() {
      return conflict;
    },
    build(models, tasks) {
      const all = cells.build(extent(models), extent(tasks));
      return selectOutcomes(all, models, tasks.every((from, to) => from === to) ? null : tasks);
    },
  };
}

const extent = (indices: readonly number[]): number =>
  indices.reduce((most, index) => Math.max(most, index + 1), 0);
