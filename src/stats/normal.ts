/** The standard normal distribution. */
import erfcx from '@stdlib/math-base-special-erfcx';
import { log1mExp } from './special.ts';

const LOG_SQRT_TWO_PI = 0.9189385332046727;

/**
 * P(Z <= x).
 *
 * @example normalCdf(-1.959963984540054) // 0.025000000000000000
 */
export function normalCdf(x: number): number {
  return x > 0 ? 1 - upperTail(x) : upperTail(-x);
}

/** P(Z > x), computed directly: normalSf(38) is 2.88e-316. */
export function normalSf(x: number): number {
  return normalCdf(-x);
}

/** log P(Z <= x); finite for every x > -1e154. */
export function normalLogCdf(x: number): number {
  return normalLogSf(-x);
}

/**
 * log P(Z > x): log of the scaled erfc minus x^2/2.
 *
 * @example normalLogSf(40) // -804.6084420137538
 */
export function normalLogSf(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  if (x < 0) return log1mExp(normalLogSf(-x));
  return Math.log(0.5 * erfcx(x * Math.SQRT1_2)) - 0.5 * x * x;
}

/** Density. */
export function normalPdf(x: number): number {
  return Math.exp(-0.5 * x * x - LOG_SQRT_TWO_PI);
}

/**
 * The z with P(Z <= z) = p; -Infinity at 0, Infinity at 1.
 *
 * Newton on log P below 0.25 and above 0.75 (there from 1 - p), on P - 1/2 between.
 *
 * @example normalQuantile(0.975) // 1.959963984540054
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p < 0.25) return -normalQuantileLogUpper(Math.log(p));
  if (p > 0.75) return normalQuantileLogUpper(Math.log1p(-p));
  const q = p - 0.5;
  let z = q * 2.5066282746310002;
  for (let i = 0; i < 50; i++) {
    const density = normalPdf(z);
    const step = centralSeries(z) - q / density;
    z -= step;
    if (Math.abs(step) <= 1e-16 * Math.abs(z)) break;
  }
  return z;
}

/** The z with P(Z > z) = q, for q too small to write as 1 - q. */
export function normalQuantileUpper(q: number): number {
  return -normalQuantile(q);
}

/** The z with log P(Z > z) = logQ, for a tail of any smallness. Newton from the asymptote; logSf is concave. */
export function normalQuantileLogUpper(logQ: number): number {
  if (!(logQ <= 0)) return Number.NaN;
  if (logQ === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (logQ > -Math.LN2) return -normalQuantileLogUpper(log1mExp(logQ));
  let z = Math.sqrt(Math.max(0, -2 * (logQ + Math.LN2)));
  for (let i = 0; i < 100; i++) {
    const mills = Math.sqrt(Math.PI / 2) * erfcx(z * Math.SQRT1_2);
    const step = (normalLogSf(z) - logQ) * mills;
    z += step;
    if (Math.abs(step) <= 2e-16 * Math.abs(z)) break;
  }
  return z;
}

/** P(Z > x) for x >= 0. */
function upperTail(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  return 0.5 * erfcx(x * Math.SQRT1_2) * Math.exp(-0.5 * x * x);
}

/** (P(Z <= z) - 1/2) / density = sum of z^(2j+1) / (2j+1)!!. */
function centralSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let j = 3; Math.abs(term) > 1e-17 * Math.abs(sum); j += 2) {
    term *= (z * z) / j;
    sum += term;
  }
  return sum;
}
