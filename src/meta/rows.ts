/** Checks the input of a fit and sorts out the rows that can't be weighted. */
import { InputError } from '../errors.ts';
import {
  badWeight,
  lengthMismatch,
  missingVi,
  missingYi,
  negativeVariance,
  notFinite,
  outOfRange,
  zeroVariance,
} from './messages.ts';
import type { DroppedRow, EffectData } from './types.ts';

/** The usable rows of an input, in its order. */
export interface EffectRows {
  readonly k: number;
  readonly yi: Float64Array;
  readonly vi: Float64Array;
  readonly slab: readonly string[];
  /** 0-based positions in the input. */
  readonly index: Int32Array;
  /** Of GENQ, else null. */
  readonly weights: Float64Array | null;
  readonly kSupplied: number;
  readonly dropped: readonly DroppedRow[];
}

/** Beyond these squares and products leave double precision. */
const LARGEST_YI = 1e100;
const SMALLEST_VI = 1e-150;
const LARGEST_VI = 1e150;

/**
 * The rows that can be pooled. A missing yi or vi (null) or a vi of 0 drops the row with its reason, as does a
 * reason by `dropReason` (a missing moderator).
 *
 * @throws InputError naming the row on NaN, infinite or absurdly large values, a negative vi, unequal lengths.
 */
export function effectRows(data: EffectData, dropReason?: (i: number) => string | null): EffectRows {
  const n = data.yi.length;
  checkLength('vi', data.vi.length, n);
  if (data.slab !== undefined) checkLength('slab', data.slab.length, n);
  if (data.weights !== undefined) checkLength('weights', data.weights.length, n);
  const dropped: DroppedRow[] = [];
  const index = new Int32Array(n);
  let k = 0;
  for (let i = 0; i < n; i++) {
    const reason = rowReason(data, i) ?? dropReason?.(i) ?? null;
    if (reason === null) index[k++] = i;
    else dropped.push({ row: i + 1, slab: label(data, i), reason });
  }
  const used = index.subarray(0, k);
  const both = new Float64Array(2 * k);
  const yi = both.subarray(0, k);
  const vi = both.subarray(k);
  const slab = new Array<string>(k);
  for (let at = 0; at < k; at++) {
    const i = used[at];
    yi[at] = data.yi[i] as number;
    vi[at] = data.vi[i] as number;
    slab[at] = label(data, i);
  }
  const weights = data.weights === undefined ? null : Float64Array.from(used, (i) => weight(data, i));
  return { k, yi, vi, slab, index: used, weights, kSupplied: n, dropped };
}

function rowReason(data: EffectData, i: number): string | null {
  const yi = checkFinite('yi', data.yi[i], i);
  const vi = checkFinite('vi', data.vi[i], i);
  if (vi !== null && vi < 0) throw new InputError(negativeVariance(vi), { row: i + 1 });
  if (yi !== null && Math.abs(yi) > LARGEST_YI) {
    throw new InputError(outOfRange('yi', yi, `-1e100 to 1e100`), { row: i + 1 });
  }
  if (vi !== null && vi !== 0 && !(vi >= SMALLEST_VI && vi <= LARGEST_VI)) {
    throw new InputError(outOfRange('vi', vi, `0 or 1e-150 to 1e150`), { row: i + 1 });
  }
  if (yi === null) return missingYi();
  if (vi === null) return missingVi();
  return vi === 0 ? zeroVariance() : null;
}

function checkFinite(name: string, value: number | null, i: number): number | null {
  if (value === null || value === undefined) return null;
  if (!Number.isFinite(value)) throw new InputError(notFinite(name, value), { row: i + 1 });
  return value;
}

function checkLength(name: string, found: number, n: number): void {
  if (found !== n) throw new InputError(lengthMismatch(name, found, n));
}

function weight(data: EffectData, i: number): number {
  const value = data.weights?.[i] ?? Number.NaN;
  if (!(value > 0 && value < 1e100)) throw new InputError(badWeight(value), { row: i + 1 });
  return value;
}

function label(data: EffectData, i: number): string {
  return data.slab?.[i] ?? String(i + 1);
}

/** yi and vi in a unit in which no power of a weight leaves double precision. */
export interface ScaledRows {
  /** A power of two near the smallest SE: yi = unit * y, vi = unit^2 * v, exactly. */
  readonly unit: number;
  readonly y: Float64Array;
  readonly v: Float64Array;
}

/** @throws InputError naming the row whose effect or variance is more than 1e50 (1e100) times the smallest SE (vi). */
export function scaleRows(rows: EffectRows): ScaledRows {
  const { k, yi, vi } = rows;
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < k; i++) if (vi[i] < smallest) smallest = vi[i];
  const unit = k === 0 ? 1 : 2 ** Math.round(0.5 * Math.log2(smallest));
  const both = new Float64Array(2 * k);
  const y = both.subarray(0, k);
  const v = both.subarray(k);
  for (let i = 0; i < k; i++) {
    y[i] = yi[i] / unit;
    v[i] = vi[i] / unit / unit;
    if (!(Math.abs(y[i]) < 1e50)) tooFar('yi', yi[i], rows, i);
    if (!(v[i] < 1e100)) tooFar('vi', vi[i], rows, i);
  }
  return { unit, y, v };
}

function tooFar(name: string, value: number, rows: EffectRows, i: number): never {
  const allowed =
    name === 'yi' ? 'up to 1e50 times the smallest standard error' : 'up to 1e100 times the smallest vi';
  throw new InputError(outOfRange(name, value, allowed), { row: rows.index[i] + 1 });
}
