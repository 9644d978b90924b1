/** Every effect that a model can have in any draw, where these are few enough to be listed. */
import type { Measure } from '../../effects/types.ts';
import { flagCount } from './arrangement.ts';
import { type PermutationPlan, taskCount } from './plan.ts';
import { stratumParts } from './stratum-parts.ts';
import { columnWidth } from './sum-kernel.ts';

/** Cell numbers are 16 bits. */
const MOST_CELLS = 65_536;
/** Cells of all models; a cell takes 32 bytes. */
const TABLE_LIMIT = 1_000_000;
/** Models x tasks; each takes two bytes. */
const COLUMNS_LIMIT = 8_000_000;

/**
 * A model's effect in a draw depends on its hackable passes x1_s in every stratum alone, and they on one number,
 * cell = sum_s stride_s x1_s, stride_s the product of n1 + 1 over the strata before s.
 */
export interface JointTable {
  readonly strides: readonly number[];
  /** Cells of one row: the product of n1 + 1 over all strata. */
  readonly cells: number;
}

/**
 * null where the table would not fit, or would cost more than it saves.
 *
 * @param evenAtALoss true: only whether it fits counts
 */
export function jointTable(plan: PermutationPlan, rows: number, evenAtALoss = false): JointTable | null {
  const { draws, models, rowLength, strata } = plan;
  const strides: number[] = [];
  let cells = 1;
  for (const { hackable } of strata) {
    strides.push(cells);
    cells *= hackable + 1;
  }
  const fits = cells <= MOST_CELLS && rows * cells <= TABLE_LIMIT && rows * taskCount(plan) <= COLUMNS_LIMIT;
  // Measured: a cell takes twice the time that it saves in a draw, and a draw adds the columns of its flagged tasks
  // in place of counting the bits of all models.
  const pays = 2 * cells <= draws && flagCount(strata) * columnWidth(rows) <= models * (16 * rowLength + 400);
  return fits && (pays || evenAtALoss) ? { strides, cells } : null;
}

/** Writes yi and vi of a model with the given passes by stratum for every cell; NaN where x1 can't be. */
export type EffectFiller = (
  totals: ArrayLike<number>,
  from: number,
  yi: Float64Array,
  vi: Float64Array,
) => void;

export function effectFiller(
  { strata, effects }: PermutationPlan,
  measure: Measure = effects.measure,
): EffectFiller {
  const write = stratumParts(strata, { ...effects, measure });
  const parts = new Float64Array(2 * (Math.max(...strata.map(({ hackable }) => hackable)) + 1));
  return (totals, from, yi, vi) => {
    let size = 1;
    yi[0] = 0;
    vi[0] = 0;
    strata.forEach(({ hackable }, s) => {
      parts.fill(Number.NaN);
      write(s, totals[from + s], parts, 0);
      // Downwards, since the sums over the strata before stand where x1 = 0 will.
      for (let x1 = hackable; x1 >= 0; x1--) {
        const y = parts[2 * x1];
        const v = parts[2 * x1 + 1];
        const at = x1 * size;
        for (let c = 0; c < size; c++) {
          yi[at + c] = yi[c] + y;
          vi[at + c] = vi[c] + v;
        }
      }
      size *= hackable + 1;
    });
  };
}
