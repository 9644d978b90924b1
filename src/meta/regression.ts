/** Meta-regression: effects explained by moderators. */
import { InputError } from '../errors.ts';
import { chi2LogSf, chi2Quantile, fLogSf } from '../stats/distributions.ts';
import { buildDesign, checkModerators, type DesignTerm, missingReason } from './design.ts';
import { fromLogP, meanEstimate } from './inference.ts';
import { MeanModel } from './mean-model.ts';
import * as say from './messages.ts';
import { checkOptions } from './options.ts';
import { qProfile } from './q-profile.ts';
import { independentColumns, RegressionModel } from './regression-model.ts';
import { effectRows, scaleRows } from './rows.ts';
import { standardErrorTau2 } from './se-tau2.ts';
import { estimateTau2, newSearch } from './tau2.ts';
import type {
  EffectData,
  MeanTest,
  MetaOptions,
  MetaRegressionFit,
  Moderator,
  OmnibusTest,
} from './types.ts';

/**
 * Mixed-effects meta-regression yi = x_i b + u_i + e_i, u ~ N(0, tau2), e ~ N(0, vi), as R's
 * `metafor::rma(yi, vi, mods = ~ ...)`.
 *
 * Formula: b = (X'WX)^-1 X'Wy, W = diag(1 / (vi + tau2)); Var b = (X'WX)^-1, under `knha` times
 * y'Py / (k-p) with t and F in place of normal and chi2 (Knapp & Hartung 2003, 10.1002/sim.1482), under `adhoc` that
 * factor not below 1. QM tests all coefficients but the intercept together, `factors` each moderator of more than
 * one column. q is the residual heterogeneity (QE). r2 = 100 (tau2 without - tau2 with moderators) / tau2 without,
 * not below 0 (Raudenbush 2009), null when tau2 without moderators is 0; EE has Q/df in place of tau2.
 *
 * Numeric moderators get one column, factors treatment coding (see `buildDesign`). A column that depends on earlier
 * ones (less than 1e-7 of it is new) is dropped and listed in `droppedColumns`. Rows with a missing moderator are
 * dropped and listed, also from the model without moderators that r2 compares with.
 *
 * Algorithm: that of `fitMeta`, on a QR decomposition at each tau2: O(k p^2) time.
 *
 * @throws InputError as `fitMeta`; when there are as many coefficients as rows; GENQ (it has no moderators here).
 * @see Viechtbauer, Lopez-Lopez, Sanchez-Meca & Marin-Martinez 2015, 10.1037/met0000023
 * @example
 * const yi = [1, 2, 3, 5];
 * const vi = [1, 1, 1, 1];
 * const fit = fitMetaRegression({ yi, vi }, [{ name: 'x', values: [0, 1, 2, 3] }], { method: 'EE', test: 'z' });
 * fit.coefficients[1].estimate // 1.3, the least-squares slope
 */
export function fitMetaRegression(
  data: EffectData,
  moderators: readonly Moderator[],
  options: MetaOptions = {},
): MetaRegressionFit {
  const checked = checkOptions(options, data);
  if (checked.method === 'GENQ') throw new InputError(say.noGenqModerators());
  checkModerators(moderators, data.yi.length);
  const rows = effectRows(data, missingReason(moderators));
  const names = moderators.map(({ name }) => name).join(', ');
  const design = buildDesign(moderators, rows.index);
  const kept = independentColumns(design.columns);
  const terms = kept.map((at) => design.terms[at]);
  const columns = kept.map((at) => design.columns[at]);
  const { k } = rows;
  const p = columns.length;
  if (k <= p || k === 0) throw new InputError(say.tooManyParameters(names, design.terms.length, k));
  const { unit, y, v } = scaleRows(rows);
  checkSpan(v);
  const unit2 = unit * unit;
  const { method, level, test } = checked;
  const free = k - p;

  const model = new RegressionModel(y, v, columns);
  const search = newSearch();
  const medianChi2 = (df: number) => (method === 'PMM' ? chi2Quantile(0.5, df) : Number.NaN);
  const tau2 = estimateTau2(model, method, search, null, medianChi2(free));
  const warnings: string[] = [];
  if (rows.dropped.length > 0) warnings.push(say.rowsDropped(rows.dropped.length, rows.kSupplied));
  const droppedColumns = design.terms
    .map(({ term }) => term)
    .filter((_, at) => !kept.includes(at))
    .map((term) => ({ term, reason: say.collinear() }));
  if (droppedColumns.length > 0) {
    warnings.push(say.columnsDropped(droppedColumns.map(({ term }) => term)));
  }
  if (!search.converged) warnings.push(say.notConverged(method, search.iterations));
  if (search.modes > 1) warnings.push(say.secondMode(method, search.otherMode * unit2, search.otherModeDrop));
  if (test === 'z' && k < 10 * (p - 1)) warnings.push(say.fewRowsAModerator(k, p - 1));

  model.at(tau2);
  const seRatio2 = model.yPy / free;
  const noSpread = seRatio2 < 1e-25;
  const testUsed: MeanTest = test === 'knha' && noSpread ? 'adhoc' : test;
  if (testUsed !== test) warnings.push(say.noResidualSpread());
  if (testUsed === 'knha' && seRatio2 < 1) warnings.push(say.knhaNarrower(Math.sqrt(seRatio2)));
  const factor = testUsed === 'z' ? 1 : testUsed === 'knha' ? seRatio2 : Math.max(1, seRatio2);
  const df = testUsed === 'z' ? null : free;
  const b = Array.from(model.coefficients(), (value) => value * unit);
  const vcov = model.inverse().map((row) => Array.from(row, (value) => value * factor * unit2));
  const coefficients = terms.map((term, j) => ({
    ...term,
    ...meanEstimate(b[j], Math.sqrt(vcov[j][j]), df, level),
  }));

  model.at(0);
  const q = model.yPy;
  const typical = free / model.trP;
  const qTest = fromLogP(chi2LogSf(q, free));
  const i2FromQ = q > free ? (100 * (q - free)) / q : 0;
  const seTau2 = standardErrorTau2(model, method, tau2);
  const profile = qProfile(model, level);
  if (profile.empty) warnings.push(say.emptyQProfile());
  const mean = new MeanModel().load(y, v, k);
  const without = estimateTau2(
    mean,
    method,
    newSearch(),
    null,
    method === 'PMM' ? medianChi2(k - 1) : Number.NaN,
  );
  mean.at(0);
  const qAll = mean.yPy;
  const logLikMl = model.logLik(tau2, false) - k * Math.log(unit);
  const logLikReml = model.logLik(tau2, true) - free * Math.log(unit);
  const logLik = method === 'REML' ? logLikReml : logLikMl;
  const parameters = p + (method === 'EE' ? 0 : 1);
  const all = omnibus('all', positionsOf(terms, null), b, vcov, df);

  return {
    coefficients,
    vcov,
    factors: moderators
      .map(({ name }) => ({ name, at: positionsOf(terms, name) }))
      .filter(({ at }) => at.length > 1)
      .map(({ name, at }) => omnibus(name, at, b, vcov, df) as OmnibusTest),
    qm: all?.statistic ?? null,
    qmDf1: all?.df1 ?? null,
    qmDf2: all?.df2 ?? null,
    qmP: all?.p ?? null,
    qmLog10P: all?.log10P ?? null,
    r2: method === 'EE' ? accounted(qAll / (k - 1), q / free) : accounted(without, tau2),
    method,
    test,
    testUsed,
    level,
    tau2: tau2 * unit2,
    tau2Raw: search.raw * unit2,
    seTau2: Number.isFinite(seTau2) ? seTau2 * unit2 : null,
    tau2Lower: profile.lower * unit2,
    tau2Upper: profile.upper * unit2,
    tau2Without: without * unit2,
    i2: method === 'EE' ? i2FromQ : (100 * tau2) / (tau2 + typical),
    i2FromQ,
    h2: method === 'EE' ? q / free : tau2 / typical + 1,
    q,
    qDf: free,
    qP: qTest.p,
    qLog10P: qTest.log10P,
    seRatio: Math.sqrt(seRatio2),
    k,
    p,
    kSupplied: rows.kSupplied,
    kDropped: rows.dropped.length,
    dropped: rows.dropped,
    rows: Array.from(rows.index, (i) => i + 1),
    droppedColumns,
    logLik,
    logLikMl,
    logLikReml,
    aic: 2 * parameters - 2 * logLik,
    converged: search.converged,
    iterations: search.iterations,
    warnings,
  };
}

/** @throws InputError where the variances are so far apart that a decomposition in double precision means nothing. */
export function checkSpan(v: Float64Array): void {
  let largest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const vi of v) {
    largest = Math.max(largest, vi);
    smallest = Math.min(smallest, vi);
  }
  if (largest > 1e12 * smallest) throw new InputError(say.spanTooWide(largest / smallest));
}

/** Percent by which `without` falls to `left`; null where there is nothing to account for. */
function accounted(without: number, left: number): number | null {
  return without > 0 ? Math.max(0, (100 * (without - left)) / without) : null;
}

/** Positions of the terms of one moderator; of all but the intercept for null. */
function positionsOf(terms: readonly DesignTerm[], name: string | null): number[] {
  return terms.flatMap(({ moderator }, j) =>
    moderator !== null && (name === null || moderator === name) ? [j] : [],
  );
}

/**
 * Wald test that the coefficients at `at` are all 0: b' Var^-1 b, chi2 with m df; under t that over m, F with m
 * and df.
 */
export function omnibus(
  name: string,
  at: readonly number[],
  b: readonly number[],
  vcov: readonly (readonly number[])[],
  df: number | null,
): OmnibusTest | null {
  const m = at.length;
  if (m === 0) return null;
  const wald = quadraticInverse(
    at.map((i) => at.map((j) => vcov[i][j])),
    at.map((i) => b[i]),
  );
  const statistic = df === null ? wald : wald / m;
  const logP = df === null ? chi2LogSf(statistic, m) : fLogSf(statistic, m, df);
  return { name, statistic, df1: m, df2: df, ...fromLogP(logP) };
}

/** b' A^-1 b for a positive definite A: the squared length of L^-1 b, A = LL'. */
function quadraticInverse(a: number[][], b: number[]): number {
  let sum = 0;
  const l = a.map((row) => [...row]);
  const z: number[] = [];
  for (let i = 0; i < b.length; i++) {
    for (let j = 0; j <= i; j++) {
      let value = a[i][j];
      for (let m = 0; m < j; m++) value -= l[i][m] * l[j][m];
      l[i][j] = i === j ? Math.sqrt(value) : value / l[j][j];
    }
    let value = b[i];
    for (let m = 0; m < i; m++) value -= l[i][m] * z[m];
    z.push(value / l[i][i]);
    sum += z[i] * z[i];
  }
  return sum;
}
