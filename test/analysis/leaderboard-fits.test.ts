/** The published pipeline on the real leaderboard against R (test/reference/leaderboard.json). */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Estimator, MeanTest } from '../../src/analysis/options.ts';
import type { Weights } from '../../src/effects/types.ts';
import { embeddedLeaderboard, type FlagSet } from '../../src/studies/embedded.ts';
import { leaderboardOracle } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';

const quick = { permutations: 0, crossed: false, moderators: [] };

describe.each(leaderboardOracle().map((entry) => [`${entry.flags}, ${entry.weights}`, entry] as const))(
  '%s',
  (_, entry) => {
    const leaderboard = embeddedLeaderboard(entry.flags as FlagSet);

    it.each(entry.fits.map((fit) => [fit.method, fit.test, fit] as const))(
      '%s with %s',
      async (method, test, fit) => {
        const analysis = await analyze(leaderboard, {
          ...quick,
          variance: 'raw',
          weights: entry.weights as Weights,
          method: method as Estimator,
          test: test as MeanTest,
        });
        const tolerance = method === 'DL' || method === 'EE' ? 1e-10 : 1e-8;
        const { pooled } = analysis;
        expect(pooled.k).toBe(fit.k);
        expect(relativeError(pooled.estimate, fit.beta)).toBeLessThan(tolerance);
        expect(relativeError(pooled.se, fit.se)).toBeLessThan(tolerance);
        expect(relativeError(pooled.ciLower, fit.ciLower)).toBeLessThan(tolerance * 10);
        expect(relativeError(pooled.ciUpper, fit.ciUpper)).toBeLessThan(tolerance * 10);
        expect(relativeError(pooled.tau2, fit.tau2, 1e-9)).toBeLessThan(tolerance * 10);
        expect(relativeError(pooled.i2, fit.i2, 1e-3)).toBeLessThan(tolerance * 10);
        expect(relativeError(pooled.q, fit.q)).toBeLessThan(tolerance);
      },
    );

    it('gives positives, zeros, the unstratified gap and the task-score form of the pooled gap', async () => {
      const analysis = await analyze(leaderboard, {
        ...quick,
        variance: 'raw',
        weights: entry.weights as Weights,
        method: 'DL',
        test: 'z',
      });
      expect([analysis.signTest.positive, analysis.signTest.zero]).toEqual([entry.positive, entry.zero]);
      expect(relativeError(analysis.unstratified.meanGap, entry.unstratifiedMeanGap)).toBeLessThan(1e-10);
      expect(relativeError(analysis.sharedTasks!.estimate, entry.sharedTask.estimate)).toBeLessThan(1e-10);
    });
  },
);

describe('figures named in the issue', () => {
  it('UTBoost, weights all: 0.1381 [0.1170, 0.1592], 126 of 134 positive', async () => {
    const options = { ...quick, weights: 'all', variance: 'raw', method: 'DL', test: 'z' } as const;
    const { pooled, signTest } = await analyze(embeddedLeaderboard('utboost'), options);
    expect([pooled.estimate, pooled.ciLower, pooled.ciUpper].map((x) => x!.toFixed(4))).toEqual([
      '0.1381',
      '0.1170',
      '0.1592',
    ]);
    expect([signTest.positive, pooled.k]).toEqual([126, 134]);
  });

  it('tripwire-accepted, weights all: -0.0126 [-0.0244, -0.0008]', async () => {
    const options = { ...quick, weights: 'all', variance: 'raw', method: 'DL', test: 'z' } as const;
    const { pooled } = await analyze(embeddedLeaderboard('tripwire-accepted'), options);
    expect([pooled.estimate, pooled.ciLower, pooled.ciUpper].map((x) => x!.toFixed(4))).toEqual([
      '-0.0126',
      '-0.0244',
      '-0.0008',
    ]);
  });
});
