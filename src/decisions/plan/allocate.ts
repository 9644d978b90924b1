/** Audited tasks shared out over strata. */
import { stratumWeight } from '../../effects/gaps.ts';
import type { Weights } from '../../effects/types.ts';
import type { Allocation } from './types.ts';

interface AllocatedStratum {
  /** Tasks that can be audited. */
  readonly tasks: number;
  readonly sd: number;
  readonly share: number;
}

/**
 * `total` tasks over strata, whole numbers, none above what a stratum holds.
 *
 * - `proportional`: in proportion to the stratum's tasks N_s.
 * - `equal`: the same number in each.
 * - `neyman`: in proportion to W_s sd_s / sqrt(share_s (1 - share_s)), W_s the weight that the stratum has when the
 *   whole benchmark is audited (flagged: N share; all: N; mh: N share (1 - share)). It gives the estimate of the
 *   benchmark's gap with those weights its smallest variance, since a stratum's contrast of a audited tasks has variance
 *   sd^2 / (a share (1 - share)).
 *
 * What a full stratum can't take goes to the others in the same proportion; the rest of the division goes to the
 * largest remainders (ties to the earlier stratum).
 *
 * @param total 0 to the sum of all tasks
 * Source: Neyman (1934), doi:10.2307/2342192.
 *
 * @example allocate(10, [{tasks: 60, sd: 0.3, share: 0.3}, {tasks: 30, sd: 0.3, share: 0.3}, {tasks: 2, ...}], 'equal', 'all')
 * // [4, 4, 2]
 */
export function allocate(
  total: number,
  strata: readonly AllocatedStratum[],
  allocation: Allocation,
  weights: Weights,
): number[] {
  const want = strata.map((stratum) => claim(stratum, allocation, weights));
  const exact = strata.map(() => 0);
  let open = strata.map((_, s) => s).filter((s) => want[s] > 0);
  let left = total;
  while (open.length > 0) {
    const claims = open.reduce((sum, s) => sum + want[s], 0);
    const full = open.filter((s) => (left * want[s]) / claims >= strata[s].tasks);
    if (full.length === 0) {
      for (const s of open) exact[s] = (left * want[s]) / claims;
      break;
    }
    for (const s of full) {
      exact[s] = strata[s].tasks;
      left -= strata[s].tasks;
    }
    open = open.filter((s) => !full.includes(s));
  }
  return round(exact, total, strata);
}

function claim({ tasks, sd, share }: AllocatedStratum, allocation: Allocation, weights: Weights): number {
  if (tasks === 0) return 0;
  if (allocation === 'equal') return 1;
  if (allocation === 'proportional') return tasks;
  const weight = stratumWeight(weights, tasks * share, tasks * (1 - share));
  return (weight * sd) / Math.sqrt(share * (1 - share));
}

/** Largest remainders; a remainder within 1e-9 of another is a tie. */
function round(exact: readonly number[], total: number, strata: readonly AllocatedStratum[]): number[] {
  const whole = exact.map((x) => Math.floor(x + 1e-9));
  const rest = exact.map((x, s) => Math.round((x - whole[s]) * 1e9));
  let left = total - whole.reduce((a, b) => a + b, 0);
  const order = exact.map((_, s) => s).sort((a, b) => rest[b] - rest[a] || a - b);
  // A stratum without a claim (no spread) is filled last, when all others are full.
  while (left > 0) {
    const before = left;
    for (const s of order) {
      if (left > 0 && whole[s] < strata[s].tasks) {
        whole[s]++;
        left--;
      }
    }
    if (left === before) break;
  }
  return whole;
}
