/** Leave one task out within strata: the whole analysis again, model weights included. */

import { type ArmCounts, type Contrast, countArms } from '../effects/arms.ts';
import { gapsInto } from '../effects/gaps.ts';
import type { EffectOptions } from '../effects/types.ts';
import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { pooledGap } from './pooled-gap.ts';
import { spreadOf } from './rounding.ts';
import type { Estimator } from './types.ts';

export interface JackknifeInput {
  readonly outcomes: Outcomes;
  readonly contrast: Contrast;
  readonly effects: EffectOptions;
  readonly method: Estimator;
  readonly counts?: ArmCounts;
}

export interface Jackknife {
  readonly estimate: number;
  readonly se: number;
  /** Satterthwaite: each cell N - 1. */
  readonly df: number;
  /** Cells (stratum x arm) of one task: leaving it out leaves no contrast, so that they add nothing. */
  readonly lonelyCells: number;
}

/** Tasks x models x strata beyond which no jackknife is made. */
const MAX_WORK = 2e9;

/**
 * Standard error of the pooled gap by the jackknife over tasks, stratified by cell (stratum x arm):
 *
 *     V = sum over cells of (N - 1) / N sum_t (gap without t - their mean)^2.
 *
 * Every leave-one-out gap is the whole analysis (gaps, variances, tau2, weights), so that it also holds what
 * `sharedTasks` leaves out: model weights 1 / (vi + tau2) move with the tasks. Where the two differ much, weights ride
 * on the data and this one is to be believed. With equal weights and RD both are the same number.
 *
 * @returns null without a pooled gap, with no cell of two tasks in an arm, or where tasks x models x strata > 2e9
 *
 * Source: Shao and Wu (1989), doi:10.1214/aos/1176347263.
 *
 * @example
 * // One model, hackable 1 1 0, robust 0 0 1 0, EE: V = S2/n + S2/n = (1/3)/3 + (1/4)/4 = 0.1736111
 */
export function jackknife(input: JackknifeInput): Jackknife | null {
  const { outcomes, contrast, effects, method } = input;
  const counts = input.counts ?? countArms(outcomes, contrast);
  if (outcomes.tasks * outcomes.models * counts.strata > MAX_WORK) return null;
  const pooled = pooledGap(method, outcomes.models);
  const yi = new Float64Array(outcomes.models);
  const vi = new Float64Array(outcomes.models);
  const gapOf = () => {
    gapsInto(counts, effects, yi, vi);
    return pooled(yi, vi);
  };
  const estimate = gapOf();
  if (Number.isNaN(estimate)) return null;

  let [variance, satterthwaite, lonelyCells] = [0, 0, 0];
  const seen = { 0: 0, 1: 0 };
  for (let s = 0; s < counts.strata; s++) {
    const arms = ([1, 0] as const).map((arm) => cellTasks(outcomes, contrast, s, arm));
    if (arms.some((tasks) => tasks.length === 0)) continue;
    for (const arm of [1, 0] as const) {
      const tasks = arms[1 - arm];
      if (tasks.length === 1) {
        lonelyCells++;
        continue;
      }
      const without = tasks.map((t) => {
        const restore = leaveOut(outcomes, counts, s, arm, t);
        const gap = gapOf();
        restore();
        return gap;
      });
      const mean = without.reduce((sum, gap) => sum + gap, 0) / without.length;
      const squares = without.reduce((sum, gap) => sum + spreadOf(gap, mean) ** 2, 0);
      const part = ((tasks.length - 1) / tasks.length) * squares;
      variance += part;
      satterthwaite += (part * part) / (tasks.length - 1);
      seen[arm]++;
    }
  }
  if (seen[1] === 0 || seen[0] === 0 || !(variance > 0)) return null;
  return { estimate, se: Math.sqrt(variance), df: (variance * variance) / satterthwaite, lonelyCells };
}

/** Tasks of a cell with an outcome of some model. */
function cellTasks(outcomes: Outcomes, contrast: Contrast, stratum: number, arm: 0 | 1): number[] {
  const tasks: number[] = [];
  for (let t = 0; t < contrast.arm.length; t++) {
    if (contrast.arm[t] !== arm || contrast.stratum[t] !== stratum) continue;
    let seen = false;
    for (let m = 0; m < outcomes.models && !seen; m++) seen = !Number.isNaN(rateAt(outcomes, m, t));
    if (seen) tasks.push(t);
  }
  return tasks;
}

/** Takes a task's cells off the counts; the answer puts the old counts back, to the bit. */
function leaveOut(outcomes: Outcomes, counts: ArmCounts, s: number, arm: 0 | 1, task: number): () => void {
  const planes = arm === 1 ? [counts.x1, counts.n1, counts.ss1] : [counts.x0, counts.n0, counts.ss0];
  const [x, n, ss] = planes;
  const kept = planes.map((plane) => plane && strided(plane, counts, s));
  for (let m = 0; m < outcomes.models; m++) {
    const rate = rateAt(outcomes, m, task);
    if (Number.isNaN(rate)) continue;
    const at = m * counts.strata + s;
    n![at] -= 1;
    x![at] = withoutResidue(x![at] - rate, n![at]);
    if (ss) ss[at] -= rate * rate;
  }
  return () => {
    planes.forEach((plane, i) => {
      for (let m = 0; plane && m < outcomes.models; m++) plane[m * counts.strata + s] = kept[i]![m];
    });
  };
}

/** Sums of k/n less one of them: what is 0 or all but for rounding is so, since saturated cells are told by it. */
function withoutResidue(passes: number, tasks: number): number {
  if (passes < 1e-12) return 0;
  return tasks - passes < 1e-12 ? tasks : passes;
}

function strided(plane: Float64Array, counts: ArmCounts, s: number): Float64Array {
  return Float64Array.from({ length: counts.models }, (_, m) => plane[m * counts.strata + s]);
}
