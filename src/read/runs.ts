/** Several runs of one cell in a long table, told apart by its `run` column. */
import type { CellCounts } from './cell.ts';
import type { ReadChoices } from './choices.ts';
import type { GrowingOutcomes } from './growing.ts';

export interface RunCell {
  readonly model: number;
  readonly task: number;
  readonly runs: Map<string, CellCounts>;
}

/** Sets what one run says of a cell, or says that it is already set. */
export function setRun(
  cells: Map<string, RunCell>,
  model: number,
  task: number,
  run: string,
  counts: CellCounts,
): 'new' | 'same' | 'conflict' {
  const key = `${model}:${task}`;
  let cell = cells.get(key);
  if (cell === undefined) {
    cell = { model, task, runs: new Map() };
    cells.set(key, cell);
  }
  const earlier = cell.runs.get(run);
  if (earlier === undefined) {
    cell.runs.set(run, counts);
    return 'new';
  }
  return earlier.passes === counts.passes && earlier.attempts === counts.attempts ? 'same' : 'conflict';
}

/** Every cell's chosen runs, pooled to k of n. */
export function poolRuns(
  cells: ReadonlyMap<string, RunCell>,
  outcomes: GrowingOutcomes,
  choices: ReadChoices,
): void {
  for (const { model, task, runs } of cells.values()) {
    let passes = 0;
    let attempts = 0;
    for (const counts of chosenAttempts(runs, choices)) {
      passes += counts.passes;
      attempts += counts.attempts;
    }
    outcomes.set(model, task, passes, attempts);
  }
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** The attempts that count, in the order of their names (numbers by value). */
export function chosenAttempts<T>(attempts: ReadonlyMap<string, T>, choices: ReadChoices): T[] {
  if (attempts.size === 1 || choices.samples === 'all') return [...attempts.values()];
  const sorted = [...attempts].sort(([a], [b]) => NATURAL.compare(a, b));
  return [sorted.at(choices.samples === 'first' ? 0 : -1)![1]];
}
