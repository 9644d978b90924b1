/** One small fit of many: what leave-one-out, cumulative and GOSH need, without the intervals of heterogeneity. */
import { chi2Quantile, chi2Sf } from '../stats/distributions.ts';
import { meanEstimate } from './inference.ts';
import { MeanModel } from './mean-model.ts';
import type { CheckedOptions } from './options.ts';
import { estimateTau2, newSearch } from './tau2.ts';
import type { MeanEstimate } from './types.ts';

/** A pooled effect with its heterogeneity. tau2, i2 and h2 are null for k = 1. */
export interface SmallFit extends MeanEstimate {
  readonly k: number;
  readonly q: number;
  readonly qP: number;
  readonly tau2: number | null;
  /** Percent. */
  readonly i2: number | null;
  readonly h2: number | null;
}

/** Plain numbers of a fit in the unit of y and v. */
export interface MeanNumbers {
  estimate: number;
  /** Variance of the estimate under the test asked for. */
  variance: number;
  /** Knapp-Hartung factor on the variance as used (1 under z). */
  factor: number;
  sumW: number;
  tau2: number;
  q: number;
  i2: number;
  h2: number;
}

/** A fitter with buffers of its own, for the first k rows of y and v. */
export function meanFitter({ method, test }: CheckedOptions) {
  const model = new MeanModel();
  const search = newSearch();
  const medians = new Map<number, number>();
  const out: MeanNumbers = {
    estimate: 0,
    variance: 0,
    factor: 1,
    sumW: 0,
    tau2: 0,
    q: 0,
    i2: 0,
    h2: 1,
  };
  const median = (df: number) => {
    if (method !== 'PMM') return Number.NaN;
    const known = medians.get(df);
    if (known !== undefined) return known;
    const value = chi2Quantile(0.5, df);
    medians.set(df, value);
    return value;
  };
  /** `out` is written anew by every call. GENQ takes its weights. */
  return (y: Float64Array, v: Float64Array, k: number, weights: Float64Array | null = null): MeanNumbers => {
    model.load(y, v, k);
    const free = k - 1;
    const tau2 = free === 0 ? 0 : estimateTau2(model, method, search, weights, median(free));
    model.at(0);
    const q = free === 0 ? 0 : model.yPy;
    const trP = model.trP;
    if (tau2 !== 0) model.at(tau2);
    const ratio = free === 0 ? 1 : model.yPy / free;
    const isKnha = test === 'knha' && !model.isWithoutSpread(ratio);
    const factor = test === 'z' || free === 0 ? 1 : isKnha ? ratio : Math.max(1, ratio);
    out.sumW = model.sumW;
    out.variance = factor / model.sumW;
    out.estimate = model.mean;
    if (weights !== null) {
      model.atWeights(weights);
      out.estimate = model.mean;
      out.variance = 0;
      for (let i = 0; i < k; i++) out.variance += factor * (weights[i] / model.sumW) ** 2 * (v[i] + tau2);
    }
    out.factor = factor;
    out.tau2 = tau2;
    out.q = q;
    out.h2 = free === 0 ? 1 : method === 'EE' ? q / free : (tau2 * trP) / free + 1;
    out.i2 = free === 0 ? 0 : method === 'EE' ? Math.max(0, 100 * (1 - free / q)) : 100 * (1 - 1 / out.h2);
    return out;
  };
}

/** The numbers with test and interval, in the unit of yi. */
export function smallFit(
  numbers: MeanNumbers,
  k: number,
  unit: number,
  { test, level }: CheckedOptions,
): SmallFit {
  const df = test === 'z' || k === 1 ? null : k - 1;
  const se = Math.sqrt(numbers.variance);
  return {
    ...meanEstimate(numbers.estimate * unit, se * unit, df, level),
    k,
    q: numbers.q,
    qP: k === 1 ? 1 : chi2Sf(numbers.q, k - 1),
    tau2: k === 1 ? null : numbers.tau2 * unit * unit,
    i2: k === 1 ? null : numbers.i2,
    h2: k === 1 ? null : numbers.h2,
  };
}
