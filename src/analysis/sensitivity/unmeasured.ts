/** How strong a trait of tasks that nobody recorded would have to be to explain the gap. */
import type { Contrast } from '../../effects/arms.ts';
import { stratumWeight } from '../../effects/gaps.ts';
import type { Weights } from '../../effects/types.ts';
import type { Task } from '../../leaderboard/types.ts';
import { tQuantile } from '../../stats/student-t.ts';
import { type StratumScores, satterthwaite, stratumScores } from './task-scores.ts';
import type { MeasuredTrait, UnmeasuredTrait } from './types.ts';

/**
 * Two bounds on an unmeasured trait U of tasks, both from the stratum-weighted solve rates p1 (hackable) and p0
 * (robust) of the task scores.
 *
 * - On the scale of the gap: a yes/no trait that raises the solve rate by d within arms and strata, and whose share
 *   among hackable tasks is greater by g, makes a gap of g d by itself (VanderWeele and Arah 2011,
 *   doi:10.1097/EDE.0b013e3181f74493). With g d = gap the larger of the two is at least sqrt(|gap|): `difference`.
 * - On the scale of ratios: the E-value RR + sqrt(RR (RR - 1)) of RR = p1 / p0, turned over where it is below 1: both
 *   the ratio by which U raises the solve rate and the ratio by which it is more common in one arm must reach it
 *   (VanderWeele and Ding 2017, doi:10.7326/M16-2607).
 *
 * The `Ci` values are those of the end of the task-aware interval that lies nearer to no gap: 0 and 1 when the interval
 * holds no gap, so that no trait at all is needed. Variance of p1 and p0: sum w_s^2 S2_s / n_s over tasks, and by the
 * delta method V1 / p1^2 + V0 / p0^2 for log RR; t with Satterthwaite df.
 *
 * Edge cases: no stratum with both arms: null. p1 or p0 of 0: no ratio. No spread, or nobody to borrow a variance
 * from: no interval, and the `Ci` values are null.
 *
 * @param level percent
 * @example
 * // hackable scores 0.5, 0.7, robust 0.2, 0.4, one stratum: p1 = 0.6, p0 = 0.3, gap 0.3: difference sqrt(0.3) =
 * // 0.5477, ratio 2, E-value 2 + sqrt(2) = 3.4142
 */
export function unmeasuredTrait(
  scores: ArrayLike<number>,
  contrast: Contrast,
  weights: Weights,
  level: number,
): UnmeasuredTrait | null {
  const cells = stratumScores(scores, contrast);
  if (cells.length === 0) return null;
  const w = scaledWeights(cells, weights);
  const sum = (of: (cell: StratumScores, w: number) => number) =>
    cells.reduce((total, cell, i) => total + of(cell, w[i]), 0);
  const p1 = sum((cell, ws) => ws * cell.hackable.mean);
  const p0 = sum((cell, ws) => ws * cell.robust.mean);
  const parts = (of: 'hackable' | 'robust', scale: number) =>
    cells.map((cell, i) => ({
      variance: (w[i] * w[i] * cell[of].variance) / cell[of].n / (scale * scale),
      df: cell[of].df,
    }));
  const gap = interval(p1 - p0, [...parts('hackable', 1), ...parts('robust', 1)], level);
  const hasRatio = p1 > 0 && p0 > 0;
  const logRatio = hasRatio
    ? interval(Math.log(p1 / p0), [...parts('hackable', p1), ...parts('robust', p0)], level)
    : null;
  const nearGap = nearest(gap);
  const nearRatio = logRatio === null ? null : nearest(logRatio);
  return {
    rateHackable: p1,
    rateRobust: p0,
    gap: p1 - p0,
    gapCiLower: gap?.lower ?? null,
    gapCiUpper: gap?.upper ?? null,
    difference: Math.sqrt(Math.abs(p1 - p0)),
    differenceCi: nearGap === null ? null : Math.sqrt(nearGap),
    ratio: hasRatio ? p1 / p0 : null,
    ratioCiLower: logRatio === null ? null : Math.exp(logRatio.lower),
    ratioCiUpper: logRatio === null ? null : Math.exp(logRatio.upper),
    eValue: hasRatio ? eValue(p1 / p0) : null,
    eValueCi: nearRatio === null ? null : eValue(Math.exp(nearRatio)),
  };
}

/**
 * The E-value of a ratio; the same for a ratio and its inverse.
 *
 * @example eValue(2) // 3.414213562373095
 */
export function eValue(ratio: number): number {
  const above = ratio < 1 ? 1 / ratio : ratio;
  return above + Math.sqrt(above * (above - 1));
}

/**
 * What a numeric column would explain if it worked as such a trait: its imbalance between the arms (by stratum, weighted)
 * times the slope of the task score on it within stratum and arm. Tasks without a value are left out. null for a column
 * of words, or one that does not vary within any cell.
 */
export function measuredTrait(
  trait: string,
  tasks: readonly Task[],
  scores: ArrayLike<number>,
  contrast: Contrast,
  weights: Weights,
): MeasuredTrait | null {
  const values = tasks.map((task) => {
    const text = task.columns[trait]?.trim() ?? '';
    return text === '' ? Number.NaN : Number(text);
  });
  if (tasks.some((task, t) => (task.columns[trait]?.trim() ?? '') !== '' && Number.isNaN(values[t])))
    return null;
  const isKnown = (t: number) => !Number.isNaN(values[t]) && !Number.isNaN(scores[t]);
  const known: Contrast = { ...contrast, arm: contrast.arm.map((arm, t) => (isKnown(t) ? arm : -1)) };
  const cells = stratumScores(values, known);
  if (cells.length === 0) return null;
  const w = scaledWeights(cells, weights);
  const imbalance = cells.reduce((sum, cell, i) => sum + w[i] * (cell.hackable.mean - cell.robust.mean), 0);
  const solved = stratumScores(scores, known);
  let [products, squares] = [0, 0];
  for (const [i, cell] of cells.entries()) {
    for (const [arm, side] of [
      [1, 'hackable'],
      [0, 'robust'],
    ] as const) {
      for (let t = 0; t < values.length; t++) {
        if (known.arm[t] !== arm || known.stratum[t] !== cell.stratum) continue;
        const off = values[t] - cell[side].mean;
        products += off * (scores[t] - solved[i][side].mean);
        squares += off * off;
      }
    }
  }
  if (!(squares > 0)) return null;
  const effect = products / squares;
  return { trait, imbalance, effect, bias: imbalance * effect };
}

/** Weights of the strata, scaled to sum 1. */
export function scaledWeights(cells: readonly StratumScores[], weights: Weights): number[] {
  const raw = cells.map((cell) => stratumWeight(weights, cell.hackable.n, cell.robust.n));
  const total = raw.reduce((sum, w) => sum + w, 0);
  return raw.map((w) => w / total);
}

function interval(
  estimate: number,
  parts: readonly { readonly variance: number; readonly df: number }[],
  level: number,
): { lower: number; upper: number } | null {
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (!(variance > 0)) return null;
  const half = tQuantile(0.5 + level / 200, satterthwaite(parts)) * Math.sqrt(variance);
  return { lower: estimate - half, upper: estimate + half };
}

/** Distance from 0 of the nearer end; 0 when 0 is inside. */
function nearest(bounds: { lower: number; upper: number } | null): number | null {
  if (bounds === null) return null;
  if (bounds.lower > 0) return bounds.lower;
  return bounds.upper < 0 ? -bounds.upper : 0;
}
