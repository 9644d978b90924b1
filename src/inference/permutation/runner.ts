/** What runs the draws of a block: by a table of all effects a model can have, or by counting. */
import type { Arrange } from './arrangement.ts';

export interface DrawResults {
  /** Pooled gap of draw d and group g at d * groups + g; NaN where no model could be pooled. */
  readonly statistics: Float64Array;
  /** The pooled gap of all models with the observed model weights held. */
  readonly held: Float64Array;
  /** What a shift of 1 of the observed hackable tasks' scores adds to `held`. */
  readonly shift: Float64Array;
}

/** Runs `draws` draws, at most `BLOCK_DRAWS`: gaps, variances, tau2 and weights afresh for every draw. */
export type DrawRunner = (arrange: Arrange, draws: number) => DrawResults;

export interface EngineOptions {
  /** false: plain JavaScript. Default: SIMD where the host has it. */
  readonly simd?: boolean;
  /** false: by counting. true: by the table wherever it fits. Default: where it pays. */
  readonly table?: boolean;
}
