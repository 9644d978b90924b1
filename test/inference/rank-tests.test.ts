/** Sign test and Wilcoxon against base R (test/reference/rank-tests.R), and case D12. */
import { describe, expect, it } from 'vitest';
import { signTest } from '../../src/inference/sign-test.ts';
import { wilcoxon } from '../../src/inference/wilcoxon.ts';
import { leaderboardOracle, reference } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';

interface RankCase {
  readonly name: string;
  readonly x: readonly number[];
  readonly statistic: number;
  readonly p: number;
  readonly pGreater: number;
  readonly signP: number;
  readonly signPGreater: number;
}
const { cases } = reference<{ cases: RankCase[] }>('rank-tests.json');

describe.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
  it('gives R’s Wilcoxon test', () => {
    const result = wilcoxon(one.x);
    expect(result.statistic).toBe(one.statistic);
    expect(relativeError(result.p, one.p)).toBeLessThan(1e-12);
    expect(relativeError(result.pGreater, one.pGreater)).toBeLessThan(1e-12);
  });

  it('gives R’s binomial test of the signs', () => {
    const result = signTest(one.x);
    expect(relativeError(result.p, one.signP)).toBeLessThan(1e-12);
    expect(relativeError(result.pGreater, one.signPGreater)).toBeLessThan(1e-12);
  });
});

const signs = (positive: number, negative: number, zero = 0) => [
  ...new Array<number>(positive).fill(0.1),
  ...new Array<number>(negative).fill(-0.1),
  ...new Array<number>(zero).fill(0),
];

describe('far tails of the sign test (case D12)', () => {
  it.each([
    [130, 4, 1.216074712e-33],
    [134, 0, 9.183549616e-41],
    [0, 134, 9.183549616e-41],
    [3, 0, 0.25],
  ])('%i positive, %i negative', (positive, negative, p) => {
    const result = signTest(signs(positive, negative));
    expect(relativeError(result.p, p)).toBeLessThan(1e-9);
    expect(relativeError(result.log10P, Math.log10(p))).toBeLessThan(1e-9);
  });

  it('drops zeros and counts them', () => {
    expect(signTest(signs(3, 0, 2))).toEqual({ ...signTest(signs(3, 0)), zero: 2 });
  });

  it('has no p for nothing but zeros', () => {
    expect(signTest([0, 0])).toEqual({
      positive: 0,
      negative: 0,
      zero: 2,
      p: null,
      pGreater: null,
      log10P: null,
    });
    expect(wilcoxon([0, 0])).toEqual({
      n: 0,
      zero: 2,
      statistic: null,
      p: null,
      pGreater: null,
      log10P: null,
      exact: false,
    });
  });
});

// Wilcoxon on these gaps is held against R on the gaps to 12 digits (cases "leaderboard 1" to 6): gaps that are equal
// as fractions differ in their last bit, and R's p on the raw doubles depends on that (0.0006 %: tripwire-accepted, mh).
describe.each(leaderboardOracle().map((entry) => [`${entry.flags}, ${entry.weights}`, entry] as const))(
  'real leaderboard: %s',
  (_, entry) => {
    it('gives R’s signs and one-sided p value', () => {
      const sign = signTest(entry.yi);
      expect([sign.positive, sign.zero]).toEqual([entry.positive, entry.zero]);
      expect(relativeError(sign.pGreater, entry.signP)).toBeLessThan(1e-11);
    });
  },
);
