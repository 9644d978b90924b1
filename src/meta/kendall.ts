/** Kendall's rank correlation with its exact or tie-corrected normal test. */
import { normalSf } from '../stats/distributions.ts';

/** Above this many rows the exact distribution gives way to the normal one. */
const EXACT_LIMIT = 500;

/**
 * tau-b of two columns and its two-sided p, as R's `cor.test(method = "kendall", exact = TRUE)`: the exact
 * distribution of the number of concordant pairs without ties, else the normal one with the variance corrected for
 * ties (no continuity correction). null where a column is constant.
 */
export function kendallTwoSided(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): { tau: number | null; p: number | null; exact: boolean } {
  const n = x.length;
  let s = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) s += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j]);
  }
  const pairs = (n * (n - 1)) / 2;
  const tiesX = ties(x);
  const tiesY = ties(y);
  const pairsOf = (t: number) => (t * (t - 1)) / 2;
  const tau = s / Math.sqrt((pairs - sum(tiesX, pairsOf)) * (pairs - sum(tiesY, pairsOf)));
  if (!Number.isFinite(tau)) return { tau: null, p: null, exact: false };
  if (tiesX.length === 0 && tiesY.length === 0 && n <= EXACT_LIMIT) {
    const concordant = (s + pairs) / 2;
    return { tau, p: exactTwoSided(concordant, n), exact: true };
  }
  const v = (t: number) => t * (t - 1) * (2 * t + 5);
  const w = (t: number) => t * (t - 1);
  const third = (t: number) => t * (t - 1) * (t - 2);
  let variance = (v(n) - sum(tiesX, v) - sum(tiesY, v)) / 18;
  variance += (sum(tiesX, w) * sum(tiesY, w)) / (2 * n * (n - 1));
  if (n > 2) variance += (sum(tiesX, third) * sum(tiesY, third)) / (9 * n * (n - 1) * (n - 2));
  return { tau, p: Math.min(1, 2 * normalSf(Math.abs(s) / Math.sqrt(variance))), exact: false };
}

/** Sizes of the groups of equal values, those of one left out. */
function ties(x: ArrayLike<number>): number[] {
  const counts = new Map<number, number>();
  for (let i = 0; i < x.length; i++) counts.set(x[i], (counts.get(x[i]) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1);
}

function sum(values: readonly number[], of: (value: number) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** min(1, 2 min(P(C <= c), P(C >= c))) for the concordant pairs C of a random order of n. */
function exactTwoSided(c: number, n: number): number {
  // C is a sum of independent uniforms on 0..m, m = 1 .. n-1; its distribution is symmetric.
  let probability = Float64Array.of(1);
  for (let m = 1; m < n; m++) {
    const next = new Float64Array(probability.length + m);
    let window = 0;
    for (let t = 0; t < next.length; t++) {
      if (t < probability.length) window += probability[t];
      if (t > m) window -= probability[t - m - 1];
      next[t] = Math.max(0, window) / (m + 1);
    }
    probability = next;
  }
  const tail = Math.min(c, probability.length - 1 - c);
  let p = 0;
  for (let t = 0; t <= tail; t++) p += probability[t];
  return Math.min(1, 2 * p);
}
