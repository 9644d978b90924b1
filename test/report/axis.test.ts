import { describe, expect, it } from 'vitest';
import { effectDomain } from '../../src/report/figures/axis.ts';

const span = (estimate: number | null, lower: number | null, upper: number | null) => ({
  estimate,
  lower,
  upper,
});

describe('effectDomain', () => {
  it('holds 0, all estimates and their intervals, in percentage points, with 3 % room', () => {
    const [low, high] = effectDomain([span(0.1, 0.05, 0.15), span(0.2, 0.15, 0.25)], 'RD');
    expect(low).toBeCloseTo(-0.75, 10);
    expect(high).toBeCloseTo(25.75, 10);
  });

  it('does not follow one wide interval: its end is clipped', () => {
    const narrow = Array.from({ length: 9 }, () => span(0.1, 0.05, 0.15));
    const [low, high] = effectDomain([...narrow, span(0.1, -5, 5)], 'RD');
    expect(low).toBeGreaterThan(-20);
    expect(high).toBeLessThan(30);
    const [, all] = effectDomain([...narrow, span(0.1, -5, 5)], 'RD', { clip: false });
    expect(all).toBeGreaterThan(500);
  });

  it('takes finite values only', () => {
    expect(effectDomain([span(null, null, null)], 'RD')).toEqual([-10, 10]);
    expect(effectDomain([], 'OR')).toEqual([-1, 1]);
    expect(effectDomain([span(Number.NaN, 0, Number.POSITIVE_INFINITY)], 'RR')).toEqual([-1, 1]);
  });
});
