/** From an estimate and its SE to a test and an interval. */
import { normalLogSf, normalQuantile, tLogSf, toLog10, tQuantile } from '../stats/distributions.ts';
import type { MeanEstimate } from './types.ts';

/** Two-sided critical value at `level` percent; df null is the normal distribution. */
export const criticalValue = lastFew((level: number, df: number | null): number => {
  const p = 0.5 + level / 200;
  return df === null ? normalQuantile(p) : tQuantile(p, df);
});

/**
 * Remembers the last eight answers of a pure function of two arguments: fits ask for the same few quantiles over and
 * over, and a quantile costs more than a pass over a hundred rows.
 */
export function lastFew<A, B, T>(of: (a: A, b: B) => T): (a: A, b: B) => T {
  const known: { a: A; b: B; answer: T }[] = [];
  return (a, b) => {
    for (const entry of known) if (entry.a === a && entry.b === b) return entry.answer;
    const answer = of(a, b);
    known.unshift({ a, b, answer });
    if (known.length > 8) known.pop();
    return answer;
  };
}

/** p and log10 p from a log p; rounding above 1 is cut. The log is the one that is computed: p may underflow to 0. */
export function fromLogP(logP: number): { p: number; log10P: number } {
  const log = Math.min(0, logP);
  return { p: Math.exp(log), log10P: toLog10(log) };
}

/** Two-sided p of a statistic, plain and as log10. */
export function twoSided(statistic: number, df: number | null): { p: number; log10P: number } {
  const size = Math.abs(statistic);
  return fromLogP(Math.LN2 + (df === null ? normalLogSf(size) : tLogSf(size, df)));
}

/** estimate -+ crit SE with its two-sided test against 0; normal where df is null. se must be above 0. */
export function meanEstimate(estimate: number, se: number, df: number | null, level: number): MeanEstimate {
  const half = criticalValue(level, df) * se;
  const statistic = estimate / se;
  const test = twoSided(statistic, df);
  return {
    estimate,
    se,
    ciLower: estimate - half,
    ciUpper: estimate + half,
    statistic,
    df,
    p: test.p,
    log10P: test.log10P,
  };
}
