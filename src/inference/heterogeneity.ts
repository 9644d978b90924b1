/** What heterogeneity is left between models once the tasks that they share are accounted for. */

import { type ArmCounts, type Contrast, countArms } from '../effects/arms.ts';
import { gaps } from '../effects/gaps.ts';
import type { EffectOptions } from '../effects/types.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { chi2Sf } from '../stats/chi-squared.ts';
import { type Influence, taskInfluence } from './influence.ts';
import * as messages from './messages.ts';
import { isRounding, spreadOf } from './rounding.ts';
import type { SharedHeterogeneity } from './types.ts';

/** Multiplications that the df of the corrected Q may cost; beyond it df and p are null. */
const MAX_WORK = 4e9;

export interface HeterogeneityInput {
  readonly outcomes: Outcomes;
  readonly contrast: Contrast;
  readonly effects: EffectOptions;
  /** Models to leave out (as the pooled fit does), beside those without a gap or with vi = 0. */
  readonly exclude?: (model: number) => boolean;
  readonly counts?: ArmCounts;
}

/**
 * Q, tau2 and I2 under a covariance of the gaps that comes from shared tasks, with the naive ones beside them.
 *
 * With W = diag(1 / vi), A = W - W 1 1' W / 1'W1 and Q = y'Ay, the expected Q is tr(AV) + tau2 tr(A), V the
 * covariance of all gaps over tasks (`influence.ts`). Independence puts tr(AV) = k - 1; shared tasks move all gaps
 * together, so that Q, which sees only differences between models, is smaller. Hence
 *
 *     tau2 = (Q - tr AV) / tr A,    i2 = 100 (Q - tr AV) / Q,    both floored at 0, raw tau2 kept.
 *
 * The test of tau2 = 0 refers Q tr(AV) / tr(AVAV) to chi-squared with tr(AV)^2 / tr(AVAV) df (Satterthwaite; the
 * second-order correction of Rao and Scott 1984, doi:10.1214/aos/1176346391); null where that would cost more than
 * 4e9 multiplications, or where models do not differ at all. tr(AV) itself takes two passes over the outcomes and O(tasks) memory.
 *
 * Units: tau2 in squared units of the measure, i2 in percent. Fewer than two models, or a cell with nobody to
 * borrow from: null.
 *
 * @example
 * // Models with the same outcomes move as one: V = v 1 1', so that tr(AV) = 0. Q = 0 is no surprise then:
 * // tau2 = 0 and expectedQ = 0, where the naive raw tau2 is -(k - 1) / tr A, below 0.
 */
export function sharedHeterogeneity(input: HeterogeneityInput): SharedHeterogeneity | null {
  const { outcomes, contrast, effects } = input;
  const counts = input.counts ?? countArms(outcomes, contrast);
  const { yi, vi } = gaps(counts, effects);
  const use = new Uint8Array(yi.length);
  let k = 0;
  for (let m = 0; m < yi.length; m++) {
    if (!Number.isFinite(yi[m]) || !(vi[m] > 0) || input.exclude?.(m)) continue;
    use[m] = 1;
    k++;
  }
  if (k < 2) return null;
  const influence = taskInfluence(outcomes, contrast, counts, effects, use);
  if (influence.cells.some((cell) => cell.df === 0)) return null;

  let [sumW, sumWy, sumW2] = [0, 0, 0];
  for (let m = 0; m < yi.length; m++) {
    if (use[m] === 0) continue;
    const w = 1 / vi[m];
    sumW += w;
    sumWy += w * yi[m];
    sumW2 += w * w;
  }
  const mean = sumWy / sumW;
  const row = new Float64Array(influence.columns);
  const score = new Float64Array(influence.columns);
  let q = 0;
  for (let m = 0; m < yi.length; m++) {
    if (use[m] === 0) continue;
    const w = 1 / vi[m];
    q += w * spreadOf(yi[m], mean) ** 2;
    influence.fillRow(m, row);
    for (let i = 0; i < row.length; i++) score[i] += w * row[i];
  }
  // tr(AV) about the weighted mean row, so that nothing cancels.
  let [expectedQ, gross] = [0, 0];
  for (let m = 0; m < yi.length; m++) {
    if (use[m] === 0) continue;
    influence.fillRow(m, row);
    let [own, whole] = [0, 0];
    for (let i = 0; i < row.length; i++) {
      own += (row[i] - score[i] / sumW) ** 2;
      whole += row[i] * row[i];
    }
    expectedQ += own / vi[m];
    gross += whole / vi[m];
  }
  if (isRounding(Math.sqrt(expectedQ), Math.sqrt(gross))) expectedQ = 0;
  const traceA = sumW - sumW2 / sumW;
  const naiveTau2Raw = (q - (k - 1)) / traceA;
  const tau2Raw = (q - expectedQ) / traceA;
  const squares = expectedQ === 0 ? null : traceOfSquare(influence, vi, use, score, sumW, k);
  const df = squares === null ? null : expectedQ ** 2 / squares;
  const figures = {
    q,
    qDf: k - 1,
    naiveTau2: Math.max(0, naiveTau2Raw),
    naiveTau2Raw,
    naiveI2: q > 0 ? 100 * Math.max(0, (q - (k - 1)) / q) : 0,
    tau2: Math.max(0, tau2Raw),
    tau2Raw,
    i2: q > 0 ? 100 * Math.max(0, (q - expectedQ) / q) : 0,
    expectedQ,
    df,
    p: df === null ? null : chi2Sf((q * df) / expectedQ, df),
  };
  return { ...figures, sentence: messages.heterogeneity(figures) };
}

/**
 * tr(AVAV) = sum of squares of G = F'AF (columns x columns). G is F'WF - ss'/sumW, s = F'W1. O(models x columns^2)
 * time, columns^2 memory.
 */
function traceOfSquare(
  influence: Influence,
  vi: Float64Array,
  use: Uint8Array,
  score: Float64Array,
  sumW: number,
  k: number,
): number | null {
  const { columns } = influence;
  if (k * columns * columns > MAX_WORK) return null;
  const gram = new Float64Array(columns * columns);
  const row = new Float64Array(columns);
  for (let m = 0; m < use.length; m++) {
    if (use[m] === 0) continue;
    influence.fillRow(m, row);
    for (let i = 0; i < columns; i++) {
      const w = row[i] / vi[m];
      if (w === 0) continue;
      for (let j = i; j < columns; j++) gram[i * columns + j] += w * row[j];
    }
  }
  let total = 0;
  for (let i = 0; i < columns; i++) {
    for (let j = i; j < columns; j++) {
      const entry = gram[i * columns + j] - (score[i] * score[j]) / sumW;
      total += (i === j ? 1 : 2) * entry * entry;
    }
  }
  return total;
}
