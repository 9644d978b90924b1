import { describe, expect, it } from 'vitest';
import {
  deviance,
  log1mExp,
  logAddExp,
  logBeta,
  logChoose,
  logGamma,
  stirlingError,
  toLog10,
} from '../../src/stats/special.ts';
import { relativeError } from '../tolerance.ts';

describe('logGamma', () => {
  it('is the log of a factorial', () => {
    expect(relativeError(logGamma(5), Math.log(24))).toBeLessThan(1e-15);
    expect(relativeError(logGamma(0.5), 0.5 * Math.log(Math.PI))).toBeLessThan(1e-15);
    expect([logGamma(0), logGamma(1), logGamma(2)]).toEqual([Infinity, 0, 0]);
    expect(logGamma(-1.5)).toBeNaN();
  });
});

describe('logChoose', () => {
  it('agrees with whole-number coefficients of any size', () => {
    for (const [n, k] of [
      [10, 3],
      [134, 67],
      [1000, 500],
      [5000, 61],
      [1_000_000_000, 3],
    ] as const) {
      let choose = 1n;
      for (let i = 1n; i <= BigInt(k); i++) choose = (choose * (BigInt(n) - BigInt(k) + i)) / i;
      const digits = choose.toString();
      const log = Math.log(Number(`0.${digits.slice(0, 20)}`)) + digits.length * Math.LN10;
      expect(relativeError(logChoose(n, k), log)).toBeLessThan(1e-14);
    }
  });

  it('has an answer at every edge', () => {
    expect([logChoose(5, 0), logChoose(5, 5), logChoose(0, 0)]).toEqual([0, 0, 0]);
    expect([logChoose(5, 6), logChoose(5, -1)]).toEqual([-Infinity, -Infinity]);
    expect([logChoose(-1, 0), logChoose(Number.NaN, 1), logChoose(3, Number.NaN)]).toEqual([NaN, NaN, NaN]);
  });
});

describe('logs of sums and differences', () => {
  it('neither overflow nor lose a small part', () => {
    expect(relativeError(logAddExp(-1000, -1000), -1000 + Math.LN2)).toBeLessThan(1e-15);
    expect(logAddExp(-Infinity, -3)).toBe(-3);
    expect(logAddExp(-Infinity, -Infinity)).toBe(-Infinity);
    expect(logAddExp(1e308, 0)).toBe(1e308);
    expect(relativeError(log1mExp(-1e-20), Math.log(1e-20))).toBeLessThan(1e-15);
    expect(relativeError(log1mExp(-50), -Math.exp(-50))).toBeLessThan(1e-15);
    expect([log1mExp(0), log1mExp(-Infinity)]).toEqual([-Infinity, 0]);
    expect(toLog10(-Math.LN10 * 33)).toBeCloseTo(-33, 13);
  });
});

describe('parts of Stirling and Loader', () => {
  it('stirlingError joins its two halves at 16 (series 1/12x - 1/360x^3 + ...)', () => {
    const series = (x: number) =>
      1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - 1 / (1680 * x ** 7) + 1 / (1188 * x ** 9);
    for (const x of [12, 15.999, 16, 16.5, 100, 1e6]) {
      expect(Math.abs(stirlingError(x) - series(x))).toBeLessThan(2e-14);
    }
  });

  it('deviance near the mean is d^2/2m - d^3/6m^2, and far from it x log(x/m) + m - x', () => {
    expect(relativeError(deviance(1e6 + 1, 1e6, 1), 1 / 2e6 - 1 / 6e12 + 1 / 12e18)).toBeLessThan(1e-14);
    expect(relativeError(deviance(1, 10, -9), Math.log(0.1) + 9)).toBeLessThan(1e-15);
  });

  it('logBeta of whole numbers is a factorial ratio', () => {
    expect(relativeError(logBeta(3, 4), -Math.log(60))).toBeLessThan(1e-14);
    expect(relativeError(logBeta(1e6, 1), -Math.log(1e6))).toBeLessThan(1e-14);
    expect(relativeError(logBeta(0.5, 0.5), Math.log(Math.PI))).toBeLessThan(1e-14);
  });
});
