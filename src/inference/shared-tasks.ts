/** The pooled gap's interval when tasks, not models, are what was sampled: models share the tasks. */

import { type ArmCounts, type Contrast, countArms } from '../effects/arms.ts';
import { gaps } from '../effects/gaps.ts';
import type { EffectOptions } from '../effects/types.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { toLog10 } from '../stats/special.ts';
import { tLogSf, tQuantile } from '../stats/student-t.ts';
import { type Influence, taskInfluence } from './influence.ts';
import * as messages from './messages.ts';
import { isRounding, spreadOf } from './rounding.ts';
import type { Generalise, SharedTasks } from './types.ts';

export interface SharedTasksInput {
  readonly outcomes: Outcomes;
  readonly contrast: Contrast;
  readonly effects: EffectOptions;
  /** a_m, one a model, scaled here to sum 1; a model with weight 0 or without a gap is left out. null: 1/M each. */
  readonly modelWeights?: ArrayLike<number> | null;
  readonly generalise?: Generalise;
  /** Percent. */
  readonly level?: number;
  /** Between-model variance of the fit that gave the weights: part of the independence variance. Default 0. */
  readonly tau2?: number;
  /** `countArms(outcomes, contrast)`, where it is at hand. */
  readonly counts?: ArmCounts;
}

/** The three variances of the pooled gap and their df. */
interface Variances {
  readonly tasks: number;
  readonly tasksDf: number;
  readonly models: number;
  readonly modelsDf: number;
  readonly cells: number | null;
}

const FEW_TASKS = 10;

/**
 * Task-aware estimate, interval and test of the pooled gap sum_m a_m yi_m.
 *
 * Every model sat the same tasks, so that a hard task drawn into an arm moves all gaps together; the number of
 * models can't average it away. What is sampled is tasks within stratum and arm.
 *
 * - `tasks`: V = sum over cells (stratum x arm) of N / (N - 1) sum_t (sum_m a_m zeta_mt)^2, zeta the influence of
 *   task t on the gap of m (`influence.ts` has the derivation). With every cell present and RD this is
 *   sum_s w_s^2 (S2_1s / n1s + S2_0s / n0s), S2 the sample variance over tasks of the task score
 *   u_t = sum_m a_m Y_mt. Satterthwaite df: V^2 / sum_j V_j^2 / df_j, df_j = N - 1; a cell of one task borrows the
 *   arm's pooled within-cell variance and takes its df. Missing cells, k/n cells and RR, OR, AS come by the same
 *   linearisation; a saturated cell (p = 0 or 1) has no spread on any scale and adds 0.
 * - `models`: V = c sum_m a_m^2 (yi_m - gap)^2 with M - 1 df, c = sum a^2 / (sum a^2 - 2 sum a^3 + (sum a^2)^2),
 *   which is M / (M - 1) for equal weights and makes V unbiased when gaps differ by one variance.
 * - `both`: V_tasks + V_models - V_cells. Both terms hold the noise of single cells (what is left of Y_mt when model
 *   and task are taken off): V_cells = c sum_m a_m^2 sum_t N/(N-1) (zeta_mt - sum_m' a_m' zeta_m't)^2 takes it off
 *   once. Never less than the greater of the first two (said in a warning when that happens). Satterthwaite over
 *   the two, M - 1 df for models.
 *
 * Model weights count as fixed, also where they came from the data (1 / (vi + tau2)).
 *
 * designEffect = V / sum_m a_m^2 (vi_m + tau2), the variance of the same estimate if models were independent
 * studies; effectiveModels = M / designEffect.
 *
 * Edge cases: no spread of what is generalised over (a standard error below 1e-12 of its parts is rounding; for `both`
 * one of the two may have none), or an arm without a cell of two tasks, or one model where models are generalised
 * over: the interval is null and `warnings` says why.
 * Fewer than ten tasks in an arm: a warning. A model without a contrast is left out.
 *
 * Units: those of the measure (RD: a proportion; RR, OR: log ratios). Level in percent.
 * Source: Satterthwaite (1946), doi:10.2307/3002019; clusters of one kind crossed with another: Cameron, Gelbach
 * and Miller (2011), doi:10.1198/jbes.2010.07136.
 *
 * @example
 * // Two models, hackable tasks (1,1), (1,0), (1,1), robust tasks (0,0), (1,0), (0,0), (1,1): u = 1 .5 1 | 0 .5 0 1.
 * // gap 5/6 - 3/8 = 0.458333, V = (1/12)/3 + (11/48)/4 = 0.0850694, df 4.3457 (see the test)
 */
export function sharedTasks(input: SharedTasksInput): SharedTasks {
  const { outcomes, contrast, effects } = input;
  const generalise = input.generalise ?? 'tasks';
  const level = input.level ?? 95;
  const counts = input.counts ?? countArms(outcomes, contrast);
  const { yi, vi } = gaps(counts, effects);
  const { weights, use, models } = scaledWeights(yi, input.modelWeights ?? null);
  const warnings: string[] = [];
  const base = { measure: effects.measure, generalise, borrowedCells: 0 };
  if (models === 0) return { ...NOTHING, ...base, warnings: [messages.noContrast()] };

  const estimate = sum(yi, weights);
  const influence = taskInfluence(outcomes, contrast, counts, effects, use);
  const borrowedCells = influence.cells.filter((cell) => cell.borrowed).length;
  if (borrowedCells > 0) warnings.push(messages.borrowed(borrowedCells));
  if (influence.lonePairs > 0) warnings.push(messages.lonePairs(influence.lonePairs));
  for (const arm of [1, 0] as const) {
    const tasks = influence.cells.reduce((n, cell) => n + (cell.arm === arm ? cell.tasks : 0), 0);
    if (tasks < FEW_TASKS) warnings.push(messages.fewTasks(arm, tasks));
  }
  const lonely = influence.cells.find((cell) => cell.df === 0);
  const found = variances(influence, yi, weights, estimate, generalise === 'both');
  const kept = { ...NOTHING, ...base, estimate, borrowedCells };
  if (lonely !== undefined && generalise !== 'models') {
    return { ...kept, warnings: [...warnings, messages.nobodyToBorrowFrom(lonely.arm)] };
  }

  const { variance, df } = combine(found, generalise, models, warnings);
  let independent = 0;
  for (let m = 0; m < yi.length; m++) {
    if (use[m] === 1) independent += weights[m] * weights[m] * (vi[m] + (input.tau2 ?? 0));
  }
  const parts = {
    varianceTasks: lonely === undefined ? found.tasks : null,
    varianceModels: models > 1 ? found.models : null,
    varianceCells: found.cells,
  };
  if (!(variance > 0) || !(df > 0)) {
    return { ...kept, ...parts, warnings: [...warnings, whyNoSpread(generalise, models)] };
  }
  const se = Math.sqrt(variance);
  const statistic = estimate / se;
  const half = tQuantile(1 - (1 - level / 100) / 2, df) * se;
  const logP = Math.min(0, tLogSf(Math.abs(statistic), df) + Math.LN2);
  const designEffect = independent > 0 ? variance / independent : null;
  return {
    ...kept,
    ...parts,
    se,
    df,
    ciLower: estimate - half,
    ciUpper: estimate + half,
    statistic,
    p: Math.exp(logP),
    log10P: toLog10(logP),
    designEffect,
    effectiveModels: designEffect === null ? null : models / designEffect,
    warnings,
  };
}

function whyNoSpread(generalise: Generalise, models: number): string {
  if (generalise === 'tasks') return messages.noSpread();
  if (models < 2) return messages.oneModel();
  return generalise === 'models' ? messages.sameGaps() : messages.noSpread();
}

const NOTHING = {
  estimate: null,
  se: null,
  df: null,
  ciLower: null,
  ciUpper: null,
  statistic: null,
  p: null,
  log10P: null,
  designEffect: null,
  effectiveModels: null,
  varianceTasks: null,
  varianceModels: null,
  varianceCells: null,
} as const;

/** Weights of the models with a gap, scaled to sum 1. */
export function scaledWeights(
  yi: Float64Array,
  given: ArrayLike<number> | null,
): { weights: Float64Array; use: Uint8Array; models: number } {
  const weights = new Float64Array(yi.length);
  const use = new Uint8Array(yi.length);
  let total = 0;
  let models = 0;
  for (let m = 0; m < yi.length; m++) {
    const weight = given === null ? 1 : given[m];
    if (Number.isNaN(yi[m]) || !(weight > 0)) continue;
    weights[m] = weight;
    use[m] = 1;
    total += weight;
    models++;
  }
  for (let m = 0; m < yi.length; m++) weights[m] /= total;
  return { weights, use, models };
}

function sum(yi: Float64Array, weights: Float64Array): number {
  let total = 0;
  for (let m = 0; m < yi.length; m++) if (weights[m] > 0) total += weights[m] * yi[m];
  return total;
}

function variances(
  influence: Influence,
  yi: Float64Array,
  weights: Float64Array,
  estimate: number,
  wantCells: boolean,
): Variances {
  const row = new Float64Array(influence.columns);
  const score = new Float64Array(influence.columns);
  let [a2, a3, spread, models, gross] = [0, 0, 0, 0, 0];
  for (let m = 0; m < yi.length; m++) {
    const a = weights[m];
    if (a === 0) continue;
    models++;
    a2 += a * a;
    a3 += a * a * a;
    spread += a * a * spreadOf(yi[m], estimate) ** 2;
    influence.fillRow(m, row);
    let own = 0;
    for (let i = 0; i < row.length; i++) {
      score[i] += a * row[i];
      own += row[i] * row[i];
    }
    gross += a * Math.sqrt(own);
  }
  const unbias = a2 / (a2 - 2 * a3 + a2 * a2);

  let [tasks, satterthwaite] = [0, 0];
  for (const cell of influence.cells) {
    let part = 0;
    for (let i = cell.from; i < cell.to; i++) part += score[i] * score[i];
    tasks += part;
    if (cell.df > 0) satterthwaite += (part * part) / cell.df;
  }
  // Models that are each other's mirror cancel but for rounding.
  if (isRounding(Math.sqrt(tasks), gross)) tasks = 0;

  let cells = 0;
  for (let m = 0; wantCells && m < yi.length; m++) {
    if (weights[m] === 0) continue;
    influence.fillRow(m, row);
    let part = 0;
    for (let i = 0; i < row.length; i++) part += (row[i] - score[i]) ** 2;
    cells += weights[m] * weights[m] * part;
  }
  return {
    tasks,
    tasksDf: tasks === 0 ? 0 : (tasks * tasks) / satterthwaite,
    models: models > 1 ? unbias * spread : 0,
    modelsDf: models - 1,
    cells: wantCells && models > 1 ? unbias * cells : null,
  };
}

function combine(found: Variances, generalise: Generalise, models: number, warnings: string[]) {
  if (generalise === 'tasks') return { variance: found.tasks, df: found.tasksDf };
  if (generalise === 'models') return { variance: found.models, df: found.modelsDf };
  const plain = found.tasks + found.models - (found.cells ?? 0);
  const floor = Math.max(found.tasks, found.models);
  if (models < 2) return { variance: Number.NaN, df: Number.NaN };
  if (plain < floor) warnings.push(messages.floored());
  const variance = Math.max(plain, floor);
  const ofTasks = found.tasks === 0 ? 0 : found.tasks ** 2 / found.tasksDf;
  return { variance, df: variance ** 2 / (ofTasks + found.models ** 2 / found.modelsDf) };
}
