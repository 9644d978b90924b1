import { describe, expect, it } from 'vitest';
import { bins } from '../../src/report/figures/bins.ts';

describe('bins', () => {
  it('has readable edges, one of them 0, and counts every value once', () => {
    // range 10 over 5 wanted bins: width 2
    const made = bins([-3, -0.1, 0, 1.9, 2, 7], 5);
    expect(made).toEqual([
      { lower: -4, upper: -2, count: 1 },
      { lower: -2, upper: 0, count: 1 },
      { lower: 0, upper: 2, count: 2 },
      { lower: 2, upper: 4, count: 1 },
      { lower: 4, upper: 6, count: 0 },
      { lower: 6, upper: 8, count: 1 },
    ]);
  });

  it('takes equal values, none, and what is not finite', () => {
    expect(bins([5, 5, 5])).toEqual([{ lower: 5, upper: 5.25, count: 3 }]);
    expect(bins([0])).toEqual([{ lower: 0, upper: 1, count: 1 }]);
    expect(bins([])).toEqual([]);
    expect(bins([Number.NaN, Number.POSITIVE_INFINITY])).toEqual([]);
  });
});
