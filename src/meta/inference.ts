/** From an estimate and its SE to a test and an interval. */
import {
  normalLogSf,
  normalQuantile,
  normalSf,
  tLogSf,
  toLog10,
  tQuantile,
  tSf,
} from '../stats/distributions.ts';
import type { MeanEstimate } from './types.ts';

/** Two-sided critical value at `level` percent; df null is the normal distribution. */
export function criticalValue(level: number, df: number | null): number {
  const p = 0.5 + level / 200;
  return df === null ? normalQuantile(p) : tQuantile(p, df);
}

/** Two-sided p of a statistic, plain and as log10. */
export function twoSided(statistic: number, df: number | null): { p: number; log10P: number } {
  const size = Math.abs(statistic);
  const p = 2 * (df === null ? normalSf(size) : tSf(size, df));
  const log = Math.LN2 + (df === null ? normalLogSf(size) : tLogSf(size, df));
  return { p: Math.min(1, p), log10P: Math.min(0, toLog10(log)) };
}

/** estimate -+ crit SE with its two-sided test against 0; normal where df is null. se must be above 0. */
export function meanEstimate(estimate: number, se: number, df: number | null, level: number): MeanEstimate {
  const half = criticalValue(level, df) * se;
  const statistic = estimate / se;
  return {
    estimate,
    se,
    ciLower: estimate - half,
    ciUpper: estimate + half,
    statistic,
    df,
    ...twoSided(statistic, df),
  };
}
