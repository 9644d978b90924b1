/** Pass@k and Best@k against all subsets in R. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestAtK, bestAtKOfSets, passAtK } from '../../../src/audit/verifiers/at-k.ts';
import {
  type Candidate,
  chosenIsCorrect,
  executionBasedScores,
  executionFreeScore,
  hybridScores,
} from '../../../src/audit/verifiers/scores.ts';
import { reference } from '../../oracle.ts';
import { range } from '../rows.ts';

interface Reference {
  readonly atK: { correct: number[]; score: number[]; pass: number[]; best: number[] }[];
  readonly sets: {
    correct: number[];
    regression: number[];
    tests: number[];
    free: number[];
    based: number[];
    hybrid: number[];
  }[];
}
const { atK, sets } = reference<Reference>('audit.json');
const sampling = { seed: 1, label: 'task', draws: 1000 };

describe.each(atK.map((entry, i) => [i, entry] as const))('case %i', (_, { correct, score, pass, best }) => {
  const patches = correct.map((c, i) => ({ correct: c === 1, score: score[i] }));
  const right = correct.filter((c) => c === 1).length;

  it('agrees with R at every k, and is null beyond n', () => {
    range(correct.length).forEach((i) => {
      expect(passAtK(correct.length, right, i + 1)).toBeCloseTo(pass[i], 12);
      expect(bestAtK(patches, i + 1)).toBeCloseTo(best[i], 12);
    });
    expect(passAtK(correct.length, right, correct.length + 1)).toBeNull();
    expect(bestAtK(patches, correct.length + 1)).toBeNull();
  });
});

describe.each(sets.map((entry, i) => [i, entry] as const))(
  'scores that depend on the set, case %i',
  (_, entry) => {
    const patches = entry.correct.map(
      (c, i): Candidate => ({
        id: `p${i}`,
        correct: c === 1,
        regression: entry.regression[i],
        tests: entry.tests[i],
        executionFree: entry.free[i],
      }),
    );

    it('agrees with R at every k', () => {
      range(patches.length).forEach((i) => {
        const based = bestAtKOfSets(patches, i + 1, executionBasedScores, sampling);
        const hybrid = bestAtKOfSets(
          patches,
          i + 1,
          (set) => hybridScores(set, Math.ceil(set.length / 2)),
          sampling,
        );
        expect(based).toMatchObject({ exact: true });
        expect(based?.value).toBeCloseTo(entry.based[i], 12);
        expect(hybrid?.value).toBeCloseTo(entry.hybrid[i], 12);
      });
    });
  },
);

describe('bestAtKOfSets', () => {
  const patch = fc.record({ correct: fc.boolean(), score: fc.integer({ min: 0, max: 4 }) });

  it('equals bestAtK when the score does not depend on the set', () => {
    fc.assert(
      fc.property(
        fc.array(patch, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (list, k) => {
          const candidates = list.map(
            ({ correct, score }, i): Candidate => ({
              id: String(i),
              correct,
              regression: 0,
              tests: score,
              executionFree: null,
            }),
          );
          const found = bestAtKOfSets(candidates, k, (set) => set.map(({ tests }) => tests ?? 0), sampling);
          const wanted = bestAtK(list, k);
          if (wanted === null) expect(found).toBeNull();
          else expect(found?.value).toBeCloseTo(wanted, 12);
        },
      ),
    );
  });

  it('samples where there are too many subsets, near the exact value and the same for a seed', () => {
    const list = range(26).map((i) => ({ correct: i % 3 === 0, score: (i * 7) % 11 }));
    const candidates = list.map(
      ({ correct, score }, i): Candidate => ({
        id: String(i),
        correct,
        regression: 0,
        tests: score,
        executionFree: null,
      }),
    );
    const scoreOf = (set: readonly Candidate[]) => set.map(({ tests }) => tests ?? 0);
    const found = bestAtKOfSets(candidates, 5, scoreOf, sampling);
    expect(found?.exact).toBe(false);
    expect(bestAtKOfSets(candidates, 5, scoreOf, sampling)).toEqual(found);
    // 1000 draws of a value in [0, 1]: a standard error below 0.016.
    expect(Math.abs((found?.value ?? 0) - (bestAtK(list, 5) as number))).toBeLessThan(0.064);
  });
});

describe('scores', () => {
  const make = (tests: number, regression: number, executionFree: number): Candidate => ({
    id: '',
    correct: true,
    regression,
    tests,
    executionFree,
  });

  it('execution-free does not overflow', () => {
    expect(executionFreeScore(0, 0)).toBe(0.5);
    expect(executionFreeScore(1000, 998)).toBeCloseTo(0.8807970779778823, 14);
    expect(executionFreeScore(-5000, 5000)).toBe(0);
  });

  it('execution-based counts tests among the best regression scores only', () => {
    expect(executionBasedScores([make(5, 9, 0), make(3, 10, 0), make(1, 10, 0)])).toEqual([0, 3, 1]);
  });

  it('hybrid keeps the top, ties with its last one too', () => {
    const set = [make(1, 0, 0.9), make(2, 0, 0.5), make(3, 0, 0.5), make(9, 0, 0.1)];
    expect(hybridScores(set, 2)).toEqual([1.9, 2.5, 3.5, Number.NEGATIVE_INFINITY]);
  });

  it('ties are broken at random', () => {
    const set = [make(1, 0, 0), { ...make(1, 0, 0), correct: false }];
    expect(chosenIsCorrect(set, [2, 2])).toBe(0.5);
  });

  it('documented examples', () => {
    expect(passAtK(4, 1, 2)).toBeCloseTo(0.5, 14);
    const three = [
      { correct: true, score: 2 },
      { correct: false, score: 1 },
      { correct: false, score: 0 },
    ];
    expect(bestAtK(three, 2)).toBeCloseTo(2 / 3, 14);
  });
});
