/** Passes of one model under all draws of a block, stratum by stratum. */
import type { ArmCounts } from '../../effects/arms.ts';
import type { Arrange } from './arrangement.ts';
import { bitCounter } from './bit-counts.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';
import { rateCounter } from './rate-counts.ts';

export interface ModelCounter {
  /** Passes of model m in stratum s at m * strata + s; null unless cells are 0/1 and none is missing. */
  readonly totals: Int32Array | null;
  /** Takes the flags of `draws` draws; what follows speaks of them. */
  arrange(arrange: Arrange, draws: number): void;
  /** Only where `totals` is given: hackable passes of one model at d * strata + s. Used again by the next call. */
  hackablePasses(model: number): Int32Array;
  /** Both arms of one model, draws in the place of models. Used again by the next call. */
  count(model: number): ArmCounts;
  /** As `count`, had each of the model's cells the observed flag of its task as outcome. */
  countFlags(model: number): ArmCounts;
}

export function modelCounter(plan: PermutationPlan, allowSimd: boolean): ModelCounter {
  const { planes } = plan;
  return planes.kind === 'bits' ? bitCounter(plan, planes, allowSimd) : rateCounter(plan, planes.rates);
}

/** `ArmCounts` for the draws of a block; `models` is set to their number. */
export type DrawCounts = ArmCounts & { models: number };

export function drawCounts(strata: number, squares: boolean): DrawCounts {
  const fresh = () => new Float64Array(BLOCK_DRAWS * strata);
  const sums = { x1: fresh(), n1: fresh(), x0: fresh(), n0: fresh() };
  return { models: 0, strata, ...sums, ss1: squares ? fresh() : null, ss0: squares ? fresh() : null };
}
