/** Audits drawn at random from the leaderboard, with a gap planted: how often the task-aware test finds it. */

import { satterthwaite, stratumScores } from '../../analysis/sensitivity/task-scores.ts';
import type { Contrast } from '../../effects/arms.ts';
import { stratumWeight } from '../../effects/gaps.ts';
import type { Weights } from '../../effects/types.ts';
import { randomStream } from '../../stats/random.ts';
import { tLogSf } from '../../stats/student-t.ts';
import type { Planted } from './power.ts';
import type { Simulated } from './types.ts';

/** Task-aware estimate from task scores: the arithmetic of `sharedTasks` with equal model weights. */
export interface ScoreTest {
  readonly estimate: number;
  readonly se: number;
  readonly df: number;
  readonly p: number;
}

/** null where `sharedTasks` has no interval: no stratum with both arms, nobody to borrow from, or no spread. */
export function scoreTest(scores: ArrayLike<number>, contrast: Contrast, weights: Weights): ScoreTest | null {
  const open = stratumScores(scores, contrast);
  const raw = open.map(({ hackable, robust }) => stratumWeight(weights, hackable.n, robust.n));
  const total = raw.reduce((a, b) => a + b, 0);
  let estimate = 0;
  const parts: { variance: number; df: number }[] = [];
  open.forEach(({ hackable, robust }, i) => {
    const w = raw[i] / total;
    estimate += w * (hackable.mean - robust.mean);
    for (const { variance, n, df } of [hackable, robust])
      parts.push({ variance: (w * w * variance) / n, df });
  });
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (!(variance > 0)) return null;
  const se = Math.sqrt(variance);
  const df = satterthwaite(parts);
  return { estimate, se, df, p: Math.min(1, 2 * Math.exp(tLogSf(Math.abs(estimate) / se, df))) };
}

/** What is drawn: the scores of each stratum's tasks, and how many tasks of it are audited. */
export interface SimulationDesign {
  readonly scores: readonly ArrayLike<number>[];
  readonly audited: readonly number[];
  /** Chance of an audited task to be hackable, or the fixed number of hackable ones in each stratum. */
  readonly share: readonly number[] | null;
  readonly hackable: readonly number[] | null;
  readonly weights: Weights;
  readonly effect: Planted;
  readonly alpha: number;
  readonly draws: number;
  readonly seed: number;
}

/**
 * Share of `draws` audits in which the test is significant. In each draw `audited` tasks of a stratum are taken without
 * replacement, each flagged with chance `share` (or `hackable` of them at random), and the scores of flagged ones are
 * changed by `effect`. A draw without a test counts as a miss.
 */
export function simulatedPower(design: SimulationDesign): Simulated {
  const { audited, share, hackable, weights, effect, alpha, draws } = design;
  const size = audited.reduce((a, b) => a + b, 0);
  const score = new Float64Array(size);
  const arm = new Int8Array(size);
  const stratum = Int32Array.from(audited.flatMap((a, s) => new Array<number>(a).fill(s)));
  const contrast: Contrast = { strata: audited.map(String), stratum, arm };
  const pools = design.scores.map((pool) => Float64Array.from(pool));
  const stream = randomStream(design.seed, 'plan-simulation', size);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let at = 0;
    for (let s = 0; s < audited.length; s++) {
      const pool = pools[s];
      for (let i = 0; i < audited[s]; i++, at++) {
        const j = i + stream.below(pool.length - i);
        const drawn = pool[j];
        pool[j] = pool[i];
        pool[i] = drawn;
        // The order of the drawn tasks is random, so the first ones are a random subset.
        const flagged = hackable === null ? stream.uniform() < share![s] : i < hackable[s];
        arm[at] = flagged ? 1 : 0;
        score[at] = flagged ? effect.add + effect.shrink * drawn : drawn;
      }
    }
    const test = scoreTest(score, contrast, weights);
    if (test !== null && test.p < alpha) hits++;
  }
  const power = hits / draws;
  return { draws, power, se: Math.sqrt((power * (1 - power)) / draws) };
}
