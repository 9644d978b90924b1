import { describe, expect, it } from 'vitest';
import { aggregate } from '../../src/meta/aggregate.ts';
import { type RobustType, robust } from '../../src/meta/robust.ts';
import { symmetricEigen } from '../../src/meta/symmetric.ts';
import { comparison, more } from './more.ts';

const FIGURES = ['estimate', 'se', 'df', 'p', 'ciLower', 'ciUpper'] as const;

describe('robust', () => {
  it('CR0, CR1 and CR2 with Satterthwaite df agree with clubSandwich to 1e-9', () => {
    const { lines, check, compared } = comparison(1e-9);
    for (const wanted of more.robust) {
      if (!['CR0', 'CR1', 'CR2'].includes(wanted.type)) continue;
      const moderators =
        wanted.model === 'mean' ? [] : [{ name: wanted.model, values: more.bcgModerators[wanted.model] }];
      const type = wanted.type as RobustType;
      const found = robust(more.sets['bcg'], more.cluster, { method: wanted.method }, { type, moderators });
      found.coefficients.forEach((coefficient, j) => {
        for (const figure of FIGURES) {
          const value = [wanted[figure]].flat()[j] as number;
          check(`${wanted.model} ${wanted.method} ${type} ${figure} ${j}`, coefficient[figure], value);
        }
      });
    }
    expect(compared()).toBe(3 * 2 * (1 + 2 + 3) * FIGURES.length);
    expect(lines).toEqual([]);
  });

  it('CR1 of the mean is metafor::robust, whose df are clusters - 1', () => {
    const wanted = more.robust.find(
      ({ type, model, method }) => type === 'metaforAdjusted' && model === 'mean' && method === 'REML',
    );
    const found = robust(more.sets['bcg'], more.cluster, { method: 'REML' }, { type: 'CR1' });
    expect(found.coefficients[0].se).toBeCloseTo(wanted?.['se'] as number, 12);
  });

  it('the example, by hand', () => {
    const data = { yi: [1, 2, 3, 4], vi: [1, 1, 1, 1] };
    const found = robust(data, ['a', 'a', 'b', 'b'], { method: 'EE' }, { type: 'CR0' });
    expect(found.coefficients[0].se).toBeCloseTo(Math.SQRT1_2, 14);
  });

  it('one cluster: not estimable, with the reason (case D7)', () => {
    const found = robust({ yi: [1, 2, 3], vi: [1, 1, 1] }, ['a', 'a', 'a'], { method: 'EE' });
    expect(found.coefficients[0]).toMatchObject({ estimate: 2, se: null, ciLower: null, df: null, p: null });
    expect(found.warnings).toEqual([
      '1 cluster: a cluster-robust variance needs at least 2 and cannot be estimated',
    ]);
  });

  it('few clusters: t with Satterthwaite df and a warning (case D7)', () => {
    const found = robust(more.sets['bcg'], more.cluster);
    expect(found.coefficients[0].df).toBeLessThan(6);
    expect(found.warnings).toContain('6 clusters are few (below 10): rely on CR2 with its Satterthwaite df');
  });
});

describe('aggregate', () => {
  it('agrees with metafor::aggregate at three correlations, weighted and not, to 1e-12', () => {
    const { lines, check } = comparison(1e-12);
    for (const wanted of more.aggregated) {
      const weighted = aggregate(more.sets['bcg'], more.cluster, wanted.rho);
      const plain = aggregate(more.sets['bcg'], more.cluster, wanted.rho, false);
      wanted.yi.forEach((yi, i) => {
        check(`yi ${i}`, weighted.yi[i], yi);
        check(`vi ${i}`, weighted.vi[i], wanted.vi[i]);
        check(`plain yi ${i}`, plain.yi[i], wanted.unweightedYi[i]);
        check(`plain vi ${i}`, plain.vi[i], wanted.unweightedVi[i]);
      });
    }
    expect(more.aggregated.map(({ rho }) => rho)).toEqual([0, 0.5, 0.9]);
    expect(lines).toEqual([]);
  });

  it('the example; a rho that is no correlation is refused', () => {
    expect(aggregate({ yi: [1, 3], vi: [1, 1] }, ['a', 'a'], 0.5).vi[0]).toBeCloseTo(0.75, 14);
    expect(() => aggregate({ yi: [1, 3, 4], vi: [1, 1, 1] }, ['a', 'a', 'a'], -0.5)).toThrow(
      'rho is -0.5: above -1/(n-1) with n = 3 rows in the largest cluster, and below 1, is allowed',
    );
  });
});

describe('symmetricEigen', () => {
  it('2 x 2 in closed form: [[2, 1], [1, 2]] has 1 and 3', () => {
    const { values } = symmetricEigen([Float64Array.of(2, 1), Float64Array.of(1, 2)]);
    expect([...values].sort()).toEqual([expect.closeTo(1, 14), expect.closeTo(3, 14)]);
  });

  it('the second difference matrix of order 40: 2 - 2 cos(j pi / 41)', () => {
    const n = 40;
    const matrix = Array.from({ length: n }, (_, i) =>
      Float64Array.from({ length: n }, (_, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
    );
    const values = [...symmetricEigen(matrix).values].sort((a, b) => a - b);
    values.forEach((value, j) => {
      expect(value).toBeCloseTo(2 - 2 * Math.cos(((j + 1) * Math.PI) / 41), 13);
    });
  });
});
