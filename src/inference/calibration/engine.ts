/** Blocks of placebo draws: each block has its own random stream, so that threads can't change a result. */

import { stratumWeight } from '../../effects/gaps.ts';
import type { Outcomes } from '../../leaderboard/types.ts';
import { type RandomStream, randomStream } from '../../stats/random.ts';
import { permutationEngine } from '../permutation/engine.ts';
import { blockCount, permutationPlan } from '../permutation/plan.ts';
import { tieSlack } from '../permutation/summary.ts';
import type { CalibrationDesign } from './design.ts';
import { methodNames, methodRunner, type PermutationP } from './methods.ts';
import { type Placebo, placeboMaker, plantedGap } from './placebo.ts';

export const BLOCK_PLACEBOS = 10;
/** Draws of the null that all placebo draws share. */
const COMMON_NULL_DRAWS = 10_000;

export interface CalibrationBlock {
  readonly block: number;
  readonly draws: number;
  readonly estimate: Float64Array;
  readonly i2IsZero: Uint8Array;
  /** Draw d and method i at d * methods + i; NaN where there is none. */
  readonly p: Float64Array;
  readonly se: Float64Array;
  readonly covers: Float64Array;
}

export interface CalibrationPlan {
  readonly design: CalibrationDesign;
  /** |pooled gap| over arrangements of the flags, sorted; null where every draw needs a null of its own. */
  readonly commonNull: { readonly sizes: Float64Array; readonly exact: boolean } | null;
}

/**
 * Where every draw has the same tasks and outcomes, the null distribution of the permutation test is the same for all
 * draws: it depends on tasks and sizes, not on which tasks happen to be flagged. One set of 10,000 permutations then
 * serves all draws, and a draw's p costs one look-up. Where the audited tasks are drawn anew (or a gap is planted)
 * every draw has `permutations` of its own.
 */
export function calibrationPlan(design: CalibrationDesign): CalibrationPlan {
  const { options } = design;
  if (options.permutations === 0 || !design.fixedTasks || options.plant > 0)
    return { design, commonNull: null };
  const placebo = placeboMaker(design)(randomStream(options.seed, 'calibration-null'));
  const found = nullSizes(design, placebo, options.seed, COMMON_NULL_DRAWS);
  return { design, commonNull: { sizes: found.sizes.sort(), exact: found.exact } };
}

export const placeboBlocks = (design: CalibrationDesign): number =>
  Math.ceil(design.options.draws / BLOCK_PLACEBOS);

/** Expected gap of a draw: 0, or that of the planted share. */
export function truthOf(design: CalibrationDesign): number {
  if (design.options.plant === 0) return 0;
  return plantedGap(design, (n1, n0) => stratumWeight(design.options.weights, n1, n0));
}

export function calibrationEngine({
  design,
  commonNull,
}: CalibrationPlan): (block: number) => CalibrationBlock {
  const { options } = design;
  const methods = methodNames(options).length;
  const make = placeboMaker(design);
  const truth = truthOf(design);
  return (block) => {
    const stream = randomStream(options.seed, 'calibration', block);
    const permutationP: PermutationP =
      commonNull === null
        ? ownNull(design, stream)
        : (_, estimate) => shareAtLeast(commonNull.sizes, Math.abs(estimate), commonNull.exact);
    const run = methodRunner(options, truth, permutationP);
    const draws = Math.min(BLOCK_PLACEBOS, options.draws - block * BLOCK_PLACEBOS);
    const result: CalibrationBlock = {
      block,
      draws,
      estimate: new Float64Array(draws),
      i2IsZero: new Uint8Array(draws),
      p: new Float64Array(draws * methods),
      se: new Float64Array(draws * methods),
      covers: new Float64Array(draws * methods),
    };
    for (let d = 0; d < draws; d++) {
      const found = run(make(stream));
      result.estimate[d] = found.estimate;
      result.i2IsZero[d] = found.i2IsZero ? 1 : 0;
      found.outcomes.forEach(({ p, se, covers }, i) => {
        result.p[d * methods + i] = p;
        result.se[d * methods + i] = se;
        result.covers[d * methods + i] = covers;
      });
    }
    return result;
  };
}

/** A null of the draw's own tasks, seeded from the draw's stream. */
function ownNull(design: CalibrationDesign, stream: RandomStream): PermutationP {
  return (placebo, estimate) => {
    const { sizes, exact } = nullSizes(design, placebo, stream.next(), design.options.permutations);
    return shareAtLeast(sizes.sort(), Math.abs(estimate), exact);
  };
}

/** |pooled gap| over arrangements of a draw's flags: all of them when they are no more than `draws`. */
function nullSizes(
  design: CalibrationDesign,
  { outcomes, contrast }: { outcomes: Outcomes; contrast: Placebo['contrast'] },
  seed: number,
  draws: number,
): { sizes: Float64Array; exact: boolean } {
  const { options } = design;
  const input = {
    outcomes,
    contrast,
    effects: options,
    method: options.method,
    seed,
    draws,
    exactLimit: draws,
  };
  const plan = permutationPlan(input, new Float64Array(outcomes.models));
  const engine = permutationEngine(plan);
  const sizes = new Float64Array(plan.draws);
  let at = 0;
  for (let block = 0; block < blockCount(plan); block++) {
    for (const value of engine.run(block).statistics) {
      // A draw without an estimate counts as a hit.
      sizes[at++] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : Math.abs(value);
    }
  }
  return { sizes, exact: plan.exact };
}

/** (1 + hits) / (1 + draws), or hits / arrangements where all are there; ties count. */
function shareAtLeast(sorted: Float64Array, size: number, exact: boolean): number {
  const least = size - tieSlack(size);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < least) low = middle + 1;
    else high = middle;
  }
  const hits = sorted.length - low;
  return exact ? hits / sorted.length : (1 + hits) / (1 + sorted.length);
}
