/** The jackknife against R (test/reference/jackknife.R) and closed forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Estimator } from '../../src/analysis/options.ts';
import { countArms } from '../../src/effects/arms.ts';
import { contrastOf } from '../../src/effects/contrast.ts';
import { gaps } from '../../src/effects/gaps.ts';
import type { VarianceRule, Weights } from '../../src/effects/types.ts';
import { jackknife } from '../../src/inference/jackknife.ts';
import { pooledGap } from '../../src/inference/pooled-gap.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';
import { reference } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';
import { madeUp, oneStratum } from './made-up.ts';

interface Entry {
  readonly weights: Weights;
  readonly variance: VarianceRule;
  readonly method: Estimator;
  readonly estimate: number;
  readonly se: number;
  readonly df: number;
}
const { anchor } = reference<{ anchor: Entry[] }>('jackknife.json');
const EE = {
  effects: { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' },
  method: 'EE',
} as const;

describe('jackknife', () => {
  const { outcomes, tasks } = embeddedLeaderboard('tripwire-anchor');
  const contrast = contrastOf(tasks);

  it.each(anchor)('$weights, $variance, $method on the real leaderboard', (entry) => {
    const { weights, variance, method } = entry;
    const counts = countArms(outcomes, contrast);
    const before = structuredClone(counts);
    const found = jackknife({
      outcomes,
      contrast,
      effects: { measure: 'RD', weights, variance },
      method,
      counts,
    })!;
    // metafor's iterated tau2 agrees to 1e-8.
    const tolerance = method === 'REML' ? 1e-8 : 1e-10;
    expect(relativeError(found.estimate, entry.estimate)).toBeLessThan(tolerance);
    expect(relativeError(found.se, entry.se)).toBeLessThan(10 * tolerance);
    expect(relativeError(found.df, entry.df)).toBeLessThan(10 * tolerance);
    expect(found.lonelyCells).toBe(0);
    expect(counts).toEqual(before);
  });

  it('gives the example of the doc block: S2/n in both arms', () => {
    const found = jackknife({ ...oneStratum([[1, 1, 0, 0, 0, 1, 0]], 3), ...EE })!;
    expect(relativeError(found.se ** 2, 1 / 9 + 1 / 16)).toBeLessThan(1e-12);
    expect(relativeError(found.estimate, 2 / 3 - 1 / 4)).toBeLessThan(1e-12);
  });

  it('counts cells of one task, and needs a cell of two in both arms', () => {
    expect(jackknife({ ...oneStratum([[1, 0, 1, 0]], 1), ...EE })).toBeNull();
  });

  it('is null where no task matters', () => {
    expect(jackknife({ ...oneStratum([[1, 1, 0, 0]], 2), ...EE })).toBeNull();
  });

  it.each(['RD', 'RR', 'OR', 'AS'] as const)('with k/n cells is that of counts made anew, %s', (measure) => {
    const effects = { measure, weights: 'flagged', variance: 'raw' } as const;
    fc.assert(
      fc.property(sevenths, ({ passes, attempts }) => {
        const arm = [1, 1, 1, 0, 0, 0, 0];
        const made = madeUp({ models: 3, passes, attempts, stratum: arm.map(() => ''), arm });
        const found = jackknife({ ...made, effects, method: 'EE' });
        if (found === null) return;
        const gapWithout = (task: number) => {
          const left = { ...made.contrast, arm: made.contrast.arm.map((one, t) => (t === task ? -1 : one)) };
          const { yi, vi } = gaps(countArms(made.outcomes, left), effects);
          return pooledGap('EE', 3)(yi, vi);
        };
        const part = (tasks: readonly number[]) => {
          const without = tasks.map(gapWithout);
          const mean = without.reduce((a, b) => a + b, 0) / tasks.length;
          const squares = without.reduce((sum, gap) => sum + (gap - mean) ** 2, 0);
          return ((tasks.length - 1) / tasks.length) * squares;
        };
        expect(relativeError(found.se, Math.sqrt(part([0, 1, 2]) + part([3, 4, 5, 6])))).toBeLessThan(1e-10);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

/** Three models on seven tasks, cells of k in 1, 3 or 7 attempts, most of them all passed or all failed. */
const cell = fc
  .tuple(fc.constantFrom(1, 3, 7), fc.constantFrom(0, 1, 1, 0.4))
  .map(([n, share]) => ({ k: Math.round(n * share), n }));
const sevenths = fc.array(cell, { minLength: 21, maxLength: 21 }).map((cells) => ({
  passes: cells.map(({ k }) => k),
  attempts: cells.map(({ n }) => n),
}));
