/** Wilcoxon's signed rank test. Treats the models as independent, and must say so where shown. */
import { normalLogSf, toLog10 } from '../stats/distributions.ts';

export interface WilcoxonResult {
  /** Values that are not 0. */
  readonly n: number;
  readonly zero: number;
  /** V: the sum of the ranks of the positive values. */
  readonly statistic: number | null;
  /** Two sided. */
  readonly p: number | null;
  /** One sided: a centre above 0. */
  readonly pGreater: number | null;
  readonly log10P: number | null;
  readonly exact: boolean;
}

/** As R: exact below 50 values. */
const EXACT_BELOW = 50;

/** Values this close, relatively, are equal: gaps equal as fractions differ in their last bits as doubles. */
const TIE = 1e-12;

/**
 * Signed rank test of a centre of 0, as R's wilcox.test: zeros dropped, mid-ranks for ties (values within a
 * relative 1e-12); exact for fewer than 50
 * values without ties or zeros, else normal with continuity correction and tie-corrected variance.
 *
 * @example wilcoxon([1.1, 2.2, 0.3, -0.4]) // V = 8, p = 0.375, exact
 */
export function wilcoxon(values: ArrayLike<number>): WilcoxonResult {
  const all = Array.from(values).filter((value) => !Number.isNaN(value));
  const used = all.filter((value) => value !== 0);
  const n = used.length;
  const zero = all.length - n;
  if (n === 0) return { n, zero, statistic: null, p: null, pGreater: null, log10P: null, exact: false };
  const { ranks, tieSum } = midRanks(used.map(Math.abs));
  const statistic = used.reduce((sum, value, i) => (value > 0 ? sum + ranks[i] : sum), 0);
  if (n < EXACT_BELOW && tieSum === 0 && zero === 0) {
    const [lower, upper] = exactTails(n, statistic);
    const p = Math.min(1, 2 * Math.min(lower, upper));
    return { n, zero, statistic, p, pGreater: upper, log10P: Math.log10(p), exact: true };
  }
  const centred = statistic - (n * (n + 1)) / 4;
  const sd = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - tieSum / 48);
  const logP = Math.min(
    0,
    Math.LN2 + normalLogSf((Math.abs(centred) - 0.5 * Math.sign(Math.abs(centred))) / sd),
  );
  const pGreater = Math.exp(normalLogSf((centred - 0.5) / sd));
  return { n, zero, statistic, p: Math.exp(logP), pGreater, log10P: toLog10(logP), exact: false };
}

/** Ranks from 1 with ties shared, and the sum of t^3 - t over groups of t ties. */
function midRanks(values: readonly number[]): { ranks: number[]; tieSum: number } {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Array<number>(values.length);
  let tieSum = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    const reach = values[order[start]] * (1 + TIE);
    while (end + 1 < order.length && values[order[end + 1]] <= reach) end++;
    const size = end - start + 1;
    for (let i = start; i <= end; i++) ranks[order[i]] = (start + end) / 2 + 1;
    tieSum += size ** 3 - size;
    start = end + 1;
  }
  return { ranks, tieSum };
}

/** P(V <= statistic) and P(V >= statistic): the distribution of V counted by adding one rank after another. */
function exactTails(n: number, statistic: number): [number, number] {
  const most = (n * (n + 1)) / 2;
  let share = new Float64Array(most + 1);
  share[0] = 1;
  for (let rank = 1; rank <= n; rank++) {
    const next = new Float64Array(most + 1);
    for (let v = 0; v <= most; v++) next[v] = (share[v] + (v >= rank ? share[v - rank] : 0)) / 2;
    share = next;
  }
  let lower = 0;
  let upper = 0;
  for (let v = 0; v <= most; v++) {
    if (v <= statistic) lower += share[v];
    if (v >= statistic) upper += share[v];
  }
  return [lower, upper];
}
