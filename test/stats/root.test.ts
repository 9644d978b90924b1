import { describe, expect, it } from 'vitest';
import { brentMinimise } from '../../src/stats/minimise.ts';
import { brentRoot, expandBracket } from '../../src/stats/root.ts';
import { relativeError } from '../tolerance.ts';

describe('brentRoot', () => {
  it('finds known roots to the last digits', () => {
    expect(relativeError(brentRoot((x) => x * x - 2, 0, 2).root, Math.SQRT2)).toBeLessThan(1e-15);
    expect(relativeError(brentRoot(Math.sin, 3, 4).root, Math.PI)).toBeLessThan(1e-15);
    expect(relativeError(brentRoot((x) => Math.exp(x) - 1e100, 0, 500).root, 100 * Math.LN10)).toBeLessThan(
      1e-15,
    );
    // Brent's own hard case: flat at the root.
    const flat = brentRoot((x) => (x - 1) ** 9, 0, 3);
    expect(flat.converged).toBe(true);
    expect(Math.abs(flat.root - 1)).toBeLessThan(1e-8);
  });

  it('finds a root at 0 and at an end, and one across 300 decades, in bounded work', () => {
    expect(brentRoot((x) => x, -1, 3)).toMatchObject({ root: 0, converged: true });
    expect(brentRoot((x) => x - 1, 1, 2)).toMatchObject({ root: 1, converged: true });
    expect(brentRoot((x) => x - 2, 1, 2)).toMatchObject({ root: 2, converged: true });
    const wide = brentRoot((x) => Math.log(x) + 10, 1e-300, 1e3);
    expect(relativeError(wide.root, Math.exp(-10))).toBeLessThan(1e-14);
    expect(wide.iterations).toBeLessThan(150);
  });

  it('takes a step function, and either order of the ends', () => {
    const step = brentRoot((x) => (x < 0.3 ? -1 : 1), 0, 1);
    expect(step.converged).toBe(true);
    expect(Math.abs(step.root - 0.3)).toBeLessThan(1e-15);
    expect(brentRoot((x) => x * x - 2, 2, 0).root).toBeCloseTo(Math.SQRT2, 14);
  });

  it('stops early when asked, and says so', () => {
    const coarse = brentRoot((x) => x * x - 2, 0, 2, { tolerance: 1e-3 });
    expect(coarse.converged).toBe(true);
    expect(Math.abs(coarse.root - Math.SQRT2)).toBeLessThan(1e-3);
    expect(brentRoot((x) => (x - 1) ** 9, 0, 3, { maxIterations: 5 })).toMatchObject({
      converged: false,
      iterations: 5,
    });
  });

  it('answers NaN without a sign change, and does not loop on a NaN', () => {
    expect(brentRoot((x) => x * x + 1, -1, 1)).toEqual({
      root: NaN,
      value: NaN,
      iterations: 2,
      converged: false,
    });
    expect(brentRoot(() => NaN, 0, 1).converged).toBe(false);
    expect(brentRoot((x) => (x > 0.2 && x < 0.8 ? NaN : x - 0.5), 0, 1).converged).toBe(false);
  });
});

describe('expandBracket', () => {
  it('doubles until the sign changes', () => {
    expect(expandBracket((x) => x - 10, 0, 1)).toEqual([7, 15]);
    expect(expandBracket((x) => 0.5 - x, 0, 1)).toEqual([0, 1]);
    expect(expandBracket((x) => x, 0, 1)).toEqual([0, 0]);
  });

  it('gives up at the limit, or on a NaN', () => {
    expect(expandBracket(() => 1, 0, 1, 1e6)).toBeNull();
    expect(expandBracket(() => 1, 0, 1)).toBeNull();
    expect(expandBracket(() => NaN, 0, 1)).toBeNull();
    expect(expandBracket((x) => (x > 5 ? NaN : 1), 0, 1)).toBeNull();
    expect(expandBracket((x) => x - 90, 0, 1, 100)).toEqual([63, 100]);
  });
});

describe('brentMinimise', () => {
  it('finds known minima to the precision it promises', () => {
    const off = (f: (x: number) => number, low: number, high: number, wanted: number) =>
      Math.abs(brentMinimise(f, low, high).x - wanted) - (1e-10 + 3e-8 * wanted);
    expect(off((x) => (x - 2) ** 2, 0, 5, 2)).toBeLessThan(0);
    expect(off((x) => x * Math.log(x), 0, 1, 1 / Math.E)).toBeLessThan(0);
    expect(off((x) => -Math.exp(-((x - 30) ** 2)), 25, 40, 30)).toBeLessThan(0);
  });

  it('goes to an end when the least value is there', () => {
    const found = brentMinimise((x) => x, 1, 4);
    expect(found.converged).toBe(true);
    expect(Math.abs(found.x - 1)).toBeLessThan(1e-6);
  });

  it('says when it ran out, and when there is nothing to find', () => {
    expect(brentMinimise((x) => Math.abs(x - 1), 0, 5, 1e-12, 4).converged).toBe(false);
    expect(brentMinimise(() => NaN, 0, 1).converged).toBe(false);
  });
});
