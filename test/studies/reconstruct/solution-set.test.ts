import { describe, expect, it } from 'vitest';
import { solutionSet } from '../../../src/studies/reconstruct/solution-set.ts';
import type { Solution } from '../../../src/studies/reconstruct/types.ts';

const solution = (
  hackable: string[],
  dropped: string[],
  lower: number,
  upper: number,
  p: number,
): Solution => ({
  hackable,
  dropped,
  figures: { gap: 0.1, ciLower: 0, ciUpper: 0.2, i2: 0, positive: 3, models: 4, unstratified: 2 * p },
  taskAware: { se: 0.1, df: 5, ciLower: lower, ciUpper: upper, p },
  permutation: { p, pGreater: p / 2, permutations: 99 },
});

describe('a set of solutions', () => {
  it('counts flags, overlaps and ranges', () => {
    const set = solutionSet(
      ['a', 'b', 'c', 'd'],
      [solution(['a', 'b'], ['c'], -0.1, 0.3, 0.2), solution(['b', 'c'], ['a'], 0.01, 0.2, 0.04)],
    );
    expect(set.solutions).toBe(2);
    expect(set.sharedHackable).toEqual({ mean: 1, least: 1, most: 1 });
    expect(set.alwaysHackable).toEqual(['b']);
    expect(set.neverHackable).toEqual(['d']);
    expect(set.tasks.map(({ hackable, dropped }) => [hackable, dropped])).toEqual([
      [1, 1],
      [2, 0],
      [1, 1],
      [0, 0],
    ]);
    expect([set.intervalsWithZero, set.intervals]).toEqual([1, 2]);
    expect(set.taskAwareLower).toEqual({ least: -0.1, most: 0.01 });
    expect(set.permutationPGreater).toEqual({ least: 0.02, most: 0.1 });
    expect(set.unstratified).toEqual({ least: 0.08, most: 0.4 });
  });

  it('of nothing has nothing to say', () => {
    const set = solutionSet(['a'], []);
    expect([set.sharedHackable, set.permutationP, set.neverHackable, set.intervals]).toEqual([
      null,
      null,
      [],
      0,
    ]);
  });
});
