/** Every figure of meta.json (metafor 3.8-1, made by test/reference/meta.R). */
import { describe, expect, it } from 'vitest';
import { fitMeta } from '../../src/meta/fit.ts';
import { generalisedQ } from '../../src/meta/q-profile.ts';
import type { MetaFit, Tau2Method } from '../../src/meta/types.ts';
import { chi2Quantile } from '../../src/stats/distributions.ts';
import { relativeError } from '../tolerance.ts';
import { FIGURES, type OracleFit, type OracleSet, oracleSets } from './oracle.ts';

const METHODS = ['EE', 'DL', 'HE', 'HS', 'SJ', 'ML', 'REML', 'EB', 'PM'] as const;
/** Where metafor's own answer is only good to 1e-13 absolute in tau2, tau2 near 1e-4 is known to 1e-9. */
const TOLERANCE = 1e-8;

const sets = oracleSets();
const fits = sets.flatMap((set) => set.fits.map((fit) => ({ set, fit })));
const isSingle = (set: OracleSet) => set.yi.length === 1;
const isIdentical = (set: OracleSet, fit: OracleFit) => set.name === 'two identical' && fit.test === 'knha';

function ours({ yi, vi }: OracleSet, fit: OracleFit): MetaFit {
  return fitMeta({ yi, vi }, { method: fit.method as Tau2Method, test: fit.test });
}

/** Relative; where metafor says exactly 0, rounding of the order of 1e-14 is none. */
function errorOf(found: number | null, wanted: number): number {
  return relativeError(found, wanted, wanted === 0 ? 1e-6 : undefined);
}

describe('meta.json', () => {
  it('holds the whole grid: 18 data sets, 9 estimators, 2 tests', () => {
    expect(fits.length).toBe(324);
    expect(new Set(fits.map(({ set, fit }) => `${set.name}/${fit.method}/${fit.test}`)).size).toBe(324);
    for (const method of METHODS) {
      for (const test of ['z', 'knha']) {
        expect(fits.filter(({ fit }) => fit.method === method && fit.test === test).length).toBe(18);
      }
    }
  });

  for (const set of sets.filter((s) => !isSingle(s))) {
    it(`${set.name}: every figure of every fit`, () => {
      const off: string[] = [];
      for (const fit of set.fits.filter((f) => !isIdentical(set, f))) {
        const found = ours(set, fit);
        for (const figure of FIGURES) {
          const wanted = fit[figure];
          const error = wanted === null ? Number(found[figure] !== null) : errorOf(found[figure], wanted);
          if (!(error <= TOLERANCE))
            off.push(`${fit.method} ${fit.test} ${figure}: ${found[figure]} ${wanted}`);
        }
        // The file's AIC is the one of REML for every estimator but ML.
        const parameters = fit.method === 'EE' ? 1 : 2;
        const logLik = fit.method === 'ML' ? found.logLikMl : found.logLikReml;
        const error = relativeError(2 * parameters - 2 * (logLik as number), fit.aic);
        if (!(error <= TOLERANCE)) off.push(`${fit.method} ${fit.test} aic`);
      }
      expect(off).toEqual([]);
    });
  }

  it('one study: its effect and interval as metafor; what cannot be estimated is null (case B3)', () => {
    const set = sets.filter(isSingle);
    expect(set.length).toBe(1);
    for (const fit of set[0].fits) {
      const found = ours(set[0], fit);
      for (const figure of ['estimate', 'se', 'statistic', 'p', 'ciLower', 'ciUpper', 'qP'] as const) {
        expect(relativeError(found[figure], fit[figure] as number)).toBeLessThan(1e-12);
      }
      expect([found.i2, found.h2, found.seTau2, found.piLower, found.piUpper]).toEqual(Array(5).fill(null));
      expect(found.tau2).toBe(fit.method === 'EE' ? 0 : null);
    }
  });

  it('two identical effects under Knapp-Hartung: the floored form in place of an SE of 0 (case B4)', () => {
    const set = sets.find((s) => s.name === 'two identical') as OracleSet;
    const fits = set.fits.filter((fit) => isIdentical(set, fit));
    expect(fits.length).toBe(9);
    for (const fit of fits) {
      const found = ours(set, fit);
      expect(fit.se).toBe(0);
      expect(found.testUsed).toBe('adhoc');
      // vi = 0.04 twice: SE sqrt(0.02), t with 1 df.
      expect(relativeError(found.se, Math.sqrt(0.02))).toBeLessThan(1e-14);
      expect(found.df).toBe(1);
      for (const figure of ['estimate', 'tau2', 'q', 'qP', 'i2', 'h2', 'seTau2', 'logLik'] as const) {
        const wanted = fit[figure];
        if (wanted !== null) expect(relativeError(found[figure], wanted)).toBeLessThan(1e-12);
      }
    }
  });

  it('Q-profile: our ends solve Q(tau2) = chi2 quantile; metafor stops within its default tolerance of them', () => {
    const defaultTolerance = 2.220446049250313e-16 ** 0.25;
    const withInterval = fits.filter(({ fit }) => fit.tau2Ci !== null);
    expect(withInterval.length).toBe(136);
    for (const { set, fit } of withInterval) {
      const found = ours(set, fit);
      const df = set.yi.length - 1;
      const { lower, upper } = { lower: found.tau2Lower as number, upper: found.tau2Upper as number };
      const [fileLower, fileUpper] = fit.tau2Ci as [number, number];
      const rows = { yi: set.yi, vi: set.vi };
      if (lower > 0)
        expect(relativeError(generalisedQ(rows, lower), chi2Quantile(0.975, df))).toBeLessThan(1e-9);
      if (upper > 0)
        expect(relativeError(generalisedQ(rows, upper), chi2Quantile(0.025, df))).toBeLessThan(1e-9);
      expect(Math.abs(lower - fileLower)).toBeLessThanOrEqual(defaultTolerance);
      // metafor's default search ends at tau2 = 100, or 10 times the estimate where that is more.
      const limit = Math.max(100, 10 * fit.tau2);
      if (upper > limit) expect(relativeError(fileUpper, limit)).toBeLessThan(1e-9);
      else expect(Math.abs(upper - fileUpper)).toBeLessThanOrEqual(defaultTolerance);
    }
  });
});
