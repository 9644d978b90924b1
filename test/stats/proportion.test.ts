import { describe, expect, it } from 'vitest';
import { binomialCdf, binomialSf } from '../../src/stats/distributions.ts';
import { clopperPearson, jeffreys, wilson } from '../../src/stats/proportion.ts';
import { relativeError } from '../tolerance.ts';
import { reference } from './reference.ts';

describe('intervals of a proportion', () => {
  it('agree with prop.test, binom.test and qbeta', () => {
    expect(reference.proportion.length).toBeGreaterThan(60);
    for (const [x, n, level, ...bounds] of reference.proportion as [number, number, number, ...number[]][]) {
      const found = [wilson(x, n, level)!, clopperPearson(x, n, level)!, jeffreys(x, n, level)!];
      found
        .flatMap(({ lower, upper }) => [lower, upper])
        .forEach((bound, i) => {
          expect(relativeError(bound, bounds[i]!)).toBeLessThan(1e-12);
        });
    }
  });

  it('Clopper-Pearson ends where each binomial tail is (1 - level) / 2', () => {
    const { lower, upper } = clopperPearson(14, 307)!;
    expect(relativeError(binomialSf(13, 307, lower), 0.025)).toBeLessThan(1e-12);
    expect(relativeError(binomialCdf(14, 307, upper), 0.025)).toBeLessThan(1e-12);
    expect(relativeError(clopperPearson(0, 10)!.upper, 1 - 0.025 ** 0.1)).toBeLessThan(1e-14);
  });

  it('keep the digits of a tiny bound', () => {
    // Wilson at x = 1: lower = p^2 / (p + z^2/2n + z sqrt(p(1-p)/n + z^2/4n^2)), of the order 1e-10 here.
    const z = 1.959963984540054;
    const n = 1e9;
    const lower = 2 / (n * (2 + z * z + z * Math.sqrt(4 - 4 / n + z * z)));
    expect(relativeError(wilson(1, n)!.lower, lower)).toBeLessThan(1e-14);
    expect(relativeError(clopperPearson(1, n)!.lower, -Math.log1p(-0.025) / n)).toBeLessThan(2e-9);
  });

  it('take fractional passes between the whole ones', () => {
    for (const f of [wilson, clopperPearson, jeffreys]) {
      const [low, mid, high] = [f(3, 10)!, f(3.5, 10)!, f(4, 10)!];
      expect(low.lower < mid.lower && mid.lower < high.lower).toBe(true);
      expect(low.upper < mid.upper && mid.upper < high.upper).toBe(true);
    }
  });

  it('no trials, an impossible count or level: null', () => {
    for (const f of [wilson, clopperPearson, jeffreys]) {
      expect([f(0, 0), f(-1, 5), f(6, 5), f(NaN, 5), f(1, Infinity), f(1, 5, 100), f(1, 5, 0)]).toEqual(
        new Array(7).fill(null),
      );
    }
  });

  it('examples of the doc blocks hold', () => {
    // Wilson by its own quadratic: (p - b)^2 = z^2 b (1 - b) / n at both bounds.
    const { lower, upper } = wilson(14, 307)!;
    const z2 = 1.959963984540054 ** 2;
    for (const b of [lower, upper]) {
      expect(relativeError((14 / 307 - b) ** 2, (z2 * b * (1 - b)) / 307)).toBeLessThan(1e-13);
    }
    expect([lower, upper]).toEqual([
      expect.closeTo(0.0273559979152639, 15),
      expect.closeTo(0.075080333909641, 15),
    ]);
    expect(clopperPearson(0, 10)!.lower).toBe(0);
    // R: qbeta(.025, 2.5, .5)
    expect(jeffreys(2, 2)).toEqual({ lower: expect.closeTo(0.3331782455987906, 14), upper: 1 });
  });
});
