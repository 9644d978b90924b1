/** Cluster-robust tests: effects that share a cluster may depend on each other in any way. */
import { InputError } from '../errors.ts';
import { chi2Quantile } from '../stats/distributions.ts';
import { buildDesign, checkModerators, missingReason } from './design.ts';
import { meanEstimate } from './inference.ts';
import * as say from './messages.ts';
import { checkOptions, oneOf } from './options.ts';
import { checkSpan } from './regression.ts';
import { independentColumns, RegressionModel } from './regression-model.ts';
import { effectRows, scaleRows } from './rows.ts';
import { inverseSquareRoot } from './symmetric.ts';
import { estimateTau2, newSearch, type Tau2Method } from './tau2.ts';
import type { Coefficient, EffectData, MeanEstimate, MetaOptions, Moderator } from './types.ts';

export type RobustType = 'CR0' | 'CR1' | 'CR2';

export interface RobustFit {
  readonly type: RobustType;
  readonly method: Tau2Method;
  readonly tau2: number;
  /** Each with Satterthwaite df of its own; everything but `estimate` null where it cannot be estimated. */
  readonly coefficients: readonly Coefficient[];
  readonly vcov: readonly (readonly number[])[] | null;
  readonly clusters: number;
  readonly k: number;
  readonly level: number;
  readonly warnings: readonly string[];
}

/**
 * Coefficients of the mean (or of moderators) with a variance that holds under any dependence within clusters:
 *
 *     V = M (sum_j X_j' W_j A_j e_j e_j' A_j' W_j X_j) M,  M = (X'WX)^-1,  W = 1 / (vi + tau2)
 *
 * CR0: A = 1. CR1: A = sqrt(J / (J-1)), J clusters. CR2: A_j = D (D (F - X_j M X_j') D)^(-1/2) D with F = diag(vi +
 * tau2), D = F^(1/2), which is unbiased when the working model holds. t tests with Satterthwaite df under the working
 * model, of each coefficient. As `clubSandwich::coef_test(rma, cluster, vcov = type, test = "Satterthwaite")`. tau2 is
 * that of the fit without clusters. Bell & McCaffrey 2002; Tipton 2015, 10.1037/met0000011; Pustejovsky & Tipton 2018,
 * 10.1080/07350015.2016.1247004.
 *
 * One cluster: nothing can be estimated (null, with the reason). Fewer than 10 clusters, or df below 4: a warning.
 * Rows with a missing cluster are dropped. Time O(k p^2 + sum n_j^3) for CR2.
 *
 * @throws InputError as `fitMetaRegression`.
 * @example
 * // Two clusters, plain mean 2.5: V of CR0 = (sum of residuals of each cluster)^2 summed / 16
 * const data = { yi: [1, 2, 3, 4], vi: [1, 1, 1, 1] };
 * const fit = robust(data, ['a', 'a', 'b', 'b'], { method: 'EE' }, { type: 'CR0' });
 * fit.coefficients[0].se // sqrt((2^2 + 2^2) / 16) = 0.7071
 */
export function robust(
  data: EffectData,
  cluster: ArrayLike<string | number | null>,
  options: MetaOptions = {},
  given: { readonly type?: RobustType; readonly moderators?: readonly Moderator[] } = {},
): RobustFit {
  const type = given.type ?? 'CR2';
  const moderators = given.moderators ?? [];
  oneOf('type', type, ['CR0', 'CR1', 'CR2']);
  const { method, level } = checkOptions(options, data);
  if (method === 'GENQ') throw new InputError(say.noGenqDiagnostics());
  const column = { name: 'cluster', values: cluster };
  checkModerators([...moderators, column], data.yi.length);
  const rows = effectRows(data, missingReason([...moderators, column]));
  const { k } = rows;
  const design = buildDesign(moderators, rows.index);
  const kept = independentColumns(design.columns);
  const p = kept.length;
  if (k <= p && !(k === 1 && p === 1)) {
    throw new InputError(say.tooManyParameters(moderators.map(({ name }) => name).join(', '), p, k));
  }
  const { unit, y, v } = scaleRows(rows);
  checkSpan(v);
  const model = new RegressionModel(
    y,
    v,
    kept.map((at) => design.columns[at]),
  );
  const median = method === 'PMM' && k > p ? chi2Quantile(0.5, k - p) : Number.NaN;
  const tau2 = k === p ? 0 : estimateTau2(model, method, newSearch(), null, median);
  const groups = groupRows(Array.from(rows.index, (i) => String(cluster[i])));
  const warnings: string[] = [];
  if (rows.dropped.length > 0) warnings.push(say.rowsDropped(rows.dropped.length, rows.kSupplied));
  model.at(tau2);
  const b = Array.from(model.coefficients(), (value) => value * unit);
  const head = { type, method, tau2: tau2 * unit * unit, clusters: groups.length, k, level };
  if (groups.length < 2) {
    warnings.push(say.oneCluster(groups.length));
    const coefficients = kept.map((at, j) => ({ ...design.terms[at], ...unestimable(b[j]) }));
    return { ...head, coefficients, vcov: null, warnings };
  }
  if (groups.length < 10) warnings.push(say.fewClusters(groups.length));

  const { vcov, df } = sandwich(model, tau2, groups, type);
  const coefficients = kept.map((at, j) => {
    const se = Math.sqrt(vcov[j][j]) * unit;
    if (se > 0 && df[j] > 0) return { ...design.terms[at], ...meanEstimate(b[j], se, df[j], level) };
    warnings.push(say.noRobustVariance(design.terms[at].term));
    return { ...design.terms[at], ...unestimable(b[j]) };
  });
  const smallest = Math.min(...df);
  if (smallest < 4) warnings.push(say.fewDf(smallest));
  return {
    ...head,
    coefficients,
    vcov: vcov.map((row) => Array.from(row, (value) => value * unit * unit)),
    warnings,
  };
}

/** Sandwich variance and the Satterthwaite df of every coefficient; `model.at(tau2)` is done. */
function sandwich(
  model: RegressionModel,
  tau2: number,
  groups: readonly (readonly number[])[],
  type: RobustType,
): { vcov: Float64Array[]; df: number[] } {
  const { p, columns, vi, residual } = model;
  const m = model.inverse();
  const clusters = groups.length;
  const factor = type === 'CR1' ? Math.sqrt(clusters / (clusters - 1)) : 1;
  /** Of each cluster: rows of G_j = A_j' W_j X_j M, one vector a coefficient. */
  const g = groups.map((at) => {
    const phi = Float64Array.from(at, (i) => vi[i] + tau2);
    const wxm = Array.from({ length: p }, (_, c) =>
      Float64Array.from(at, (i, n) => {
        let sum = 0;
        for (let j = 0; j < p; j++) sum += columns[j][i] * m[j][c];
        return sum / phi[n];
      }),
    );
    if (type !== 'CR2') return wxm.map((column) => column.map((value) => value * factor));
    const a = adjustment(phi, at, columns, m);
    return wxm.map((column) =>
      Float64Array.from(a, (row) => row.reduce((sum, x, n) => sum + x * column[n], 0)),
    );
  });
  // residual holds sqrt(w) e.
  const scores = groups.map((at, j) =>
    g[j].map((column) =>
      at.reduce((sum, i, n) => sum + column[n] * residual[i] * Math.sqrt(vi[i] + tau2), 0),
    ),
  );
  const vcov = Array.from({ length: p }, (_, c) =>
    Float64Array.from({ length: p }, (_, d) => scores.reduce((sum, s) => sum + s[c] * s[d], 0)),
  );
  const df = Array.from({ length: p }, (_, c) => satterthwaite(c));
  return { vcov, df };

  /** (sum P_jj)^2 / sum P_ij^2, P_ij = g_i' (F - X M X')_ij g_j. */
  function satterthwaite(c: number): number {
    const xg = groups.map((at, j) =>
      Float64Array.from({ length: p }, (_, d) =>
        at.reduce((sum, i, n) => sum + columns[d][i] * g[j][c][n], 0),
      ),
    );
    const mxg = xg.map((x) =>
      Float64Array.from(m, (row) => row.reduce((sum, value, d) => sum + value * x[d], 0)),
    );
    let trace = 0;
    let squares = 0;
    for (let i = 0; i < clusters; i++) {
      for (let j = 0; j <= i; j++) {
        let value = -xg[i].reduce((sum, x, d) => sum + x * mxg[j][d], 0);
        if (i === j) {
          value += groups[i].reduce((sum, row, n) => sum + g[i][c][n] ** 2 * (vi[row] + tau2), 0);
          trace += value;
          squares += value * value;
        } else squares += 2 * value * value;
      }
    }
    return (trace * trace) / squares;
  }
}

/** A_j of CR2: D (D (F - X_j M X_j') D)^(-1/2) D. */
function adjustment(
  phi: Float64Array,
  at: readonly number[],
  columns: readonly Float64Array[],
  m: readonly Float64Array[],
): Float64Array[] {
  const root = phi.map(Math.sqrt);
  const p = columns.length;
  const b = at.map((i, s) =>
    Float64Array.from(at, (h, t) => {
      let xmx = 0;
      for (let c = 0; c < p; c++) for (let d = 0; d < p; d++) xmx += columns[c][i] * m[c][d] * columns[d][h];
      return root[s] * root[t] * ((s === t ? phi[s] : 0) - xmx);
    }),
  );
  return inverseSquareRoot(b).map((row, s) => row.map((value, t) => root[s] * value * root[t]));
}

function groupRows(keys: readonly string[]): number[][] {
  const groups = new Map<string, number[]>();
  keys.forEach((key, i) => {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [i]);
    else group.push(i);
  });
  return [...groups.values()];
}

function unestimable(estimate: number): MeanEstimate {
  const none = null;
  return {
    estimate,
    se: none,
    ciLower: none,
    ciUpper: none,
    statistic: none,
    df: none,
    p: none,
    log10P: none,
  };
}
