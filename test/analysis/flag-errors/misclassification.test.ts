/** The correction by exact mixtures, and by planted gaps under flags drawn with errors. */
import { describe, expect, it } from 'vitest';
import { misclassifiedGap } from '../../../src/analysis/flag-errors/misclassification.ts';
import { stratumScores } from '../../../src/analysis/sensitivity/task-scores.ts';
import type { Contrast } from '../../../src/effects/arms.ts';
import type { WEIGHTS } from '../../../src/effects/types.ts';
import { randomStream } from '../../../src/stats/random.ts';

/** Tasks given as [stratum, flagged, score, how many]. */
function tasksOf(groups: readonly (readonly [number, 0 | 1, number, number])[]) {
  const list = groups.flatMap(([s, flag, score, n]) => Array.from({ length: n }, () => ({ s, flag, score })));
  const contrast: Contrast = {
    strata: [...new Set(list.map(({ s }) => s))].map((s) => `stratum ${s}`),
    stratum: Int32Array.from(list, ({ s }) => s),
    arm: Int8Array.from(list, ({ flag }) => flag),
  };
  return { contrast, scores: list.map(({ score }) => score) };
}

// 100 tasks, 40 hackable of score 0.8, 60 not of 0.4, Se = 0.75, Sp = 0.9 to the task.
const EXACT = [
  [0, 1, 0.8, 30],
  [0, 0, 0.8, 10],
  [0, 1, 0.4, 6],
  [0, 0, 0.4, 54],
] as const;

describe('exact mixtures', () => {
  it('the example of the doc block: from 0.2708 to 0.4', () => {
    const { contrast, scores } = tasksOf(EXACT);
    const plain = stratumScores(scores, contrast)[0];
    expect(plain.hackable.mean - plain.robust.mean).toBeCloseTo(0.270833333, 8);
    const found = misclassifiedGap(scores, contrast, 'flagged', 0.75, 0.9, 95);
    expect(found.estimate).toBeCloseTo(0.4, 13);
    const [stratum] = found.strata;
    expect(stratum.hackable).toBeCloseTo(0.4, 13);
    expect([stratum.ppv, stratum.npv].map((x) => x!.toFixed(10))).toEqual([
      (30 / 36).toFixed(10),
      (54 / 64).toFixed(10),
    ]);
    expect(stratum.rateHackable).toBeCloseTo(0.8, 13);
    expect(stratum.rateRobust).toBeCloseTo(0.4, 13);
  });

  it('strata are combined by the weights of the true arms', () => {
    // A second stratum: 20 hackable of 0.5, 80 not of 0.4, the same rates.
    const { contrast, scores } = tasksOf([
      ...EXACT,
      [1, 1, 0.5, 15],
      [1, 0, 0.5, 5],
      [1, 1, 0.4, 8],
      [1, 0, 0.4, 72],
    ]);
    const gap = (weights: (typeof WEIGHTS)[number]) =>
      misclassifiedGap(scores, contrast, weights, 0.75, 0.9, 95).estimate!;
    expect(gap('flagged')).toBeCloseTo((40 * 0.4 + 20 * 0.1) / 60, 12);
    expect(gap('all')).toBeCloseTo(0.25, 12);
    expect(gap('mh')).toBeCloseTo((24 * 0.4 + 16 * 0.1) / 40, 12);
  });

  it('flags without error leave gap and standard error as they are', () => {
    const { contrast, scores } = tasksOf(EXACT);
    const [cell] = stratumScores(scores, contrast);
    const found = misclassifiedGap(scores, contrast, 'mh', 1, 1, 95);
    expect(found.estimate).toBeCloseTo(cell.hackable.mean - cell.robust.mean, 14);
    expect(found.se).toBeCloseTo(Math.sqrt(cell.hackable.variance / 36 + cell.robust.variance / 64), 13);
  });

  it('says what can not be', () => {
    const { contrast, scores } = tasksOf(EXACT);
    const found = misclassifiedGap(scores, contrast, 'mh', 0.3, 1, 95);
    expect([found.estimate, found.reason]).toEqual([
      null,
      "no stratum can be corrected: 36.0 % flagged can't come from sensitivity 30.0 % and specificity 100.0 %: allowed is from 0.0 % to 30.0 %",
    ]);
    expect(misclassifiedGap(scores, contrast, 'mh', 0.5, 0.5, 95).reason).toBe(
      'sensitivity + specificity is at most 1: such flags say nothing',
    );
  });
});

describe('planted gap, flags drawn with errors', () => {
  const GAP = 0.2;
  const REPEATS = 500;
  const cases = [
    [0.8, 1],
    [0.7, 0.9],
  ] as const;

  it.each(cases)(
    'sensitivity %d, specificity %d: recovered within 4 Monte Carlo errors, and covered',
    (se, sp) => {
      let [sum, square, held, plainSum] = [0, 0, 0, 0];
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        const stream = randomStream(5, 'misclassified', String(se), repeat);
        const groups = Array.from({ length: 400 }, (_, t) => {
          const s = t % 2;
          const isHackable = stream.uniform() < 0.35;
          const flag = stream.uniform() < (isHackable ? se : 1 - sp) ? 1 : 0;
          const score = 0.6 - 0.2 * s + (isHackable ? GAP : 0) + 0.2 * stream.normal();
          return [s, flag, score, 1] as const;
        });
        const { contrast, scores } = tasksOf(groups);
        const found = misclassifiedGap(scores, contrast, 'all', se, sp, 95);
        sum += found.estimate!;
        square += found.estimate! ** 2;
        if (found.ciLower! <= GAP && GAP <= found.ciUpper!) held++;
        plainSum += misclassifiedGap(scores, contrast, 'all', 1, 1, 95).estimate!;
      }
      const mean = sum / REPEATS;
      const error = Math.sqrt((square / REPEATS - mean * mean) / REPEATS);
      expect(Math.abs(mean - GAP) / error).toBeLessThan(4);
      expect(held / REPEATS).toBeGreaterThan(0.95 - 4 * Math.sqrt((0.95 * 0.05) / REPEATS));
      // The plain gap is diluted by far more than that.
      expect((GAP - plainSum / REPEATS) / error).toBeGreaterThan(8);
    },
  );
});
