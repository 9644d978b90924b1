/**
 * Planted inflation: tasks drawn from a known population, a random part of them audited. The corrected score is unbiased
 * within Monte Carlo error, intervals and rank intervals cover at least at about their level.
 */
import { describe, expect, it } from 'vitest';
import { deflate } from '../../../src/decisions/deflate/deflate.ts';
import type { Status } from '../../../src/leaderboard/types.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { leaderboardOf } from '../made-up.ts';

interface Setting {
  readonly name: string;
  /** True pass rate on robust tasks, by model, in stratum a; 0.25 less in b. */
  readonly rates: readonly number[];
  readonly tasks: number;
  readonly audited: number;
}

const SETTINGS: readonly Setting[] = [
  { name: 'apart', rates: [0.9, 0.7, 0.5, 0.3], tasks: 120, audited: 60 },
  { name: 'near ties', rates: [0.6, 0.6, 0.6, 0.59, 0.58, 0.4], tasks: 120, audited: 60 },
  { name: 'few tasks', rates: [0.8, 0.75, 0.7, 0.5, 0.5], tasks: 60, audited: 26 },
];
/** A failed hackable task passes with this chance: the planted inflation. */
const PLANTED = 0.5;
const SHARE = 0.3;
const REPEATS = 400;

/** Strata a and b of equal size; every task has an ease that moves all models, so that they are not independent. */
function draw({ rates, tasks, audited }: Setting, repeat: number) {
  const stream = randomStream(77, 'planted', tasks, rates.length, repeat);
  const list = Array.from({ length: tasks }, (_, t) => {
    const status: Status =
      t % (tasks / 2) >= audited / 2 ? 'unaudited' : stream.uniform() < SHARE ? 'hackable' : 'robust';
    return {
      stratum: t < tasks / 2 ? 'a' : 'b',
      status,
      isHackable: status === 'hackable' || (status === 'unaudited' && stream.uniform() < SHARE),
    };
  });
  const shared = list.map(() => stream.uniform());
  const rows = rates.map((rate) =>
    list.map(({ stratum, isHackable }, t) => {
      // Half of the time the draw that all models share decides.
      const u = stream.uniform() < 0.5 ? shared[t] : stream.uniform();
      const solved = u < rate - (stratum === 'b' ? 0.25 : 0);
      return solved || (isHackable && stream.uniform() < PLANTED) ? 1 : 0;
    }),
  );
  return leaderboardOf(rows, list);
}

describe.each(SETTINGS)('$name', (setting) => {
  const { rates } = setting;
  const truth = rates.map((rate) => rate - 0.125);
  // q x (rate on hackable - rate on robust) = 0.3 x 0.5 x (1 - rate on robust).
  const inflation = truth.map((rate) => SHARE * PLANTED * (1 - rate));
  const trueRank = truth.map((rate) => 1 + truth.filter((other) => other > rate + 1e-9).length);
  const sums = rates.map(() => ({ corrected: 0, square: 0, gain: 0, gainSquare: 0, held: 0, heldRank: 0 }));
  let [joint, measured] = [0, 0];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const { models } = deflate(draw(setting, repeat), { draws: 200, seed: repeat });
    let all = true;
    for (const row of models) {
      const m = Number(row.model.slice(1));
      const sum = sums[m];
      sum.corrected += row.corrected!;
      sum.square += row.corrected! ** 2;
      sum.gain += row.inflation!;
      sum.gainSquare += row.inflation! ** 2;
      const { ciLower, ciUpper } = row.inflationInterval;
      measured += ciLower === null ? 0 : 1;
      if (ciLower !== null && ciLower <= inflation[m] && inflation[m] <= ciUpper!) sum.held++;
      const { lower, upper, jointLower, jointUpper } = row.rank!;
      if (lower <= trueRank[m] && trueRank[m] <= upper) sum.heldRank++;
      if (jointLower > trueRank[m] || trueRank[m] > jointUpper) all = false;
    }
    if (all) joint++;
  }
  const within = (sum: number, square: number, wanted: number) => {
    const mean = sum / REPEATS;
    const error = Math.sqrt((square / REPEATS - mean * mean) / REPEATS);
    return Math.abs(mean - wanted) / error;
  };

  it('the corrected score and the inflation are unbiased (4 Monte Carlo standard errors)', () => {
    sums.forEach(({ corrected, square, gain, gainSquare }, m) => {
      expect(within(corrected, square, truth[m])).toBeLessThan(4);
      expect(within(gain, gainSquare, inflation[m])).toBeLessThan(4);
    });
  });

  it('the interval of the inflation covers 95 % within 4 Monte Carlo standard errors', () => {
    const covered = sums.reduce((sum, { held }) => sum + held, 0) / measured;
    // Models share tasks, so that repeats count and not model x repeat.
    expect(covered).toBeGreaterThan(0.95 - 4 * Math.sqrt((0.95 * 0.05) / REPEATS));
  });

  it('rank intervals cover the true rank at least at their level, alone and together', () => {
    // 0.95 less two binomial standard errors of the simulation.
    const least = 0.95 - 2 * Math.sqrt((0.95 * 0.05) / REPEATS);
    for (const { heldRank } of sums) expect(heldRank / REPEATS).toBeGreaterThanOrEqual(least);
    expect(joint / REPEATS).toBeGreaterThanOrEqual(least);
  });
});
