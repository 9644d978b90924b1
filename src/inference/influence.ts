/**
 * What one task does to every model's gap: the common ground of the task-level variance, of the covariance of
 * all gaps and of corrected heterogeneity.
 *
 * Derivation. In stratum s and arm h model m has n tasks with an outcome and the pass rate p = mean of Y_mt. Its gap
 * is yi = sum_s w_ms (f(p_1) - f(p_0)), where f is the measure's scale (RD: f(p) = p) and w_ms the scaled stratum
 * weights, taken as fixed. Taking task t a little more or less often changes p by (Y_mt - p) / n, so that
 *
 *     zeta_mt = +- w_ms f'(p) (Y_mt - p) / n        (+ hackable, - robust; 0 where the cell is missing)
 *
 * is the influence of task t on the gap of m. Over a cell of N tasks (stratum x arm) that are a sample of tasks, the
 * covariance of the gaps is V_mm' = N / (N - 1) sum_t zeta_mt zeta_m't. With all cells present and RD this is
 * w_s^2 C_mm' / N, C the sample covariance of outcomes over the tasks of the cell; nothing is approximated then.
 *
 * A cell of one task shows no spread. It borrows: the residuals Y - p of every cell of its arm with two tasks or
 * more stand in for its own, with the lone task's coefficients and the pooled df (sum of N - 1).
 *
 * So V = F F' with F (models x columns), where a column is a task, or a lender's task for a borrowing cell. Rows of F
 * are made when asked for: memory is O(tasks), never models x models.
 */
import type { ArmCounts, Contrast } from '../effects/arms.ts';
import { stratumWeight } from '../effects/gaps.ts';
import type { EffectOptions, Measure } from '../effects/types.ts';
import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { spreadOf } from './rounding.ts';

/** Variance of one cell (stratum x arm): columns `from` .. `to - 1` of F. */
export interface InfluenceCell {
  readonly stratum: number;
  readonly arm: 0 | 1;
  /** Tasks of the cell with an outcome of some used model. */
  readonly tasks: number;
  readonly from: number;
  readonly to: number;
  /** N - 1, or the pooled df of the lenders; 0 when there is nobody to borrow from. */
  readonly df: number;
  readonly borrowed: boolean;
}

export interface Influence {
  readonly columns: number;
  readonly cells: readonly InfluenceCell[];
  /** Model x cell pairs with one outcome in a cell of more: their spread over tasks is not seen. */
  readonly lonePairs: number;
  /** Fills row[0 .. columns-1] with the row of F of one model. */
  fillRow(model: number, row: Float64Array): void;
}

/** Tasks whose residuals come from cell `residual` and are scaled by the coefficient of cell `coefficient`. */
interface Run {
  readonly residual: CellKey;
  readonly coefficient: CellKey;
  readonly scale: number;
  readonly tasks: Int32Array;
  readonly from: number;
}

interface CellKey {
  readonly stratum: number;
  readonly arm: 0 | 1;
}

/**
 * The influence of tasks on gaps.
 *
 * @param counts `countArms(outcomes, contrast)`
 * @param use models that count (1) or not (0): decides which strata and tasks are in play
 */
export function taskInfluence(
  outcomes: Outcomes,
  contrast: Contrast,
  counts: ArmCounts,
  effects: EffectOptions,
  use: Uint8Array,
): Influence {
  const seen = tasksSeen(outcomes, use);
  const own: (CellKey & { tasks: Int32Array })[] = [];
  for (let s = 0; s < contrast.strata.length; s++) {
    if (!carriesContrast(counts, s, use)) continue;
    for (const arm of [1, 0] as const) {
      const tasks: number[] = [];
      for (let t = 0; t < contrast.arm.length; t++) {
        if (contrast.arm[t] === arm && contrast.stratum[t] === s && seen[t] === 1) tasks.push(t);
      }
      own.push({ stratum: s, arm, tasks: Int32Array.from(tasks) });
    }
  }

  const runs: Run[] = [];
  const cells: InfluenceCell[] = [];
  let columns = 0;
  const addRun = (residual: CellKey, coefficient: CellKey, scale: number, tasks: Int32Array) => {
    runs.push({ residual, coefficient, scale, tasks, from: columns });
    columns += tasks.length;
  };
  for (const cell of own) {
    const from = columns;
    const size = cell.tasks.length;
    const lenders = size > 1 ? [] : own.filter((other) => other.arm === cell.arm && other.tasks.length > 1);
    const df = size > 1 ? size - 1 : lenders.reduce((sum, lender) => sum + lender.tasks.length - 1, 0);
    if (size > 1) addRun(cell, cell, Math.sqrt(size / (size - 1)), cell.tasks);
    for (const lender of lenders) addRun(lender, cell, 1 / Math.sqrt(df), lender.tasks);
    const { stratum, arm } = cell;
    cells.push({ stratum, arm, tasks: size, from, to: columns, df, borrowed: size === 1 });
  }

  const at = (model: number, cell: CellKey) => model * counts.strata + cell.stratum;
  const rateOf = (model: number, cell: CellKey) =>
    cell.arm === 1
      ? counts.x1[at(model, cell)] / counts.n1[at(model, cell)]
      : counts.x0[at(model, cell)] / counts.n0[at(model, cell)];

  const fillRow = (model: number, row: Float64Array) => {
    const total = totalWeight(counts, effects, model);
    for (const run of runs) {
      const c = run.scale * coefficient(counts, effects, model, run.coefficient, total);
      const p = rateOf(model, run.residual);
      fillRun(outcomes, model, run, c, p, row);
    }
  };

  let lonePairs = 0;
  for (const cell of own) {
    if (cell.tasks.length < 2) continue;
    const n = cell.arm === 1 ? counts.n1 : counts.n0;
    for (let m = 0; m < counts.models; m++) if (use[m] === 1 && n[at(m, cell)] === 1) lonePairs++;
  }
  return { columns, cells, lonePairs, fillRow };
}

function fillRun(outcomes: Outcomes, m: number, run: Run, c: number, p: number, row: Float64Array): void {
  const { tasks, from } = run;
  if (c === 0 || Number.isNaN(p)) {
    row.fill(0, from, from + tasks.length);
    return;
  }
  if (outcomes.kind === 'counts') {
    for (let i = 0; i < tasks.length; i++) {
      const rate = rateAt(outcomes, m, tasks[i]);
      row[from + i] = Number.isNaN(rate) ? 0 : c * spreadOf(rate, p);
    }
    return;
  }
  const { passed, present, words } = outcomes;
  const start = m * words;
  const [fail, pass] = [-c * p, c * (1 - p)];
  for (let i = 0; i < tasks.length; i++) {
    const word = start + (tasks[i] >>> 5);
    const bit = 1 << (tasks[i] & 31);
    const missing = present !== null && (present[word] & bit) === 0;
    row[from + i] = missing ? 0 : (passed[word] & bit) === 0 ? fail : pass;
  }
}

/** +- w_ms f'(p) / n of one model in one cell; 0 where the stratum carries no contrast for it. */
function coefficient(
  counts: ArmCounts,
  effects: EffectOptions,
  model: number,
  cell: CellKey,
  total: number,
): number {
  const at = model * counts.strata + cell.stratum;
  const { x1, n1, x0, n0 } = counts;
  if (n1[at] === 0 || n0[at] === 0) return 0;
  const w = stratumWeight(effects.weights, n1[at], n0[at]) / total;
  const zero = x1[at] === 0 || x1[at] === n1[at] || x0[at] === 0 || x0[at] === n0[at];
  return cell.arm === 1
    ? (w * slope(effects.measure, x1[at], n1[at], zero)) / n1[at]
    : (-w * slope(effects.measure, x0[at], n0[at], zero)) / n0[at];
}

/**
 * f'(p) of the measure at p = x / n, with the 1/2 that the effect itself has where a count of its table is 0. The
 * arcsine has no finite slope at 0 and 1: there the secant to the next count stands in (exact for n = 1).
 */
export function slope(measure: Measure, x: number, n: number, zero: boolean): number {
  if (measure === 'RD') return 1;
  if (measure === 'AS') {
    if (x === 0 || x === n) return n * Math.asin(Math.sqrt(1 / n));
    return n / (2 * Math.sqrt(x * (n - x)));
  }
  const add = zero ? 0.5 : 0;
  return measure === 'RR' ? n / (x + add) : n / (x + add) + n / (n - x + add);
}

function totalWeight(counts: ArmCounts, effects: EffectOptions, model: number): number {
  let total = 0;
  for (let s = 0; s < counts.strata; s++) {
    const at = model * counts.strata + s;
    if (counts.n1[at] === 0 || counts.n0[at] === 0) continue;
    total += stratumWeight(effects.weights, counts.n1[at], counts.n0[at]);
  }
  return total;
}

function carriesContrast(counts: ArmCounts, stratum: number, use: Uint8Array): boolean {
  for (let m = 0; m < counts.models; m++) {
    const at = m * counts.strata + stratum;
    if (use[m] === 1 && counts.n1[at] > 0 && counts.n0[at] > 0) return true;
  }
  return false;
}

/** 1 for a task with an outcome of some used model. */
function tasksSeen(outcomes: Outcomes, use: Uint8Array): Uint8Array {
  const seen = new Uint8Array(outcomes.tasks);
  if (outcomes.kind === 'binary' && outcomes.present === null) return seen.fill(use.includes(1) ? 1 : 0);
  for (let m = 0; m < outcomes.models; m++) {
    if (use[m] === 0) continue;
    for (let t = 0; t < outcomes.tasks; t++) {
      if (seen[t] === 0 && !Number.isNaN(rateAt(outcomes, m, t))) seen[t] = 1;
    }
  }
  return seen;
}
