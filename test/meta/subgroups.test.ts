import { describe, expect, it } from 'vitest';
import { fitSubgroups } from '../../src/meta/subgroups.ts';
import { comparison, more } from './more.ts';

const column = { name: 'alloc', values: more.groups };

describe('fitSubgroups', () => {
  it('separate and common tau2 agree with metafor to 1e-9', () => {
    const { lines, check } = comparison(1e-9);
    for (const wanted of more.subgroups) {
      const options = { method: wanted.method, test: wanted.test };
      const where = `${wanted.method} ${wanted.test}`;
      const separate = fitSubgroups(more.sets['bcg'], column, options);
      expect(separate.groups.map(({ level }) => level)).toEqual(wanted.levels);
      separate.groups.forEach((group, g) => {
        for (const figure of ['estimate', 'se', 'ciLower', 'ciUpper', 'p'] as const) {
          check(
            `${where} ${group.level} ${figure}`,
            group.pooled?.[figure],
            wanted.separate[g][figure] as number,
          );
        }
        check(`${where} ${group.level} tau2`, group.tau2, wanted.separate[g]['tau2'] as number, 1e-6);
      });
      check(`${where} Q between`, separate.difference?.statistic, wanted.separateQ);
      check(`${where} Q between p`, separate.difference?.p, wanted.separateP);
      const common = fitSubgroups(more.sets['bcg'], column, options, 'common');
      common.groups.forEach((group, g) => {
        for (const figure of ['estimate', 'se', 'ciLower', 'ciUpper', 'p'] as const) {
          check(`${where} common ${group.level} ${figure}`, group.pooled?.[figure], wanted.common[figure][g]);
        }
      });
      check(`${where} common tau2`, common.tau2, wanted.common.tau2, 1e-6);
      check(`${where} QM`, common.difference?.statistic, wanted.commonQm);
      check(`${where} QM p`, common.difference?.p, wanted.commonQmP);
    }
    expect(more.subgroups.length).toBe(6);
    expect(lines).toEqual([]);
  });

  it('the example: means 2 and 11 with variances 1/2', () => {
    const data = { yi: [1, 3, 10, 12], vi: [1, 1, 1, 1] };
    const found = fitSubgroups(
      data,
      { name: 'g', values: ['a', 'a', 'b', 'b'] },
      { method: 'EE', test: 'z' },
    );
    expect(found.difference?.statistic).toBeCloseTo(81, 10);
  });

  it('a group of one row is shown without a pooled value (case B10)', () => {
    const data = { yi: [1, 3, 10], vi: [1, 1, 1], slab: ['p', 'q', 'r'] };
    const groups = { name: 'g', values: ['a', 'a', 'b'] };
    for (const kind of ['separate', 'common'] as const) {
      const found = fitSubgroups(data, groups, { method: 'DL', test: 'z' }, kind);
      expect(found.groups[1]).toMatchObject({
        level: 'b',
        k: 1,
        slab: ['r'],
        pooled: null,
        single: { yi: 10, vi: 1 },
      });
      expect(found.warnings).toContain('k = 1 in group b: shown as the single row, without a pooled value');
    }
  });

  it('each group has a CI under common tau2 too (case B11)', () => {
    const found = fitSubgroups(more.sets['bcg'], column, {}, 'common');
    for (const { pooled } of found.groups) {
      expect((pooled?.ciUpper as number) - (pooled?.ciLower as number)).toBeGreaterThan(0);
    }
  });

  it('one group: no difference to test; rows without a group are dropped', () => {
    const data = { yi: [1, 3, 2], vi: [1, 1, 1] };
    const found = fitSubgroups(data, { name: 'g', values: ['a', 'a', null] }, { method: 'EE', test: 'z' });
    expect(found.difference).toBeNull();
    expect(found.dropped).toEqual([{ row: 3, slab: '3', reason: 'moderator g is missing' }]);
    expect(found.warnings).toContain(
      'subgroup column g has 1 group with usable rows: there is no difference to test',
    );
  });
});
