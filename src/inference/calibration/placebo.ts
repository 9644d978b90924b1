/** One placebo draw: which tasks are audited, which flagged, and the outcomes that go with it. */
import type { Contrast } from '../../effects/arms.ts';
import { outcomesBuilder, packed, rateAt } from '../../leaderboard/outcomes.ts';
import type { Outcomes } from '../../leaderboard/types.ts';
import type { RandomStream } from '../../stats/random.ts';
import type { CalibrationDesign } from './design.ts';

export interface Placebo {
  readonly contrast: Contrast;
  readonly outcomes: Outcomes;
}

/**
 * A function that makes the next draw of a stream. In every stratum a uniform subset of the pool is audited and a
 * uniform subset of that flagged (one Fisher-Yates shuffle of the pool's head serves both).
 */
export function placeboMaker(design: CalibrationDesign): (stream: RandomStream) => Placebo {
  const { outcomes, pools, options } = design;
  const strata = pools.map((pool) => pool.stratum);
  return (stream) => {
    const stratum = new Int32Array(outcomes.tasks).fill(-1);
    const arm = new Int8Array(outcomes.tasks).fill(-1);
    pools.forEach(({ tasks, audited, hackable }, s) => {
      const order = tasks.slice();
      for (let i = 0; i < audited; i++) {
        const j = i + stream.below(order.length - i);
        const held = order[i];
        order[i] = order[j];
        order[j] = held;
        stratum[order[i]] = s;
        arm[order[i]] = i < hackable ? 1 : 0;
      }
    });
    const contrast = { strata, stratum, arm };
    if (options.plant === 0) return { contrast, outcomes };
    return { contrast, outcomes: planted(outcomes, arm, options.plant, stream) };
  };
}

/** Every failure on a flagged task becomes a pass with probability `share` (k/n: every failed attempt). */
function planted(outcomes: Outcomes, arm: Int8Array, share: number, stream: RandomStream): Outcomes {
  const flagged = [...arm.keys()].filter((t) => arm[t] === 1);
  if (outcomes.kind === 'binary') {
    const { models, tasks, words, present } = outcomes;
    const passed = outcomes.passed.slice();
    for (let m = 0; m < models; m++) {
      for (const t of flagged) {
        if (rateAt(outcomes, m, t) === 0 && stream.uniform() < share)
          passed[m * words + (t >>> 5)] |= 1 << (t & 31);
      }
    }
    return packed(models, tasks, passed, present);
  }
  const { models, tasks, attempts } = outcomes;
  const builder = outcomesBuilder(models, tasks);
  for (let m = 0; m < models; m++) {
    for (let t = 0; t < tasks; t++) {
      const cell = m * tasks + t;
      if (attempts[cell] === 0) continue;
      let passes = outcomes.passes[cell];
      const failures = attempts[cell] - passes;
      for (let i = 0; arm[t] === 1 && i < failures; i++) if (stream.uniform() < share) passes++;
      builder.set(m, t, passes, attempts[cell]);
    }
  }
  return builder.build();
}

/**
 * Expected gap of a draw for equal model weights: sum_s w_s share (1 - mean pass rate of the pool in s), the mean over
 * tasks and models. Exact with no cell missing.
 */
export function plantedGap(design: CalibrationDesign, weightOf: (n1: number, n0: number) => number): number {
  const { outcomes, pools, options } = design;
  let [sum, total] = [0, 0];
  for (const { tasks, audited, hackable } of pools) {
    let [passes, cells] = [0, 0];
    for (const t of tasks) {
      for (let m = 0; m < outcomes.models; m++) {
        const rate = rateAt(outcomes, m, t);
        if (Number.isNaN(rate)) continue;
        passes += rate;
        cells++;
      }
    }
    const w = weightOf(hackable, audited - hackable);
    sum += w * options.plant * (1 - passes / cells);
    total += w;
  }
  return sum / total;
}
