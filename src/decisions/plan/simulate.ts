/** Audits drawn at random from the leaderboard, with a gap planted: how often the task-aware test finds it. */

import { satterthwaite } from '../../analysis/sensitivity/task-scores.ts';
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

/** Sums of one cell (stratum x arm): tasks, and first and second moments of the scores about `CENTRE`. */
interface CellSums {
  n: number;
  sum: number;
  squares: number;
}
type Arms = readonly [robust: CellSums, hackable: CellSums];

/** Scores lie in [0, 1], so that sums about its middle lose no digits that matter. */
const CENTRE = 0.5;

const emptyArms = (strata: number): Arms[] =>
  Array.from({ length: strata }, () => [
    { n: 0, sum: 0, squares: 0 },
    { n: 0, sum: 0, squares: 0 },
  ]);

function add(cell: CellSums, score: number): void {
  const x = score - CENTRE;
  cell.n++;
  cell.sum += x;
  cell.squares += x * x;
}

/** null where `sharedTasks` has no interval: no stratum with both arms, nobody to borrow from, or no spread. */
export function scoreTest(scores: ArrayLike<number>, contrast: Contrast, weights: Weights): ScoreTest | null {
  const cells = emptyArms(contrast.strata.length);
  for (let t = 0; t < contrast.arm.length; t++) {
    if (contrast.arm[t] >= 0) add(cells[contrast.stratum[t]][contrast.arm[t]], scores[t]);
  }
  return testOf(cells, weights);
}

function testOf(cells: readonly Arms[], weights: Weights): ScoreTest | null {
  const open = cells.filter(([robust, hackable]) => robust.n > 0 && hackable.n > 0);
  const raw = open.map(([robust, hackable]) => stratumWeight(weights, hackable.n, robust.n));
  const total = raw.reduce((a, b) => a + b, 0);
  const about = ({ n, sum, squares }: CellSums) => (n > 1 ? Math.max(0, squares - (sum * sum) / n) : 0);
  let estimate = 0;
  const parts: { variance: number; df: number }[] = [];
  for (const arm of [0, 1] as const) {
    const df = open.reduce((sum, cell) => sum + cell[arm].n - 1, 0);
    if (df === 0) return null;
    const lent = open.reduce((sum, cell) => sum + about(cell[arm]), 0) / df;
    open.forEach((cell, i) => {
      const w = raw[i] / total;
      const { n, sum } = cell[arm];
      estimate += (arm === 1 ? w : -w) * (sum / n);
      const own = about(cell[arm]) / (n - 1);
      parts.push(n > 1 ? { variance: (w * w * own) / n, df: n - 1 } : { variance: w * w * lent, df });
    });
  }
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
  const pools = design.scores.map((pool) => Float64Array.from(pool));
  const stream = randomStream(design.seed, 'plan-simulation', size);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    const cells = emptyArms(audited.length);
    for (let s = 0; s < audited.length; s++) {
      const pool = pools[s];
      for (let i = 0; i < audited[s]; i++) {
        const j = i + stream.below(pool.length - i);
        const drawn = pool[j];
        pool[j] = pool[i];
        pool[i] = drawn;
        // The order of the drawn tasks is random, so the first ones are a random subset.
        const flagged = hackable === null ? stream.uniform() < share![s] : i < hackable[s];
        if (flagged) add(cells[s][1], effect.add + effect.shrink * drawn);
        else add(cells[s][0], drawn);
      }
    }
    const test = testOf(cells, weights);
    if (test !== null && test.p < alpha) hits++;
  }
  const power = hits / draws;
  return { draws, power, se: Math.sqrt((power * (1 - power)) / draws) };
}
