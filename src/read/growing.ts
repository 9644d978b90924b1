/** A models x tasks matrix whose size is not known beforehand: two bits a cell until a cell needs counts. */
import { packed } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';

export interface GrowingOutcomes {
  /** Sets a cell to `passes` of `attempts` (>= 1), or says that it is already set, to the same or to another. */
  set(model: number, task: number, passes: number, attempts: number): 'new' | 'same' | 'conflict';
  /** Adds `passes` of `attempts` (>= 1) to what the cell holds. */
  add(model: number, task: number, passes: number, attempts: number): void;
  build(models: number, tasks: number): Outcomes;
}

export function growingOutcomes(): GrowingOutcomes {
  let isBinary = true;
  const passed: Uint32Array[] = [];
  const present: Uint32Array[] = [];
  const passes: Float64Array[] = [];
  const attempts: Float64Array[] = [];

  const hasBit = (model: number, task: number) =>
    (((present[model]?.[task >>> 5] ?? 0) >>> (task & 31)) & 1) === 1;

  function setBit(model: number, task: number, k: number): 'new' | 'same' | 'conflict' {
    const word = task >>> 5;
    const bit = 1 << (task & 31);
    const has = grown(present, model, word, Uint32Array);
    const is = grown(passed, model, word, Uint32Array);
    if ((has[word] & bit) !== 0) return ((is[word] & bit) !== 0) === (k === 1) ? 'same' : 'conflict';
    has[word] |= bit;
    if (k === 1) is[word] |= bit;
    return 'new';
  }

  function setCount(model: number, task: number, k: number, n: number): 'new' | 'same' | 'conflict' {
    const ks = grown(passes, model, task, Float64Array);
    const ns = grown(attempts, model, task, Float64Array);
    if (ns[task] > 0) return ks[task] === k && ns[task] === n ? 'same' : 'conflict';
    ks[task] = k;
    ns[task] = n;
    return 'new';
  }

  function toCounts() {
    isBinary = false;
    present.forEach((row, model) => {
      for (let task = 0; task < row.length * 32; task++) {
        if (((row[task >>> 5] >>> (task & 31)) & 1) === 0) continue;
        setCount(model, task, (passed[model][task >>> 5] >>> (task & 31)) & 1, 1);
      }
    });
    present.length = 0;
    passed.length = 0;
  }

  return {
    set(model, task, k, n) {
      if (n !== 1 && isBinary) toCounts();
      return isBinary ? setBit(model, task, k) : setCount(model, task, k, n);
    },
    add(model, task, k, n) {
      if (n === 1 && isBinary && !hasBit(model, task)) {
        setBit(model, task, k);
        return;
      }
      if (isBinary) toCounts();
      grown(passes, model, task, Float64Array)[task] += k;
      grown(attempts, model, task, Float64Array)[task] += n;
    },
    build(models, tasks) {
      if (!isBinary) {
        const sized = (rows: Float64Array[]) => laid(rows, models, tasks, new Float64Array(models * tasks));
        return { kind: 'counts', models, tasks, passes: sized(passes), attempts: sized(attempts) };
      }
      const words = Math.ceil(tasks / 32);
      const sized = (rows: Uint32Array[]) => laid(rows, models, words, new Uint32Array(models * words));
      return packed(models, tasks, sized(passed), sized(present));
    },
  };
}

/** Row `model` with room for index `at`; rows double as they grow. */
function grown<T extends Uint32Array | Float64Array>(
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

function laid<T extends Uint32Array | Float64Array>(
  rows: readonly T[],
  count: number,
  width: number,
  into: T,
): T {
  for (let m = 0; m < count; m++) {
    const row = rows[m];
    if (row !== undefined) into.set(row.subarray(0, width) as Uint32Array & Float64Array, m * width);
  }
  return into;
}
