/** How many of the tasks to audit come out hackable, stratum by stratum: the possibilities and their chances. */
import { binomialCdf, binomialQuantile } from '../../stats/binomial.ts';
import { randomStream, shuffle } from '../../stats/random.ts';

export interface Composition {
  /** Hackable tasks in each stratum. */
  readonly hackable: readonly number[];
  readonly probability: number;
}

export interface Compositions {
  readonly audited: readonly number[];
  readonly exact: boolean;
  readonly draws: readonly Composition[];
}

/** More combinations than this are sampled. */
export const MOST_EXACT = 400;
/** Points of the sample. */
export const SAMPLED = 400;

/**
 * Numbers of hackable tasks, Binomial(audited_s, share_s) in each stratum and independent: an audited task is hackable
 * with chance share_s, as for any task like these.
 *
 * Up to `MOST_EXACT` combinations are enumerated. Above, `SAMPLED` equally likely points are taken by a Latin hypercube:
 * in every stratum the binomial quantiles at (i + 1/2) / SAMPLED, each once, put together at random by the seed. The
 * spread over one stratum is then integrated, not sampled; what is left to chance is how strata go together.
 *
 * @example compositions([2], [0.5], 1).draws // hackable 0, 1, 2 with probability 0.25, 0.5, 0.25
 */
export function compositions(
  audited: readonly number[],
  share: readonly number[],
  seed: number,
): Compositions {
  const size = audited.reduce((product, a) => product * (a + 1), 1);
  if (size > MOST_EXACT) return { audited, exact: false, draws: sampled(audited, share, seed) };
  let draws: Composition[] = [{ hackable: [], probability: 1 }];
  audited.forEach((a, s) => {
    const chance = Array.from({ length: a + 1 }, (_, k) => binomialPmf(k, a, share[s]));
    draws = draws.flatMap(({ hackable, probability }) =>
      chance.map((p, k) => ({ hackable: [...hackable, k], probability: probability * p })),
    );
  });
  return { audited, exact: true, draws: draws.filter(({ probability }) => probability > 0) };
}

function sampled(audited: readonly number[], share: readonly number[], seed: number): Composition[] {
  const columns = audited.map((a, s) => {
    const points = Array.from({ length: SAMPLED }, (_, i) =>
      a === 0 ? 0 : binomialQuantile((i + 0.5) / SAMPLED, a, share[s]),
    );
    return shuffle(points, randomStream(seed, 'plan', s));
  });
  return Array.from({ length: SAMPLED }, (_, i) => ({
    hackable: columns.map((column) => column[i]),
    probability: 1 / SAMPLED,
  }));
}

function binomialPmf(k: number, n: number, p: number): number {
  return Math.max(0, binomialCdf(k, n, p) - (k === 0 ? 0 : binomialCdf(k - 1, n, p)));
}
