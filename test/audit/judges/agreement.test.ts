/** Kappa and alpha against R by the cross table and the coincidence matrix, and against printed examples. */
import { describe, expect, it } from 'vitest';
import { jackknife } from '../../../src/audit/intervals/jackknife.ts';
import {
  cohenKappa,
  fleissKappa,
  krippendorffAlpha,
  type Ratings,
} from '../../../src/audit/judges/agreement.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';
import { range } from '../rows.ts';

interface Jackknifed {
  readonly value: number;
  readonly se: number;
  readonly lower: number;
  readonly upper: number;
}
interface Reference {
  readonly cohen: { a: number[]; b: number[]; plain: Jackknifed; squared: Jackknifed }[];
  readonly fleiss: { counts: number[][]; kappa: Jackknifed }[];
  readonly alpha: ({ items: number[][] } & Record<'nominal' | 'ordinal' | 'interval', Jackknifed>)[];
}
const { cohen, fleiss, alpha } = reference<Reference>('audit.json');

function check<U>(units: readonly U[], statistic: (kept: readonly U[]) => number | null, wanted: Jackknifed) {
  const found = jackknife(units, statistic, { level: 95, seed: 1, unit: 'item', bounds: [-1, 1] });
  expect(relativeError(found.value, wanted.value, 1e-3)).toBeLessThan(1e-10);
  expect(relativeError(found.se, wanted.se)).toBeLessThan(1e-10);
  expect(relativeError(found.interval?.lower ?? null, wanted.lower, 1e-3)).toBeLessThan(1e-9);
  expect(relativeError(found.interval?.upper ?? null, wanted.upper, 1e-3)).toBeLessThan(1e-9);
}

describe("Cohen's kappa", () => {
  it.each(cohen.map((entry, i) => [i, entry] as const))(
    'agrees with R, case %i',
    (_, { a, b, plain, squared }) => {
      const pairs = a.map((value, i): [number, number] => [value, b[i]]);
      check(pairs, (kept) => cohenKappa(kept), plain);
      check(pairs, (kept) => cohenKappa(kept, (x, y) => (x - y) ** 2), squared);
    },
  );

  it('gives 0.4 for 20, 5, 10 and 15', () => {
    const repeat = (n: number, pair: [number, number]) => range(n).map(() => pair);
    const pairs = [...repeat(20, [1, 1]), ...repeat(5, [1, 0]), ...repeat(10, [0, 1]), ...repeat(15, [0, 0])];
    expect(cohenKappa(pairs)).toBeCloseTo(0.4, 14);
  });

  it('is null without pairs and without any variance', () => {
    expect(cohenKappa([])).toBeNull();
    expect(
      cohenKappa([
        [1, 1],
        [1, 1],
      ]),
    ).toBeNull();
  });
});

describe("Fleiss' kappa", () => {
  const itemsOf = (counts: number[][]): Ratings[] =>
    counts.map((row) => row.flatMap((n, category) => range(n).map(() => category)));

  it.each(fleiss.map((entry, i) => [i, entry] as const))('agrees with R, case %i', (_, { counts, kappa }) => {
    check(itemsOf(counts), fleissKappa, kappa);
  });

  it('reprints 0.210 for the table of Fleiss (1971)', () => {
    expect((fleissKappa(itemsOf(fleiss[0].counts)) as number).toFixed(3)).toBe('0.210');
  });

  it('gives 1/3 in the documented example, null for unequal numbers and for one category', () => {
    expect(
      fleissKappa([
        [0, 0],
        [1, 1],
        [0, 1],
      ]),
    ).toBeCloseTo(1 / 3, 14);
    expect(
      fleissKappa([
        [0, 0],
        [1, 1, 1],
      ]),
    ).toBeNull();
    expect(
      fleissKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toBeNull();
    expect(fleissKappa([])).toBeNull();
  });
});

describe("Krippendorff's alpha", () => {
  const metrics = ['nominal', 'ordinal', 'interval'] as const;

  it.each(alpha.map((entry, i) => [i, entry] as const))('agrees with R, case %i', (_, entry) => {
    for (const metric of metrics)
      check(entry.items, (kept) => krippendorffAlpha(kept, metric), entry[metric]);
  });

  it('reprints .743, .815 and .849 of Krippendorff (2011)', () => {
    const printed = metrics.map((metric) => (krippendorffAlpha(alpha[0].items, metric) as number).toFixed(3));
    expect(printed).toEqual(['0.743', '0.815', '0.849']);
  });

  it('gives 4/9 in the documented example', () => {
    expect(
      krippendorffAlpha(
        [
          [0, 0],
          [1, 1],
          [0, 1],
        ],
        'nominal',
      ),
    ).toBeCloseTo(4 / 9, 14);
  });

  it('is null where nobody shares an item, and where all ratings are one value', () => {
    for (const metric of metrics) {
      expect(krippendorffAlpha([[1], [2]], metric)).toBeNull();
      expect(
        krippendorffAlpha(
          [
            [3, 3],
            [3, 3],
          ],
          metric,
        ),
      ).toBeNull();
    }
  });
});
