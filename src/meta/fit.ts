/** Random-effects meta-analysis of any effects (yi, vi): the plain mean. */
import { chi2LogSf, chi2Quantile } from '../stats/distributions.ts';
import { emptyFit } from './empty-fit.ts';
import { heterogeneityOf } from './heterogeneity.ts';
import { criticalValue, fromLogP } from './inference.ts';
import { MeanModel } from './mean-model.ts';
import * as say from './messages.ts';
import { type CheckedOptions, checkOptions } from './options.ts';
import { meanTests, type Pooled, pool } from './pool.ts';
import { type EffectRows, effectRows, scaleRows } from './rows.ts';
import { estimateTau2, newSearch, type Tau2Search } from './tau2.ts';
import type { EffectData, MeanEstimate, MeanTest, MetaFit, MetaOptions } from './types.ts';

/**
 * Pools effects under yi ~ N(mu, vi + tau2), as R's `metafor::rma(yi, vi, method=, test=, level=)`.
 *
 * Formula: estimate = sum w yi / sum w, w = 1 / (vi + tau2); SE = 1 / sqrt(sum w) under `z`, times
 * sqrt(sum w (yi - estimate)^2 / (k-1)) under `knha` (t with k-1 df; Hartung & Knapp 2001, 10.1002/sim.791), the
 * factor not below 1 under `adhoc`. GENQ pools by its own weights. tau2: see `tau2.ts`. I2 = 100 tau2 / (tau2 + s2)
 * and H2 = tau2/s2 + 1 with the typical variance s2 = (k-1) sum w / ((sum w)^2 - sum w^2), w = 1/vi (Higgins &
 * Thompson 2002, 10.1002/sim.1186); under EE both come from Q. Intervals of tau2, I2, H2 are Q-profile.
 * Prediction interval: estimate -+ crit sqrt(SE^2 + tau2); with few rows it covers less than it says, 85 % instead
 * of 95 % at k = 6 in `test/meta/coverage.test.ts` (Partlett & Riley 2017, 10.1002/sim.7140).
 *
 * Units: yi any, vi its square; tau2, seTau2 as vi; i2 and weights in percent, h2 a ratio.
 *
 * Algorithm: ML and REML maximise the likelihood over a bracketed grid with Newton polish, PM and its kin by a
 * Newton iteration that cannot overshoot; both stop at a step below 1e-12 (tau2 + min vi) and always converge.
 * O(k) time and memory.
 *
 * Edge cases. A row with a missing yi or vi, or vi = 0, is dropped and listed. k = 0: every figure is null. k = 1:
 * the row itself with its z interval; tau2, I2, H2 and the prediction interval are null. All effects equal: the
 * Knapp-Hartung SE would be 0, so the floored form is used (`testUsed`). An empty Q-profile is 0 to 0. Each of
 * these, a row with half of the weight, k below 5, a Knapp-Hartung SE below the one of z, a second mode and a near
 * tie with tau2 = 0 are told in `warnings`.
 *
 * @throws InputError on a NaN or infinite value, vi below 0, values more than 1e50 SEs apart, a wrong option.
 * @see Viechtbauer 2005, 10.3102/10769986030003261; Viechtbauer 2010, 10.18637/jss.v036.i03
 * @example
 * const yi = [-0.581, 0.53, 0.771, 1.031, 0.553, 0.295, 0.078, 0.573, -0.176, -0.232];
 * const vi = [0.023, 0.052, 0.06, 0.115, 0.095, 0.203, 0.2, 0.211, 0.051, 0.04];
 * fitMeta({ yi, vi }, { method: 'DL', test: 'z' }).estimate // 0.250335676123
 */
export function fitMeta(data: EffectData, options: MetaOptions = {}): MetaFit {
  return fitRows(effectRows(data), checkOptions(options, data));
}

/** The same for rows that are checked already. */
export function fitRows(rows: EffectRows, options: CheckedOptions): MetaFit {
  if (rows.k === 0) return emptyFit(rows, options);
  const { method, level, test } = options;
  const { k } = rows;
  const { unit, y, v } = scaleRows(rows);
  const unit2 = unit * unit;
  const model = new MeanModel().load(y, v, k);
  const search = newSearch();
  const medianChi2 = method === 'PMM' && k > 1 ? chi2Quantile(0.5, k - 1) : Number.NaN;
  const warnings: string[] = [];
  if (rows.dropped.length > 0) warnings.push(say.rowsDropped(rows.dropped.length, rows.kSupplied));

  const tau2 = k === 1 ? 0 : estimateTau2(model, method, search, rows.weights, medianChi2);
  const pooled = pool(model, v, tau2, rows.weights);
  const heterogeneity = heterogeneityOf(model, method, tau2, level, rows.weights, warnings);
  const qTest = fromLogP(k === 1 ? 0 : chi2LogSf(heterogeneity.q, k - 1));
  const logLikMl = model.logLik(tau2, false) - pooled.off - k * Math.log(unit);
  const logLikReml = model.logLik(tau2, true) - pooled.off - (k - 1) * Math.log(unit);
  const logLik = method === 'REML' ? logLikReml : logLikMl;
  const parameters = method === 'EE' ? 1 : 2;
  const sample = method === 'REML' ? k - 1 : k;

  const alternatives = meanTests(pooled, unit, k, level);
  const testUsed: MeanTest = k === 1 ? 'z' : test === 'knha' && pooled.noSpread ? 'adhoc' : test;
  const chosen = alternatives[testUsed] as MeanEstimate & { se: number; estimate: number };
  const prediction = predictionInterval(chosen, tau2 * unit2, k, options, warnings);
  addWarnings(warnings, model, rows, options, pooled, search, unit);

  return {
    estimate: chosen.estimate,
    se: chosen.se,
    ciLower: chosen.ciLower,
    ciUpper: chosen.ciUpper,
    statistic: chosen.statistic,
    df: chosen.df,
    p: chosen.p,
    log10P: chosen.log10P,
    method,
    test,
    testUsed,
    level,
    tau2: k === 1 && method !== 'EE' ? null : tau2 * unit2,
    tau2Raw: k === 1 && method !== 'EE' ? null : search.raw * unit2,
    seTau2: scaled(heterogeneity.seTau2, unit2),
    tau2Lower: scaled(heterogeneity.tau2Lower, unit2),
    tau2Upper: scaled(heterogeneity.tau2Upper, unit2),
    i2: heterogeneity.i2,
    i2FromQ: heterogeneity.i2FromQ,
    i2Lower: heterogeneity.i2Lower,
    i2Upper: heterogeneity.i2Upper,
    h2: heterogeneity.h2,
    h2Lower: heterogeneity.h2Lower,
    h2Upper: heterogeneity.h2Upper,
    q: heterogeneity.q,
    qDf: k - 1,
    qP: qTest.p,
    qLog10P: qTest.log10P,
    piLower: prediction.piLower,
    piUpper: prediction.piUpper,
    piDf: prediction.piDf,
    k,
    kSupplied: rows.kSupplied,
    kDropped: rows.dropped.length,
    dropped: rows.dropped,
    rows: rowNumbers(rows),
    slab: rows.slab,
    weights: pooled.weights,
    largestWeight: pooled.largestWeight,
    seRatio: k === 1 ? null : pooled.seRatio,
    alternatives,
    logLik,
    logLikMl,
    logLikReml,
    aic: 2 * parameters - 2 * logLik,
    bic: k === 1 ? null : parameters * Math.log(sample) - 2 * logLik,
    converged: search.converged,
    iterations: search.iterations,
    gradient: search.gradient / unit2,
    modes: search.modes,
    warnings,
  };
}

/** 1-based. */
function rowNumbers({ index, k }: EffectRows): number[] {
  const numbers = new Array<number>(k);
  for (let i = 0; i < k; i++) numbers[i] = index[i] + 1;
  return numbers;
}

/** estimate -+ crit sqrt(SE^2 + tau2). */
function predictionInterval(
  mean: { estimate: number; se: number },
  tau2: number,
  k: number,
  { method, level, piDf }: CheckedOptions,
  warnings: string[],
) {
  const df = piDf === 'z' ? null : piDf === 'k-1' ? k - 1 : k - 2;
  const none = { piLower: null, piUpper: null, piDf };
  if (method === 'EE') {
    warnings.push(say.noPredictionEe());
    return none;
  }
  if (k === 1) return none;
  if (df !== null && df < 1) {
    warnings.push(say.noPredictionDf(piDf, k));
    return none;
  }
  const half = criticalValue(level, df) * Math.sqrt(mean.se ** 2 + tau2);
  return { piLower: mean.estimate - half, piUpper: mean.estimate + half, piDf };
}

function addWarnings(
  warnings: string[],
  model: MeanModel,
  rows: EffectRows,
  { method, test }: CheckedOptions,
  pooled: Pooled,
  search: Tau2Search,
  unit: number,
): void {
  const { k } = rows;
  if (k === 1) {
    warnings.push(say.oneRow());
    return;
  }
  if (k < 5) warnings.push(say.fewRows(k));
  if (test !== 'z' && pooled.noSpread) warnings.push(say.noResidualSpread());
  else if (test === 'knha' && pooled.seRatio < 1) warnings.push(say.knhaNarrower(pooled.seRatio));
  if (pooled.largestWeight > 50 && k > 2) {
    warnings.push(say.heavyRow(rows.slab[pooled.largestAt], pooled.largestWeight));
  }
  if (!search.converged) warnings.push(say.notConverged(method, search.iterations));
  if (method !== 'ML' && method !== 'REML') return;
  if (search.modes > 1)
    warnings.push(say.secondMode(method, search.otherMode * unit * unit, search.otherModeDrop));
  if (search.raw > 0) {
    const drop = model.logLik(search.raw, method === 'REML') - model.logLik(0, method === 'REML');
    if (drop < 0.01) warnings.push(say.boundaryTie(method, drop));
  }
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}
