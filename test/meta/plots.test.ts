import { describe, expect, it } from 'vitest';
import { gosh } from '../../src/meta/gosh.ts';
import { labbePoints, radialPoints } from '../../src/meta/plot-points.ts';
import { comparison, more } from './more.ts';

describe('gosh', () => {
  it('all 63 subsets of six rows agree with metafor::gosh to 1e-8', () => {
    const set = { yi: more.sets['bcg'].yi.slice(0, 6), vi: more.sets['bcg'].vi.slice(0, 6) };
    const { lines, check, compared } = comparison(1e-8);
    for (const wanted of more.gosh) {
      const found = gosh(set, { method: wanted.method, test: 'z' });
      expect([found.exact, found.subsets, found.seed]).toEqual([true, 63, null]);
      const at = new Map(wanted.rows.map((key, i) => [key, i]));
      found.included.forEach((included, s) => {
        const key = [0, 1, 2, 3, 4, 5].map((i) => (included.includes(i) ? '1' : '0')).join('');
        const i = at.get(key) as number;
        check(`${wanted.method} ${key} estimate`, found.estimate[s], wanted.estimate[i]);
        check(`${wanted.method} ${key} tau2`, found.tau2[s], wanted.tau2[i], 1e-4);
        check(`${wanted.method} ${key} i2`, found.i2[s], wanted.i2[i], 1e-1);
        check(`${wanted.method} ${key} q`, found.q[s], wanted.q[i], 1e-4);
      });
    }
    expect(compared()).toBe(3 * 63 * 4);
    expect(lines).toEqual([]);
  });

  it('samples with the seed when there are too many: the same twice, every row in about half', () => {
    const data = { yi: Array.from({ length: 30 }, (_, i) => i), vi: Array.from({ length: 30 }, () => 1) };
    const options = { method: 'DL', test: 'z' } as const;
    const found = gosh(data, options, { subsets: 2000, seed: 3 });
    expect(found).toEqual(gosh(data, options, { subsets: 2000, seed: 3 }));
    expect([found.exact, found.subsets, found.estimate.length, found.seed]).toEqual([false, 2000, 2000, 3]);
    for (let row = 0; row < 30; row++) {
      const share = found.included.filter((included) => included.includes(row)).length / 2000;
      // Five standard errors of a share of 1/2.
      expect(Math.abs(share - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / 2000));
    }
  });

  it('the example', () => {
    expect(gosh({ yi: [1, 3], vi: [1, 1] }, { method: 'EE', test: 'z' }).estimate).toEqual([1, 3, 2]);
  });
});

describe('radialPoints and labbePoints', () => {
  it('agree with metafor to 1e-8', () => {
    const { lines, check } = comparison(1e-8);
    radialPoints(more.sets['bcg'], { method: 'REML' }).forEach((point, i) => {
      check(`radial x ${i}`, point.x, more.radial.x[i]);
      check(`radial y ${i}`, point.y, more.radial.y[i]);
    });
    const { ai, bi, ci, di } = more.bcgTable;
    const tables = ai.map((a, i) => ({ ai: a, bi: bi[i], ci: ci[i], di: di[i] }));
    labbePoints(tables, 'RR').forEach((point, i) => {
      check(`labbe x ${i}`, point.x, more.labbe.x[i]);
      check(`labbe y ${i}`, point.y, more.labbe.y[i]);
    });
    expect(lines).toEqual([]);
  });

  it('the examples; bad tables name their row', () => {
    const [, second] = radialPoints({ yi: [1, 3], vi: [0.25, 0.25] }, { method: 'EE' });
    expect([second.x, second.y]).toEqual([2, 6]);
    const [point] = labbePoints([{ ai: 1, bi: 3, ci: 2, di: 2 }], 'RD');
    expect([point.x, point.y]).toEqual([0.5, 0.25]);
    expect(() => labbePoints([{ ai: -1, bi: 3, ci: 2, di: 2 }], 'RD')).toThrow(
      'row 1: count is "-1": a number of 0 or more is allowed',
    );
    expect(() => labbePoints([{ ai: 0, bi: 0, ci: 2, di: 2 }], 'RD')).toThrow(
      'row 1: an arm has no observations',
    );
  });

  it('1/2 is added only where a cell is empty and the scale needs it', () => {
    const table = [{ ai: 0, bi: 4, ci: 2, di: 2 }];
    expect(labbePoints(table, 'RD')[0].y).toBe(0);
    expect(labbePoints(table, 'RR')[0].y).toBeCloseTo(Math.log(0.5 / 5), 14);
  });
});
