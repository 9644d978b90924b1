/** Refits without one row, and refits that add one row at a time. */
import { InputError } from '../errors.ts';
import { meanFitter, type SmallFit, smallFit } from './mean-summary.ts';
import { badOrder, needRows } from './messages.ts';
import { checkOptions } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MetaOptions } from './types.ts';

/** A fit told apart by a row: 1-based input row and label; the whole sample has null. */
export interface RowFit extends SmallFit {
  readonly row: number | null;
  readonly slab: string | null;
}

/**
 * The fit without each row in turn, and last the one of all rows, as R's `metafor::leave1out`. Each refit estimates
 * tau2 anew. O(k^2) time, no memory beyond the answer.
 *
 * @throws InputError as `fitMeta`, and with fewer than 2 usable rows.
 * @example
 * leaveOneOut({ yi: [1, 3, 8], vi: [1, 1, 1] }, { method: 'EE', test: 'z' })[2].estimate // 2, without the 8
 */
export function leaveOneOut(data: EffectData, options: MetaOptions = {}): RowFit[] {
  const checked = checkOptions(options, data);
  const rows = effectRows(data);
  const { k, weights } = rows;
  if (k < 2) throw new InputError(needRows('leave-one-out', 2, k));
  const { unit, y, v } = scaleRows(rows);
  const pool = meanFitter(checked);
  const others = { y: y.slice(1), v: v.slice(1), weights: weights?.slice(1) ?? null };
  const out: RowFit[] = [];
  for (let i = 0; i < k; i++) {
    const numbers = pool(others.y, others.v, k - 1, others.weights);
    out.push({ row: rows.index[i] + 1, slab: rows.slab[i], ...smallFit(numbers, k - 1, unit, checked) });
    if (i === k - 1) break;
    // From "all but i" to "all but i + 1": row i comes back in the place of row i + 1.
    others.y[i] = y[i];
    others.v[i] = v[i];
    if (weights !== null && others.weights !== null) others.weights[i] = weights[i];
  }
  out.push({ row: null, slab: null, ...smallFit(pool(y, v, k, weights), k, unit, checked) });
  return out;
}

/**
 * The fit of the first row, the first two, and so on, as R's `metafor::cumul`. `order` (dates, sizes, ...) sorts the
 * rows first, smallest first, ties in input order; numbers compare as numbers, all else by code point.
 *
 * @throws InputError as `fitMeta`; an order of another length or with missing values.
 * @example
 * cumulative({ yi: [1, 3, 8], vi: [1, 1, 1] }, { method: 'EE', test: 'z' })[1].estimate // 2, of the first two
 */
export function cumulative(
  data: EffectData,
  options: MetaOptions = {},
  order?: ArrayLike<number | string | null>,
): RowFit[] {
  const checked = checkOptions(options, data);
  const rows = effectRows(data);
  const { unit, y, v } = scaleRows(rows);
  const at = Array.from({ length: rows.k }, (_, i) => i);
  if (order !== undefined) {
    if (order.length !== data.yi.length) throw new InputError(badOrder(order.length, data.yi.length));
    const keys = at.map((i) => {
      const key = order[rows.index[i]];
      if (key === null || key === undefined) {
        throw new InputError('order is missing: a number or text is needed to place the row', {
          row: rows.index[i] + 1,
        });
      }
      return key;
    });
    at.sort((a, b) => compareKeys(keys[a], keys[b]) || a - b);
  }
  const sortedY = Float64Array.from(at, (i) => y[i]);
  const sortedV = Float64Array.from(at, (i) => v[i]);
  const { weights } = rows;
  const sortedWeights = weights === null ? null : Float64Array.from(at, (i) => weights[i]);
  const pool = meanFitter(checked);
  return at.map((i, n) => ({
    row: rows.index[i] + 1,
    slab: rows.slab[i],
    ...smallFit(pool(sortedY, sortedV, n + 1, sortedWeights), n + 1, unit, checked),
  }));
}

function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
