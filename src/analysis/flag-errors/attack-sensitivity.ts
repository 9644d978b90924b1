/** How much of what can be hacked an attack in rounds, or by several candidates, has found. */
import { chi2Quantile } from '../../stats/distributions.ts';
import type { AttackSensitivity } from './types.ts';

/**
 * Sensitivity of R rounds of attack from how many tasks each round found first.
 *
 * Model: each round finds a hackable task that is still standing with the same chance p, so that a found task was found
 * in round i with probability p (1 - p)^(i-1) / (1 - (1 - p)^R), and sensitivity = 1 - (1 - p)^R. Maximum likelihood: the
 * mean round of the found tasks equals its expectation 1/p - R (1 - p)^R / (1 - (1 - p)^R); solved by bisection to
 * 1e-14. Interval: profile likelihood.
 *
 * Tasks that are harder to hack than others are found late or never, so that with unequal chances this is too high:
 * read it as an upper bound. Edge cases: all found in the first round: 1, with a lower end. Later rounds that find as much
 * as the first (mean round at or above (R + 1) / 2), one round, or nothing found: not estimable, with the reason.
 *
 * @param newlyFound tasks first found in each round, whole numbers
 * @param level percent
 * @example
 * // 8 then 4: p = 1/2, sensitivity 3/4
 * attackSensitivity([8, 4]).sensitivity // 0.75
 */
export function attackSensitivity(newlyFound: readonly number[], level = 95): AttackSensitivity {
  const rounds = newlyFound.length;
  const found = newlyFound.reduce((sum, n) => sum + n, 0);
  const none = { rounds, found, perRound: null, sensitivity: null, ciLower: null, ciUpper: null };
  if (found === 0) return { ...none, reason: 'no task was found' };
  if (rounds < 2) return { ...none, reason: 'one round says nothing of what it missed' };
  const meanRound = newlyFound.reduce((sum, n, i) => sum + n * (i + 1), 0) / found;
  if (meanRound >= (rounds + 1) / 2) {
    return { ...none, reason: 'later rounds find as many tasks as the first: no end is in sight' };
  }
  const perRound = meanRound === 1 ? 1 : bisect((p) => expectedRound(p, rounds) - meanRound, 0, 1);
  const logLik = (p: number) => {
    const total = -Math.expm1(rounds * Math.log1p(-p));
    const later = found * (meanRound - 1);
    return found * Math.log(p / total) + (later === 0 ? 0 : later * Math.log1p(-p));
  };
  const drop = (p: number) => 2 * (logLik(perRound) - logLik(p)) - chi2Quantile(level / 100, 1);
  const tiny = 1e-9;
  const low = drop(tiny) > 0 ? bisect((p) => drop(p), tiny, perRound) : 0;
  const high = perRound === 1 || drop(1 - tiny) <= 0 ? 1 : bisect((p) => -drop(p), perRound, 1 - tiny);
  const sensitivityAt = (p: number) => (p === 1 ? 1 : -Math.expm1(rounds * Math.log1p(-p)));
  return {
    rounds,
    found,
    perRound,
    sensitivity: sensitivityAt(perRound),
    ciLower: sensitivityAt(low),
    ciUpper: sensitivityAt(high),
    reason: null,
  };
}

/**
 * Sensitivity of K candidates a task from how many succeeded on each task that was hacked: binomial without zeros, mean
 * = K p / (1 - (1 - p)^K), sensitivity 1 - (1 - p)^K. null when every found task was hacked once only (p would be 0), or
 * nothing was found. Too high when tasks differ, as above.
 *
 * @example candidateSensitivity([1, 2], 2) // mean 3/2 = 2 p / (1 - (1-p)^2) = 2 / (2 - p): p = 2/3, 8/9
 */
export function candidateSensitivity(successes: readonly number[], candidates: number): number | null {
  if (successes.length === 0) return null;
  const mean = successes.reduce((sum, k) => sum + k, 0) / successes.length;
  if (!(mean > 1)) return null;
  if (mean >= candidates) return 1;
  const expected = (p: number) => (candidates * p) / -Math.expm1(candidates * Math.log1p(-p));
  const p = bisect((x) => mean - expected(x), 0, 1);
  return -Math.expm1(candidates * Math.log1p(-p));
}

/** Mean round of what is found, given that it is found: falls from (R + 1) / 2 at p = 0 to 1 at p = 1. */
function expectedRound(p: number, rounds: number): number {
  let [top, bottom, chance] = [0, 0, 1];
  for (let i = 1; i <= rounds; i++) {
    top += i * chance;
    bottom += chance;
    chance *= 1 - p;
  }
  return top / bottom;
}

/** Root of a function that falls from above 0 at `low` to below 0 at `high`. */
function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let i = 0; i < 200 && b - a > 1e-15; i++) {
    const middle = 0.5 * (a + b);
    if (f(middle) > 0) a = middle;
    else b = middle;
  }
  return 0.5 * (a + b);
}
