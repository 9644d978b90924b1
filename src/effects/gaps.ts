/** Every model's gap: the stratum effects combined by weights, with the sampling variance. */
import type { ArmCounts } from './arms.ts';
import { stratumEffect } from './stratum-effect.ts';
import type { EffectOptions, Weights } from './types.ts';

export interface Gaps {
  /** One a model; NaN where no stratum has both arms. A proportion for RD, a log ratio for RR and OR. */
  readonly yi: Float64Array;
  /** Sampling variance; 0 where every arm of the model is saturated under `raw`. */
  readonly vi: Float64Array;
  /** Tables (model x stratum) to which 1/2 was added. */
  readonly corrected: number;
}

/** Room for a result that is made again and again; see `gapsInto`. */
export function emptyGaps(models: number): { yi: Float64Array; vi: Float64Array } {
  return { yi: new Float64Array(models), vi: new Float64Array(models) };
}

/**
 * yi = sum_s w_s d_s and vi = sum_s w_s^2 v_s over the strata where the model has tasks in both arms, the weights
 * scaled to sum 1 over those strata. A gap that is 0 but for rounding is 0.
 *
 * @example
 * // 1 of 2 against 0 of 2: gap 1/2, raw variance (1/2)(1/2)/2 + 0
 * gaps(countArms(outcomes, contrast), { measure: 'RD', weights: 'flagged', variance: 'raw' }).vi[0] // 0.125
 */
export function gaps(counts: ArmCounts, options: EffectOptions): Gaps {
  const out = emptyGaps(counts.models);
  const corrected = gapsInto(counts, options, out.yi, out.vi);
  return { ...out, corrected };
}

/** As `gaps`, into given arrays; returns the number of corrected tables. Allocates nothing that grows. */
export function gapsInto(
  counts: ArmCounts,
  options: EffectOptions,
  yi: Float64Array,
  vi: Float64Array,
): number {
  const { models, strata, x1, n1, x0, n0, ss1, ss0 } = counts;
  const effect = new Float64Array(3);
  let corrected = 0;
  for (let m = 0; m < models; m++) {
    let total = 0;
    let sum = 0;
    let variance = 0;
    for (let s = 0; s < strata; s++) {
      const at = m * strata + s;
      if (n1[at] === 0 || n0[at] === 0) continue;
      const w = stratumWeight(options.weights, n1[at], n0[at]);
      stratumEffect(
        options.measure,
        options.variance,
        x1[at],
        n1[at],
        ss1 === null ? null : ss1[at],
        x0[at],
        n0[at],
        ss0 === null ? null : ss0[at],
        effect,
      );
      total += w;
      sum += w * effect[0];
      variance += w * w * effect[1];
      corrected += effect[2];
    }
    yi[m] = total === 0 ? Number.NaN : withoutRounding(sum / total);
    vi[m] = total === 0 ? Number.NaN : variance / (total * total);
  }
  return corrected;
}

/** A gap below this is rounding: sums of fractions that are 0 leave about 1e-17. */
export const NO_GAP = 1e-14;

/**
 * A gap below `NO_GAP` is rounding: what is 0 as a sum of fractions must be no positive gap to a test of signs.
 *
 * @example withoutRounding((1 * (1 - 1 / 2) + 5 * (2 / 5 - 1 / 2)) / 6) // 0, not 1.85e-17
 */
export const withoutRounding = (gap: number): number => (Math.abs(gap) < NO_GAP ? 0 : gap);

/** Unscaled weight of a stratum with n1 hackable and n0 robust tasks. */
export function stratumWeight(weights: Weights, n1: number, n0: number): number {
  if (weights === 'flagged') return n1;
  if (weights === 'all') return n1 + n0;
  return (n1 * n0) / (n1 + n0);
}
