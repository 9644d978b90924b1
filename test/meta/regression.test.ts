import { describe, expect, it } from 'vitest';
import { fitMetaRegression } from '../../src/meta/regression.ts';
import type { MetaRegressionFit, Moderator, Tau2Method } from '../../src/meta/types.ts';
import { comparison, type MoreModeratorFit, more } from './more.ts';
import { type OracleModFit, oracleSets } from './oracle.ts';

const PER_COEFFICIENT = ['estimate', 'se', 'statistic', 'p', 'ciLower', 'ciUpper'] as const;
const PER_FIT = ['tau2', 'seTau2', 'i2', 'h2', 'q', 'qP', 'logLik', 'qm', 'qmP', 'r2'] as const;

function moderatorsOf(name: string): Moderator[] {
  const { ablat, alloc } = more.bcgModerators;
  if (name === 'bcg ablat') return [{ name: 'ablat', values: ablat }];
  if (name === 'bcg alloc + ablat') {
    return [
      { name: 'alloc', values: alloc },
      { name: 'ablat', values: ablat },
    ];
  }
  return Object.entries(more.raudenbushModerators).map(([key, values]) => ({ name: key, values }));
}

function fitOf(entry: MoreModeratorFit): MetaRegressionFit {
  const set = more.sets[entry.name.startsWith('bcg') ? 'bcg' : 'raudenbush'];
  return fitMetaRegression(set, moderatorsOf(entry.name), { method: entry.method, test: entry.test });
}

describe('fitMetaRegression', () => {
  it('modFits and modFitsKnha of meta.json, every figure to 1e-8', () => {
    const { lines, check, compared } = comparison(1e-8);
    for (const set of oracleSets().filter(({ mods }) => mods !== undefined)) {
      const name = Object.keys(set.mods?.[0] ?? {})[0];
      const values = (set.mods ?? []).map((row) => row[name]);
      const fits: OracleModFit[] = [...(set.modFits ?? []), ...(set.modFitsKnha ?? [])];
      for (const wanted of fits) {
        const found = fitMetaRegression(set, [{ name, values }], {
          method: wanted.method as Tau2Method,
          test: wanted.test,
        });
        const where = `${set.name} ${wanted.method} ${wanted.test}`;
        for (const figure of PER_FIT) check(`${where} ${figure}`, found[figure], wanted[figure]);
        found.coefficients.forEach((coefficient, j) => {
          const at = { ...wanted, estimate: wanted.beta, statistic: wanted.stat };
          for (const figure of PER_COEFFICIENT) {
            check(`${where} ${figure} ${j}`, coefficient[figure], at[figure][j]);
          }
        });
        const aicLogLik = wanted.method === 'ML' ? found.logLikMl : found.logLikReml;
        check(`${where} aic`, 2 * 3 - 2 * aicLogLik, wanted.aic);
      }
    }
    expect(compared()).toBe(10 * (10 + 12 + 1));
    expect(lines).toEqual([]);
  });

  it('every estimator and test with a numeric moderator and a factor, to 1e-8', () => {
    const { lines, check } = comparison(1e-8);
    for (const wanted of more.moderators) {
      const found = fitOf(wanted);
      const where = `${wanted.name} ${wanted.method} ${wanted.test}`;
      for (const figure of PER_FIT) {
        const value = wanted[figure];
        if (typeof value === 'number') check(`${where} ${figure}`, found[figure], value);
      }
      expect(found.coefficients.length).toBe(wanted.estimate.length);
      found.coefficients.forEach((coefficient, j) => {
        for (const figure of PER_COEFFICIENT) {
          check(`${where} ${figure} ${j}`, coefficient[figure], (wanted[figure] as readonly number[])[j]);
        }
      });
      if (wanted.factor !== undefined) {
        check(`${where} omnibus`, found.factors[0].statistic, wanted.factor.statistic);
        check(`${where} omnibus p`, found.factors[0].p, wanted.factor.p);
      }
    }
    expect(more.moderators.length).toBe(61);
    expect(lines).toEqual([]);
  });

  it('the example: a least-squares slope', () => {
    const fit = fitMetaRegression(
      { yi: [1, 2, 3, 5], vi: [1, 1, 1, 1] },
      [{ name: 'x', values: [0, 1, 2, 3] }],
      { method: 'EE', test: 'z' },
    );
    expect(fit.coefficients[1].estimate).toBeCloseTo(1.3, 14);
    expect(fit.coefficients.map(({ term }) => term)).toEqual(['intercept', 'x']);
  });

  it('treatment coding: reference by code point or by name, levels named', () => {
    const data = { yi: [1, 2, 3, 4, 6, 8], vi: [1, 1, 1, 1, 1, 1] };
    const values = ['b', 'b', 'a', 'a', 'c', 'c'];
    const options = { method: 'EE', test: 'z' } as const;
    const fit = fitMetaRegression(data, [{ name: 'g', values }], options);
    expect(
      fit.coefficients.map(({ term, estimate }) => [term, Math.round((estimate as number) * 1e9) / 1e9]),
    ).toEqual([
      ['intercept', 3.5],
      ['g: b', -2],
      ['g: c', 3.5],
    ]);
    const other = fitMetaRegression(data, [{ name: 'g', values, reference: 'c' }], options);
    expect(other.coefficients.map(({ term }) => term)).toEqual(['intercept', 'g: a', 'g: b']);
    expect(() => fitMetaRegression(data, [{ name: 'g', values, reference: 'd' }], options)).toThrow(
      'reference "d" of moderator g is no level of it: one of a, b, c is allowed',
    );
  });

  it('drops collinear columns and lists them (case B13)', () => {
    const x = [0, 1, 2, 3, 4];
    const fit = fitMetaRegression(
      { yi: [1, 2, 3, 5, 4], vi: [1, 1, 1, 1, 1] },
      [
        { name: 'x', values: x },
        { name: 'twice', values: x.map((value) => 2 * value + 1) },
        { name: 'constant', values: x.map(() => 7) },
      ],
      { method: 'EE', test: 'knha' },
    );
    expect(fit.droppedColumns).toEqual([
      { term: 'twice', reason: 'depends on the columns before it' },
      { term: 'constant', reason: 'depends on the columns before it' },
    ]);
    expect(fit.warnings).toContain(
      'columns dropped because they depend on those before them: twice, constant',
    );
    expect(fit.coefficients.length).toBe(2);
  });

  it('names moderators and counts when there are too many (case B13)', () => {
    const data = { yi: [1, 2, 3], vi: [1, 1, 1] };
    expect(() =>
      fitMetaRegression(data, [
        { name: 'x', values: [0, 1, 5] },
        { name: 'z', values: [1, 0, 0] },
      ]),
    ).toThrow(
      'moderators x, z need 3 coefficients but 3 rows are left: fewer coefficients than rows are needed',
    );
  });

  it('drops rows with a missing moderator and says which', () => {
    const fit = fitMetaRegression(
      { yi: [1, 2, 3, 5, 4], vi: [1, 1, 1, 1, 1], slab: ['a', 'b', 'c', 'd', 'e'] },
      [{ name: 'x', values: [0, null, 2, 3, 1] }],
      { method: 'EE', test: 'z' },
    );
    expect(fit.dropped).toEqual([{ row: 2, slab: 'b', reason: 'moderator x is missing' }]);
    expect([fit.k, fit.kSupplied, fit.kDropped]).toEqual([4, 5, 1]);
  });

  it('refuses variances further apart than double precision can tell', () => {
    expect(() =>
      fitMetaRegression({ yi: [1, 2, 3], vi: [1e-13, 1, 1] }, [{ name: 'x', values: [0, 1, 2] }]),
    ).toThrow(
      'the largest vi is 1.00e+13 times the smallest: up to 1e12 is allowed with moderators or clusters (double precision)',
    );
  });

  it('refuses values that are no numbers, wrong lengths and GENQ', () => {
    const data = { yi: [1, 2, 3], vi: [1, 1, 1] };
    expect(() => fitMetaRegression(data, [{ name: 'x', values: [1, Number.NaN, 2] }])).toThrow(
      'row 2: moderator x is "NaN": a finite number is allowed',
    );
    expect(() => fitMetaRegression(data, [{ name: 'x', values: [1, 2] }])).toThrow(
      'moderator x has 2 values, yi has 3: one a row is needed',
    );
    expect(() =>
      fitMetaRegression({ ...data, weights: [1, 1, 1] }, [{ name: 'x', values: [1, 2, 4] }], {
        method: 'GENQ',
      }),
    ).toThrow('method GENQ cannot be combined with moderators: any other method is allowed');
  });
});
