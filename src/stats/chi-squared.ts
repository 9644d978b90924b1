/** Chi-squared; df > 0. Below 0 the lower tail is 0 and the upper 1. */
import { logGammaKernel, logIncompleteGamma } from './incomplete-gamma.ts';
import { invertLogTail } from './invert-tail.ts';
import { normalQuantile } from './normal.ts';
import { logGamma } from './special.ts';

/** P(X <= x). */
export function chi2Cdf(x: number, df: number): number {
  return Math.exp(chi2LogCdf(x, df));
}

/**
 * P(X > x), computed directly.
 *
 * @example chi2Sf(161.13, 4) // 8.36698337371955e-34 (case D11)
 */
export function chi2Sf(x: number, df: number): number {
  return Math.exp(chi2LogSf(x, df));
}

/** log P(X <= x). */
export function chi2LogCdf(x: number, df: number): number {
  return logIncompleteGamma(df / 2, Math.max(0, x / 2), false);
}

/** log P(X > x). */
export function chi2LogSf(x: number, df: number): number {
  return logIncompleteGamma(df / 2, Math.max(0, x / 2), true);
}

/**
 * The x with P(X <= x) = p; 0 at 0, Infinity at 1.
 *
 * From the log of the smaller tail: by the first term of the series where that puts x below 1e-260, else by
 * `invertLogTail` in log x from Wilson and Hilferty's start.
 *
 * @example chi2Quantile(0.95, 1) // 3.841458820694124
 */
export function chi2Quantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1) || !(df > 0)) return Number.NaN;
  if (p === 0) return 0;
  if (p === 1) return Number.POSITIVE_INFINITY;
  const a = df / 2;
  const upper = p > 0.5;
  const target = upper ? Math.log1p(-p) : Math.log(p);
  const edge = (Math.log(p) + logGamma(a + 1)) / a;
  if (edge < -600) return 2 * Math.exp(edge);
  const cube = 1 - 2 / (9 * df) + normalQuantile(p) * Math.sqrt(2 / (9 * df));
  const logHalf = invertLogTail(
    (u) => {
      const x = Math.exp(u);
      return { logTail: logIncompleteGamma(a, x, upper), logSlope: logGammaKernel(a, x) };
    },
    target,
    !upper,
    Math.log(a * Math.max(cube, 0.01) ** 3),
  );
  return 2 * Math.exp(logHalf);
}
