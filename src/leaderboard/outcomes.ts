/** The outcome matrix: made cell by cell, read cell by cell, bit-packed when every cell is 0/1 or missing. */
import type { BinaryOutcomes, CountOutcomes, Outcomes } from './types.ts';

/**
 * Passes over attempts in a cell: 0 .. 1, or NaN when the cell is missing.
 *
 * @example rateAt(outcomes, 0, 1) // 0.75, of 3 passes in 4 attempts of model 0 at task 1
 */
export function rateAt(outcomes: Outcomes, model: number, task: number): number {
  if (outcomes.kind === 'counts') {
    const cell = model * outcomes.tasks + task;
    return outcomes.attempts[cell] === 0 ? Number.NaN : outcomes.passes[cell] / outcomes.attempts[cell];
  }
  const word = model * outcomes.words + (task >>> 5);
  const bit = task & 31;
  if (outcomes.present !== null && ((outcomes.present[word] >>> bit) & 1) === 0) return Number.NaN;
  return (outcomes.passed[word] >>> bit) & 1;
}

/** Collects cells and chooses the packed form. Cells never set are missing. */
export interface OutcomesBuilder {
  /** `passes` of `attempts`, 0 <= passes <= attempts, attempts >= 1; setting a cell again replaces it. */
  set(model: number, task: number, passes: number, attempts: number): void;
  /** Has this cell been set? */
  has(model: number, task: number): boolean;
  build(): Outcomes;
}

/**
 * A builder of known size; starts packed and moves to counts at the first cell with attempts other than 1.
 *
 * @example
 * const builder = outcomesBuilder(1, 2);
 * builder.set(0, 0, 1, 1);
 * builder.build().kind // 'binary'; the cell that was not set is missing
 */
export function outcomesBuilder(models: number, tasks: number): OutcomesBuilder {
  const words = Math.ceil(tasks / 32);
  let passed = new Uint32Array(models * words);
  let present = new Uint32Array(models * words);
  let counts: { passes: Float64Array; attempts: Float64Array } | null = null;

  const bitHas = (model: number, task: number) =>
    ((present[model * words + (task >>> 5)] >>> (task & 31)) & 1) === 1;

  function toCounts() {
    const passes = new Float64Array(models * tasks);
    const attempts = new Float64Array(models * tasks);
    for (let m = 0; m < models; m++) {
      for (let t = 0; t < tasks; t++) {
        if (!bitHas(m, t)) continue;
        attempts[m * tasks + t] = 1;
        passes[m * tasks + t] = (passed[m * words + (t >>> 5)] >>> (t & 31)) & 1;
      }
    }
    passed = new Uint32Array(0);
    present = new Uint32Array(0);
    return { passes, attempts };
  }

  return {
    set(model, task, k, n) {
      if (n !== 1 && counts === null) counts = toCounts();
      if (counts !== null) {
        counts.passes[model * tasks + task] = k;
        counts.attempts[model * tasks + task] = n;
        return;
      }
      const word = model * words + (task >>> 5);
      const bit = 1 << (task & 31);
      present[word] |= bit;
      if (k === 1) passed[word] |= bit;
      else passed[word] &= ~bit;
    },
    has(model, task) {
      return counts === null ? bitHas(model, task) : counts.attempts[model * tasks + task] > 0;
    },
    build(): Outcomes {
      if (counts !== null) return { kind: 'counts', models, tasks, ...counts } satisfies CountOutcomes;
      return packed(models, tasks, passed, present);
    },
  };
}

/** Binary outcomes from their bit planes; drops the presence plane when nothing is missing. */
export function packed(
  models: number,
  tasks: number,
  passed: Uint32Array,
  present: Uint32Array | null,
): BinaryOutcomes {
  const words = Math.ceil(tasks / 32);
  const complete = present === null || isComplete(models, tasks, words, present);
  return { kind: 'binary', models, tasks, words, passed, present: complete ? null : present };
}

/** Bits of word `word` of a row that stand for tasks: all ones but in the last, partly filled word. */
export function wordMask(tasks: number, word: number): number {
  const left = tasks - word * 32;
  return left >= 32 ? 0xffffffff : ((1 << left) - 1) >>> 0;
}

function isComplete(models: number, tasks: number, words: number, present: Uint32Array): boolean {
  for (let m = 0; m < models; m++) {
    for (let w = 0; w < words; w++) {
      if (present[m * words + w] !== wordMask(tasks, w)) return false;
    }
  }
  return true;
}

/** The same outcomes with only the given models (by index, in that order) and, optionally, tasks. */
export function selectOutcomes(
  outcomes: Outcomes,
  models: readonly number[],
  tasks: readonly number[] | null = null,
): Outcomes {
  if (tasks === null && outcomes.kind === 'binary') {
    const { words } = outcomes;
    const pick = (plane: Uint32Array) => {
      const rows = new Uint32Array(models.length * words);
      models.forEach((m, i) => {
        rows.set(plane.subarray(m * words, (m + 1) * words), i * words);
      });
      return rows;
    };
    const present = outcomes.present === null ? null : pick(outcomes.present);
    return packed(models.length, outcomes.tasks, pick(outcomes.passed), present);
  }
  const columns = tasks ?? Array.from({ length: outcomes.tasks }, (_, t) => t);
  const builder = outcomesBuilder(models.length, columns.length);
  models.forEach((m, i) => {
    columns.forEach((t, j) => {
      if (outcomes.kind === 'counts') {
        const cell = m * outcomes.tasks + t;
        if (outcomes.attempts[cell] > 0) builder.set(i, j, outcomes.passes[cell], outcomes.attempts[cell]);
      } else {
        const rate = rateAt(outcomes, m, t);
        if (!Number.isNaN(rate)) builder.set(i, j, rate, 1);
      }
    });
  });
  return builder.build();
}
