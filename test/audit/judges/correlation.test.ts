/** Rank correlations against cor() of R; Kendall also against all pairs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jackknife } from '../../../src/audit/intervals/jackknife.ts';
import {
  kendallTauB,
  partialSpearman,
  pearson,
  ranks,
  spearman,
} from '../../../src/audit/judges/correlation.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';

interface Jackknifed {
  readonly value: number;
  readonly se: number;
}
type Kind = 'pearson' | 'spearman' | 'kendall' | 'partial';
type Entry = { x: number[]; y: number[]; z: number[] } & Record<Kind, Jackknifed>;
const { correlation } = reference<{ correlation: Entry[] }>('audit.json');

describe.each(correlation.map((entry, i) => [i, entry] as const))('case %i agrees with R', (_, entry) => {
  const units = entry.x.map((x, i) => ({ x, y: entry.y[i], z: entry.z[i] }));
  type Unit = (typeof units)[number];
  const of = (f: (x: number[], y: number[], z: number[]) => number | null) => (kept: readonly Unit[]) =>
    f(
      kept.map(({ x }) => x),
      kept.map(({ y }) => y),
      kept.map(({ z }) => z),
    );
  const statistics: Record<Kind, (kept: readonly Unit[]) => number | null> = {
    pearson: of(pearson),
    spearman: of(spearman),
    kendall: of(kendallTauB),
    partial: of(partialSpearman),
  };

  it.each(Object.entries(statistics))('%s', (kind, statistic) => {
    const wanted = entry[kind as Kind];
    const found = jackknife(units, statistic, { level: 95, seed: 1, unit: 'item' });
    expect(relativeError(found.value, wanted.value, 1e-3)).toBeLessThan(1e-10);
    expect(relativeError(found.se, wanted.se, 1e-3)).toBeLessThan(1e-9);
  });
});

describe('kendallTauB', () => {
  it('counts pairs as the definition does', () => {
    const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(values, (pairs) => {
        let score = 0;
        let pairsX = 0;
        let pairsY = 0;
        pairs.forEach(([x, y], i) => {
          for (const [u, v] of pairs.slice(i + 1)) {
            score += Math.sign(x - u) * Math.sign(y - v);
            pairsX += x === u ? 0 : 1;
            pairsY += y === v ? 0 : 1;
          }
        });
        const found = kendallTauB(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
        );
        if (pairsX === 0 || pairsY === 0) expect(found).toBeNull();
        else expect(found).toBeCloseTo(score / Math.sqrt(pairsX * pairsY), 12);
      }),
    );
  });

  it('gives 2/3 in the documented example and null without variance', () => {
    expect(kendallTauB([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(2 / 3, 14);
    expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull();
    expect(kendallTauB([1], [1])).toBeNull();
  });
});

describe('the others', () => {
  it('give mid-ranks to ties', () => {
    expect(ranks([10, 20, 10, 5])).toEqual([2.5, 4, 2.5, 1]);
  });

  it('are null without variance', () => {
    expect(spearman([1, 1], [1, 2])).toBeNull();
    expect(pearson([2, 2, 2], [1, 2, 3])).toBeNull();
    expect(partialSpearman([1, 2, 3], [1, 3, 2], [1, 2, 3])).toBeNull();
  });
});
