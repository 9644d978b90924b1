/** Runs blocks of draws of a plan: counts, gaps, variances, tau2 and weights afresh for every draw. */
import { arrangements, observedFlags } from './arrangement.ts';
import { rowTotals } from './bit-counts.ts';
import { countRunner } from './count-runner.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';
import type { DrawResults, EngineOptions } from './runner.ts';
import { tableRunner } from './table-runner.ts';

export interface BlockResult extends DrawResults {
  readonly block: number;
  readonly draws: number;
}

export interface PermutationEngine {
  run(block: number): BlockResult;
  /** The observed flags through the same arithmetic: one draw. */
  observed(): BlockResult;
}

/**
 * An engine for one thread. Where cells are 0/1, none is missing and flags are few, all effects that a model can have
 * are listed once (`tableRunner`); else its passes are counted under every draw (`countRunner`). Which of the two is
 * a matter of the plan alone, and SIMD one of speed alone: neither thread nor host changes a byte.
 */
export function permutationEngine(plan: PermutationPlan, options: EngineOptions = {}): PermutationEngine {
  const totals = passTotals(plan);
  const byTable = totals !== null && options.table !== false;
  const table = byTable ? tableRunner(plan, totals, options) : null;
  const run = table ?? countRunner(plan, totals, options.simd);
  return {
    run(block) {
      const draws = Math.min(BLOCK_DRAWS, plan.draws - block * BLOCK_DRAWS);
      return { block, draws, ...run(arrangements(plan, block), draws) };
    },
    observed: () => ({ block: -1, draws: 1, ...run(observedFlags(plan.strata), 1) }),
  };
}

/** Passes of model m in stratum s at m * strata + s; null unless cells are 0/1 and none is missing. */
function passTotals(plan: PermutationPlan): Int32Array | null {
  const { planes } = plan;
  return planes.kind === 'bits' && planes.present === null ? rowTotals(plan, planes.passed) : null;
}
