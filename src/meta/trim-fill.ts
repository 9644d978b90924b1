/** Trim and fill. */
import { InputError } from '../errors.ts';
import { fitRows } from './fit.ts';
import { meanFitter } from './mean-summary.ts';
import { needRows, noGenqDiagnostics } from './messages.ts';
import { checkOptions, oneOf } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import { egger, funnelWarnings } from './small-study.ts';
import type { EffectData, MetaFit, MetaOptions } from './types.ts';

export type TrimFillEstimator = 'L0' | 'R0';
export type FunnelSide = 'left' | 'right';

export interface TrimFill {
  readonly estimator: TrimFillEstimator;
  /** Where rows are missing. */
  readonly side: FunnelSide;
  readonly k0: number;
  readonly seK0: number;
  /** R0: P of this k0 or more when none is missing. */
  readonly pK0: number | null;
  readonly filled: readonly { readonly yi: number; readonly vi: number; readonly mirrorOfRow: number }[];
  /** The fit of all rows, real and filled. */
  readonly fit: MetaFit;
  readonly iterations: number;
  readonly converged: boolean;
  readonly warnings: readonly string[];
}

/**
 * Trim and fill of Duval and Tweedie, as R's `metafor::trimfill`: the k0 most extreme rows are trimmed, the rest
 * pooled, k0 estimated anew from the signed ranks of all rows about that mean, until k0 stays; then the k0 rows are
 * mirrored. L0 = (4 T - k(k+1)) / (2k - 1), T the sum of the positive ranks; R0 = the length of the run of largest
 * positive ranks, less 1; both rounded and not below 0. Ties in rank keep input order. The side defaults to the one
 * opposite to Egger's slope (left when it is positive or 0). 10.1111/j.0006-341X.2000.00455.x
 *
 * @throws InputError as `fitMeta`; fewer than 3 usable rows; GENQ.
 * @example
 * // All rows but the precise first lie above the mean: L0 = (4 * 14 - 30) / 9 = 2.9
 * const data = { yi: [0, 1, 2, 3, 4], vi: [0.001, 1, 1, 1, 1] };
 * trimFill(data, { method: 'EE', test: 'z' }).k0 // 3
 */
export function trimFill(
  data: EffectData,
  options: MetaOptions = {},
  given: {
    readonly estimator?: TrimFillEstimator;
    readonly side?: FunnelSide;
    readonly measure?: string;
  } = {},
): TrimFill {
  const checked = checkOptions(options, data);
  const estimator = given.estimator ?? 'L0';
  oneOf('estimator', estimator, ['L0', 'R0']);
  if (checked.method === 'GENQ') throw new InputError(noGenqDiagnostics());
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 3) throw new InputError(needRows('trim and fill', 3, k));
  const side = given.side ?? (sideOf(data, options) as FunnelSide);
  oneOf('side', side, ['left', 'right']);
  const { unit, y, v } = scaleRows(rows);
  // Missing on the left means that rows on the right are trimmed; missing on the right is the mirror image.
  const sign = side === 'right' ? -1 : 1;
  const order = Array.from({ length: k }, (_, i) => i).sort((a, b) => sign * (y[a] - y[b]) || a - b);
  const sortedY = Float64Array.from(order, (i) => sign * y[i]);
  const sortedV = Float64Array.from(order, (i) => v[i]);
  const pool = meanFitter(checked);
  let k0 = 0;
  let before = -1;
  let mean = 0;
  let seK0 = 0;
  let iterations = 0;
  while (k0 !== before && iterations < 100) {
    iterations++;
    before = k0;
    mean = pool(sortedY, sortedV, Math.max(1, k - k0)).estimate;
    const signed = signedRanks(sortedY, mean);
    if (estimator === 'L0') {
      const positive = signed.reduce((sum, rank) => sum + Math.max(0, rank), 0);
      const size = (4 * positive - k * (k + 1)) / (2 * k - 1);
      k0 = Math.max(0, roundHalfEven(size));
      seK0 = seOfL0(k, size);
    } else {
      const largestNegative = signed.reduce((largest, rank) => Math.max(largest, -rank), 0);
      const size = k - largestNegative - 1;
      k0 = Math.max(0, size);
      seK0 = Math.sqrt(2 * Math.max(0, size) + 2);
    }
  }
  const mirrored = Array.from({ length: k0 }, (_, n) => k - k0 + n);
  const filled = mirrored.map((at) => ({
    yi: sign * (2 * mean - sortedY[at]) * unit,
    vi: rows.vi[order[at]],
    mirrorOfRow: rows.index[order[at]] + 1,
  }));
  const fit = fitRows(
    effectRows({
      yi: [...rows.yi, ...filled.map(({ yi }) => yi)],
      vi: [...rows.vi, ...filled.map(({ vi }) => vi)],
      slab: [...rows.slab, ...filled.map((_, n) => `Filled ${n + 1}`)],
    }),
    checked,
  );
  return {
    estimator,
    side,
    k0,
    seK0,
    pK0: estimator === 'R0' ? 0.5 ** (k0 + 1) : null,
    filled,
    fit,
    iterations,
    converged: k0 === before,
    warnings: funnelWarnings(rows.vi, given.measure ?? null),
  };
}

function sideOf(data: EffectData, options: MetaOptions): FunnelSide {
  const slope = egger(data, options).slope.estimate;
  return slope !== null && slope < 0 ? 'right' : 'left';
}

/** Ranks of |y - mean|, ties in order, with the sign of y - mean (0 where equal). */
function signedRanks(y: Float64Array, mean: number): Float64Array {
  const at = Array.from(y, (_, i) => i).sort(
    (a, b) => Math.abs(y[a] - mean) - Math.abs(y[b] - mean) || a - b,
  );
  const ranks = new Float64Array(y.length);
  at.forEach((i, n) => {
    ranks[i] = (n + 1) * Math.sign(y[i] - mean);
  });
  return ranks;
}

/** R rounds halves to even. */
function roundHalfEven(x: number): number {
  const down = Math.floor(x);
  const part = x - down;
  if (part !== 0.5) return Math.round(x);
  return down % 2 === 0 ? down : down + 1;
}

/** Standard error of L0 at its unrounded value `m` (Duval & Tweedie 2000, their Var(T)). */
function seOfL0(k: number, m: number): number {
  const variance =
    (k * (k + 1) * (2 * k + 1) +
      10 * m ** 3 +
      27 * m ** 2 +
      17 * m -
      18 * k * m ** 2 -
      18 * k * m +
      6 * k ** 2 * m) /
    24;
  return (4 * Math.sqrt(Math.max(0, variance))) / (2 * k - 1);
}
