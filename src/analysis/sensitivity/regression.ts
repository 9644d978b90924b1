/** The gap adjusted for traits of the tasks by weighted least squares on task scores. */
import type { Contrast } from '../../effects/arms.ts';
import type { Weights } from '../../effects/types.ts';
import type { Task } from '../../leaderboard/types.ts';
import { qr, qrInverseCrossProduct, qrLeverages, qrSolve } from '../../stats/linear-algebra.ts';
import { tLogSf, tQuantile } from '../../stats/student-t.ts';
import { stratumScores } from './task-scores.ts';
import type { AdjustedGap } from './types.ts';

/** How the standard error is made: constant variance, or each residual its own (MacKinnon and White 1985). */
export type RegressionSe = 'classical' | 'HC2' | 'HC3';

export interface RegressionInput {
  readonly tasks: readonly Task[];
  /** Task scores, a proportion each; NaN leaves the task out. */
  readonly scores: ArrayLike<number>;
  readonly contrast: Contrast;
  readonly weights: Weights;
  /** Columns of the tasks table: numbers enter as numbers, words as levels. */
  readonly covariates: readonly string[];
  /** Default HC3. */
  readonly se?: RegressionSe;
  /** Percent. */
  readonly level: number;
}

/**
 * Coefficient of the flag in the regression of the task score on strata, covariates and flag: the risk difference at
 * equal covariates, as a proportion.
 *
 * Cases are weighted so that without covariates the coefficient is the gap itself, under each choice of weights over
 * strata: `mh` 1 each; `flagged` 1 for hackable and n1s / n0s for robust tasks; `all` ns / n1s and ns / n0s. (In stratum
 * s with total case weights W1 and W0 the coefficient weighs W1 W0 / (W1 + W0).)
 *
 * HC2 and HC3 divide the squared residual by 1 - h and (1 - h)^2, h the leverage of the weighted design (MacKinnon and
 * White 1985, doi:10.1016/0304-4076(85)90158-7); t with n - rank df. As R's `lm(u ~ stratum + covariates + flag, weights)`
 * with `sandwich::vcovHC`. By Householder QR with R's tolerance 1e-7 for columns that add nothing.
 *
 * Edge cases: tasks in strata without both arms, and those with an empty covariate cell, are left out. A term that
 * repeats others is dropped and named; if that is the flag, nothing can be said. No residual df, or a task that alone
 * decides the coefficient (leverage 1): no standard error.
 *
 * @example
 * // one stratum, hackable 0.5, 0.7, robust 0.2, 0.4, no covariate: estimate 0.3; HC2 se sqrt(0.02/2 + 0.02/2) = 0.1414
 */
export function regressionGap(input: RegressionInput): AdjustedGap {
  const { tasks, scores, contrast, covariates, weights } = input;
  const text = (t: number, name: string) => tasks[t].columns[name]?.trim() ?? '';
  const complete = contrast.arm.map((arm, t) =>
    covariates.every((name) => text(t, name) !== '') ? arm : -1,
  );
  const cells = stratumScores(scores, { ...contrast, arm: complete });
  const rows: number[] = [];
  for (let t = 0; t < tasks.length; t++) {
    if (complete[t] < 0 || Number.isNaN(scores[t])) continue;
    if (cells.some((cell) => cell.stratum === contrast.stratum[t])) rows.push(t);
  }
  const hackable = rows.filter((t) => complete[t] === 1).length;
  const base = { covariates, way: 'regression' as const, hackable, robust: rows.length - hackable };
  if (rows.length === 0) return { ...NOTHING, ...base, reason: 'no stratum has tasks in both arms' };

  const terms: { name: string; of: (t: number) => number }[] = cells.map((cell) => ({
    name: `stratum ${contrast.strata[cell.stratum]}`,
    of: (t) => (contrast.stratum[t] === cell.stratum ? 1 : 0),
  }));
  for (const name of covariates) terms.push(...covariateTerms(name, rows, text));
  terms.push({ name: 'hackable', of: (t) => complete[t] });
  const caseWeight = (t: number) => {
    const { hackable: h, robust: r } = cells.find((cell) => cell.stratum === contrast.stratum[t])!;
    if (weights === 'mh') return 1;
    if (weights === 'flagged') return complete[t] === 1 ? 1 : h.n / r.n;
    return (h.n + r.n) / (complete[t] === 1 ? h.n : r.n);
  };
  const p = terms.length;
  const x = new Float64Array(rows.length * p);
  const y = new Float64Array(rows.length);
  rows.forEach((t, i) => {
    const root = Math.sqrt(caseWeight(t));
    y[i] = root * scores[t];
    terms.forEach((term, j) => {
      x[i * p + j] = root * term.of(t);
    });
  });
  const q = qr(x, rows.length, p);
  const droppedTerms = q.dropped.map((j) => terms[j].name);
  const kept = { ...NOTHING, ...base, droppedTerms: droppedTerms.filter((name) => name !== 'hackable') };
  if (droppedTerms.includes('hackable')) {
    return {
      ...kept,
      reason: 'the flag can be told from the covariates: no task of equal traits in the other arm',
    };
  }
  const beta = qrSolve(q, y);
  const estimate = beta[q.rank - 1];
  const df = rows.length - q.rank;
  const found = { ...kept, estimate };
  if (df < 1) return { ...found, reason: 'as many terms as tasks: no standard error' };
  const variance = flagVariance(q, x, y, beta, p, input.se ?? 'HC3');
  if (variance === null)
    return { ...found, reason: 'one task alone decides the coefficient: no standard error' };
  if (!(variance > 0)) return { ...found, reason: 'the scores have no spread left: no standard error' };
  const se = Math.sqrt(variance);
  const half = tQuantile(0.5 + input.level / 200, df) * se;
  return {
    ...found,
    se,
    df,
    ciLower: estimate - half,
    ciUpper: estimate + half,
    p: Math.exp(Math.min(0, tLogSf(Math.abs(estimate / se), df) + Math.LN2)),
  };
}

const NOTHING = {
  estimate: null,
  se: null,
  df: null,
  ciLower: null,
  ciUpper: null,
  p: null,
  droppedTerms: [],
  reason: null,
} as const;

/** One term of a numeric column, or one a level but the first. */
function covariateTerms(name: string, rows: readonly number[], text: (t: number, name: string) => string) {
  const values = new Set(rows.map((t) => text(t, name)));
  if ([...values].every((value) => Number.isFinite(Number(value)))) {
    return [{ name, of: (t: number) => Number(text(t, name)) }];
  }
  const levels = [...values].sort().slice(1);
  return levels.map((level) => ({
    name: `${name} ${level}`,
    of: (t: number) => (text(t, name) === level ? 1 : 0),
  }));
}

/** Variance of the last coefficient; null when a case of leverage 1 has a part in it. */
function flagVariance(
  q: ReturnType<typeof qr>,
  x: Float64Array,
  y: Float64Array,
  beta: Float64Array,
  p: number,
  se: RegressionSe,
): number | null {
  const last = q.rank - 1;
  const inverse = qrInverseCrossProduct(q);
  const leverage = qrLeverages(q);
  let [squares, robust] = [0, 0];
  for (let i = 0; i < q.rows; i++) {
    let [fitted, part] = [0, 0];
    q.kept.forEach((column, j) => {
      fitted += x[i * p + column] * beta[j];
      part += inverse[last * q.rank + j] * x[i * p + column];
    });
    const residual = y[i] - fitted;
    squares += residual * residual;
    if (se === 'classical') continue;
    const free = 1 - leverage[i];
    if (free < 1e-10) {
      // Its own level fits it exactly. It matters only if the coefficient leans on it.
      if (part * part > 1e-20 * inverse[last * q.rank + last]) return null;
      continue;
    }
    robust += (part * residual) ** 2 / (se === 'HC2' ? free : free * free);
  }
  if (se === 'classical') return (squares / (q.rows - q.rank)) * inverse[last * q.rank + last];
  return robust;
}
