/** Mantel-Haenszel pooling of two-arm tables, which needs no correction where some tables are saturated. */

export interface ArmTable {
  readonly x1: number;
  readonly n1: number;
  readonly x0: number;
  readonly n0: number;
}

export interface MantelHaenszel {
  readonly measure: 'RD' | 'RR' | 'OR';
  /** RD as a proportion; RR and OR on the log scale. null with a reason when it can't be had. */
  readonly estimate: number | null;
  readonly se: number | null;
  /** Tables with both arms. */
  readonly k: number;
  readonly kDropped: number;
  readonly reason: string | null;
}

/**
 * Mantel-Haenszel estimate over tables: RD with Sato's variance (1989, doi:10.2307/2531513), log RR with that of
 * Greenland and Robins (1985, doi:10.2307/2530643), log OR with that of Robins, Breslow and Greenland
 * (1986, doi:10.2307/2531052). Tables with an empty arm are left out and counted. A variance of 0 (every arm
 * saturated) gives no se: an interval of no width would claim certainty.
 *
 * @example mantelHaenszel([{x1: 8, n1: 10, x0: 30, n0: 40}, {x1: 5, n1: 10, x0: 20, n0: 40}, {x1: 2, n1: 10, x0: 6, n0: 40}], 'RD')
 * // estimate 0.0333333333, se 0.0889236043
 */
export function mantelHaenszel(
  tables: readonly ArmTable[],
  measure: MantelHaenszel['measure'],
): MantelHaenszel {
  const used = tables.filter((table) => table.n1 > 0 && table.n0 > 0);
  const counts = { measure, k: used.length, kDropped: tables.length - used.length };
  const sums = measure === 'RD' ? riskDifference(used) : measure === 'RR' ? riskRatio(used) : oddsRatio(used);
  const [estimate, variance] = sums;
  if (!Number.isFinite(estimate) || !Number.isFinite(variance)) {
    const reason =
      used.length === 0 ? 'no table has both arms' : 'an arm has no pass, or no failure, in any table';
    return { ...counts, estimate: null, se: null, reason };
  }
  if (!(variance > 0)) {
    const reason = 'every arm passes all or nothing: no spread, so no interval';
    return { ...counts, estimate, se: null, reason };
  }
  return { ...counts, estimate, se: Math.sqrt(variance), reason: null };
}

function riskDifference(tables: readonly ArmTable[]): [number, number] {
  let top = 0;
  let bottom = 0;
  let p = 0;
  let q = 0;
  for (const { x1, n1, x0, n0 } of tables) {
    const n = n1 + n0;
    top += (x1 * n0 - x0 * n1) / n;
    bottom += (n1 * n0) / n;
    p += (n1 / n) * (n1 / n) * x0 - (n0 / n) * (n0 / n) * x1 + ((n1 / n) * (n0 / n) * (n0 - n1)) / 2;
    q += (x1 * (n0 - x0) + x0 * (n1 - x1)) / (2 * n);
  }
  const estimate = top / bottom;
  // Both terms cancel where every arm is saturated.
  const spread = estimate * p + q > 1e-12 * q ? estimate * p + q : 0;
  return [estimate, spread / (bottom * bottom)];
}

function riskRatio(tables: readonly ArmTable[]): [number, number] {
  let r = 0;
  let s = 0;
  let d = 0;
  for (const { x1, n1, x0, n0 } of tables) {
    const n = n1 + n0;
    r += (x1 * n0) / n;
    s += (x0 * n1) / n;
    d += (n1 * n0 * (x1 + x0) - x1 * x0 * n) / (n * n);
  }
  return [Math.log(r / s), d / (r * s)];
}

function oddsRatio(tables: readonly ArmTable[]): [number, number] {
  let r = 0;
  let s = 0;
  let pr = 0;
  let psqr = 0;
  let qs = 0;
  for (const { x1, n1, x0, n0 } of tables) {
    const n = n1 + n0;
    const p = (x1 + n0 - x0) / n;
    const q = (n1 - x1 + x0) / n;
    const ri = (x1 * (n0 - x0)) / n;
    const si = (x0 * (n1 - x1)) / n;
    r += ri;
    s += si;
    pr += p * ri;
    psqr += p * si + q * ri;
    qs += q * si;
  }
  return [Math.log(r / s), pr / (2 * r * r) + psqr / (2 * r * s) + qs / (2 * s * s)];
}
