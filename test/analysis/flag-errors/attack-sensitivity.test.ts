import { describe, expect, it } from 'vitest';
import {
  attackSensitivity,
  candidateSensitivity,
} from '../../../src/analysis/flag-errors/attack-sensitivity.ts';

describe('attackSensitivity', () => {
  it('two rounds: p = 1 - second/first, as capture and removal', () => {
    const found = attackSensitivity([8, 4]);
    expect(found.perRound).toBeCloseTo(0.5, 12);
    expect(found.sensitivity).toBeCloseTo(0.75, 12);
  });

  it('the interval ends where the likelihood has fallen by half of 3.841', () => {
    // ll(p) = -n log(2 - p) + f2 log(1 - p) for two rounds; sensitivity s = 1 - (1 - p)^2.
    const found = attackSensitivity([80, 20]);
    const logLik = (p: number) => -100 * Math.log(2 - p) + 20 * Math.log(1 - p);
    for (const end of [found.ciLower!, found.ciUpper!]) {
      const p = 1 - Math.sqrt(1 - end);
      expect(2 * (logLik(0.75) - logLik(p))).toBeCloseTo(3.841458820694124, 6);
    }
    expect(found.ciLower!).toBeLessThan(found.sensitivity!);
    expect(found.ciUpper!).toBeGreaterThan(found.sensitivity!);
  });

  it('more rounds: the score is 0 at the answer', () => {
    // Found 9, 3, 2: mean round 21/14. d/dp of log likelihood by its closed form.
    const { perRound: p, sensitivity } = attackSensitivity([9, 3, 2]);
    const q = 1 - p!;
    const score = 14 / p! - 7 / q - (14 * 3 * q * q) / (1 - q ** 3);
    expect(score).toBeCloseTo(0, 8);
    expect(sensitivity).toBeCloseTo(1 - q ** 3, 12);
  });

  it('all in the first round: 1, with a lower end', () => {
    const found = attackSensitivity([10, 0]);
    expect(found.sensitivity).toBe(1);
    // -10 log(2 - p) has fallen by 3.841 / 2 at p = 2 - exp(0.1921).
    const p = 2 - Math.exp(3.841458820694124 / 20);
    expect(found.ciLower).toBeCloseTo(1 - (1 - p) ** 2, 8);
    expect(found.ciUpper).toBe(1);
  });

  it.each([
    [[5], 'one round says nothing of what it missed'],
    [[0, 0], 'no task was found'],
    [[4, 4], 'later rounds find as many tasks as the first: no end is in sight'],
    [[1, 4], 'later rounds find as many tasks as the first: no end is in sight'],
  ])('%j has no answer', (rounds, reason) => {
    expect(attackSensitivity(rounds)).toMatchObject({ sensitivity: null, reason });
  });
});

describe('candidateSensitivity', () => {
  it('two candidates, one and two successes: p = 2/3, 8/9', () => {
    expect(candidateSensitivity([1, 2], 2)).toBeCloseTo(8 / 9, 12);
  });

  it('edges', () => {
    expect(candidateSensitivity([], 4)).toBe(null);
    expect(candidateSensitivity([1, 1], 4)).toBe(null);
    expect(candidateSensitivity([4, 4], 4)).toBe(1);
  });
});
