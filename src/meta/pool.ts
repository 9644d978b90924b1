/** The pooled mean at a given tau2, and its three tests. */
import { meanEstimate } from './inference.ts';
import type { MeanModel } from './mean-model.ts';

export interface Pooled {
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
export function pool(model: MeanModel, v: Float64Array, tau2: number, own: Float64Array | null): Pooled {
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
  const weights = new Array<number>(k);
  for (let i = 0; i < k; i++) weights[i] = (100 * (own === null ? 1 / (v[i] + tau2) : own[i])) / total;
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
export function meanTests(
  { estimate, se, seRatio, noSpread }: Pooled,
  unit: number,
  k: number,
  level: number,
) {
  const t = (ratio: number) => meanEstimate(estimate * unit, se * unit * ratio, k - 1, level);
  return {
    z: meanEstimate(estimate * unit, se * unit, null, level),
    knha: k === 1 || noSpread ? null : t(seRatio),
    adhoc: k === 1 ? null : t(Math.max(1, seRatio)),
  };
}
