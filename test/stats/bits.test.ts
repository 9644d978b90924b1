import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAnd, popcount } from '../../src/stats/bits.ts';

const ones = (word: number) => [...(word >>> 0).toString(2)].filter((digit) => digit === '1').length;

describe('popcount', () => {
  it('counts, for signed and unsigned words', () => {
    expect([0, 1, 0xffffffff, -1, 0x80000000, 0x55555555, 0x0f0f0f0f].map(popcount)).toEqual([
      0, 1, 32, 32, 1, 16, 16,
    ]);
    fc.assert(fc.property(fc.integer({ min: 0, max: 0xffffffff }), (word) => popcount(word) === ones(word)));
  });
});

describe('countAnd', () => {
  it('counts common bits of two ranges', () => {
    const words = fc.uint32Array({ minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(words, words, fc.nat(2), fc.nat(2), (a, b, i, j) => {
        const length = Math.min(a.length - i, b.length - j);
        let expected = 0;
        for (let w = 0; w < length; w++) expected += ones((a[i + w]! & b[j + w]!) >>> 0);
        return countAnd(a, i, b, j, length) === expected;
      }),
    );
    expect(countAnd(new Uint32Array(0), 0, new Uint32Array(0), 0, 0)).toBe(0);
  });
});
