import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum, sumOf, variance, weightedMean } from '../../src/stats/sums.ts';
import { relativeError } from '../tolerance.ts';

describe('sum', () => {
  it('H5: keeps a small term beside a large one', () => {
    expect(sum([1e16, 1, -1e16, 1])).toBe(2);
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
  });

  it('of a million tenths is 1e5 (the plain sum is off in the 11th digit)', () => {
    const tenths = new Float64Array(1_000_000).fill(0.1);
    expect(sum(tenths)).toBe(100000);
    expect(tenths.reduce((a, b) => a + b, 0)).not.toBe(100000);
  });

  it('has an answer for nothing, infinities and NaN', () => {
    expect([sum([]), sum([Infinity, 1]), sum([-Infinity, 1e308])]).toEqual([0, Infinity, -Infinity]);
    expect([sum([Infinity, -Infinity]), sum([1, NaN])]).toEqual([NaN, NaN]);
    expect(sumOf(3, (i) => i + 1)).toBe(6);
  });

  it('is the whole-number sum of 1/1024ths, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 60 }), (whole) => {
        // n / 1024 is exact in a double, so the true sum is exact too.
        const exact = Number(whole.reduce((total, x) => total + BigInt(x), 0n)) / 1024;
        const values = whole.map((x) => x / 1024);
        return sum(values) === exact && sum([...values].reverse()) === exact;
      }),
    );
  });
});

describe('weightedMean', () => {
  it('weights', () => {
    expect(weightedMean([1, 2, 4], [1, 1, 2])).toBe(2.75);
    expect(weightedMean([3, 100], [1, 0])).toBe(3);
    expect([weightedMean([], []), weightedMean([1], [0])]).toEqual([NaN, NaN]);
  });
});

describe('variance', () => {
  it('does not depend on where the mean lies', () => {
    expect(variance([4, 7, 13, 16])).toBe(30);
    expect(variance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toBe(30);
    // NIST StRD NumAcc3: 1000000.2, then 500 pairs of 1000000.1 and 1000000.3; certified sd 0.1.
    const nist = [1000000.2, ...Array.from({ length: 1000 }, (_, i) => (i % 2 ? 1000000.3 : 1000000.1))];
    expect(relativeError(Math.sqrt(variance(nist)), 0.1)).toBeLessThan(1e-9);
  });

  it('needs two values', () => {
    expect([variance([]), variance([1])]).toEqual([NaN, NaN]);
    expect(variance([5, 5])).toBe(0);
  });
});
