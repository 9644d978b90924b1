/** Do the intervals hold what they promise? Simulated with a fixed seed; Monte Carlo error is below 0.7 points. */
import { describe, expect, it } from 'vitest';
import { clusteredDifference, clusteredMean } from '../../src/audit/intervals/clustered.ts';
import { jackknife } from '../../src/audit/intervals/jackknife.ts';
import { cohenKappa } from '../../src/audit/judges/agreement.ts';
import { classify } from '../../src/audit/judges/classification.ts';
import type { Interval } from '../../src/audit/types.ts';
import { randomStream } from '../../src/stats/random.ts';
import { range } from './rows.ts';

const DRAWS = 2000;

/** Share of draws whose interval holds the truth; a draw without an interval counts as a miss. */
function coverage(label: string, truth: number, draw: (uniform: () => number) => Interval | null): number {
  const stream = randomStream(1, 'audit coverage', label);
  const held = range(DRAWS).filter(() => {
    const interval = draw(stream.uniform);
    return interval !== null && interval.lower <= truth && truth <= interval.upper;
  });
  return held.length / DRAWS;
}

describe('95 % intervals', () => {
  // A task's rate is 0.2 or 0.8, so rows of a task are strongly alike; the mean over rows is 0.5.
  const meanOver = (label: string, sizes: readonly number[]) =>
    coverage(label, 0.5, (uniform) => {
      const cells = sizes.map((n) => {
        const rate = uniform() < 0.5 ? 0.2 : 0.8;
        return { n, sum: range(n).filter(() => uniform() < rate).length };
      });
      return clusteredMean(cells, 95, 'task').interval;
    });

  it('of a mean over 20 tasks of 2 to 6 rows hold it in 93-97 %', () => {
    const sizes = range(20).map((i) => 2 + (i % 5));
    const found = meanOver('mean', sizes);
    expect(found).toBeGreaterThan(0.93);
    expect(found).toBeLessThan(0.97);
  });

  it('of a mean over 12 tasks of 1 to 12 rows fall short, and a warning says that they may', () => {
    const sizes = range(12).map((i) => i + 1);
    const found = meanOver('unequal', sizes);
    expect(found).toBeGreaterThan(0.9);
    expect(found).toBeLessThan(0.94);
    const cells = sizes.map((n) => ({ n, sum: n % 2 }));
    expect(clusteredMean(cells, 95, 'task').warnings).toEqual([
      '12 tasks of unequal size carry 8.4 degrees of freedom: the interval is approximate',
    ]);
  });

  it('of a difference within 25 shared tasks hold it in 93-97 %, and treating rows as independent does not', () => {
    const found = coverage('difference', 0.1, (uniform) => {
      const pairs = range(25).map(() => {
        const rate = uniform() * 0.8;
        const cell = (p: number) => ({ n: 4, sum: range(4).filter(() => uniform() < p).length });
        return { arm1: cell(rate + 0.1), arm0: cell(rate) };
      });
      return clusteredDifference(pairs, 95, 'task').interval;
    });
    expect(found).toBeGreaterThan(0.93);
    expect(found).toBeLessThan(0.97);
    const naive = coverage('naive', 0.5, (uniform) => {
      const cells = range(12).flatMap(() => {
        const rate = uniform() < 0.5 ? 0.2 : 0.8;
        return range(10).map(() => ({ n: 1, sum: uniform() < rate ? 1 : 0 }));
      });
      return clusteredMean(cells, 95, 'row').interval;
    });
    expect(naive).toBeLessThan(0.75);
  });

  it("of Cohen's kappa over 60 items hold it in 93-97 %", () => {
    // Each rater says the true half-half verdict with probability 0.85: p_o = 0.745, p_e = 0.5, kappa 0.49.
    const found = coverage('kappa', 0.49, (uniform) => {
      const pairs = range(60).map((): [number, number] => {
        const truth = uniform() < 0.5 ? 1 : 0;
        const say = () => (uniform() < 0.85 ? truth : 1 - truth);
        return [say(), say()];
      });
      return jackknife(pairs, (kept) => cohenKappa(kept), { level: 95, seed: 1, unit: 'item' }).interval;
    });
    expect(found).toBeGreaterThan(0.93);
    expect(found).toBeLessThan(0.97);
  });

  it('of F1 over 80 items hold it in at least 93 %', () => {
    // Cells 0.4, 0.1, 0.1, 0.4: F1 = 0.8.
    const found = coverage('f1', 0.8, (uniform) => {
      const confusion = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
      for (let i = 0; i < 80; i++) {
        const u = uniform();
        confusion[
          u < 0.4 ? 'truePositive' : u < 0.5 ? 'falsePositive' : u < 0.6 ? 'falseNegative' : 'trueNegative'
        ]++;
      }
      return classify(confusion, 95).f1.interval;
    });
    expect(found).toBeGreaterThan(0.93);
    expect(found).toBeLessThan(0.97);
  });
});
