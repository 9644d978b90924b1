/** Cells of tasks whose means make a score, and the influence of each task on it. */
import { rateAt } from '../../leaderboard/outcomes.ts';
import type { Outcomes } from '../../leaderboard/types.ts';

/** A group of tasks that are a sample of tasks like them: stratum x status. */
export interface TaskCell {
  readonly stratum: number;
  readonly tasks: Int32Array;
}

/** Columns `from` .. `to - 1` hold the influences that make the variance of cell `cell`. */
export interface Block {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  /** n - 1, or the pooled df of the lenders; 0 when nobody lends. */
  readonly df: number;
  readonly borrowed: boolean;
}

interface Run {
  readonly cell: number;
  readonly lender: number;
  readonly scale: number;
  readonly from: number;
}

export interface Layout {
  readonly cells: readonly TaskCell[];
  readonly blocks: readonly Block[];
  readonly columns: number;
  readonly runs: readonly Run[];
}

/**
 * Columns for the cells of one arm. A cell of n > 1 tasks has a column a task, scaled by sqrt(n / (n - 1)); a lone task
 * borrows the residuals of all larger cells, scaled by 1 / sqrt(their df) (as `inference/influence.ts`, which derives
 * it). The sum of squares of a block is then the unbiased variance of the cell's mean times its coefficient squared.
 *
 * @param borrow false leaves lone tasks without columns
 */
export function layoutOf(cells: readonly TaskCell[], borrow = true): Layout {
  const blocks: Block[] = [];
  const runs: Run[] = [];
  let columns = 0;
  const lenders = cells.flatMap((cell, c) => (borrow && cell.tasks.length > 1 ? [c] : []));
  const lent = lenders.reduce((sum, c) => sum + cells[c].tasks.length - 1, 0);
  cells.forEach(({ tasks }, c) => {
    const n = tasks.length;
    const from = columns;
    if (n > 1) {
      runs.push({ cell: c, lender: c, scale: Math.sqrt(n / (n - 1)), from });
      columns += n;
    } else {
      for (const lender of lenders) {
        runs.push({ cell: c, lender, scale: 1 / Math.sqrt(lent), from: columns });
        columns += cells[lender].tasks.length;
      }
    }
    blocks.push({ cell: c, from, to: columns, df: n > 1 ? n - 1 : lent, borrowed: n === 1 });
  });
  return { cells, blocks, columns, runs };
}

/** Mean outcome and number of outcomes of each model in each cell, at m * cells + c. */
export interface CellMeans {
  readonly mean: Float64Array;
  readonly n: Float64Array;
}

export function cellMeans(outcomes: Outcomes, cells: readonly TaskCell[]): CellMeans {
  const size = outcomes.models * cells.length;
  const [mean, n] = [new Float64Array(size), new Float64Array(size)];
  for (let m = 0; m < outcomes.models; m++) {
    cells.forEach(({ tasks }, c) => {
      const at = m * cells.length + c;
      for (const t of tasks) {
        const rate = rateAt(outcomes, m, t);
        if (Number.isNaN(rate)) continue;
        mean[at] += rate;
        n[at]++;
      }
      mean[at] /= n[at];
    });
  }
  return { mean, n };
}

/**
 * Influence of every column on a score sum_c k_c ybar_mc of one model: k_c (Y_mt - ybar_mc) / n_mc, 0 where missing.
 *
 * @param coefficient k_c of each cell
 */
export function fillInfluence(
  outcomes: Outcomes,
  layout: Layout,
  means: CellMeans,
  model: number,
  coefficient: ArrayLike<number>,
  row: Float64Array,
): void {
  const { cells, runs } = layout;
  for (const { cell, lender, scale, from } of runs) {
    const own = model * cells.length + cell;
    const lending = model * cells.length + lender;
    const factor = means.n[own] === 0 ? 0 : (scale * coefficient[cell]) / means.n[own];
    const { tasks } = cells[lender];
    for (let i = 0; i < tasks.length; i++) {
      const rate = factor === 0 ? Number.NaN : rateAt(outcomes, model, tasks[i]);
      row[from + i] = Number.isNaN(rate) ? 0 : factor * (rate - means.mean[lending]);
    }
  }
}

/** Variance of each block: one part a cell, for Satterthwaite's df. */
export function blockVariances(layout: Layout, row: Float64Array): { variance: number; df: number }[] {
  return layout.blocks.map(({ from, to, df }) => {
    let variance = 0;
    for (let i = from; i < to; i++) variance += row[i] * row[i];
    return { variance: df === 0 ? Number.NaN : variance, df };
  });
}
