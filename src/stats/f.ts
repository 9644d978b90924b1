/** Fisher's F; df1 > 0, df2 > 0 or Infinity (then chi-squared over its df). Below 0 the lower tail is 0. */
import { chi2LogCdf, chi2LogSf, chi2Quantile } from './chi-squared.ts';
import { betaLogOdds, logIncompleteBeta } from './incomplete-beta.ts';

/** P(F <= f). */
export function fCdf(f: number, df1: number, df2: number): number {
  return Math.exp(fLogCdf(f, df1, df2));
}

/**
 * P(F > f), computed directly.
 *
 * @example fSf(3, 5, 7) // 0.0922465610205496
 */
export function fSf(f: number, df1: number, df2: number): number {
  return Math.exp(fLogSf(f, df1, df2));
}

/** log P(F <= f). */
export function fLogCdf(f: number, df1: number, df2: number): number {
  return logTail(f, df1, df2, false);
}

/** log P(F > f). */
export function fLogSf(f: number, df1: number, df2: number): number {
  return logTail(f, df1, df2, true);
}

/**
 * The f with P(F <= f) = p; 0 at 0, Infinity at 1.
 *
 * @example fQuantile(0.95, 3, 20) // 3.09839121214078
 */
export function fQuantile(p: number, df1: number, df2: number): number {
  if (!(p >= 0 && p <= 1) || !(df1 > 0 && df2 > 0)) return Number.NaN;
  if (df2 === Number.POSITIVE_INFINITY) return chi2Quantile(p, df1) / df1;
  return (df2 / df1) * Math.exp(betaLogOdds(p, 1 - p, df1 / 2, df2 / 2));
}

function logTail(f: number, df1: number, df2: number, upper: boolean): number {
  if (!(df1 > 0 && df2 > 0) || Number.isNaN(f)) return Number.NaN;
  if (df2 === Number.POSITIVE_INFINITY) return upper ? chi2LogSf(df1 * f, df1) : chi2LogCdf(df1 * f, df1);
  if (f === Number.POSITIVE_INFINITY) return upper ? Number.NEGATIVE_INFINITY : 0;
  const odds = (df1 / df2) * Math.max(0, f);
  const x = odds > 1 ? 1 / (1 + 1 / odds) : odds / (1 + odds);
  return logIncompleteBeta(x, 1 / (1 + odds), df1 / 2, df2 / 2, upper);
}
