/** Exact sign test: are more models above 0 than below? Treats the models as independent, and must say so where shown. */
import { binomialLogSf, binomialSf, toLog10 } from '../stats/distributions.ts';

export interface SignTestResult {
  readonly positive: number;
  readonly negative: number;
  /** Dropped from the test, and counted. */
  readonly zero: number;
  /** Two sided. null when every value is 0. */
  readonly p: number | null;
  /** One sided: more positives than chance. */
  readonly pGreater: number | null;
  /** log10 of the two-sided p. */
  readonly log10P: number | null;
}

/**
 * Binomial test of the signs at one half; zeros are dropped and counted, NaN is skipped.
 *
 * Two sided p = min(1, 2 P(X >= max(positive, negative))); X ~ Binomial(positive + negative, 1/2). Upper tails
 * are worked directly, so p is exact in the far tail (130 of 134: 1.216e-33), and log10 p where p itself underflows.
 *
 * @example signTest([1, 1, 1]).p // 0.25
 */
export function signTest(values: ArrayLike<number>): SignTestResult {
  let positive = 0;
  let negative = 0;
  let zero = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] > 0) positive++;
    else if (values[i] < 0) negative++;
    else if (values[i] === 0) zero++;
  }
  const n = positive + negative;
  if (n === 0) return { positive, negative, zero, p: null, pGreater: null, log10P: null };
  const most = Math.max(positive, negative);
  return {
    positive,
    negative,
    zero,
    p: Math.min(1, 2 * binomialSf(most - 1, n, 0.5)),
    pGreater: binomialSf(positive - 1, n, 0.5),
    log10P: Math.min(0, toLog10(Math.LN2 + binomialLogSf(most - 1, n, 0.5))),
  };
}
