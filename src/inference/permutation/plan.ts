/** What a permutation run needs to know, as plain data: made once, sent to any number of threads. */

import type { Contrast } from '../../effects/arms.ts';
import type { EffectOptions } from '../../effects/types.ts';
import { rateAt } from '../../leaderboard/outcomes.ts';
import type { Outcomes } from '../../leaderboard/types.ts';
import { logChoose, toLog10 } from '../../stats/special.ts';
import type { Estimator } from '../types.ts';
import { VECTOR_WORDS } from './popcount-kernel.ts';

/** Up to this many arrangements of the flags all are enumerated. */
export const EXACT_LIMIT = 100_000;
/** Draws of one block: a block has its own random stream, so that threads can't change a result. */
export const BLOCK_DRAWS = 100;

/** The tasks of one stratum, as consecutive columns `from .. from + tasks - 1` of the planes. */
export interface PlanStratum {
  readonly tasks: number;
  readonly hackable: number;
  readonly from: number;
  /** Observed flags of its columns, 1 hackable. */
  readonly flags: Uint8Array;
}

/** Outcomes of the audited tasks only, strata side by side. Bits: every stratum starts at a multiple of 128. */
export type Planes =
  | { readonly kind: 'bits'; readonly passed: Uint32Array; readonly present: Uint32Array | null }
  | { readonly kind: 'rates'; readonly rates: Float64Array };

export interface PermutationPlan {
  readonly seed: number;
  readonly draws: number;
  /** Every arrangement once instead of random draws. */
  readonly exact: boolean;
  readonly log10Arrangements: number;
  readonly effects: EffectOptions;
  readonly method: Estimator;
  readonly models: number;
  /** Are there strata at all, with both arms or not? */
  readonly stratified: boolean;
  readonly strata: readonly PlanStratum[];
  /** Words of a row (bits) or columns of a row (rates). */
  readonly rowLength: number;
  readonly planes: Planes;
  /** Models that are pooled together: first all, then the levels of moderators. */
  readonly groups: readonly Int32Array[];
  /** Observed model weights, scaled to sum 1: held for the interval by inversion. */
  readonly modelWeights: Float64Array;
}

export interface PermutationInput {
  readonly outcomes: Outcomes;
  readonly contrast: Contrast;
  readonly effects: EffectOptions;
  readonly method: Estimator;
  readonly seed: number;
  readonly draws: number;
  /** Models pooled together beside all of them: the levels of moderators. */
  readonly groups?: readonly (readonly number[])[];
  /** Models of the analysis; all when not given. */
  readonly models?: readonly number[];
  /** Enumerate when there are at most this many arrangements. Default `EXACT_LIMIT`. */
  readonly exactLimit?: number;
}

/**
 * Lays out the audited tasks and counts the arrangements of the flags, prod_s C(n_s, n1_s), on the log scale.
 * Strata with an empty arm carry no contrast under any arrangement and are left out. Memory: a copy of the outcomes
 * of the audited tasks.
 */
export function permutationPlan(input: PermutationInput, modelWeights: Float64Array): PermutationPlan {
  const { outcomes, contrast } = input;
  const strata: PlanStratum[] = [];
  const columns: number[] = [];
  let words = 0;
  let logArrangements = 0;
  for (let s = 0; s < contrast.strata.length; s++) {
    const tasks: number[] = [];
    for (let t = 0; t < contrast.arm.length; t++) {
      if (contrast.stratum[t] === s && contrast.arm[t] >= 0) tasks.push(t);
    }
    const flags = Uint8Array.from(tasks, (t) => contrast.arm[t]);
    const hackable = flags.reduce((sum, flag) => sum + flag, 0);
    if (hackable === 0 || hackable === tasks.length) continue;
    logArrangements += logChoose(tasks.length, hackable);
    const from = outcomes.kind === 'binary' ? 32 * words : columns.length;
    strata.push({ tasks: tasks.length, hackable, from, flags });
    for (const t of tasks) columns.push(t);
    words += VECTOR_WORDS * Math.ceil(tasks.length / (32 * VECTOR_WORDS));
  }
  const arrangements = countArrangements(strata, logArrangements);
  const exact = arrangements <= (input.exactLimit ?? EXACT_LIMIT);
  const all = input.models ?? Array.from({ length: outcomes.models }, (_, m) => m);
  return {
    seed: input.seed,
    draws: exact ? arrangements : input.draws,
    exact,
    log10Arrangements: exact ? Math.log10(arrangements) : toLog10(logArrangements),
    effects: input.effects,
    method: input.method,
    models: outcomes.models,
    stratified: contrast.strata.some((stratum) => stratum !== ''),
    strata,
    rowLength: outcomes.kind === 'binary' ? words : columns.length,
    planes:
      outcomes.kind === 'binary' ? bitPlanes(outcomes, strata, columns, words) : ratePlane(outcomes, columns),
    groups: [all, ...(input.groups ?? [])].map((group) => Int32Array.from(group)),
    modelWeights,
  };
}

/** prod_s C(n_s, n1_s), exact where it is small enough to be enumerated, else Infinity. */
function countArrangements(strata: readonly PlanStratum[], logArrangements: number): number {
  if (logArrangements > Math.log(EXACT_LIMIT) + 1) return Number.POSITIVE_INFINITY;
  return strata.reduce((product, { tasks, hackable }) => product * choose(tasks, hackable), 1);
}

/** C(n, k), exact below 2^53; 0 for k > n. */
export function choose(n: number, k: number): number {
  if (k > n) return 0;
  let value = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) value = (value * (n - i + 1)) / i;
  return value;
}

/** Audited tasks of all strata. */
export const taskCount = (plan: PermutationPlan): number =>
  plan.strata.reduce((sum, { tasks }) => sum + tasks, 0);

export const blockCount = (plan: PermutationPlan): number => Math.ceil(plan.draws / BLOCK_DRAWS);

function bitPlanes(
  outcomes: Extract<Outcomes, { kind: 'binary' }>,
  strata: readonly PlanStratum[],
  columns: readonly number[],
  words: number,
): Planes {
  const pack = (plane: Uint32Array) => {
    const packed = new Uint32Array(outcomes.models * words);
    const source = Int32Array.from(columns);
    for (let m = 0; m < outcomes.models; m++) {
      const row = m * outcomes.words;
      let i = 0;
      for (const { tasks, from } of strata) {
        let word = m * words + from / 32;
        for (let left = tasks; left > 0; left -= 32) {
          let bits = 0;
          const many = Math.min(32, left);
          for (let b = 0; b < many; b++, i++) {
            const t = source[i];
            bits |= ((plane[row + (t >>> 5)] >>> (t & 31)) & 1) << b;
          }
          packed[word++] = bits;
        }
      }
    }
    return packed;
  };
  const present = outcomes.present === null ? null : pack(outcomes.present);
  return { kind: 'bits', passed: pack(outcomes.passed), present };
}

function ratePlane(outcomes: Outcomes, columns: readonly number[]): Planes {
  const rates = new Float64Array(outcomes.models * columns.length);
  for (let m = 0; m < outcomes.models; m++) {
    columns.forEach((t, i) => {
      rates[m * columns.length + i] = rateAt(outcomes, m, t);
    });
  }
  return { kind: 'rates', rates };
}
