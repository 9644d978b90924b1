/** One table's effect and variance against R's escalc, and Mantel-Haenszel against R's rma.mh (test/reference/meta.json). */
import { describe, expect, it } from 'vitest';
import { mantelHaenszel } from '../../src/effects/mantel-haenszel.ts';
import { stratumEffect } from '../../src/effects/stratum-effect.ts';
import type { Measure } from '../../src/effects/types.ts';
import { reference } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';

interface Escalc {
  readonly name: string;
  readonly measure: string;
  readonly ai: number[];
  readonly bi: number[];
  readonly ci: number[];
  readonly di: number[];
  readonly yi: number[];
  readonly vi: number[];
}
interface PooledTables {
  readonly name: string;
  readonly measure: 'RD' | 'RR' | 'OR';
  readonly estimate: number;
  readonly se: number;
}
const { escalc, mantelHaenszel: pooled } = reference<{ escalc: Escalc[]; mantelHaenszel: PooledTables[] }>(
  'meta.json',
);
// PETO is no measure of passgap's.
const ours = escalc.filter((entry) => entry.measure !== 'PETO');

describe.each(ours.map((entry) => [`${entry.name} ${entry.measure}`, entry] as const))('%s', (_, entry) => {
  it('gives every row', () => {
    const out = new Float64Array(3);
    entry.ai.forEach((a, i) => {
      const [b, c, d] = [entry.bi[i], entry.ci[i], entry.di[i]];
      const measure = entry.measure as Measure;
      stratumEffect(measure, 'raw', a, a + b, null, c, c + d, null, out);
      const hasZero = [a, b, c, d].includes(0);
      if (hasZero && measure === 'RD') {
        // Case A3: metafor adds 1/2 to the effect too; here the difference stays the plain one.
        expect(out[0]).toBe(a / (a + b) - c / (c + d));
        expect(out[2]).toBe(0);
        return;
      }
      expect(relativeError(out[0], entry.yi[i], 1e-3)).toBeLessThan(1e-11);
      expect(relativeError(out[1], entry.vi[i])).toBeLessThan(1e-11);
      expect(out[2]).toBe(hasZero && measure !== 'AS' ? 1 : 0);
    });
  });
});

it('covers four measures with and without zero cells', () => {
  expect(ours.map((entry) => entry.measure).sort()).toEqual(['AS', 'AS', 'OR', 'OR', 'RD', 'RD', 'RR', 'RR']);
});

describe.each(pooled.map((entry) => [`${entry.name} ${entry.measure}`, entry] as const))(
  'Mantel-Haenszel %s',
  (_, entry) => {
    it('gives estimate and standard error', () => {
      const tables = escalc.find((one) => one.name.startsWith(entry.name) && one.measure === entry.measure)!;
      const result = mantelHaenszel(
        tables.ai.map((a, i) => ({
          x1: a,
          n1: a + tables.bi[i],
          x0: tables.ci[i],
          n0: tables.ci[i] + tables.di[i],
        })),
        entry.measure,
      );
      expect(relativeError(result.estimate, entry.estimate)).toBeLessThan(1e-11);
      expect(relativeError(result.se, entry.se)).toBeLessThan(1e-11);
      expect(result.k).toBe(tables.ai.length);
    });
  },
);

describe('Mantel-Haenszel by hand', () => {
  const tables = [
    { x1: 8, n1: 10, x0: 30, n0: 40 },
    { x1: 5, n1: 10, x0: 20, n0: 40 },
    { x1: 2, n1: 10, x0: 6, n0: 40 },
  ];

  it('gives the example of the doc block (cases.md)', () => {
    const result = mantelHaenszel(tables, 'RD');
    expect(relativeError(result.estimate, 1 / 30)).toBeLessThan(1e-12);
    expect(relativeError(result.se, 0.0889236043)).toBeLessThan(1e-9);
  });

  it('counts tables with an empty arm and leaves them out', () => {
    const result = mantelHaenszel([...tables, { x1: 0, n1: 0, x0: 3, n0: 4 }], 'RD');
    expect(result).toEqual({ ...mantelHaenszel(tables, 'RD'), kDropped: 1 });
  });

  it('gives no interval of no width where every arm is saturated (metafor: se 0)', () => {
    const full = [
      { x1: 2, n1: 2, x0: 0, n0: 3 },
      { x1: 3, n1: 3, x0: 0, n0: 4 },
    ];
    const none = [{ x1: 0, n1: 2, x0: 0, n0: 3 }];
    const reason = 'every arm passes all or nothing: no spread, so no interval';
    expect(mantelHaenszel(full, 'RD')).toMatchObject({ estimate: 1, se: null, reason });
    expect(mantelHaenszel(none, 'RD')).toMatchObject({ estimate: 0, se: null, reason });
    // One arm off: metafor 3.8-1, rma.mh(measure = "RD").
    const off = mantelHaenszel([full[0], { x1: 3, n1: 3, x0: 1, n0: 4 }], 'RD');
    expect(off.estimate).toBeCloseTo(0.852941176470588, 14);
    expect(off.se).toBeCloseTo(0.135815903703353, 14);
  });

  it('has no log ratio where an arm never passes, and says why', () => {
    const result = mantelHaenszel([{ x1: 0, n1: 10, x0: 3, n0: 10 }], 'RR');
    expect([result.estimate, result.se]).toEqual([null, null]);
    expect(result.reason).toBe('an arm has no pass, or no failure, in any table');
    expect(mantelHaenszel([], 'OR').reason).toBe('no table has both arms');
  });
});
