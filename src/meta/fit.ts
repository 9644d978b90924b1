/** Random-effects meta-analysis of any effects (yi, vi): the plain mean. */
import { chi2LogSf, chi2Quantile, chi2Sf, toLog10 } from '../stats/distributions.ts';
import { criticalValue, meanEstimate } from './inference.ts';
import { MeanModel } from './mean-model.ts';
import * as say from './messages.ts';
import { type CheckedOptions, checkOptions } from './options.ts';
import { qProfile } from './q-profile.ts';
import { type EffectRows, effectRows, scaleRows } from './rows.ts';
import { standardErrorTau2 } from './se-tau2.ts';
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
 * Prediction interval: estimate -+ crit sqrt(SE^2 + tau2).
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
    ...chosen,
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
    qP: k === 1 ? 1 : chi2Sf(heterogeneity.q, k - 1),
    qLog10P: k === 1 ? 0 : Math.min(0, toLog10(chi2LogSf(heterogeneity.q, k - 1))),
    ...prediction,
    k,
    kSupplied: rows.kSupplied,
    kDropped: rows.dropped.length,
    dropped: rows.dropped,
    rows: Array.from(rows.index, (i) => i + 1),
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

interface Pooled {
  readonly estimate: number;
  /** Under z. */
  readonly se: number;
  readonly seRatio: number;
  readonly noSpread: boolean;
  /** Percent. */
  readonly weights: number[];
  readonly largestWeight: number;
  readonly largestAt: number;
  /** What the log likelihood loses because GENQ's mean is not the one of 1/(v + tau2). */
  readonly off: number;
}

/** Mean, SE and weights at tau2, by 1/(v + tau2) or the weights of GENQ. */
function pool(model: MeanModel, v: Float64Array, tau2: number, own: Float64Array | null): Pooled {
  const k = model.k;
  model.at(tau2);
  const estimate0 = model.mean;
  const spread = model.yPy;
  let estimate = estimate0;
  let variance = 1 / model.sumW;
  let total = model.sumW;
  const precision = model.sumW;
  if (own !== null) {
    model.atWeights(own);
    estimate = model.mean;
    total = model.sumW;
    variance = 0;
    for (let i = 0; i < k; i++) variance += (own[i] / total) ** 2 * (v[i] + tau2);
  }
  const weights = Array.from(v, (vi, i) => (100 * (own === null ? 1 / (vi + tau2) : own[i])) / total);
  let largestAt = 0;
  for (let i = 1; i < k; i++) if (weights[i] > weights[largestAt]) largestAt = i;
  return {
    estimate,
    se: Math.sqrt(variance),
    seRatio: k === 1 ? 1 : Math.sqrt(spread / (k - 1)),
    noSpread: k > 1 && model.isWithoutSpread(spread / (k - 1)),
    weights,
    largestWeight: weights[largestAt],
    largestAt,
    off: 0.5 * precision * (estimate - estimate0) ** 2,
  };
}

/** The three tests of the mean; null where k = 1 or a lack of spread leaves them without an SE. */
function meanTests({ estimate, se, seRatio, noSpread }: Pooled, unit: number, k: number, level: number) {
  const t = (ratio: number) => meanEstimate(estimate * unit, se * unit * ratio, k - 1, level);
  return {
    z: meanEstimate(estimate * unit, se * unit, null, level),
    knha: k === 1 || noSpread ? null : t(seRatio),
    adhoc: k === 1 ? null : t(Math.max(1, seRatio)),
  };
}

interface Heterogeneity {
  readonly q: number;
  readonly seTau2: number | null;
  readonly tau2Lower: number | null;
  readonly tau2Upper: number | null;
  readonly i2: number | null;
  readonly i2FromQ: number | null;
  readonly i2Lower: number | null;
  readonly i2Upper: number | null;
  readonly h2: number | null;
  readonly h2Lower: number | null;
  readonly h2Upper: number | null;
}

function heterogeneityOf(
  model: MeanModel,
  method: CheckedOptions['method'],
  tau2: number,
  level: number,
  weights: Float64Array | null,
  warnings: string[],
): Heterogeneity {
  const free = model.k - 1;
  model.at(0);
  const q = free === 0 ? 0 : model.yPy;
  if (free === 0) {
    const none = null;
    return {
      q,
      seTau2: none,
      tau2Lower: none,
      tau2Upper: none,
      i2: none,
      i2FromQ: none,
      i2Lower: none,
      i2Upper: none,
      h2: none,
      h2Lower: none,
      h2Upper: none,
    };
  }
  const typical = free / model.trP;
  const i2 = (t: number) => (100 * t) / (t + typical);
  const h2 = (t: number) => t / typical + 1;
  const i2FromQ = q > free ? (100 * (q - free)) / q : 0;
  const { lower, upper, empty } = qProfile(model, level);
  if (empty) warnings.push(say.emptyQProfile());
  const seTau2 = standardErrorTau2(model, method, tau2, weights);
  return {
    q,
    seTau2: Number.isFinite(seTau2) ? seTau2 : null,
    tau2Lower: lower,
    tau2Upper: upper,
    i2: method === 'EE' ? i2FromQ : i2(tau2),
    i2FromQ,
    i2Lower: i2(lower),
    i2Upper: i2(upper),
    h2: method === 'EE' ? q / free : h2(tau2),
    h2Lower: h2(lower),
    h2Upper: h2(upper),
  };
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

function emptyFit(rows: EffectRows, { method, test, level, piDf }: CheckedOptions): MetaFit {
  const none = null;
  return {
    estimate: none,
    se: none,
    ciLower: none,
    ciUpper: none,
    statistic: none,
    df: none,
    p: none,
    log10P: none,
    method,
    test,
    testUsed: test,
    level,
    tau2: none,
    tau2Raw: none,
    seTau2: none,
    tau2Lower: none,
    tau2Upper: none,
    i2: none,
    i2FromQ: none,
    i2Lower: none,
    i2Upper: none,
    h2: none,
    h2Lower: none,
    h2Upper: none,
    q: none,
    qDf: none,
    qP: none,
    qLog10P: none,
    piLower: none,
    piUpper: none,
    piDf,
    k: 0,
    kSupplied: rows.kSupplied,
    kDropped: rows.dropped.length,
    dropped: rows.dropped,
    rows: [],
    slab: [],
    weights: [],
    largestWeight: none,
    seRatio: none,
    alternatives: none,
    logLik: none,
    logLikMl: none,
    logLikReml: none,
    aic: none,
    bic: none,
    converged: true,
    iterations: 0,
    gradient: 0,
    modes: 0,
    warnings: [say.noRows(rows.kSupplied)],
  };
}
