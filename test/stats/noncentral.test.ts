import jstat from 'jstat';
import { describe, expect, it } from 'vitest';
import { logGamma, normalCdf, normalSf, tCdf, tSf } from '../../src/stats/distributions.ts';
import { noncentralTCdf, noncentralTSf, tTestPower } from '../../src/stats/noncentral.ts';
import { relativeError } from '../tolerance.ts';
import { reference } from './reference.ts';

/** P(T > t) as the integral of P(Z > t s - ncp) over the density of s = sqrt(chi2_df / df), trapezoids in log s. */
function byIntegral(t: number, df: number, ncp: number): number {
  const constant = Math.LN2 + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
  let total = 0;
  const step = Math.min(1 / 400, 0.2 / t);
  for (let u = -12; u <= 4; u += step) {
    total += Math.exp(constant + df * u - (df / 2) * Math.exp(2 * u)) * normalSf(t * Math.exp(u) - ncp);
  }
  return total * step;
}

describe('noncentral t', () => {
  it('agrees with R on 770 points', () => {
    const far = reference.noncentralT.filter(
      ([t, df, ncp, p]) => !(Math.abs(noncentralTCdf(t, df, ncp) - p) < 1e-11),
    );
    expect(reference.noncentralT.length).toBe(770);
    expect(far).toEqual([]);
  });

  it('keeps its digits in the upper tail, where R has 12 absolute (reference: numerical integral)', () => {
    for (const [t, df, ncp] of [
      [30, 30, 2],
      [44.4, 30, 37],
      [3, 5, 0.5],
      [12, 133, 2.8],
      [200, 9, 60],
    ] as const) {
      expect(relativeError(noncentralTSf(t, df, ncp), byIntegral(t, df, ncp))).toBeLessThan(1e-11);
    }
    expect(Math.abs(noncentralTSf(1000, 30, 1000) - byIntegral(1000, 30, 1000))).toBeLessThan(1e-11);
  });

  it('agrees with jStat where jStat answers, to the 1e-8 that its incomplete beta allows', () => {
    for (const [t, df, ncp] of reference.noncentralT) {
      if (ncp === 0) continue;
      expect(Math.abs(noncentralTCdf(t, df, ncp) - jstat.noncentralt.cdf(t, df, ncp))).toBeLessThan(1e-8);
    }
    // and why it is not used: P(T <= 26) is about a half when ncp is 26.
    expect(jstat.noncentralt.cdf(26, 30, 26)).toBeLessThan(1e-10);
    expect(noncentralTCdf(26, 30, 26)).toBeCloseTo(0.467745954089157, 11); // R pt(26, 30, 26)
  });

  it('edges', () => {
    expect(noncentralTCdf(0, 9, 1.3)).toBe(normalCdf(-1.3));
    expect(noncentralTCdf(1.3, 9, 0)).toBe(tCdf(1.3, 9));
    expect(noncentralTSf(2, Infinity, 0.5)).toBe(normalSf(1.5));
    expect([
      noncentralTSf(Infinity, 9, 1),
      noncentralTCdf(-Infinity, 9, 1),
      noncentralTCdf(Infinity, 9, 1),
    ]).toEqual([0, 0, 1]);
    for (const bad of [
      noncentralTSf(1, 0, 1),
      noncentralTSf(NaN, 3, 1),
      noncentralTSf(1, 3, NaN),
      noncentralTCdf(1, 3, 2e4),
    ]) {
      expect(bad).toBeNaN();
    }
  });
});

describe('tTestPower', () => {
  it('agrees with power.t.test(strict = TRUE)', () => {
    for (const [n, delta, alpha, power] of reference.power) {
      expect(Math.abs(tTestPower(delta * Math.sqrt(n / 2), 2 * n - 2, alpha) - power)).toBeLessThan(1e-11);
    }
  });

  it('is alpha without an effect, symmetric, and 1 far out', () => {
    expect(tTestPower(0, 12, 0.05)).toBeCloseTo(0.05, 15);
    expect(tTestPower(-2, 12, 0.05)).toBe(tTestPower(2, 12, 0.05));
    expect(tTestPower(500, 12, 0.05)).toBeCloseTo(1, 12);
    expect([tTestPower(1, 12, 0), tTestPower(1, 12, 1), tTestPower(1, -2, 0.05)]).toEqual([NaN, NaN, NaN]);
  });
});

describe('examples of the doc blocks', () => {
  it('hold (R: pt(2, 10, 1.5); ncp 2.8, 20 df)', () => {
    expect(noncentralTCdf(2, 10, 1.5)).toBeCloseTo(0.659154072442026, 12);
    const critical = 2.0859634472658364; // R qt(.975, 20)
    expect(tTestPower(2.8, 20, 0.05)).toBeCloseTo(
      byIntegral(critical, 20, 2.8) + byIntegral(critical, 20, -2.8),
      11,
    );
    expect(tTestPower(2.8, 20, 0.05)).toBeCloseTo(0.759148300200145, 11);
    expect(2 * tSf(critical, 20)).toBeCloseTo(0.05, 14);
  });
});
