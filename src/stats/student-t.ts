/** Student's t; df > 0, and df = Infinity is the normal distribution. */
import { betaLogOdds, logIncompleteBeta } from './incomplete-beta.ts';
import { normalLogSf, normalQuantile } from './normal.ts';
import { log1mExp, logGamma } from './special.ts';

/** Above this df the normal is exact to the last digit, and products of df overflow. */
const NORMAL_FROM = 1e300;

/** P(T <= t). */
export function tCdf(t: number, df: number): number {
  return Math.exp(tLogSf(-t, df));
}

/**
 * P(T > t), computed directly.
 *
 * @example 2 * tSf(12, 133) // 6.15975079645495e-23 (case H1)
 */
export function tSf(t: number, df: number): number {
  return Math.exp(tLogSf(t, df));
}

/** log P(T <= t). */
export function tLogCdf(t: number, df: number): number {
  return tLogSf(-t, df);
}

/** log P(T > t): half of I_x(df/2, 1/2) at x = df/(df + t^2). */
export function tLogSf(t: number, df: number): number {
  if (!(df > 0) || Number.isNaN(t)) return Number.NaN;
  if (df > NORMAL_FROM) return normalLogSf(t);
  if (t === 0) return -Math.LN2;
  const half = logTwoSided(Math.abs(t), df) - Math.LN2;
  return t > 0 ? half : log1mExp(half);
}

/**
 * The t with P(T <= t) = p; -Infinity at 0, Infinity at 1.
 *
 * @example tQuantile(0.975, 9) // 2.262157162798205
 */
export function tQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1) || !(df > 0)) return Number.NaN;
  if (df > NORMAL_FROM) return normalQuantile(p);
  if (p === 0.5) return 0;
  const tail = p < 0.5 ? p : 1 - p;
  const size = Math.sqrt(df) * Math.exp(-0.5 * betaLogOdds(2 * tail, Math.abs(1 - 2 * p), df / 2, 0.5));
  return p < 0.5 ? -size : size;
}

/** log P(|T| > t) for t > 0. */
function logTwoSided(t: number, df: number): number {
  const ratio = t / Math.sqrt(df);
  const a = df / 2;
  if (ratio > 1e100) {
    // x = ratio^-2 underflows; only the first term of the series is left.
    if (ratio === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
    return logGamma(a + 0.5) - logGamma(a + 1) - 0.5 * Math.log(Math.PI) - df * Math.log(ratio);
  }
  const odds = (t / df) * t;
  return logIncompleteBeta(1 / (1 + odds), odds / (1 + odds), a, 0.5, false);
}
