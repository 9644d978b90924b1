/** The beta distribution on [0, 1]; a, b > 0. */
import { betaLogOdds, logIncompleteBeta, oddsToParts } from './incomplete-beta.ts';

/**
 * P(X <= x).
 *
 * @example betaCdf(0.5, 2, 1) // 0.25
 */
export function betaCdf(x: number, a: number, b: number): number {
  return Math.exp(betaLogCdf(x, a, b));
}

/** P(X > x), computed directly. */
export function betaSf(x: number, a: number, b: number): number {
  return Math.exp(betaLogSf(x, a, b));
}

/** log P(X <= x). */
export function betaLogCdf(x: number, a: number, b: number): number {
  return logTail(x, a, b, false);
}

/** log P(X > x). */
export function betaLogSf(x: number, a: number, b: number): number {
  return logTail(x, a, b, true);
}

/**
 * The x with P(X <= x) = p.
 *
 * @example betaQuantile(0.5, 2, 1) // 0.7071067811865476
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  return oddsToParts(betaLogOdds(p, 1 - p, a, b)).x;
}

function logTail(x: number, a: number, b: number, upper: boolean): number {
  const inside = Math.min(1, Math.max(0, x));
  return logIncompleteBeta(inside, 1 - inside, a, b, upper);
}
