/** Power of the task-aware test of a gap, for audits of known and of random make-up. */

import { satterthwaite } from '../../analysis/sensitivity/task-scores.ts';
import { stratumWeight } from '../../effects/gaps.ts';
import type { Weights } from '../../effects/types.ts';
import { noncentralTSf } from '../../stats/noncentral.ts';
import { brentRoot, expandBracket } from '../../stats/root.ts';
import { tQuantile } from '../../stats/student-t.ts';
import type { Compositions } from './compositions.ts';
import type { Mechanism, PlannedPower } from './types.ts';

/** n1 hackable and n0 robust tasks of a stratum. */
export interface Cells {
  readonly n1: number;
  readonly n0: number;
}

/** Task scores in one stratum. */
export interface ScoreSpread {
  readonly mean: number;
  readonly sd: number;
}

/** The score u of a task becomes `add + shrink * u` where it is hackable. */
export interface Planted {
  readonly add: number;
  readonly shrink: number;
}

/** What the pooled gap of one audit is like. */
export interface Precision {
  /** Its expectation. */
  readonly gap: number;
  readonly se: number;
  /** What the analysis takes `se` for on average: another where a lone task borrows the variance of its arm. */
  readonly expectedSe: number;
  readonly df: number;
}

/**
 * How a gap comes about.
 *
 * - `shift`: every hackable task is solved by `gap` more of the models. It asks nothing of how tasks are hacked.
 * - `failures`: a share q of the failures on hackable tasks are passes, so that u becomes u + q (1 - u). Easy tasks gain
 *   less and hackable scores lie closer together (sd times 1 - q). q is gap / sum_s w_s (1 - mean_s), the weights those
 *   of the expected numbers in `cells`. NaN when q would be above 1.
 */
export function planted(
  mechanism: Mechanism,
  gap: number,
  cells: readonly Cells[],
  spread: readonly ScoreSpread[],
  weights: Weights,
): Planted {
  if (mechanism === 'shift') return { add: gap, shrink: 1 };
  const q = gap / failures(cells, spread, weights);
  return q <= 1 ? { add: q, shrink: 1 - q } : { add: Number.NaN, shrink: Number.NaN };
}

/** sum_s w_s (1 - mean_s): the largest gap that `failures` can make. */
export function failures(cells: readonly Cells[], spread: readonly ScoreSpread[], weights: Weights): number {
  let [sum, total] = [0, 0];
  cells.forEach(({ n1, n0 }, s) => {
    if (!(n1 > 0 && n0 > 0)) return;
    const w = stratumWeight(weights, n1, n0);
    sum += w * (1 - spread[s].mean);
    total += w;
  });
  return sum / total;
}

/**
 * Expectation and precision of the pooled gap when task scores have standard deviation sd_s in stratum s:
 *
 *     se^2 = sum_s w_s^2 (shrink^2 sd_s^2 / n1s + sd_s^2 / n0s)
 *
 * over the strata where both arms hold a task, w_s the weights of the analysis scaled to sum 1. df by Satterthwaite
 * over the cells with n - 1 each. A cell of one task is given the pooled variance of its arm and that df, as
 * `sharedTasks` does.
 *
 * No finite population correction: the analysis generalises to tasks like these. For a constant shift it would be the
 * same if it did not: the arms are disjoint samples of the same N_s tasks, and the covariance of their means,
 * -sd^2 / N_s, cancels the two corrections.
 *
 * null when no stratum has both arms, when an arm has no cell of two tasks, or when there is no spread.
 *
 * @example
 * precision([{ n1: 5, n0: 5 }], [{ mean: 0.5, sd: 0.3 }], { add: 0.1, shrink: 1 }, 'flagged')
 * // gap 0.1, se 0.3 sqrt(2 / 5) = 0.1897366596, df 8
 */
export function precision(
  cells: readonly Cells[],
  spread: readonly ScoreSpread[],
  { add, shrink }: Planted,
  weights: Weights,
): Precision | null {
  const open = cells.flatMap(({ n1, n0 }, s) =>
    n1 > 0 && n0 > 0
      ? [{ n: [n1, n0], sd: [shrink * spread[s].sd, spread[s].sd], mean: spread[s].mean }]
      : [],
  );
  const raw = open.map(({ n }) => stratumWeight(weights, n[0], n[1]));
  const total = raw.reduce((a, b) => a + b, 0);
  let [gap, variance] = [0, 0];
  const parts: { variance: number; df: number }[] = [];
  for (const arm of [0, 1]) {
    const df = open.reduce((sum, cell) => sum + cell.n[arm] - 1, 0);
    if (df === 0) return null;
    const pooled = open.reduce((sum, cell) => sum + (cell.n[arm] - 1) * cell.sd[arm] ** 2, 0) / df;
    open.forEach(({ n, sd }, i) => {
      const w2 = (raw[i] / total) ** 2;
      const own = (w2 * sd[arm] ** 2) / n[arm];
      variance += own;
      parts.push(n[arm] > 1 ? { variance: own, df: n[arm] - 1 } : { variance: w2 * pooled, df });
    });
  }
  open.forEach(({ mean }, i) => {
    gap += (raw[i] / total) * (add + (shrink - 1) * mean);
  });
  const expected = parts.reduce((sum, part) => sum + part.variance, 0);
  if (!(variance > 0 && expected > 0)) return null;
  return { gap, se: Math.sqrt(variance), expectedSe: Math.sqrt(expected), df: satterthwaite(parts) };
}

/**
 * Chance that the two-sided t test is significant: P(|T| > c expectedSe / se) for T noncentral t with ncp gap / se and
 * c the 1 - alpha/2 quantile of t. Both tails count (R: `power.t.test(strict = TRUE)`).
 *
 * @param alpha proportion
 * @example
 * // R: power.t.test(n = 20, delta = 0.2, sd = 0.2, strict = TRUE)$power is 0.8689530277
 * const twenty = precision([{ n1: 20, n0: 20 }], [{ mean: 0.5, sd: 0.2 }], { add: 0.2, shrink: 1 }, 'mh')
 * gapPower(twenty, 0.05)
 */
export function gapPower({ gap, se, expectedSe, df }: Precision, alpha: number): number {
  const critical = (tQuantile(1 - alpha / 2, df) * expectedSe) / se;
  const ncp = Math.min(1e4, Math.abs(gap) / se);
  return Math.min(1, noncentralTSf(critical, df, ncp) + noncentralTSf(critical, df, -ncp));
}

/** Power averaged over the compositions; one without a test counts as a miss. */
export function plannedPower(
  { draws, audited }: Compositions,
  spread: readonly ScoreSpread[],
  effect: Planted,
  weights: Weights,
  alpha: number,
): PlannedPower {
  let [power, noTest] = [0, 0];
  for (const { hackable, probability } of draws) {
    const cells = audited.map((a, s) => ({ n1: hackable[s], n0: a - hackable[s] }));
    const found = precision(cells, spread, effect, weights);
    if (found === null) noTest += probability;
    else power += probability * gapPower(found, alpha);
  }
  return { power: Math.min(1, power), noTest: Math.min(1, noTest) };
}

/**
 * Smallest gap up to `largest` whose power reaches `wanted` (proportions), by bracketing and Brent's method to 1e-10;
 * null when none does (power stays below where the test is often missing).
 */
export function detectableGap(
  powerOf: (gap: number) => number,
  wanted: number,
  largest: number,
): number | null {
  const short = (gap: number) => powerOf(gap) - wanted;
  if (short(0) >= 0) return 0;
  const bracket = expandBracket(short, 0, Math.min(0.05, largest), largest);
  if (bracket === null || !(short(bracket[1]) >= 0)) return null;
  return brentRoot(short, bracket[0], bracket[1], { tolerance: 1e-10 }).root;
}
