import { describe, expect, it } from 'vitest';
import { correlation, mean, median, quantile, regressionLine, sd } from '../../src/stats/describe.ts';
import { relativeError } from '../tolerance.ts';
import { reference } from './reference.ts';

const r = reference.describe;

describe('descriptive statistics', () => {
  it('agree with R on mtcars (weight, miles per gallon)', () => {
    expect(relativeError(mean(r.x), r.mean)).toBeLessThan(1e-15);
    expect(relativeError(median(r.x), r.median)).toBeLessThan(1e-15);
    expect(relativeError(sd(r.x), r.sd)).toBeLessThan(1e-14);
    r.probs.forEach((p, i) => {
      expect(relativeError(quantile(r.x, p), r.quantiles[i]!)).toBeLessThan(1e-14);
    });
    expect(relativeError(correlation(r.x, r.y), r.correlation)).toBeLessThan(1e-14);
    const { slope, intercept } = regressionLine(r.x, r.y);
    expect(relativeError(intercept, r.line[0]!)).toBeLessThan(1e-13);
    expect(relativeError(slope, r.line[1]!)).toBeLessThan(1e-13);
  });

  it('keep their digits beside a large offset, such as a date in milliseconds', () => {
    const x = [0, 1, 2, 3, 4].map((day) => 1.7e12 + day * 86_400_000);
    const { slope } = regressionLine(x, [1, 3, 5, 7, 9]);
    expect(relativeError(slope * 86_400_000, 2)).toBeLessThan(1e-14);
    expect(relativeError(correlation(x, [1, 3, 5, 7, 9]), 1)).toBeLessThan(1e-14);
    expect(relativeError(sd([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]), Math.sqrt(30))).toBeLessThan(1e-15);
    expect(mean([1e16, 1, -1e16, 1])).toBe(0.5);
  });

  it('do not reorder what they are given', () => {
    const values = [3, 1, 2];
    expect([median(values), quantile(values, 0.5), values]).toEqual([2, 2, [3, 1, 2]]);
  });

  it('answer NaN, and never throw, when there is too little', () => {
    expect([mean([]), median([]), sd([]), sd([1]), quantile([], 0.5), quantile([1], 1.5)]).toEqual(
      new Array(6).fill(NaN),
    );
    expect([median([1, NaN]), quantile([NaN, 1], 0), quantile([1, 2], NaN)]).toEqual([NaN, NaN, NaN]);
    expect([
      correlation([1], [1]),
      correlation([1, 1], [1, 2]),
      correlation([0.1, 0.1, 0.1], [1, 2, 3]),
    ]).toEqual([NaN, NaN, NaN]);
    expect(correlation([1, 2], [1, 2, 3])).toBeNaN();
    const none = { slope: NaN, intercept: NaN };
    expect([regressionLine([], []), regressionLine([1], [2]), regressionLine([2, 2], [1, 3])]).toEqual([
      none,
      none,
      none,
    ]);
  });

  it('examples of the doc blocks hold', () => {
    expect(quantile([1, 2, 4, 8], 0.25)).toBe(1.75);
    // r = 5 / sqrt(2 * 38/3)
    expect(relativeError(correlation([1, 2, 3], [2, 4, 7]), 5 / Math.sqrt(76 / 3))).toBeLessThan(1e-15);
    expect(regressionLine([0, 1, 2], [1, 3, 5])).toEqual({ slope: 2, intercept: 1 });
  });
});
