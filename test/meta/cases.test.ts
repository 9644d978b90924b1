/** Cases that tools got wrong, and what is answered here. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { fitMeta } from '../../src/meta/fit.ts';
import { tau2Kernel } from '../../src/meta/kernel.ts';
import { labbePoints } from '../../src/meta/plot-points.ts';
import { normalQuantile, tCdf, tQuantile } from '../../src/stats/distributions.ts';
import { relativeError } from '../tolerance.ts';
import { more } from './more.ts';

const homogeneous = { yi: [0.1, 0.12, 0.11, 0.09, 0.105], vi: [0.01, 0.02, 0.015, 0.01, 0.02] };
const REML_Z = { method: 'REML', test: 'z' } as const;
const caught = (run: () => unknown): InputError => {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('A: effects', () => {
  it('A2: a variance of 0 is dropped and counted, never given infinite weight', () => {
    const fit = fitMeta({ yi: [0, 0, 0.3, -0.25], vi: [0, 0, 0.041, 0.015625] }, { method: 'EE', test: 'z' });
    expect([fit.k, fit.kSupplied, fit.kDropped]).toEqual([2, 4, 2]);
    // By hand: weights 1/0.041 and 64.
    const w = [1 / 0.041, 64];
    expect(fit.estimate).toBeCloseTo((0.3 * w[0] - 0.25 * w[1]) / (w[0] + w[1]), 14);
    expect(fit.se).toBeCloseTo(1 / Math.sqrt(w[0] + w[1]), 14);
  });

  it('A5: variances down to 1e-150 are used as they are; only text is rounded', () => {
    const yi = [1e-75, 3e-75];
    const fit = fitMeta({ yi, vi: [1e-150, 1e-150] }, { method: 'EE', test: 'z' });
    expect(relativeError(fit.estimate, 2e-75)).toBeLessThan(1e-15);
    expect(relativeError(fit.se, Math.SQRT1_2 * 1e-75)).toBeLessThan(1e-15);
    expect(fit.q).toBeCloseTo(2, 12);
  });

  it('A7: rows outside k are told, each with its reason', () => {
    const fit = fitMeta(
      { yi: [0.1, null, 0.3, 0.2], vi: [0.01, 0.02, null, 0], slab: ['a', 'b', 'c', 'd'] },
      { method: 'EE', test: 'z' },
    );
    expect(fit.dropped).toEqual([
      { row: 2, slab: 'b', reason: 'yi is missing' },
      { row: 3, slab: 'c', reason: 'vi is missing' },
      { row: 4, slab: 'd', reason: 'vi is 0: the row would have infinite weight' },
    ]);
    expect([fit.kSupplied, fit.k, fit.kDropped]).toEqual([4, 1, 3]);
    expect(fit.rows).toEqual([1]);
    expect(fit.slab).toEqual(['a']);
    expect(fit.warnings[0]).toBe('3 of 4 rows dropped, see dropped for the reason of each');
  });

  it('A9: 1/2 is added only where the scale needs it', () => {
    const table = [{ ai: 0, bi: 4, ci: 2, di: 2 }];
    expect(labbePoints(table, 'RD')[0].y).toBe(0);
    expect(labbePoints(table, 'OR')[0].y).toBeCloseTo(Math.log(0.5 / 4.5), 14);
  });

  it.each([
    [
      { yi: [1, Number.NaN], vi: [1, 1] },
      'row 2: yi is "NaN": a finite number or a missing value (null) is allowed',
    ],
    [
      { yi: [1, 2], vi: [Number.POSITIVE_INFINITY, 1] },
      'row 1: vi is "Infinity": a finite number or a missing value (null) is allowed',
    ],
    [{ yi: [1, 2], vi: [1, -0.5] }, 'row 2: vi is -0.5: a sampling variance is never negative'],
    [{ yi: [1, 2], vi: [1] }, 'vi has 1 values, yi has 2: one a row is needed'],
    [{ yi: [1, 2], vi: [1, 1], slab: ['a'] }, 'slab has 1 values, yi has 2: one a row is needed'],
    [
      { yi: [1e200, 2], vi: [1, 1] },
      'row 1: yi is 1e+200: -1e100 to 1e100 is allowed (beyond it squares leave double precision)',
    ],
    [
      { yi: [1, 2], vi: [1e-200, 1] },
      'row 1: vi is 1e-200: 0 or 1e-150 to 1e150 is allowed (beyond it squares leave double precision)',
    ],
    [
      { yi: [1e60, 2], vi: [1, 1] },
      'row 1: yi is 1e+60: up to 1e50 times the smallest standard error is allowed (beyond it squares leave double precision)',
    ],
  ])('A10: input out of its domain is refused by row, name and value: %#', (data, message) => {
    expect(caught(() => fitMeta(data)).message).toBe(message);
  });

  it('A10: options out of their domain', () => {
    expect(caught(() => fitMeta(homogeneous, { level: 0.95 })).message).toBe(
      'level is "0.95": a percentage from 1 up to below 100 is allowed (95, not 0.95)',
    );
    expect(caught(() => fitMeta(homogeneous, { method: 'XX' as 'DL' })).message).toBe(
      'method is "XX": one of EE, DL, HE, HS, SJ, ML, REML, EB, PM, PMM, GENQ, DL2 is allowed',
    );
    expect(caught(() => fitMeta(homogeneous, { test: 't' as 'z' })).message).toBe(
      'test is "t": one of z, knha, adhoc is allowed',
    );
    expect(caught(() => fitMeta(homogeneous, { method: 'GENQ' })).message).toBe(
      'method GENQ needs weights, one a row',
    );
    expect(
      caught(() => fitMeta({ ...homogeneous, weights: [1, 1, 1, 1, 1] }, { method: 'DL' })).message,
    ).toBe('weights are used by method GENQ only, not by DL');
  });
});

describe('B: small k and degenerate heterogeneity', () => {
  it('B1: k = 2 warns, uses t by default and shows both', () => {
    const fit = fitMeta({ yi: [1, 3], vi: [0.5, 0.5] }, { method: 'DL' });
    const other = fitMeta({ yi: [1, 3], vi: [0.5, 0.5] }, REML_Z);
    // Estimate 2, SE 1: 2 pnorm(-2), qnorm(0.975), 2 pt(-2, 1), qt(0.975, 1) in R.
    const [z, t] = [1.9599639845400536, 12.706204736174694];
    expect(other.p).toBeCloseTo(0.045500263896358424, 12);
    expect([other.ciLower, other.ciUpper]).toEqual([expect.closeTo(2 - z, 10), expect.closeTo(2 + z, 10)]);
    expect(fit.test).toBe('knha');
    expect(fit.p).toBeCloseTo(0.29516723530086642, 12);
    expect([fit.ciLower, fit.ciUpper]).toEqual([expect.closeTo(2 - t, 10), expect.closeTo(2 + t, 10)]);
    expect(fit.alternatives?.z.p).toBe(other.p);
    expect(fit.warnings).toContain(
      'k = 2 is below 5: tau2 is poorly known, compare the z and Knapp-Hartung intervals (alternatives)',
    );
  });

  it('B2: k = 2 fits under every estimator', () => {
    for (const method of ['EE', 'DL', 'HE', 'HS', 'SJ', 'ML', 'REML', 'EB', 'PM', 'PMM', 'DL2'] as const) {
      expect(fitMeta({ yi: [1, 3], vi: [0.5, 0.5] }, { method }).estimate).toBeCloseTo(2, 13);
    }
  });

  it('B3: k = 1 gives that row; tau2, I2 and the prediction interval are null with a reason', () => {
    const fit = fitMeta({ yi: [0.3], vi: [0.04] });
    const half = 0.2 * normalQuantile(0.975);
    expect([fit.estimate, fit.se, fit.ciLower, fit.ciUpper]).toEqual(
      [0.3, 0.2, 0.3 - half, 0.3 + half].map((x) => expect.closeTo(x, 14)),
    );
    expect([fit.q, fit.qDf, fit.qP]).toEqual([0, 0, 1]);
    expect([fit.tau2, fit.tau2Raw, fit.tau2Lower, fit.i2, fit.h2, fit.piLower, fit.piUpper]).toEqual(
      Array(7).fill(null),
    );
    expect(fit.testUsed).toBe('z');
    expect(fit.warnings).toEqual([
      'k = 1: the estimate and interval (z) are those of the one row; tau2, I2, H2 and a prediction interval cannot be estimated',
    ]);
  });

  it('k = 0: every figure is null, the reason is told', () => {
    const fit = fitMeta({ yi: [0.3, null], vi: [0, 1] });
    expect([fit.estimate, fit.se, fit.p, fit.tau2, fit.q, fit.alternatives]).toEqual(Array(6).fill(null));
    expect([fit.k, fit.kSupplied, fit.kDropped]).toEqual([0, 2, 2]);
    expect(fit.warnings).toEqual(['no row can be pooled: 2 supplied, 2 dropped; nothing is estimated']);
  });

  it('B4: identical effects have no residual spread: the floored form is used and said', () => {
    const data = { yi: [0.1, 0.1, 0.1, 0.1, 0.1], vi: [0.01, 0.01, 0.01, 0.01, 0.01] };
    const fit = fitMeta(data, { method: 'REML', test: 'knha' });
    expect(fit.testUsed).toBe('adhoc');
    expect(fit.se).toBeCloseTo(1 / Math.sqrt(500), 14);
    // 0.1 -+ qt(0.975, 4) / sqrt(500) in R
    expect([fit.ciLower, fit.ciUpper]).toEqual([
      expect.closeTo(-0.024166399820376397, 12),
      expect.closeTo(0.22416639982037639, 12),
    ]);
    expect(fit.warnings).toContain(
      'no residual spread: all effects agree, so that the Knapp-Hartung SE is 0; its floored form (adhoc) is used',
    );
    expect(fit.alternatives?.knha).toBeNull();
  });

  it('B5: a negative DL is 0 with the raw value kept', () => {
    const fit = fitMeta(homogeneous, { method: 'DL', test: 'z' });
    expect(fit.tau2).toBe(0);
    expect(fit.q).toBeCloseTo(0.035625, 12);
    // (Q - 4) / (sum w - sum w^2 / sum w), w = 100, 50, 66.7, 100, 50
    const w = homogeneous.vi.map((v) => 1 / v);
    const [s1, s2] = [w.reduce((a, b) => a + b), w.reduce((a, b) => a + b * b, 0)];
    expect(fit.tau2Raw).toBeCloseTo(((fit.q as number) - 4) / (s1 - s2 / s1), 13);
    expect(fit.tau2Raw).toBeCloseTo(-0.013843849, 9);
    expect([fit.i2, fit.i2FromQ]).toEqual([0, 0]);
    expect(fit.weights.every(Number.isFinite)).toBe(true);
  });

  it('B6: Knapp-Hartung narrower than z: the ratio is given and warned of', () => {
    const at = (test: 'z' | 'knha' | 'adhoc') => fitMeta(homogeneous, { method: 'DL', test });
    const [z, knha, adhoc] = [at('z'), at('knha'), at('adhoc')];
    // metafor 3.8-1, rma(method = "DL") with test = "z", "knha", "adhoc".
    const near = (lower: number, upper: number) => [expect.closeTo(lower, 12), expect.closeTo(upper, 12)];
    expect([z.ciLower, z.ciUpper]).toEqual(near(0.00014421914410334136, 0.20485578085589662));
    expect([knha.ciLower, knha.ciUpper]).toEqual(near(0.088816385933557188, 0.11618361406644277));
    expect(relativeError(knha.p, 3.1581913194280016e-5)).toBeLessThan(1e-10);
    expect([adhoc.ciLower, adhoc.ciUpper]).toEqual(near(-0.042495116740750877, 0.24749511674075084));
    expect(knha.seRatio).toBeCloseTo((knha.se as number) / (z.se as number), 13);
    expect(knha.warnings).toContain(
      'the Knapp-Hartung interval rests on an SE 0.094 times the one of z: it is narrower than z allows, consider adhoc',
    );
    expect(adhoc.warnings.some((text) => text.includes('narrower'))).toBe(false);
  });

  it('B7: an empty Q-profile says so', () => {
    const fit = fitMeta(homogeneous);
    expect([fit.tau2Lower, fit.tau2Upper, fit.i2Lower, fit.i2Upper]).toEqual([0, 0, 0, 0]);
    expect(fit.warnings).toContain(
      'Q is below the lower critical value: the Q-profile interval of tau2 is empty, shown as 0 to 0',
    );
  });

  it('B9: one row that dominates is named; p in logs where it underflows', () => {
    const vi = [1e-6, ...Array.from({ length: 9 }, (_, i) => 0.1 + 0.02 * i)];
    const fit = fitMeta({ yi: vi.map(() => 0.5), vi }, { method: 'EE', test: 'z' });
    expect(fit.largestWeight).toBeGreaterThan(99.9);
    expect(fit.warnings.some((text) => /^row "1" carries 100\.0 % of the weight$/.test(text))).toBe(true);
    expect(fit.p).toBe(0);
    // Mills' ratio: 2 (1 - Phi(z)) = 2 phi(z) / z (1 - 1/z^2 + 3/z^4 ...), z near 500.
    const z = 0.5 * Math.sqrt(vi.reduce((sum, v) => sum + 1 / v, 0));
    const mills = Math.log10(2 / (z * Math.sqrt(2 * Math.PI))) + Math.log10(1 - 1 / z ** 2);
    expect(relativeError(fit.log10P, -(z * z * Math.LOG10E) / 2 + mills)).toBeLessThan(1e-12);
  });

  it('B13: as many rows as coefficients is for moderators; the mean needs one row', () => {
    expect(fitMeta({ yi: [1], vi: [1] }).estimate).toBe(1);
  });

  it('B14: the prediction interval holds every variance: half width squared = crit^2 (SE^2 + tau2)', () => {
    const data = { yi: [0.1, 0.9, -0.4, 0.6], vi: [0.02, 0.03, 0.025, 0.04] };
    for (const test of ['z', 'knha', 'adhoc'] as const) {
      for (const [predictionDf, crit] of [
        ['z', normalQuantile(0.975)],
        ['k-1', tQuantile(0.975, 3)],
        ['k-2', tQuantile(0.975, 2)],
      ] as const) {
        const fit = fitMeta(data, { method: 'DL', test, predictionDf });
        const half = ((fit.piUpper as number) - (fit.piLower as number)) / 2;
        const wanted = crit ** 2 * ((fit.se as number) ** 2 + (fit.tau2 as number));
        expect(relativeError(half ** 2, wanted)).toBeLessThan(1e-12);
        expect(fit.piDf).toBe(predictionDf);
      }
    }
    const two = fitMeta({ yi: [1, 3], vi: [1, 1] }, { predictionDf: 'k-2' });
    expect(two.piLower).toBeNull();
    expect(two.warnings).toContain('a prediction interval with k-2 df cannot be made with k = 2');
    expect(fitMeta(data, { method: 'EE' }).warnings).toContain(
      'EE assumes one common effect: there is no prediction interval',
    );
  });
});

describe('C: fitting', () => {
  it('C1, C3: REML always converges and reports how: here where Fisher scoring oscillates', () => {
    // normand1999: metafor's Fisher scoring stops with an error at a threshold of 1e-13.
    const fit = fitMeta(more.sets['normand'], REML_Z);
    expect(fit.converged).toBe(true);
    expect(fit.iterations).toBeGreaterThan(0);
    expect(fit.iterations).toBeLessThan(40);
    expect(Math.abs(fit.gradient)).toBeLessThan(1e-12);
  });

  it('C1: a likelihood with two modes: the higher one is taken and the other reported', () => {
    const yi = [0.1, 1, -2, 3, 0.5, 2.5];
    const vi = [1e-6, 1, 1, 2, 1.5, 2];
    const fit = fitMeta({ yi, vi }, { method: 'ML', test: 'z' });
    // The log likelihood by its definition, on a grid.
    const logLik = (tau2: number) => {
      const w = vi.map((v) => 1 / (v + tau2));
      const mean = yi.reduce((s, y, i) => s + w[i] * y, 0) / w.reduce((a, b) => a + b);
      return (
        -0.5 * yi.reduce((s, y, i) => s + Math.log(2 * Math.PI) - Math.log(w[i]) + w[i] * (y - mean) ** 2, 0)
      );
    };
    const grid = Array.from({ length: 4000 }, (_, i) => i / 1000);
    const best = grid.reduce((a, b) => (logLik(b) > logLik(a) ? b : a));
    expect(best).toBe(0);
    expect(fit.tau2).toBe(0);
    expect(fit.modes).toBe(2);
    const inner = grid.filter((t) => t > 0.5).reduce((a, b) => (logLik(b) > logLik(a) ? b : a));
    const warning = fit.warnings.find((text) => text.includes('second mode')) ?? '';
    expect(warning).toBe(
      `the ML likelihood has a second mode at tau2 = 0.8584, ${(logLik(0) - logLik(0.8583893741)).toFixed(3)} log units lower`,
    );
    expect(Math.abs(inner - 0.8584)).toBeLessThan(0.002);
  });

  it('C2: the first cause is what is told', () => {
    const error = caught(() => fitMeta({ yi: [1, Number.NaN, 2], vi: [1, 1, -1] }));
    expect(error.message).toContain('row 2: yi');
    expect(error.place).toEqual({ row: 2 });
  });

  it('C4: REML on the Viechtbauer data to 1e-10, where metafor by default is off in the sixth digit', () => {
    const yi = [-0.581, 0.53, 0.771, 1.031, 0.553, 0.295, 0.078, 0.573, -0.176, -0.232];
    const vi = [0.023, 0.052, 0.06, 0.115, 0.095, 0.203, 0.2, 0.211, 0.051, 0.04];
    const tau2 = tau2Kernel('REML')(Float64Array.from(yi), Float64Array.from(vi), 10);
    expect(relativeError(tau2, 0.223224590443)).toBeLessThan(5e-12);
    expect(relativeError(tau2, 0.223225819)).toBeGreaterThan(1e-6);
    // The score by its definition is 0 there: sum w^2 e^2 = sum w - sum w^2 / sum w.
    const w = vi.map((v) => 1 / (v + tau2));
    const s1 = w.reduce((a, b) => a + b);
    const mean = yi.reduce((s, y, i) => s + w[i] * y, 0) / s1;
    const left = yi.reduce((s, y, i) => s + (w[i] * (y - mean)) ** 2, 0);
    const right = s1 - w.reduce((s, x) => s + x * x, 0) / s1;
    expect(relativeError(left, right)).toBeLessThan(1e-12);
  });

  it('C6: 200,000 rows fit; doubling rows k-fold leaves ML where it is', () => {
    const block = { yi: [0.2, -0.1, 0.4, 0.05], vi: [0.01, 0.02, 0.015, 0.03] };
    const times = 50_000;
    const yi = new Float64Array(4 * times).map((_, i) => block.yi[i % 4]);
    const vi = new Float64Array(4 * times).map((_, i) => block.vi[i % 4]);
    const small = fitMeta(block, { method: 'ML', test: 'z' });
    const large = fitMeta({ yi, vi }, { method: 'ML', test: 'z' });
    expect(relativeError(large.tau2, small.tau2 as number)).toBeLessThan(1e-9);
    expect(relativeError(large.estimate, small.estimate as number)).toBeLessThan(1e-9);
    expect(relativeError((large.se as number) * Math.sqrt(times), small.se as number)).toBeLessThan(1e-9);
  });
});

describe('G and H', () => {
  it('G6: the interval in the result is the one every other figure comes from', () => {
    const fit = fitMeta(homogeneous, { method: 'PM', test: 'adhoc' });
    expect(fit.alternatives?.adhoc).toEqual({
      estimate: fit.estimate,
      se: fit.se,
      ciLower: fit.ciLower,
      ciUpper: fit.ciUpper,
      statistic: fit.statistic,
      df: fit.df,
      p: fit.p,
      log10P: fit.log10P,
    });
  });

  it('H1: p at t = 12 with 133 df is 6.16e-23, not 0', () => {
    // 134 equal vi; effects m -+ s with t = 12: SE = m / 12, all by hand.
    const k = 134;
    const spread = Math.sqrt((k - 1) / k);
    const mean = 12 / Math.sqrt(k);
    const yi = Array.from({ length: k }, (_, i) => mean + (i % 2 === 0 ? spread : -spread));
    const fit = fitMeta({ yi, vi: yi.map(() => 1) }, { method: 'EE', test: 'knha' });
    expect(fit.statistic).toBeCloseTo(12, 10);
    // 2 pt(-12, 133) in R; a statistic that is 12 to 13 digits moves p by 1e-11.
    expect(relativeError(fit.p, 6.1597507964549481e-23)).toBeLessThan(1e-10);
  });

  it('H2, H3, H4: t with millions of df, the normal quantile, the sign of t quantiles', () => {
    // With 3.7 million df t is the normal but for 1e-8: Phi(-0.1) = 0.46017216.
    expect(tCdf(-0.1, 3682117.5)).toBeCloseTo(0.46017216, 7);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    for (const df of [1, 2.5, 9, 133]) {
      expect(relativeError(tQuantile(0.05, df), -tQuantile(0.95, df))).toBeLessThan(1e-14);
    }
  });

  it('H5: sums survive large common offsets', () => {
    const yi = [0.3, 0.1, -0.2, 0.5, 0.15];
    const vi = [0.02, 0.03, 0.01, 0.05, 0.04];
    const near = fitMeta({ yi, vi });
    // 2^20 is exact in double precision; what is lost is the last digits of yi itself (2^-33 of 1).
    const far = fitMeta({ yi: yi.map((y) => y + 2 ** 20), vi });
    expect(Math.abs((far.estimate as number) - 2 ** 20 - (near.estimate as number))).toBeLessThan(1e-9);
    expect(relativeError(far.tau2, near.tau2 as number)).toBeLessThan(1e-7);
    expect(relativeError(far.q, near.q as number)).toBeLessThan(1e-8);
  });
});
