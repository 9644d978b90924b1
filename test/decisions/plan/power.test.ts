/** Power, averaging, allocation and smallest gap against R (test/reference/plan.R) and closed forms. */
import { describe, expect, it } from 'vitest';
import { allocate } from '../../../src/decisions/plan/allocate.ts';
import { compositions } from '../../../src/decisions/plan/compositions.ts';
import {
  detectableGap,
  failures,
  gapPower,
  plannedPower,
  planted,
  precision,
} from '../../../src/decisions/plan/power.ts';
import type { Weights } from '../../../src/effects/types.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';

interface Effect {
  readonly add: number;
  readonly shrink: number;
  readonly weights: Weights;
}
const oracle = reference<{
  mean: number[];
  sd: number[];
  ttest: { n: number; delta: number; sd: number; power: number }[];
  fixed: (Effect & {
    n1: number[];
    n0: number[];
    alpha: number;
    gap: number | null;
    se: number | null;
    expectedSe: number | null;
    df: number | null;
    power: number | null;
  })[];
  averaged: (Effect & { audited: number[]; share: number[]; power: number; noTest: number })[];
  n1: number[];
  n0: number[];
  detectable: { weights: Weights; gap: number }[];
}>('plan.json');
const spread = oracle.mean.map((mean, s) => ({ mean, sd: oracle.sd[s] }));
const close = (found: number, wanted: number | null) =>
  expect(relativeError(found, wanted!)).toBeLessThan(1e-10);

describe('power of a known audit', () => {
  it('is power.t.test in one stratum with equal arms', () => {
    expect(oracle.ttest).toHaveLength(12);
    for (const { n, delta, sd, power } of oracle.ttest) {
      const found = precision([{ n1: n, n0: n }], [{ mean: 0.5, sd }], { add: delta, shrink: 1 }, 'mh')!;
      expect(found.df).toBeCloseTo(2 * n - 2, 9);
      close(gapPower(found, 0.05), power);
    }
  });

  it('is noncentral t over strata, with lone tasks that borrow', () => {
    expect(oracle.fixed).toHaveLength(60);
    let none = 0;
    for (const { n1, n0, add, shrink, weights, alpha, ...wanted } of oracle.fixed) {
      const cells = n1.map((n, s) => ({ n1: n, n0: n0[s] }));
      const found = precision(cells, spread, { add, shrink }, weights);
      if (wanted.power === null) {
        expect(found).toBeNull();
        none++;
        continue;
      }
      close(found!.gap, wanted.gap);
      close(found!.se, wanted.se);
      close(found!.expectedSe, wanted.expectedSe);
      close(found!.df, wanted.df);
      close(gapPower(found!, alpha), wanted.power);
    }
    expect(none).toBe(24);
  });

  it('answers the examples of the doc blocks', () => {
    const five = precision([{ n1: 5, n0: 5 }], [{ mean: 0.5, sd: 0.3 }], { add: 0.1, shrink: 1 }, 'flagged')!;
    expect(five.gap).toBeCloseTo(0.1, 15);
    expect(five.se).toBeCloseTo(0.3 * Math.sqrt(2 / 5), 15);
    expect(five.df).toBeCloseTo(8, 12);
    const twenty = precision([{ n1: 20, n0: 20 }], [{ mean: 0.5, sd: 0.2 }], { add: 0.2, shrink: 1 }, 'mh')!;
    // power.t.test(20, 0.2, 0.2, strict = TRUE) in R
    close(gapPower(twenty, 0.05), 0.8689530277245856);
  });

  it('has no answer without spread', () => {
    expect(precision([{ n1: 5, n0: 5 }], [{ mean: 0.5, sd: 0 }], { add: 0.1, shrink: 1 }, 'all')).toBeNull();
  });
});

describe('a gap made of failures', () => {
  it('has the expected gap asked for', () => {
    const cells = [
      { n1: 4, n0: 6 },
      { n1: 1, n0: 9 },
    ];
    const two = [
      { mean: 0.75, sd: 0.2 },
      { mean: 0.25, sd: 0.2 },
    ];
    // flagged weights 0.8 and 0.2: all failures make 0.8 * 0.25 + 0.2 * 0.75 = 0.35
    expect(failures(cells, two, 'flagged')).toBeCloseTo(0.35, 15);
    const effect = planted('failures', 0.07, cells, two, 'flagged');
    expect(effect.add).toBeCloseTo(0.2, 15);
    expect(effect.shrink).toBeCloseTo(0.8, 15);
    expect(precision(cells, two, effect, 'flagged')!.gap).toBeCloseTo(0.07, 15);
    expect(planted('failures', 0.36, cells, two, 'flagged').add).toBeNaN();
  });
});

describe('power over the numbers of hackable tasks', () => {
  it('is the binomial average, exact when enumerated', () => {
    expect(oracle.averaged).toHaveLength(24);
    let [exact, sampled] = [0, 0];
    for (const { audited, share, add, shrink, weights, power, noTest } of oracle.averaged) {
      const numbers = compositions(audited, share, 1);
      const found = plannedPower(numbers, spread, { add, shrink }, weights, 0.05);
      if (numbers.exact) {
        exact++;
        close(found.power, power);
        close(found.noTest, noTest);
      } else {
        sampled++;
        // A hypercube of 400 points: within a third of a point.
        expect(Math.abs(found.power - power)).toBeLessThan(1 / 300);
        expect(Math.abs(found.noTest - noTest)).toBeLessThan(1 / 300);
      }
    }
    expect([exact, sampled]).toEqual([12, 12]);
  });

  it('has the binomial chances of two tasks', () => {
    const { draws } = compositions([2], [0.5], 1);
    expect(draws.map((draw) => draw.hackable)).toEqual([[0], [1], [2]]);
    draws.forEach(({ probability }, k) => {
      expect(probability).toBeCloseTo([0.25, 0.5, 0.25][k], 14);
    });
  });

  it('samples the same points for a seed', () => {
    expect(compositions([40, 50, 9], [0.3, 0.2, 0.1], 7)).toEqual(
      compositions([40, 50, 9], [0.3, 0.2, 0.1], 7),
    );
  });
});

describe('smallest gap', () => {
  it('is the root of the power in R', () => {
    const cells = oracle.n1.map((n1, s) => ({ n1, n0: oracle.n0[s] }));
    for (const { weights, gap } of oracle.detectable) {
      const powerOf = (d: number) =>
        gapPower(precision(cells, spread, { add: d, shrink: 1 }, weights)!, 0.05);
      expect(relativeError(detectableGap(powerOf, 0.8, 1), gap)).toBeLessThan(1e-8);
    }
  });

  it('is null where power stays short', () => {
    expect(detectableGap(() => 0.4, 0.8, 1)).toBeNull();
    expect(detectableGap((gap) => 0.5 * gap, 0.8, 1)).toBeNull();
  });
});

describe('allocation', () => {
  const strata = [
    { tasks: 60, sd: 0.3, share: 0.3 },
    { tasks: 30, sd: 0.3, share: 0.3 },
    { tasks: 2, sd: 0.3, share: 0.3 },
  ];

  it('shares out in proportion, largest remainders first', () => {
    // 10 * 60/92 = 6.52, 10 * 30/92 = 3.26, 10 * 2/92 = 0.22
    expect(allocate(10, strata, 'proportional', 'flagged')).toEqual([7, 3, 0]);
  });

  it('is equal until a stratum is full', () => {
    expect(allocate(10, strata, 'equal', 'flagged')).toEqual([4, 4, 2]);
    expect(allocate(92, strata, 'equal', 'flagged')).toEqual([60, 30, 2]);
    expect(allocate(72, strata, 'equal', 'flagged')).toEqual([40, 30, 2]);
  });

  it('follows Neyman: weight times sd over the root of share (1 - share)', () => {
    const two = [
      { tasks: 100, sd: 0.3, share: 0.5 },
      { tasks: 100, sd: 0.1, share: 0.1 },
    ];
    // all: 100 * 0.3 / 0.5 = 60 and 100 * 0.1 / 0.3 = 33.33, of 56: 36 and 20
    expect(allocate(56, two, 'neyman', 'all')).toEqual([36, 20]);
    // flagged: 50 * 0.6 = 30 and 10 * 0.3333 = 3.333, of 60: 54 and 6
    expect(allocate(60, two, 'neyman', 'flagged')).toEqual([54, 6]);
    // mh: 25 * 0.6 = 15 and 9 * 0.3333 = 3, of 60: 50 and 10
    expect(allocate(60, two, 'neyman', 'mh')).toEqual([50, 10]);
  });

  it('makes the variance of a fixed weighting no larger than any other split does', () => {
    const two = [
      { tasks: 100, sd: 0.3, share: 0.5 },
      { tasks: 100, sd: 0.1, share: 0.1 },
    ];
    const variance = ([a, b]: readonly number[]) => 0.25 * (0.09 / (a * 0.25) + 0.01 / (b * 0.09));
    const least = variance(allocate(56, two, 'neyman', 'all'));
    for (let a = 1; a < 56; a++) expect(variance([a, 56 - a])).toBeGreaterThanOrEqual(least);
  });

  it('gives a stratum without spread what others have no room for', () => {
    const flat = [
      { tasks: 5, sd: 0.2, share: 0.5 },
      { tasks: 5, sd: 0, share: 0.5 },
    ];
    expect(allocate(4, flat, 'neyman', 'all')).toEqual([4, 0]);
    expect(allocate(8, flat, 'neyman', 'all')).toEqual([5, 3]);
  });

  it('never loses or invents a task', () => {
    for (const allocation of ['proportional', 'equal', 'neyman'] as const) {
      for (let n = 0; n <= 92; n++) {
        const found = allocate(n, strata, allocation, 'mh');
        expect(found.reduce((a, b) => a + b, 0)).toBe(n);
        found.forEach((size, s) => {
          expect(size).toBeLessThanOrEqual(strata[s].tasks);
        });
      }
    }
  });
});
