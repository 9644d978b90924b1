/** yi, vi and the unstratified gap of the real leaderboard, against R (test/reference/leaderboard.json). */
import { describe, expect, it } from 'vitest';
import { countArms } from '../../src/effects/arms.ts';
import { contrastOf } from '../../src/effects/contrast.ts';
import { gaps } from '../../src/effects/gaps.ts';
import type { Weights } from '../../src/effects/types.ts';
import { embeddedLeaderboard, type FlagSet } from '../../src/studies/embedded.ts';
import { leaderboardOracle } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';

const entries = leaderboardOracle();

describe.each(entries.map((entry) => [`${entry.flags}, ${entry.weights}`, entry] as const))(
  '%s',
  (_, entry) => {
    const leaderboard = embeddedLeaderboard(entry.flags as FlagSet);
    const contrast = contrastOf(leaderboard.tasks);
    const counts = countArms(leaderboard.outcomes, contrast);
    const result = gaps(counts, { measure: 'RD', weights: entry.weights as Weights, variance: 'raw' });

    it('counts the flags', () => {
      expect(contrast.arm.filter((arm) => arm === 1)).toHaveLength(entry.flagged);
      expect(contrast.arm.filter((arm) => arm === 0)).toHaveLength(entry.robust);
    });

    it('gives every yi and vi', () => {
      expect(result.yi).toHaveLength(entry.yi.length);
      entry.yi.forEach((yi, m) => {
        expect(relativeError(result.yi[m], yi, 1e-3)).toBeLessThan(1e-10);
        expect(relativeError(result.vi[m], entry.vi[m])).toBeLessThan(1e-10);
      });
    });

    it('gives the unstratified mean gap', () => {
      const plain = countArms(leaderboard.outcomes, contrastOf(leaderboard.tasks, false));
      const yi = gaps(plain, { measure: 'RD', weights: 'flagged', variance: 'raw' }).yi;
      const mean = yi.reduce((sum, y) => sum + y, 0) / yi.length;
      expect(relativeError(mean, entry.unstratifiedMeanGap)).toBeLessThan(1e-10);
    });
  },
);

it('covers both flag sets and all three weights', () => {
  expect(entries.map((entry) => `${entry.flags} ${entry.weights}`).sort()).toEqual([
    'tripwire-accepted all',
    'tripwire-accepted flagged',
    'tripwire-accepted mh',
    'utboost all',
    'utboost flagged',
    'utboost mh',
  ]);
});
