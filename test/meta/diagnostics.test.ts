import { describe, expect, it } from 'vitest';
import { blup } from '../../src/meta/blup.ts';
import { fitMeta } from '../../src/meta/fit.ts';
import { influence } from '../../src/meta/influence.ts';
import { cumulative, leaveOneOut } from '../../src/meta/leave-one-out.ts';
import { comparison, more } from './more.ts';
import { oracleSets } from './oracle.ts';

/** Below this in size a figure of metafor's is rounding of 0 (I2 in percent of a tau2 that is 0). */
const FLOORS: Readonly<Record<string, number>> = {
  i2: 1e-1,
  tau2: 1e-4,
  tau2Deleted: 1e-4,
  q: 1e-6,
  qDeleted: 1e-6,
};

describe('diagnostics of meta.json', () => {
  it('leave1outDL, cumulDL and blupREML to 1e-8', () => {
    const { lines, check, compared } = comparison(1e-8);
    for (const set of oracleSets().filter(({ leave1outDL }) => leave1outDL !== undefined)) {
      const without = leaveOneOut(set, { method: 'DL', test: 'z' });
      for (const [figure, values] of Object.entries(set.leave1outDL ?? {})) {
        values.forEach((wanted, i) => {
          const key = figure as 'estimate' | 'se' | 'tau2' | 'i2' | 'q';
          check(
            `${set.name} without ${i} ${figure}`,
            without[i][key],
            wanted,
            wanted === 0 ? 1e-6 : undefined,
          );
        });
      }
      const steps = cumulative(set, { method: 'DL', test: 'z' });
      for (const [figure, values] of Object.entries(set.cumulDL ?? {})) {
        values.forEach((wanted, i) => {
          const found = steps[i][figure as 'estimate' | 'se' | 'tau2'];
          // One row has no tau2: null here, 0 there.
          if (i === 0 && figure === 'tau2') expect([found, wanted]).toEqual([null, 0]);
          else check(`${set.name} first ${i + 1} ${figure}`, found, wanted, wanted === 0 ? 1e-6 : undefined);
        });
      }
      const predictions = blup(set, { method: 'REML', test: 'z' });
      set.blupREML?.pred.forEach((wanted, i) => {
        check(`${set.name} blup ${i}`, predictions[i].estimate, wanted);
        check(`${set.name} blup se ${i}`, predictions[i].se, set.blupREML?.se[i] as number);
      });
    }
    expect(compared()).toBeGreaterThan(1000);
    expect(lines).toEqual([]);
  });
});

describe('diagnostics of meta-more.json', () => {
  it('covers five data sets and four pairs of estimator and test', () => {
    expect(more.diagnostics.length).toBe(20);
  });

  for (const wanted of more.diagnostics) {
    it(`${wanted.set} ${wanted.method} ${wanted.test}`, () => {
      const set = more.sets[wanted.set];
      const options = { method: wanted.method, test: wanted.test };
      // With vi = 1e-6 beside 1, metafor's ML stops at tau2 = 2e-14 on its way to 0 (its step is absolute).
      const tolerance = wanted.set === 'precise' && wanted.method === 'ML' ? 1e-7 : 1e-8;
      const { lines, check } = comparison(tolerance);
      const compare = (what: string, found: object[], columns: Readonly<Record<string, unknown>>) => {
        for (const [figure, column] of Object.entries(columns)) {
          if (!Array.isArray(column)) continue;
          column.forEach((value, i) => {
            const mine = (found[i] as Record<string, number | boolean | null>)[figure];
            if (typeof value === 'boolean') expect([what, figure, i, mine]).toEqual([what, figure, i, value]);
            // null: metafor's Fisher scoring did not converge there (case C1), or k = 1.
            else if (value === null)
              expect(mine === null || typeof mine === 'boolean' || Number.isFinite(mine)).toBe(true);
            else if (mine === null) expect([figure, i, value]).toEqual([figure, 0, value]);
            else check(`${what} ${figure} ${i}`, mine as number, value as number, FLOORS[figure] ?? 1e-12);
          });
        }
      };
      const deleted = influence(set, options);
      compare('leave-one-out', leaveOneOut(set, options), wanted.leave1out);
      compare('cumulative', cumulative(set, options), wanted.cumulative);
      compare('influence', deleted, wanted.influence);
      compare('rstandard', deleted, {
        residual: wanted.rstandard.resid,
        residualSe: wanted.rstandard.se,
        rstandard: wanted.rstandard.z,
      });
      compare('baujat', deleted, { baujatX: wanted.baujat.x, baujatY: wanted.baujat.y });
      if (wanted.blup !== undefined) {
        const { pred: estimate, se, piLower, piUpper } = wanted.blup;
        compare('blup', blup(set, options), { estimate, se, piLower, piUpper });
      }
      expect(lines).toEqual([]);
    });
  }
});

describe('diagnostics by hand', () => {
  const data = { yi: [1, 3, 8], vi: [1, 1, 1], slab: ['a', 'b', 'c'] };
  const options = { method: 'EE', test: 'z' } as const;

  it('leave-one-out carries every column and the row of the whole sample (case G15)', () => {
    const found = leaveOneOut(data, options);
    expect(found.map(({ slab, estimate }) => [slab, estimate])).toEqual([
      ['a', 5.5],
      ['b', 4.5],
      ['c', 2],
      [null, 4],
    ]);
    const whole = fitMeta(data, options);
    const last = found[3];
    for (const figure of [
      'estimate',
      'se',
      'ciLower',
      'ciUpper',
      'statistic',
      'p',
      'log10P',
      'tau2',
      'i2',
      'q',
      'qP',
    ] as const) {
      expect(last[figure]).toBe(whole[figure]);
    }
  });

  it('cumulative by order: numbers as numbers, text by code point, ties in input order', () => {
    expect(cumulative(data, options).map(({ estimate }) => estimate)).toEqual([1, 2, 4]);
    expect(cumulative(data, options, [10, 9, 2]).map(({ slab }) => slab)).toEqual(['c', 'b', 'a']);
    expect(cumulative(data, options, ['2025-02', '2024-12', '2025-02']).map(({ slab }) => slab)).toEqual([
      'b',
      'a',
      'c',
    ]);
    expect(() => cumulative(data, options, [1, 2])).toThrow(
      'order has 2 values, yi has 3: one a row is needed',
    );
    expect(() => cumulative(data, options, [1, null, 2])).toThrow('row 2: order is missing');
  });

  it('the examples of influence and blup', () => {
    expect(influence(data, options)[2].cook).toBeCloseTo(12, 12);
    expect(blup({ yi: [1, 3], vi: [0.5, 0.5] }, { method: 'DL', test: 'z' })[0].estimate).toBeCloseTo(
      1.25,
      14,
    );
  });

  it('too few rows are named', () => {
    expect(() => leaveOneOut({ yi: [1], vi: [1] })).toThrow(
      'leave-one-out needs at least 2 usable rows, 1 found',
    );
    expect(() => influence({ yi: [1, 2], vi: [1, 1] })).toThrow(
      'influence needs at least 3 usable rows, 2 found',
    );
    expect(() => blup({ yi: [1], vi: [1] })).toThrow('blup needs at least 2 usable rows, 1 found');
  });
});
