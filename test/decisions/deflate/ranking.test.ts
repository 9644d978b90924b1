import { describe, expect, it } from 'vitest';
import { kendallDistance, rankIntervals, toStudent } from '../../../src/decisions/deflate/ranking.ts';

describe('kendallDistance', () => {
  it('the example: one reversed pair of three', () => {
    expect(kendallDistance([3, 2, 1], [3, 1, 2])).toEqual({
      pairs: 3,
      reversed: 1,
      tiedInOne: 0,
      distance: 1,
      share: 1 / 3,
    });
  });

  it('is 0 for equal and all pairs for opposite orders; ties in both count nothing', () => {
    expect(kendallDistance([1, 2, 3, 4], [1, 2, 3, 4])!.share).toBe(0);
    expect(kendallDistance([1, 2, 3, 4], [4, 3, 2, 1])!.share).toBe(1);
    expect(kendallDistance([1, 1, 2], [5, 5, 6])!.distance).toBe(0);
    expect(kendallDistance([1], [1])).toBe(null);
  });
});

describe('rankIntervals', () => {
  // Two models that never differ in a draw by more than 1 se: 19 draws of +-1 on the first.
  const input = (scores: readonly number[]) => ({
    scores,
    deviations: Float64Array.from({ length: 19 * 2 }, (_, i) => (i % 2 === 0 ? (i % 4 === 0 ? 1 : -1) : 0)),
    draws: 19,
    pairSe: Float64Array.of(0, 1, 0, 0),
    pairSeSmoothed: Float64Array.of(0, 1, 1, 0),
    df: Number.POSITIVE_INFINITY,
    level: 95,
  });

  it('tells apart what is further than the quantile of the largest deviation', () => {
    const far = rankIntervals(input([3, 1.9]));
    expect(far.ranks).toEqual([
      { rank: 1, lower: 1, upper: 1, jointLower: 1, jointUpper: 1 },
      { rank: 2, lower: 2, upper: 2, jointLower: 2, jointUpper: 2 },
    ]);
    expect(far.tiers).toEqual([1, 2]);
    const near = rankIntervals(input([3, 2.1]));
    expect(near.ranks.map(({ lower, upper }) => [lower, upper])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(near.tiers).toEqual([1, 1]);
  });

  it('too few draws for the level tell nothing apart', () => {
    const few = { ...input([30, 1]), draws: 18 };
    expect(rankIntervals(few).ranks[0]).toEqual({
      rank: 1,
      lower: 1,
      upper: 2,
      jointLower: 1,
      jointUpper: 2,
    });
  });
});

it('toStudent gives the t value of the same tail: 1.959963985 is 2.262157163 with 9 df', () => {
  expect(toStudent(1.959963984540054, 9)).toBeCloseTo(2.262157162798205, 9);
  expect(toStudent(1.5, Number.POSITIVE_INFINITY)).toBe(1.5);
});
