/** Corrected heterogeneity: what it must be on average. The formulas are held against R in shared-tasks.test.ts. */
import { describe, expect, it } from 'vitest';
import type { EffectOptions } from '../../src/effects/types.ts';
import { calibrationDesign, DEFAULT_CALIBRATE_OPTIONS } from '../../src/inference/calibration/design.ts';
import { placeboMaker } from '../../src/inference/calibration/placebo.ts';
import { sharedHeterogeneity } from '../../src/inference/heterogeneity.ts';
import { randomStream } from '../../src/stats/random.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';
import { oneStratum } from './made-up.ts';

const effects: EffectOptions = { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' };
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('sharedHeterogeneity', () => {
  it('expects no Q at all from models that are one and the same', () => {
    const row = [1, 1, 0, 1, 0, 0, 1, 0];
    const found = sharedHeterogeneity({ ...oneStratum([row, row, row], 4), effects })!;
    expect(found).toMatchObject({ q: 0, tau2: 0, i2: 0, naiveTau2: 0, naiveI2: 0 });
    expect(found.expectedQ).toBeCloseTo(0, 12);
    // tr A = W - W^2 / W summed: with k equal weights w it is (k - 1) w.
    const arm = (x: number) => (((x + 1) / 6) * (1 - (x + 1) / 6)) / 6;
    expect(found.naiveTau2Raw).toBeCloseTo(-(arm(3) + arm(1)), 12);
  });

  it('is null with one model, and with a cell that nobody can lend to', () => {
    expect(sharedHeterogeneity({ ...oneStratum([[1, 0, 1, 0]], 2), effects })).toBeNull();
    const rows = [
      [1, 0, 1],
      [0, 1, 1],
    ];
    expect(sharedHeterogeneity({ ...oneStratum(rows, 1), effects })).toBeNull();
  });

  it('says which figure uses what', () => {
    const rows = [
      [1, 1, 0, 1, 0, 0],
      [0, 1, 1, 0, 1, 1],
      [1, 0, 1, 1, 1, 0],
    ];
    const { q, expectedQ, naiveI2, i2, sentence } = sharedHeterogeneity({ ...oneStratum(rows, 3), effects })!;
    expect(sentence).toBe(
      `Q is ${q.toFixed(1)}. Independent models of one gap would give 2 on average, models that share these tasks ` +
        `${expectedQ.toFixed(1)}: the naive I2 of ${naiveI2.toFixed(1)} % uses the first, the corrected I2 of ${i2.toFixed(1)} % the second.`,
    );
  });

  it.each([
    ['49 audited, 14 flagged', 'tripwire-anchor', { audited: 49, hackable: 14 }],
    ['500 audited, 26 flagged', 'utboost', null],
  ] as const)('placebo flags, %s: the corrected tau2 is about 0, the naive one below', (_, flags, sizes) => {
    const design = calibrationDesign(embeddedLeaderboard(flags), { ...DEFAULT_CALIBRATE_OPTIONS, sizes });
    const make = placeboMaker(design);
    const stream = randomStream(3, 'heterogeneity');
    const draws = Array.from({ length: 100 }, () => sharedHeterogeneity({ ...make(stream), effects })!);
    // A standard deviation of 3 pp between models is 0.0009.
    expect(Math.abs(average(draws.map((draw) => draw.tau2Raw)))).toBeLessThan(0.0009);
    expect(average(draws.map((draw) => draw.naiveTau2Raw))).toBeLessThan(-0.001);
  });

  it('finds a planted standard deviation of 0.05', () => {
    const estimates = Array.from({ length: 60 }, (_, repeat) => {
      const stream = randomStream(repeat, 'made-up heterogeneity');
      const ease = Array.from({ length: 200 }, () => 0.2 + 0.5 * stream.uniform());
      const rows = Array.from({ length: 60 }, () => {
        const gap = 0.1 + 0.05 * stream.normal();
        return ease.map((p, t) => (stream.uniform() < p + (t < 60 ? gap : 0) ? 1 : 0));
      });
      return sharedHeterogeneity({ ...oneStratum(rows, 60), effects })!.tau2Raw;
    });
    // 0.0025 is planted; the mean of 60 has a standard error of 0.0002.
    expect(average(estimates)).toBeGreaterThan(0.0019);
    expect(average(estimates)).toBeLessThan(0.0031);
  });
});
