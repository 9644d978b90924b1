/** Passes of one model under all draws of a block, stratum by stratum. */
import type { ArmCounts } from '../../effects/arms.ts';
import type { Arrange } from './arrangement.ts';
import { bitCounter, rowTotals } from './bit-counts.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';
import { rateCounter } from './rate-counts.ts';

export interface ModelCounter {
  /** Takes the flags of `draws` draws; what follows speaks of them. */
  arrange(arrange: Arrange, draws: number): void;
  /** Only where cells are 0/1 and none is missing: hackable passes of one model at d * strata + s. Used again by the next call. */
  hackablePasses(model: number): Int32Array;
  /** Both arms of one model, draws in the place of models. Used again by the next call. */
  count(model: number): ArmCounts;
  /** As `count`, had each of the model's cells the observed flag of its task as outcome. */
  countFlags(model: number): ArmCounts;
}

/** @param totals passes of model m in stratum s at m * strata + s, where they are known already */
export function modelCounter(
  plan: PermutationPlan,
  totals: Int32Array | null,
  allowSimd: boolean,
): ModelCounter {
  const { planes } = plan;
  if (planes.kind === 'rates') return rateCounter(plan, planes.rates);
  return bitCounter(plan, planes, totals ?? rowTotals(plan, planes.passed), allowSimd);
}

/** `ArmCounts` for the draws of a block; `models` is set to their number. */
export type DrawCounts = ArmCounts & { models: number };

export function drawCounts(strata: number, squares: boolean): DrawCounts {
  const fresh = () => new Float64Array(BLOCK_DRAWS * strata);
  const sums = { x1: fresh(), n1: fresh(), x0: fresh(), n0: fresh() };
  return { models: 0, strata, ...sums, ss1: squares ? fresh() : null, ss0: squares ? fresh() : null };
}
