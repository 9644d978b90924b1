/** Raw and corrected score of every model, the inflation between them, and the influence of tasks on each. */

import { satterthwaite } from '../../analysis/sensitivity/task-scores.ts';
import type { Outcomes } from '../../leaderboard/types.ts';
import { tQuantile } from '../../stats/student-t.ts';
import { blockVariances, type CellMeans, cellMeans, fillInfluence, type Layout, layoutOf } from './layout.ts';
import type { DeflatePlan } from './plan.ts';
import type { Spread } from './types.ts';

export interface Scores {
  /** One a model, NaN where it can't be had. */
  readonly raw: Float64Array;
  readonly tasksRun: Float64Array;
  readonly rawAudited: Float64Array;
  readonly corrected: Float64Array;
  /** rawAudited - corrected, summed from its strata so that it is exact where no task is hackable. */
  readonly inflation: Float64Array;
  readonly layouts: { readonly all: Layout; readonly robust: Layout; readonly hackable: Layout };
  /** Influence on raw, on corrected, and of the two arms on the inflation, row-major by model. */
  readonly rawRows: Float64Array;
  readonly correctedRows: Float64Array;
  readonly inflationRows: { readonly robust: Float64Array; readonly hackable: Float64Array };
  /** Signed root of the prevalence part of the inflation's variance, by model and covered stratum; df of each. */
  readonly prevalenceRows: Float64Array;
  readonly prevalenceDf: readonly number[];
}

/**
 * Let N_s be the benchmark's tasks in stratum s, of which n1s are flagged hackable and n0s robust; W_s = N_s / N over
 * the strata with n0s > 0; p1s, p0s the model's pass rates there.
 *
 *     raw        = mean over all tasks
 *     rawAudited = sum W_s (q_s p1s + (1 - q_s) p0s),   q_s = n1s / (n1s + n0s)
 *     corrected  = sum W_s p0s
 *     inflation  = rawAudited - corrected = sum W_s q_s (p1s - p0s)
 *
 * rawAudited and corrected share the robust tasks, so that their variances don't add. The last form has disjoint
 * tasks: given q_s its variance is sum W_s^2 q_s^2 (S2_1s / n1s + S2_0s / n0s), S2 the sample variance of the
 * outcomes over the tasks of a cell. Where only n_s = n1s + n0s of N_s tasks are audited, q_s itself is a sample's share:
 * to first order it adds W_s^2 (p1s - p0s)^2 q_s (1 - q_s) / (n_s - 1) (1 - n_s / N_s), which is 0 for a benchmark that
 * is audited whole. (The same follows by linearising the ratio of sums: z_t = Y_t - ybar for hackable and
 * Y_t - ybar - (Y_t - p0) / (1 - q) for robust tasks.) Where a stratum has no hackable task it adds 0 and no variance.
 *
 * raw - corrected is a difference of correlated means too: the influence of a robust task is the one on raw less the
 * one on corrected, of any other task the one on raw; cells are stratum x status.
 *
 * A lone task of a cell borrows the pooled variance of its arm (`layout.ts`); in raw, where it weighs 1 / N, it adds 0.
 * Missing cells: means are over the tasks that the model ran; a model without a robust outcome in some covered stratum
 * has no corrected score, since over fewer strata it would not be comparable.
 */
export function deflateScores(outcomes: Outcomes, plan: DeflatePlan): Scores {
  const { models } = outcomes;
  const layouts = {
    all: layoutOf(plan.all, false),
    robust: layoutOf(plan.robust),
    hackable: layoutOf(plan.hackable),
  };
  const means = {
    all: cellMeans(outcomes, plan.all),
    robust: cellMeans(outcomes, plan.robust),
    hackable: cellMeans(outcomes, plan.hackable),
  };
  const fresh = (columns = 1) => new Float64Array(models * columns);
  const strata = plan.covered.length;
  const scores: Scores = {
    raw: fresh(),
    tasksRun: fresh(),
    rawAudited: fresh(),
    corrected: fresh(),
    inflation: fresh(),
    layouts,
    rawRows: fresh(layouts.all.columns),
    correctedRows: fresh(layouts.robust.columns),
    inflationRows: { robust: fresh(layouts.robust.columns), hackable: fresh(layouts.hackable.columns) },
    prevalenceRows: fresh(strata),
    prevalenceDf: plan.robust.map((cell) => cell.tasks.length + hackableTasks(plan, cell.stratum) - 1),
  };
  for (let m = 0; m < models; m++) fillRaw(outcomes, scores, means.all, m);
  for (let m = 0; m < models; m++) fillCorrected(outcomes, plan, scores, means, m);
  return scores;
}

const hackableTasks = (plan: DeflatePlan, stratum: number): number =>
  plan.hackable.find((cell) => cell.stratum === stratum)?.tasks.length ?? 0;

function fillRaw(outcomes: Outcomes, scores: Scores, means: CellMeans, m: number): void {
  const { cells, columns } = scores.layouts.all;
  let [passed, run] = [0, 0];
  for (let c = 0; c < cells.length; c++) {
    const at = m * cells.length + c;
    if (means.n[at] > 0) passed += means.mean[at] * means.n[at];
    run += means.n[at];
  }
  scores.tasksRun[m] = run;
  scores.raw[m] = passed / run;
  const share = cells.map((_, c) => means.n[m * cells.length + c] / run);
  const row = scores.rawRows.subarray(m * columns, (m + 1) * columns);
  fillInfluence(outcomes, scores.layouts.all, means, m, share, row);
}

function fillCorrected(
  outcomes: Outcomes,
  plan: DeflatePlan,
  scores: Scores,
  means: { readonly robust: CellMeans; readonly hackable: CellMeans },
  m: number,
): void {
  const { robust, hackable } = scores.layouts;
  const strata = plan.covered.length;
  const less = new Float64Array(robust.cells.length);
  const more = new Float64Array(hackable.cells.length);
  let [corrected, inflation] = [0, 0];
  plan.covered.forEach((stratum, s) => {
    const w = plan.weights[s];
    const [p0, n0] = [means.robust.mean[m * strata + s], means.robust.n[m * strata + s]];
    corrected += n0 === 0 ? Number.NaN : w * p0;
    const c = hackable.cells.findIndex((cell) => cell.stratum === stratum);
    const at = m * hackable.cells.length + c;
    if (n0 === 0 || c < 0 || means.hackable.n[at] === 0) return;
    const n1 = means.hackable.n[at];
    const q = n1 / (n1 + n0);
    const d = means.hackable.mean[at] - p0;
    inflation += w * q * d;
    more[c] = w * q;
    less[s] = -w * q;
    const open = Math.max(0, 1 - (n1 + n0) / plan.strata[stratum].tasks);
    scores.prevalenceRows[m * strata + s] = w * d * Math.sqrt(((q * (1 - q)) / (n1 + n0 - 1)) * open);
  });
  const isKnown = strata > 0 && !Number.isNaN(corrected);
  scores.corrected[m] = isKnown ? corrected : Number.NaN;
  scores.inflation[m] = isKnown ? inflation : Number.NaN;
  scores.rawAudited[m] = isKnown ? corrected + inflation : Number.NaN;
  if (!isKnown) return;
  const slice = (rows: Float64Array, layout: Layout) =>
    rows.subarray(m * layout.columns, (m + 1) * layout.columns);
  fillInfluence(outcomes, robust, means.robust, m, plan.weights, slice(scores.correctedRows, robust));
  fillInfluence(outcomes, robust, means.robust, m, less, slice(scores.inflationRows.robust, robust));
  fillInfluence(outcomes, hackable, means.hackable, m, more, slice(scores.inflationRows.hackable, hackable));
}

interface Part {
  readonly variance: number;
  readonly df: number;
}

/** t interval around an estimate; nulls without a spread or where a cell has nobody to borrow from. */
export function spreadOf(estimate: number, parts: readonly Part[], level: number): Spread {
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  const df = satterthwaite(parts);
  if (!(variance > 0) || !(df > 0)) return { se: null, df: null, ciLower: null, ciUpper: null };
  const se = Math.sqrt(variance);
  const half = tQuantile(0.5 + level / 200, df) * se;
  return { se, df, ciLower: estimate - half, ciUpper: estimate + half };
}

/** Mean of the rows of the given models. */
export function meanRow(rows: Float64Array, columns: number, models: readonly number[]): Float64Array {
  const mean = new Float64Array(columns);
  for (const m of models) for (let i = 0; i < columns; i++) mean[i] += rows[m * columns + i] / models.length;
  return mean;
}

/** Parts of the variance of the mean inflation of the given models (of one model: its own). */
export function inflationParts(scores: Scores, models: readonly number[]): Part[] {
  const { robust, hackable } = scores.layouts;
  const prevalence = meanRow(scores.prevalenceRows, scores.prevalenceDf.length, models);
  return [
    ...blockVariances(robust, meanRow(scores.inflationRows.robust, robust.columns, models)),
    ...blockVariances(hackable, meanRow(scores.inflationRows.hackable, hackable.columns, models)),
    ...scores.prevalenceDf.map((df, s) => ({ variance: prevalence[s] ** 2, df })),
  ].filter((part) => part.variance !== 0);
}

export function correctedParts({ layouts: { robust }, correctedRows }: Scores, m: number): Part[] {
  return blockVariances(robust, correctedRows.subarray(m * robust.columns, (m + 1) * robust.columns));
}

/** Of raw - corrected: robust cells hold the difference of both influences, a borrowed one its own part. */
export function differenceParts(scores: Scores, m: number): Part[] {
  const { all, robust } = scores.layouts;
  const raw = scores.rawRows.subarray(m * all.columns, (m + 1) * all.columns).slice();
  const own = scores.correctedRows.subarray(m * robust.columns, (m + 1) * robust.columns);
  const alone: Part[] = [];
  const parts = blockVariances(robust, own);
  robust.blocks.forEach((block, b) => {
    const first = robust.cells[block.cell].tasks[0];
    const twin = all.blocks.find(({ cell }) => all.cells[cell].tasks[0] === first)!;
    if (block.borrowed) alone.push(parts[b]);
    else for (let i = block.from; i < block.to; i++) raw[twin.from + i - block.from] -= own[i];
  });
  return [...blockVariances(all, raw).filter((part) => part.variance > 0), ...alone];
}
