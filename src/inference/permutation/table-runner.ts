/** Draws by a table of all effects that a model can have: look-ups and additions, and a division where tau2 > 0. */
import { type Arrange, flagCount } from './arrangement.ts';
import { effectFiller, jointTable } from './joint-table.ts';
import { BLOCK_DRAWS, type PermutationPlan, type PlanStratum, taskCount } from './plan.ts';
import type { DrawRunner, EngineOptions } from './runner.ts';
import { type SumKernel, sumKernel } from './sum-kernel.ts';
import { CellPooler, fillCells } from './table-cells.ts';

/**
 * A draw at a time. Sums over the models of w, w y, w y^2 and so on, w = 1 / vi, come from the table and nearly always
 * settle tau2; where they don't, or it is above 0, the models' effects are fetched and pooled. Equal to `poolKernel` on
 * the same effects to rounding.
 *
 * @param totals passes of model m in stratum s at m * strata + s
 * @returns null where the table does not fit or would cost more than it saves, see `EngineOptions`
 */
export function tableRunner(
  plan: PermutationPlan,
  totals: Int32Array,
  options: EngineOptions,
): DrawRunner | null {
  const { strata, groups, modelWeights, planes, method } = plan;
  const used = [...new Set(groups.flatMap((group) => [...group]))];
  const flagsRow = used.length;
  const rows = flagsRow + 1;
  const joint = jointTable(plan, rows, options.table);
  if (joint === null || planes.kind !== 'bits') return null;
  const { cells, strides } = joint;
  const rowOf = new Map(used.map((model, row) => [model, row]));
  const groupRows = groups.map((group) => group.map((model) => rowOf.get(model)!));
  const kernel = sumKernel(
    {
      draws: BLOCK_DRAWS,
      tasks: taskCount(plan),
      flagged: flagCount(strata),
      rows,
      cells,
      groups: groupRows,
    },
    options.simd,
  );
  const { width, indices, table } = kernel;
  fillColumns(plan, planes.passed, used, strides, kernel);

  const yi = new Float64Array(cells);
  const vi = new Float64Array(cells);
  const fill = effectFiller(plan);
  let allUsable = true;
  used.forEach((model, row) => {
    fill(totals, model * strata.length, yi, vi);
    if (!fillCells(table, row * cells, yi, vi, cells, modelWeights[model])) allUsable = false;
  });
  // What is left in yi is the gap of the flags themselves: the last row has each task's observed flag as outcome.
  const flagGap = yi;
  effectFiller(plan, 'RD')(
    strata.map(({ hackable }) => hackable),
    0,
    flagGap,
    vi,
  );

  const heldTotal = groups[0].reduce((sum, model) => sum + modelWeights[model], 0);
  const pooler = new CellPooler(kernel, rows, cells, allUsable, method);

  return (arrange, draws) => {
    choose(arrange, draws, strata, kernel);
    kernel.index(draws);
    const statistics = new Float64Array(draws * groups.length);
    const held = new Float64Array(draws);
    const shift = new Float64Array(draws);
    groupRows.forEach((group, g) => {
      kernel.sum(g, draws);
      for (let d = 0; d < draws; d++) {
        statistics[d * groups.length + g] = pooler.pool(d, group);
        if (g > 0) continue;
        held[d] = pooler.held(d) / heldTotal;
        shift[d] = flagGap[indices[d * width + flagsRow]];
      }
    });
    return { statistics, held, shift };
  };
}

/** What every task adds to the cell numbers of all rows, the flags last. */
function fillColumns(
  { strata, rowLength }: PermutationPlan,
  passed: Uint32Array,
  used: readonly number[],
  strides: readonly number[],
  { columns, width }: SumKernel,
): void {
  let task = 0;
  strata.forEach(({ tasks, from, flags }, s) => {
    for (let i = 0; i < tasks; i++, task++) {
      const word = (from + i) >>> 5;
      const at = width * task;
      for (let r = 0; r < used.length; r++) {
        columns[at + r] = strides[s] * ((passed[used[r] * rowLength + word] >>> (i & 31)) & 1);
      }
      columns[at + used.length] = strides[s] * flags[i];
    }
  });
}

/** The columns of the flagged tasks of all draws. */
function choose(
  arrange: Arrange,
  draws: number,
  strata: readonly PlanStratum[],
  { chosen, width }: SumKernel,
): void {
  const flagged = flagCount(strata);
  for (let d = 0; d < draws; d++) arrange(d, chosen, d * flagged);
  let at = 0;
  for (let d = 0; d < draws; d++) {
    let start = 0;
    for (let s = 0; s < strata.length; s++) {
      const { tasks, hackable } = strata[s];
      for (const end = at + hackable; at < end; at++) chosen[at] = 2 * width * (start + chosen[at]);
      start += tasks;
    }
  }
}
