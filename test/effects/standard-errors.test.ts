/** Cases E1 and E2 of peers: a standard error of 0 for a rate strictly between 0 and 1, and one from other weights. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArmCounts } from '../../src/effects/arms.ts';
import { gaps } from '../../src/effects/gaps.ts';
import { rateVariance } from '../../src/effects/stratum-effect.ts';
import { WEIGHTS, type Weights } from '../../src/effects/types.ts';
import { wilson } from '../../src/stats/proportion.ts';
import { relativeError } from '../tolerance.ts';

describe('E1: 14 of 307', () => {
  it('has the closed-form standard error .0119, under both rules', () => {
    const p = 14 / 307;
    expect(
      relativeError(Math.sqrt(rateVariance(14, 307, null, 'raw')), Math.sqrt((p * (1 - p)) / 307)),
    ).toBeLessThan(1e-14);
    expect(Math.sqrt(rateVariance(14, 307, null, 'raw'))).toBeCloseTo(0.0119, 4);
    const q = 15 / 309;
    expect(
      relativeError(Math.sqrt(rateVariance(14, 307, null, 'agresti-caffo')), Math.sqrt((q * (1 - q)) / 309)),
    ).toBeLessThan(1e-14);
  });

  it('is 0 only where all are equal, and there an interval is still had (Wilson)', () => {
    for (let x = 1; x < 20; x++) expect(rateVariance(x, 20, null, 'raw')).toBeGreaterThan(0);
    expect(rateVariance(0, 20, null, 'raw')).toBe(0);
    expect(rateVariance(0, 20, null, 'agresti-caffo')).toBeGreaterThan(0);
    // Wilson at 0 of n: [0, z^2 / (n + z^2)].
    const z2 = 1.959963984540054 ** 2;
    const interval = wilson(0, 20, 95)!;
    expect(interval.lower).toBe(0);
    expect(relativeError(interval.upper, z2 / (20 + z2))).toBeLessThan(1e-12);
  });
});

describe('E2: estimate and standard error come from the same weights', () => {
  const arm = fc.record({
    n: fc.integer({ min: 1, max: 200 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const strata = fc.array(fc.tuple(arm, arm), { minLength: 1, maxLength: 6 });

  it.each(WEIGHTS)('%s, strata of any sizes', (weights: Weights) => {
    fc.assert(
      fc.property(strata, (tables) => {
        const sized = tables.map(([one, zero]) => ({
          x1: Math.round(one.share * one.n),
          n1: one.n,
          x0: Math.round(zero.share * zero.n),
          n0: zero.n,
        }));
        const column = (key: 'x1' | 'n1' | 'x0' | 'n0') => Float64Array.from(sized, (table) => table[key]);
        const counts: ArmCounts = {
          models: 1,
          strata: sized.length,
          ...{ x1: column('x1'), n1: column('n1'), x0: column('x0'), n0: column('n0'), ss1: null, ss0: null },
        };
        const raw = sized.map(({ n1, n0 }) =>
          weights === 'flagged' ? n1 : weights === 'all' ? n1 + n0 : (n1 * n0) / (n1 + n0),
        );
        const total = raw.reduce((sum, w) => sum + w, 0);
        let [gap, variance] = [0, 0];
        sized.forEach(({ x1, n1, x0, n0 }, s) => {
          const w = raw[s] / total;
          gap += w * (x1 / n1 - x0 / n0);
          variance += w * w * (((x1 / n1) * (1 - x1 / n1)) / n1 + ((x0 / n0) * (1 - x0 / n0)) / n0);
        });
        const found = gaps(counts, { measure: 'RD', weights, variance: 'raw' });
        expect(found.yi[0]).toBeCloseTo(gap, 12);
        expect(found.vi[0]).toBeCloseTo(variance, 12);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
