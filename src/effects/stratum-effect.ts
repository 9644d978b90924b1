/** The effect of one two-arm table and its sampling variance. Pure and total: NaN where a table has an empty arm. */
import type { Measure, VarianceRule } from './types.ts';

/**
 * Variance of an arm's pass rate p = x / n.
 *
 * - 0/1 cells, `raw`: p (1 - p) / n.
 * - 0/1 cells, `agresti-caffo`: q (1 - q) / (n + 2) with q = (x + 1) / (n + 2); Agresti and Caffo (2000),
 *   doi:10.1080/00031305.2000.10474560.
 * - k/n cells (`ss`, the sum of squared cell rates, is given): the sample variance of the cells over n. Where that
 *   is 0 or not defined (n = 1), `agresti-caffo` falls back on its 0/1 form; `raw` gives 0, or p (1 - p) for n = 1.
 *
 * @param ss null for 0/1 cells
 */
export function rateVariance(x: number, n: number, ss: number | null, rule: VarianceRule): number {
  if (ss !== null && n > 1) {
    const between = Math.max(0, (ss - (x * x) / n) / (n - 1)) / n;
    // Cells that are all equal leave rounding residue: treat it as no spread.
    if (between > 1e-15) return between;
    if (rule === 'raw') return 0;
  }
  if (rule === 'raw') return ((x / n) * (1 - x / n)) / n;
  const q = (x + 1) / (n + 2);
  return (q * (1 - q)) / (n + 2);
}

/**
 * Effect and variance of one table, written into `out[0]` and `out[1]`; `out[2]` is 1 where 1/2 was added.
 * `x` passes of `n` tasks, 1 hackable, 0 robust; `ss` sums of squared cell rates, null for 0/1 cells. RD a difference
 * of proportions with `rateVariance`; RR, OR and AS as metafor's escalc (RR and OR with 1/2 added to all four counts of
 * a table with a zero).
 *
 * @example
 * const out = new Float64Array(3);
 * stratumEffect('RD', 'raw', 1, 2, null, 0, 2, null, out); // out: 0.5, 0.125, 0
 */
export function stratumEffect(
  measure: Measure,
  rule: VarianceRule,
  x1: number,
  n1: number,
  ss1: number | null,
  x0: number,
  n0: number,
  ss0: number | null,
  out: Float64Array,
): void {
  out[2] = 0;
  if (measure === 'RD') {
    out[0] = x1 / n1 - x0 / n0;
    out[1] = rateVariance(x1, n1, ss1, rule) + rateVariance(x0, n0, ss0, rule);
    return;
  }
  if (measure === 'AS') {
    out[0] = Math.asin(Math.sqrt(x1 / n1)) - Math.asin(Math.sqrt(x0 / n0));
    out[1] = arcsineVariance(x1, n1, ss1) + arcsineVariance(x0, n0, ss0);
    return;
  }
  const isZero = x1 === 0 || x1 === n1 || x0 === 0 || x0 === n0;
  const add = isZero ? 0.5 : 0;
  out[2] = isZero ? 1 : 0;
  const [p1, p0] = [(x1 + add) / (n1 + 2 * add), (x0 + add) / (n0 + 2 * add)];
  const [d1, d0] = [n1 + 2 * add, n0 + 2 * add];
  const v1 = ss1 === null || isZero ? (p1 * (1 - p1)) / d1 : rateVariance(x1, n1, ss1, 'raw');
  const v0 = ss0 === null || isZero ? (p0 * (1 - p0)) / d0 : rateVariance(x0, n0, ss0, 'raw');
  if (measure === 'RR') {
    // escalc adds 1/2 to the four counts, so an arm's total grows by 1.
    out[0] = Math.log(p1 / p0);
    out[1] = v1 / (p1 * p1) + v0 / (p0 * p0);
  } else {
    out[0] = Math.log((p1 / (1 - p1)) * ((1 - p0) / p0));
    out[1] = v1 / (p1 * (1 - p1)) ** 2 + v0 / (p0 * (1 - p0)) ** 2;
  }
}

/** 1 / (4 n) for 0/1 cells; the delta method on the between-task variance for k/n cells with spread. */
function arcsineVariance(x: number, n: number, ss: number | null): number {
  const p = x / n;
  if (ss === null || n <= 1 || p === 0 || p === 1) return 1 / (4 * n);
  const between = rateVariance(x, n, ss, 'raw');
  return between === 0 ? 1 / (4 * n) : between / (4 * p * (1 - p));
}
