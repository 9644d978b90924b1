/** Laws that hold for any data. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { blup } from '../../src/meta/blup.ts';
import { fitMeta } from '../../src/meta/fit.ts';
import { gosh } from '../../src/meta/gosh.ts';
import { influence } from '../../src/meta/influence.ts';
import { cumulative, leaveOneOut } from '../../src/meta/leave-one-out.ts';
import { permuteMean } from '../../src/meta/permutation.ts';
import { permuteModerators } from '../../src/meta/permutation-moderators.ts';
import { radialPoints } from '../../src/meta/plot-points.ts';
import { profileTau2 } from '../../src/meta/profile.ts';
import { fitMetaRegression } from '../../src/meta/regression.ts';
import { robust } from '../../src/meta/robust.ts';
import { begg, egger, failSafeN } from '../../src/meta/small-study.ts';
import { fitSubgroups } from '../../src/meta/subgroups.ts';
import { TAU2_METHODS } from '../../src/meta/tau2.ts';
import { trimFill } from '../../src/meta/trim-fill.ts';
import type { MetaFit } from '../../src/meta/types.ts';
import { relativeError } from '../tolerance.ts';

const METHODS = TAU2_METHODS.filter((method) => method !== 'GENQ');
const method = fc.constantFrom(...METHODS);
const test = fc.constantFrom('z', 'knha', 'adhoc');

/** Effects and variances of ordinary size, as people have them. */
const ordinary = fc
  .array(
    fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 1e-3, max: 10, noNaN: true })),
    {
      minLength: 2,
      maxLength: 25,
    },
  )
  .map((rows) => ({ yi: rows.map(([y]) => y), vi: rows.map(([, v]) => v) }));

const close = (a: number | null, b: number | null, tolerance = 1e-7, floor = 1e-9) =>
  a === b || (a !== null && b !== null && relativeError(a, b, floor) <= tolerance);

/** How far an estimate is from that of a fit, in standard errors: effects may cancel to an estimate near 0. */
const apart = (estimate: number, fit: MetaFit) =>
  Math.abs(estimate - (fit.estimate as number)) / (fit.se as number);

/** A near tie of two modes may tip either way under rounding: such data are left out of laws of equality. */
const isClear = (fit: MetaFit) => fit.modes <= 1;

describe('laws of fitMeta', () => {
  it('the order of rows changes nothing', () => {
    fc.assert(
      fc.property(ordinary, method, test, fc.integer(), (data, how, by, seed) => {
        const order = data.yi
          .map((_, i) => i)
          .sort((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101) || a - b);
        const a = fitMeta(data, { method: how, test: by });
        const b = fitMeta(
          { yi: order.map((i) => data.yi[i]), vi: order.map((i) => data.vi[i]) },
          { method: how, test: by },
        );
        if (!isClear(a) || !isClear(b)) return;
        expect(apart(b.estimate as number, a)).toBeLessThan(1e-7);
        for (const figure of ['se', 'q', 'tau2', 'tau2Upper', 'i2'] as const) {
          expect([figure, close(a[figure], b[figure])]).toEqual([figure, true]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('yi by c and vi by c^2 scales estimate, SE and sqrt(tau2) by |c|', () => {
    fc.assert(
      fc.property(
        ordinary,
        method,
        test,
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (data, how, by, c) => {
          const a = fitMeta(data, { method: how, test: by });
          const b = fitMeta(
            { yi: data.yi.map((y) => -c * y), vi: data.vi.map((v) => c * c * v) },
            { method: how, test: by },
          );
          if (!isClear(a) || !isClear(b)) return;
          expect(apart((b.estimate as number) / -c, a)).toBeLessThan(1e-7);
          expect(close((b.se as number) / c, a.se)).toBe(true);
          expect(close(Math.sqrt(b.tau2 as number) / c, Math.sqrt(a.tau2 as number), 1e-5, 1e-4)).toBe(true);
          expect(close(b.i2, a.i2, 1e-6, 1e-4)).toBe(true);
          expect(close(b.q, a.q)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a shift of all effects shifts the estimate alone', () => {
    fc.assert(
      fc.property(ordinary, method, (data, how) => {
        const a = fitMeta(data, { method: how, test: 'z' });
        const b = fitMeta({ ...data, yi: data.yi.map((y) => y + 8) }, { method: how, test: 'z' });
        if (!isClear(a) || !isClear(b)) return;
        expect(apart((b.estimate as number) - 8, a)).toBeLessThan(1e-7);
        expect(close(b.se, a.se)).toBe(true);
        expect(close(b.tau2, a.tau2, 1e-6, 1e-7)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('m copies under EE and ML: same estimate and tau2, SE over sqrt(m), Q times m for EE', () => {
    fc.assert(
      fc.property(ordinary, fc.constantFrom('EE', 'ML'), fc.integer({ min: 2, max: 5 }), (data, how, m) => {
        const copies = (x: number[]) => Array.from({ length: m }, () => x).flat();
        const a = fitMeta(data, { method: how, test: 'z' });
        const b = fitMeta({ yi: copies(data.yi), vi: copies(data.vi) }, { method: how, test: 'z' });
        if (!isClear(a) || !isClear(b)) return;
        expect(apart(b.estimate as number, a)).toBeLessThan(1e-7);
        expect(close(b.tau2, a.tau2, 1e-7, 1e-6)).toBe(true);
        expect(close((b.se as number) * Math.sqrt(m), a.se)).toBe(true);
        expect(close(b.q, m * (a.q as number))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('equal vi: every estimate is the plain mean, and DL, HE, PM, REML agree on var(y) - v', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 20 }),
        fc.double({ min: 1e-2, max: 4, noNaN: true }),
        (yi, v) => {
          const mean = yi.reduce((a, b) => a + b, 0) / yi.length;
          const variance = yi.reduce((s, y) => s + (y - mean) ** 2, 0) / (yi.length - 1);
          for (const how of ['DL', 'HE', 'PM', 'EB', 'REML', 'DL2'] as const) {
            const fit = fitMeta({ yi, vi: yi.map(() => v) }, { method: how, test: 'z' });
            expect(Math.abs((fit.estimate as number) - mean)).toBeLessThan(1e-9);
            expect(close(fit.tau2, Math.max(0, variance - v), 1e-9, 1e-3)).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ML and REML find the top of the likelihood: no point of a fine grid is higher', () => {
    // Variances over six powers of ten give likelihoods of several modes.
    const wide = fc
      .array(
        fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true })),
        {
          minLength: 2,
          maxLength: 10,
        },
      )
      .map((rows) => ({
        yi: rows.map(([z, power]) => z * Math.sqrt(1 + 10 ** power)),
        vi: rows.map(([, power]) => 10 ** power),
      }));
    fc.assert(
      fc.property(fc.oneof(ordinary, wide), fc.constantFrom('ML', 'REML'), ({ yi, vi }, how) => {
        const logLik = (tau2: number) => {
          const w = vi.map((v) => 1 / (v + tau2));
          const s1 = w.reduce((a, b) => a + b);
          const mean = yi.reduce((s, y, i) => s + w[i] * y, 0) / s1;
          const full = yi.reduce((s, y, i) => s - Math.log(w[i]) + w[i] * (y - mean) ** 2, 0);
          return -0.5 * (how === 'REML' ? full + Math.log(s1) : full);
        };
        const tau2 = fitMeta({ yi, vi }, { method: how, test: 'z' }).tau2 as number;
        const top = logLik(tau2);
        const smallest = Math.min(...vi);
        for (let j = 0; j <= 150; j++) {
          expect(logLik(smallest * (1.15 ** j - 1))).toBeLessThanOrEqual(
            top + 1e-9 * Math.max(1, Math.abs(top)),
          );
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('total: a fit or a typed reason, never NaN', () => {
  /** Every finite double, tiny and huge ones too. */
  const anyRows = fc.array(
    fc.tuple(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant(null),
        fc.double({ min: -2, max: 2, noNaN: true }),
      ),
      fc.oneof(
        fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(0, 1e-12, 1e-150, 1, 1e150),
        fc.double({ min: 1e-6, max: 3, noNaN: true }),
      ),
    ),
    { minLength: 0, maxLength: 12 },
  );

  /** Throws at a NaN or Infinity anywhere in a JSON value. */
  function assertFinite(value: unknown, path = ''): void {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${path} is ${value}`);
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) assertFinite(item, `${path}.${key}`);
    }
  }

  function answers(run: () => unknown): void {
    try {
      assertFinite(run());
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
  }

  it('fitMeta', () => {
    fc.assert(
      fc.property(anyRows, method, test, (rows, how, by) => {
        const data = { yi: rows.map(([y]) => y), vi: rows.map(([, v]) => v) };
        answers(() => fitMeta(data, { method: how, test: by }));
      }),
      { numRuns: 2000 },
    );
  });

  it('moderators, diagnostics, small-study tests, permutation', () => {
    fc.assert(
      fc.property(anyRows, method, test, (rows, how, by) => {
        const data = { yi: rows.map(([y]) => y), vi: rows.map(([, v]) => v) };
        const options = { method: how, test: by };
        answers(() =>
          fitMetaRegression(data, [{ name: 'x', values: rows.map((_, i) => (i * i) % 5) }], options),
        );
        answers(() => leaveOneOut(data, options));
        answers(() => influence(data, options));
        answers(() => egger(data, options));
        answers(() => begg(data));
        answers(() => failSafeN(data));
        answers(() => trimFill(data, options));
        answers(() => permuteMean(data, options, { draws: 20 }));
        answers(() => cumulative(data, options));
        answers(() => blup(data, options));
        answers(() => radialPoints(data, options));
        answers(() => profileTau2(data, 'ML'));
        answers(() => profileTau2(data, 'REML'));
        answers(() => gosh(data, options, { subsets: 20 }));
        const groups = rows.map((_, i) => 'abc'[(i * i) % 3]);
        answers(() => fitSubgroups(data, { name: 'g', values: groups }, options, 'separate'));
        answers(() => fitSubgroups(data, { name: 'g', values: groups }, options, 'common'));
        for (const type of ['CR0', 'CR1', 'CR2'] as const)
          answers(() => robust(data, groups, options, { type }));
        answers(() => permuteModerators(data, [{ name: 'g', values: groups }], options, { draws: 10 }));
      }),
      { numRuns: 400 },
    );
  });
});
