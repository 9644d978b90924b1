/** Chi-squared; df > 0. Below 0 the lower tail is 0 and the upper 1. */
import { logGammaKernel, logIncompleteGamma } from './incomplete-gamma.ts';
import { normalQuantile } from './normal.ts';

/** P(X <= x). */
export function chi2Cdf(x: number, df: number): number {
  return Math.exp(chi2LogCdf(x, df));
}

/**
 * P(X > x), computed directly.
 *
 * @example chi2Sf(161.13, 4) // 8.352e-34 (case D11)
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
 * Newton on the log of the smaller tail as a function of log x, from Wilson and Hilferty's start, inside a bracket
 * that halves when Newton leaves it.
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
  const sign = upper ? -1 : 1;
  const cube = 1 - 2 / (9 * df) + normalQuantile(p) * Math.sqrt(2 / (9 * df));
  let u = Math.log(a * Math.max(cube, 0.01) ** 3);
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let stride = 1;
  for (let i = 0; i < 2000; i++) {
    const x = Math.exp(u);
    const value = logIncompleteGamma(a, x, upper);
    const gap = sign * (value - target);
    if (gap === 0) break;
    if (gap > 0) high = u;
    else low = u;
    let next = u - gap / Math.exp(logGammaKernel(a, x) - value);
    if (!(next > low && next < high)) {
      if (low === Number.NEGATIVE_INFINITY) next = u - stride;
      else if (high === Number.POSITIVE_INFINITY) next = u + stride;
      else next = 0.5 * (low + high);
      stride *= 2;
    }
    const done = Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u));
    u = next;
    if (done) break;
  }
  return 2 * Math.exp(u);
}
