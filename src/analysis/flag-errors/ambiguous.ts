/** The largest and the smallest gap over every way to put ambiguous tasks into one of the arms. */
import { stratumWeight } from '../../effects/gaps.ts';
import type { Weights } from '../../effects/types.ts';

export interface AmbiguousInput {
  /** Stratum of each task, 0 .. strata - 1. */
  readonly stratum: ArrayLike<number>;
  /** 1 hackable, 0 robust, 2 ambiguous, -1 out. */
  readonly arm: ArrayLike<number>;
  /** Task scores; NaN leaves the task out. */
  readonly scores: ArrayLike<number>;
  readonly strata: number;
  readonly weights: Weights;
}

export interface AmbiguousExtreme {
  readonly gap: number;
  /** Index of each ambiguous task that counts as hackable. */
  readonly hackable: readonly number[];
}

interface Option {
  readonly weight: number;
  readonly gap: number;
  /** How many of the sorted ambiguous tasks are hackable. */
  readonly k: number;
}

/**
 * The exact largest gap sum w_s d_s / sum w_s over the 2^A assignments of A ambiguous tasks; the smallest is minus the
 * largest of the negative scores.
 *
 * Within a stratum with k of its ambiguous tasks hackable the weight depends on k alone, and d_s = mean hackable - mean
 * robust is largest when the k with the highest scores are the hackable ones (swapping a hackable task for a robust one
 * of higher score raises both means' difference). That leaves A_s + 1 choices a stratum. Their best combination is a
 * ratio of sums, found exactly by Dinkelbach's method (1967, doi:10.1287/mnsc.13.7.492): at the present ratio r each
 * stratum takes the k with the greatest w (d - r) by itself, and the ratio rises until no stratum gains.
 *
 * Strata left without one of the arms carry weight 0. null when no assignment leaves a contrast.
 *
 * @example
 * // hackable 0.8, robust 0.2, ambiguous 0.9, 0.1, one stratum: largest (0.8 + 0.9)/2 - (0.2 + 0.1)/2 = 0.7
 */
export function largestGap(input: AmbiguousInput): AmbiguousExtreme | null {
  const strata = Array.from({ length: input.strata }, (_, s) => stratumOptions(input, s));
  let chosen = strata.map(({ options }) => options.reduce((a, b) => (b.weight > a.weight ? b : a)));
  let ratio = ratioOf(chosen);
  if (Number.isNaN(ratio)) return null;
  for (;;) {
    const value = ({ weight, gap }: Option) => (weight === 0 ? 0 : weight * (gap - ratio));
    const next = strata.map(({ options }) => options.reduce((a, b) => (value(b) > value(a) ? b : a)));
    const better = ratioOf(next);
    if (!(better > ratio)) break;
    chosen = next;
    ratio = better;
  }
  return {
    gap: ratio,
    hackable: chosen.flatMap(({ k }, s) => strata[s].sorted.slice(0, k)).sort((a, b) => a - b),
  };
}

/** The exact smallest gap; see `largestGap`. */
export function smallestGap(input: AmbiguousInput): AmbiguousExtreme | null {
  const found = largestGap({ ...input, scores: Array.from(input.scores, (u) => -u) });
  return found === null ? null : { ...found, gap: -found.gap };
}

function stratumOptions({ stratum, arm, scores, weights }: AmbiguousInput, s: number) {
  let [sum1, n1, sum0, n0] = [0, 0, 0, 0];
  const sorted: number[] = [];
  for (let t = 0; t < arm.length; t++) {
    if (stratum[t] !== s || Number.isNaN(scores[t])) continue;
    if (arm[t] === 1) {
      sum1 += scores[t];
      n1++;
    } else if (arm[t] === 0) {
      sum0 += scores[t];
      n0++;
    } else if (arm[t] === 2) sorted.push(t);
  }
  sorted.sort((a, b) => scores[b] - scores[a] || a - b);
  sum0 += sorted.reduce((sum, t) => sum + scores[t], 0);
  n0 += sorted.length;
  const options: Option[] = [];
  for (let k = 0; k <= sorted.length; k++) {
    if (k > 0) {
      sum1 += scores[sorted[k - 1]];
      sum0 -= scores[sorted[k - 1]];
      n1++;
      n0--;
    }
    const isOpen = n1 > 0 && n0 > 0;
    options.push({
      weight: isOpen ? stratumWeight(weights, n1, n0) : 0,
      gap: isOpen ? sum1 / n1 - sum0 / n0 : 0,
      k,
    });
  }
  return { sorted, options };
}

function ratioOf(chosen: readonly Option[]): number {
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? Number.NaN : chosen.reduce((sum, { weight, gap }) => sum + weight * gap, 0) / total;
}
