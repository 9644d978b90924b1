/**
 * Descriptive statistics through simple-statistics, which is right for means, medians, quantiles (type 7),
 * correlations and regression lines, and is used for nothing that needs a distribution. It throws on empty input; here the
 * answer is NaN.
 */
import {
  linearRegression,
  sampleCorrelation,
  sampleStandardDeviation,
  mean as ssMean,
  median as ssMedian,
  quantile as ssQuantile,
} from 'simple-statistics';

/** Mean, by a compensated sum; NaN of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : ssMean([...values]);
}

/** Median; of an even number of values the mean of the middle two. NaN of nothing or when a value is NaN. */
export function median(values: readonly number[]): number {
  return unfit(values, 1) ? Number.NaN : ssMedian([...values]);
}

/**
 * Quantile for 0 <= p <= 1, type 7 of Hyndman and Fan (1996): linear between order statistics at (n - 1) p, R's
 * default. NaN of nothing, for p outside, or when a value is NaN.
 *
 * @example quantile([1, 2, 4, 8], 0.25) // 1.75
 */
export function quantile(values: readonly number[], p: number): number {
  return unfit(values, 1) || !(p >= 0 && p <= 1) ? Number.NaN : ssQuantile([...values], p);
}

/** Sample standard deviation, divisor n - 1; NaN below two values. */
export function sd(values: readonly number[]): number {
  return unfit(values, 2) ? Number.NaN : sampleStandardDeviation([...values]);
}

/**
 * Pearson's correlation, cut to -1 .. 1; NaN below two pairs, for unequal lengths, or when either side is constant.
 *
 * @example correlation([1, 2, 3], [2, 4, 7]) // 0.9933992677987828
 */
export function correlation(x: readonly number[], y: readonly number[]): number {
  if (x.length !== y.length || unfit(x, 2) || unfit(y, 2) || constant(x) || constant(y)) return Number.NaN;
  return Math.min(1, Math.max(-1, sampleCorrelation([...x], [...y])));
}

/**
 * Least-squares line y = intercept + slope x; both NaN below two points, for unequal lengths, or when x is constant
 * (simple-statistics would draw a flat line through one point).
 *
 * @example regressionLine([0, 1, 2], [1, 3, 5]) // { slope: 2, intercept: 1 }
 */
export function regressionLine(
  x: readonly number[],
  y: readonly number[],
): { readonly slope: number; readonly intercept: number } {
  if (x.length !== y.length || unfit(x, 2) || unfit(y, 2) || constant(x)) {
    return { slope: Number.NaN, intercept: Number.NaN };
  }
  const { m, b } = linearRegression(x.map((value, i) => [value, y[i]]));
  return { slope: m, intercept: b };
}

/** Too few values, or one that is not a number (a sort would put NaN anywhere). */
function unfit(values: readonly number[], least: number): boolean {
  return values.length < least || values.some(Number.isNaN);
}

function constant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
