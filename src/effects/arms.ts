/** Passes and tasks of every model in every stratum of both arms: all that a gap needs to know. */

import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { countAnd } from '../stats/bits.ts';

/** Which arm and stratum each task is in: the contrast of one audit. */
export interface Contrast {
  /** Names of the strata that hold an audited task, in order of first appearance in the task list. */
  readonly strata: readonly string[];
  /** Stratum of each task, -1 for a task out of the contrast. */
  readonly stratum: Int32Array;
  /** 1 hackable, 0 robust, -1 out of the contrast. */
  readonly arm: Int8Array;
}

/**
 * Sums by model and stratum, at index m * strata + s. `x` are passes (sums of k/n), `n` tasks with an outcome,
 * `ss` sums of squared k/n, kept only where cells are k/n (null for 0/1 cells, where ss = x).
 */
export interface ArmCounts {
  readonly models: number;
  readonly strata: number;
  readonly x1: Float64Array;
  readonly n1: Float64Array;
  readonly x0: Float64Array;
  readonly n0: Float64Array;
  readonly ss1: Float64Array | null;
  readonly ss0: Float64Array | null;
}

/**
 * Counts the arms of every model and stratum. A missing cell counts in neither `x` nor `n`.
 *
 * @example countArms(outcomes, contrastOf(tasks)).x1[0] // passes of model 0 on hackable tasks of the first stratum
 */
export function countArms(outcomes: Outcomes, contrast: Contrast): ArmCounts {
  const size = outcomes.models * contrast.strata.length;
  const fresh = () => new Float64Array(size);
  const base = { models: outcomes.models, strata: contrast.strata.length };
  const sums = { x1: fresh(), n1: fresh(), x0: fresh(), n0: fresh() };
  if (outcomes.kind === 'counts') {
    const counts: ArmCounts = { ...base, ...sums, ss1: fresh(), ss0: fresh() };
    for (let m = 0; m < outcomes.models; m++) {
      for (let t = 0; t < outcomes.tasks; t++) addCell(counts, contrast, m, t, rateAt(outcomes, m, t));
    }
    return counts;
  }
  const counts: ArmCounts = { ...base, ...sums, ss1: null, ss0: null };
  for (let s = 0; s < contrast.strata.length; s++) {
    for (const arm of [1, 0] as const) {
      const mask = taskMask(outcomes.words, contrast, s, arm);
      const total = countAnd(mask, 0, mask, 0, outcomes.words);
      const [x, n] = arm === 1 ? [counts.x1, counts.n1] : [counts.x0, counts.n0];
      for (let m = 0; m < outcomes.models; m++) {
        const at = m * counts.strata + s;
        const row = m * outcomes.words;
        x[at] = countAnd(outcomes.passed, row, mask, 0, outcomes.words);
        n[at] = outcomes.present === null ? total : countAnd(outcomes.present, row, mask, 0, outcomes.words);
      }
    }
  }
  return counts;
}

/** Bits of the tasks of one stratum and arm. */
export function taskMask(words: number, contrast: Contrast, stratum: number, arm: 0 | 1): Uint32Array {
  const mask = new Uint32Array(words);
  for (let t = 0; t < contrast.arm.length; t++) {
    if (contrast.arm[t] === arm && contrast.stratum[t] === stratum) mask[t >>> 5] |= 1 << (t & 31);
  }
  return mask;
}

function addCell(counts: ArmCounts, contrast: Contrast, m: number, t: number, rate: number): void {
  const arm = contrast.arm[t];
  if (arm < 0 || Number.isNaN(rate)) return;
  const at = m * counts.strata + contrast.stratum[t];
  if (arm === 1) {
    counts.x1[at] += rate;
    counts.n1[at] += 1;
    counts.ss1![at] += rate * rate;
  } else {
    counts.x0[at] += rate;
    counts.n0[at] += 1;
    counts.ss0![at] += rate * rate;
  }
}
