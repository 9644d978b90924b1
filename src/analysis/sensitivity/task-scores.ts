/** One score a task, and what the two arms of every stratum say of it: all that a risk difference needs. */
import type { Contrast } from '../../effects/arms.ts';
import { rateAt } from '../../leaderboard/outcomes.ts';
import type { Outcomes } from '../../leaderboard/types.ts';

/**
 * Task score u_t = sum_m a_m Y_mt, the weights scaled to sum 1; NaN for a task that no weighted model ran.
 *
 * Where cells are missing a plain mean would mix in who ran the task. So each outcome is taken from its model's mean
 * over the tasks of the contrast: u_t = sum_m a_m ybar_m + sum_{m ran t} a_m (Y_mt - ybar_m) / sum_{m ran t} a_m. With
 * every cell present this is the plain sum. A model that ran no task of the contrast has no mean and is left out.
 *
 * @example
 * // two models of equal weight, outcomes (1, 0, 1) and (1, 1, 0): scores 1, 0.5, 0.5
 */
export function taskScores(outcomes: Outcomes, contrast: Contrast, weights: ArrayLike<number>): Float64Array {
  const { models, tasks } = outcomes;
  const score = new Float64Array(tasks);
  const seen = new Float64Array(tasks);
  const row = new Float64Array(tasks);
  let [level, total] = [0, 0];
  for (let m = 0; m < models; m++) {
    const weight = weights[m];
    if (!(weight > 0)) continue;
    let [sum, n] = [0, 0];
    for (let t = 0; t < tasks; t++) {
      row[t] = rateAt(outcomes, m, t);
      if (contrast.arm[t] < 0 || Number.isNaN(row[t])) continue;
      sum += row[t];
      n++;
    }
    if (n === 0) continue;
    const mean = sum / n;
    level += weight * mean;
    total += weight;
    for (let t = 0; t < tasks; t++) {
      if (Number.isNaN(row[t])) continue;
      score[t] += weight * (row[t] - mean);
      seen[t] += weight;
    }
  }
  for (let t = 0; t < tasks; t++) score[t] = seen[t] === 0 ? Number.NaN : level / total + score[t] / seen[t];
  return score;
}

/** The scores of one arm in one stratum. */
export interface ArmScores {
  readonly n: number;
  readonly mean: number;
  /** Sample variance over tasks; of a lone task the pooled one of its arm. NaN when nobody lends. */
  readonly variance: number;
  readonly df: number;
}

export interface StratumScores {
  readonly stratum: number;
  readonly hackable: ArmScores;
  readonly robust: ArmScores;
}

/** Strata with scored tasks in both arms. A lone task borrows the pooled within-cell variance of its arm and its df. */
export function stratumScores(scores: ArrayLike<number>, contrast: Contrast): StratumScores[] {
  const cells = contrast.strata.map((_, s) => ({
    stratum: s,
    hackable: plainArm(scores, contrast, s, 1),
    robust: plainArm(scores, contrast, s, 0),
  }));
  const open = cells.filter((cell) => cell.hackable.n > 0 && cell.robust.n > 0);
  const lend = (arm: 'hackable' | 'robust') => {
    const df = open.reduce((sum, cell) => sum + cell[arm].df, 0);
    const squares = open.reduce(
      (sum, cell) => sum + (cell[arm].df > 0 ? cell[arm].df * cell[arm].variance : 0),
      0,
    );
    return { variance: df === 0 ? Number.NaN : squares / df, df };
  };
  const [hackable, robust] = [lend('hackable'), lend('robust')];
  return open.map((cell) => ({
    stratum: cell.stratum,
    hackable: cell.hackable.n === 1 ? { ...cell.hackable, ...hackable } : cell.hackable,
    robust: cell.robust.n === 1 ? { ...cell.robust, ...robust } : cell.robust,
  }));
}

function plainArm(scores: ArrayLike<number>, contrast: Contrast, stratum: number, arm: 0 | 1): ArmScores {
  const own: number[] = [];
  for (let t = 0; t < contrast.arm.length; t++) {
    if (contrast.arm[t] === arm && contrast.stratum[t] === stratum && !Number.isNaN(scores[t])) {
      own.push(scores[t]);
    }
  }
  const n = own.length;
  const mean = own.reduce((sum, u) => sum + u, 0) / n;
  const squares = own.reduce((sum, u) => sum + (u - mean) ** 2, 0);
  return { n, mean, variance: n > 1 ? squares / (n - 1) : Number.NaN, df: Math.max(0, n - 1) };
}

/** V^2 / sum V_j^2 / df_j: df of a sum of independent variances (Satterthwaite 1946, doi:10.2307/3002019). */
export function satterthwaite(parts: readonly { readonly variance: number; readonly df: number }[]): number {
  const total = parts.reduce((sum, part) => sum + part.variance, 0);
  return (
    total ** 2 / parts.reduce((sum, { variance, df }) => sum + (variance === 0 ? 0 : variance ** 2 / df), 0)
  );
}
