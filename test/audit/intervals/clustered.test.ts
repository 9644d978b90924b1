/** Cluster-robust means against CR2 by matrices in R (test/reference/audit.R). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClusterCell,
  clusteredContrast,
  clusteredDifference,
  clusteredMean,
} from '../../../src/audit/intervals/clustered.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';
import { range } from '../rows.ts';

interface Clustered {
  readonly y: number[];
  readonly group: number[];
  readonly cluster: number[];
  readonly weights: number[];
  readonly value: number;
  readonly se: number;
  readonly df: number;
  readonly lower: number;
  readonly upper: number;
}
const { clustered } = reference<{ clustered: Clustered[] }>('audit.json');

function cellsOf({ y, group, cluster, weights }: Clustered): ClusterCell[][] {
  return [...new Set(cluster)].map((id) =>
    weights.map((_, g) => {
      const own = range(y.length).filter((i) => cluster[i] === id && group[i] === g + 1);
      return { n: own.length, sum: own.reduce((sum, i) => sum + y[i], 0) };
    }),
  );
}

describe('clusteredContrast', () => {
  it('covers one, two and four groups in the reference', () => {
    expect(clustered.map(({ weights }) => weights.length)).toEqual([1, 2, 2, 4]);
  });

  it.each(clustered.map((entry, i) => [i, entry] as const))('agrees with R, design %i', (_, entry) => {
    const found = clusteredContrast(cellsOf(entry), entry.weights, 95, 'task');
    expect(relativeError(found.value, entry.value, 1)).toBeLessThan(1e-10);
    expect(relativeError(found.se, entry.se)).toBeLessThan(1e-10);
    expect(relativeError(found.df, entry.df)).toBeLessThan(1e-10);
    expect(relativeError(found.interval?.lower ?? null, entry.lower, 1)).toBeLessThan(1e-10);
    expect(relativeError(found.interval?.upper ?? null, entry.upper, 1)).toBeLessThan(1e-10);
  });

  it('is the t interval of cluster means when clusters have one size', () => {
    const found = clusteredMean(
      [
        { n: 2, sum: 2 },
        { n: 2, sum: 1 },
        { n: 2, sum: 0 },
      ],
      95,
      'task',
    );
    expect(found.value).toBe(0.5);
    expect(found.se).toBeCloseTo(Math.sqrt(1 / 12), 14);
    expect(found.df).toBeCloseTo(2, 12);
    expect(found.interval).toMatchObject({ kind: 'cluster-robust t (CR2)', level: 95, unit: 'task' });
  });

  it('cuts the interval where the value can not be', () => {
    const cells = [
      { n: 1, sum: 1 },
      { n: 1, sum: 1 },
      { n: 1, sum: 0 },
    ];
    expect(clusteredMean(cells, 95, 'task', [0, 1]).interval).toMatchObject({ lower: 0, upper: 1 });
  });

  it('gives the documented difference', () => {
    const pairs = [
      { arm1: { n: 1, sum: 1 }, arm0: { n: 1, sum: 0 } },
      { arm1: { n: 1, sum: 1 }, arm0: { n: 1, sum: 1 } },
    ];
    expect(clusteredDifference(pairs, 95, 'task').value).toBe(0.5);
  });
});

describe('what can not be estimated', () => {
  it('one cluster has a value and no interval (case D7)', () => {
    const found = clusteredMean([{ n: 5, sum: 2 }], 95, 'task');
    expect(found).toMatchObject({ value: 0.4, se: null, interval: null });
    expect(found.reason).toBe('interval not estimable: all rows belong to one task');
  });

  it('a group in one cluster has a value and no interval', () => {
    const pairs = [
      { arm1: { n: 2, sum: 1 }, arm0: { n: 1, sum: 0 } },
      { arm1: { n: 0, sum: 0 }, arm0: { n: 3, sum: 1 } },
    ];
    const found = clusteredDifference(pairs, 95, 'task');
    expect(found).toMatchObject({ value: 0.25, interval: null });
    expect(found.reason).toBe('interval not estimable: one task holds all rows of one group');
  });

  it('an empty group has no value', () => {
    const found = clusteredMean([], 95, 'task');
    expect(found).toMatchObject({ value: null, reason: 'not estimable: no task with a value' });
  });

  it('no variance has no interval of no width', () => {
    const found = clusteredMean(
      [
        { n: 1, sum: 1 },
        { n: 3, sum: 3 },
      ],
      95,
      'task',
    );
    expect(found).toMatchObject({ value: 1, se: 0, interval: null });
    expect(found.reason).toBe('interval not estimable: no variance between tasks');
  });

  it('few clusters are named', () => {
    const cells = [
      { n: 1, sum: 1 },
      { n: 1, sum: 0 },
    ];
    expect(clusteredMean(cells, 95, 'task').warnings).toEqual(['only 2 tasks: the interval is approximate']);
  });
});

describe('properties', () => {
  const cell = fc.record({ n: fc.integer({ min: 1, max: 6 }), hits: fc.nat(6) });
  const cells = fc
    .array(cell, { minLength: 2, maxLength: 12 })
    .map((list) => list.map(({ n, hits }) => ({ n, sum: Math.min(n, hits) })));

  it('the order of clusters changes nothing, and df stay between 1 and clusters - 1', () => {
    fc.assert(
      fc.property(cells, (list) => {
        const found = clusteredMean(list, 95, 'task');
        const turned = clusteredMean([...list].reverse(), 95, 'task');
        if (found.df === null) return;
        expect(found.df).toBeGreaterThan(1 - 1e-9);
        expect(found.df).toBeLessThan(list.length - 1 + 1e-9);
        expect(relativeError(turned.se, found.se as number, 1)).toBeLessThan(1e-10);
      }),
    );
  });
});
