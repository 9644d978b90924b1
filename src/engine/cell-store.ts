/**
 * A models x tasks matrix that rows of outcomes are added to in any order: two bits a cell until a cell needs
 * counts. What comes out does not depend on the order of the rows.
 */
import { packed } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';

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
  const passed: Uint32Array[] = [];
  const present: Uint32Array[] = [];
  let counts: { readonly passes: Float64Array[]; readonly attempts: Float64Array[] } | null = null;
  let repeated = 0;
  let conflict: readonly [number, number] | null = null;

  function noteConflict(model: number, task: number) {
    const cell = [model, task] as const;
    if (conflict === null || compare(cell, conflict) < 0) conflict = cell;
  }

  function addBit(model: number, task: number, k: number): void {
    const word = task >>> 5;
    const bit = 1 << (task & 31);
    const has = roomFor(present, model, word, Uint32Array);
    const is = roomFor(passed, model, word, Uint32Array);
    if ((has[word] & bit) === 0) {
      has[word] |= bit;
      if (k === 1) is[word] |= bit;
    } else if (repeats === 'attempts') addCount(model, task, k, 1);
    else if (((is[word] & bit) !== 0) === (k === 1)) repeated++;
    else noteConflict(model, task);
  }

  function addCount(model: number, task: number, k: number, n: number): void {
    counts ??= toCounts();
    const ks = roomFor(counts.passes, model, task, Float64Array);
    const ns = roomFor(counts.attempts, model, task, Float64Array);
    if (ns[task] === 0 || repeats === 'attempts') {
      ks[task] += k;
      ns[task] += n;
    } else if (ks[task] === k && ns[task] === n) repeated++;
    else noteConflict(model, task);
  }

  function toCounts() {
    const passes: Float64Array[] = [];
    const attempts: Float64Array[] = [];
    present.forEach((row, model) => {
      passes[model] = new Float64Array(row.length * 32);
      attempts[model] = new Float64Array(row.length * 32);
      for (let task = 0; task < row.length * 32; task++) {
        passes[model][task] = bitAt(passed[model], task);
        attempts[model][task] = bitAt(row, task);
      }
    });
    present.length = 0;
    passed.length = 0;
    return { passes, attempts };
  }

  return {
    add(model, task, passes, attempts, isConflict = false) {
      if (isConflict) noteConflict(model, task);
      if (attempts === 1 && counts === null) addBit(model, task, passes);
      else addCount(model, task, passes, attempts);
    },
    get repeated() {
      return repeated;
    },
    get conflict() {
      return conflict;
    },
    build(models, tasks) {
      if (counts === null) {
        const plane = (rows: Uint32Array[]) => laidBits(rows, models, tasks);
        return packed(models.length, tasks.length, plane(passed), plane(present));
      }
      const plane = (rows: Float64Array[]) => laidCounts(rows, models, tasks);
      const { passes, attempts } = counts;
      return {
        kind: 'counts',
        models: models.length,
        tasks: tasks.length,
        passes: plane(passes),
        attempts: plane(attempts),
      };
    },
  };
}

const bitAt = (row: Uint32Array, task: number) => (row[task >>> 5] >>> (task & 31)) & 1;

/** Row `model` with room for index `at`; rows double as they grow. */
function roomFor<T extends Uint32Array | Float64Array>(
  rows: T[],
  model: number,
  at: number,
  kind: { new (length: number): T },
): T {
  const row = rows[model];
  if (row !== undefined && at < row.length) return row;
  const wider = new kind(Math.max(16, (row?.length ?? 0) * 2, at + 1));
  if (row !== undefined) wider.set(row as Uint32Array & Float64Array);
  rows[model] = wider;
  return wider;
}

function laidBits(rows: readonly Uint32Array[], models: readonly number[], tasks: readonly number[]) {
  const words = Math.ceil(tasks.length / 32);
  const plane = new Uint32Array(models.length * words);
  const isInOrder = tasks.every((from, to) => from === to);
  models.forEach((model, m) => {
    const row = rows[model];
    if (row === undefined) return;
    if (isInOrder) {
      plane.set(row.subarray(0, words), m * words);
      return;
    }
    for (let t = 0; t < tasks.length; t++) {
      const from = tasks[t];
      if (from < row.length * 32 && bitAt(row, from) === 1) plane[m * words + (t >>> 5)] |= 1 << (t & 31);
    }
  });
  return plane;
}

function laidCounts(rows: readonly Float64Array[], models: readonly number[], tasks: readonly number[]) {
  const plane = new Float64Array(models.length * tasks.length);
  models.forEach((model, m) => {
    const row = rows[model];
    if (row === undefined) return;
    for (let t = 0; t < tasks.length; t++) plane[m * tasks.length + t] = row[tasks[t]] ?? 0;
  });
  return plane;
}
