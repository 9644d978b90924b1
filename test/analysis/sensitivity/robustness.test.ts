/** Leave-outs against runs without the task, bounds against closed forms, adjusted gaps against the plain gap. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { taskScores } from '../../../src/analysis/sensitivity/task-scores.ts';
import { eValue, measuredTrait, unmeasuredTrait } from '../../../src/analysis/sensitivity/unmeasured.ts';
import { contrastOf } from '../../../src/effects/contrast.ts';
import type { Leaderboard } from '../../../src/leaderboard/types.ts';
import { drawLeaderboard, leaderboardOf } from '../../decisions/made-up.ts';

const quick = { permutations: 0, crossed: false, moderators: [] } as const;
const leaderboard = drawLeaderboard({ models: 8, tasks: 40, seed: 5 });
const excluded = (board: Leaderboard, isOut: (t: number) => boolean): Leaderboard => ({
  ...board,
  tasks: board.tasks.map((task, t) => (isOut(t) ? { ...task, status: 'excluded' } : task)),
});

describe('leave-outs', () => {
  it('equal the analysis of a leaderboard where the task or stratum is excluded', async () => {
    const { robustness } = await analyze(leaderboard, { ...quick, sensitivity: true });
    const inContrast = leaderboard.tasks.flatMap(({ status }, t) =>
      status === 'hackable' || status === 'robust' ? [t] : [],
    );
    expect(robustness!.leaveOneTaskOut.map((row) => row.leftOut)).toEqual(
      inContrast.map((t) => leaderboard.tasks[t].id),
    );
    for (const [i, t] of inContrast.entries()) {
      const { pooled, sharedTasks } = await analyze(
        excluded(leaderboard, (j) => j === t),
        quick,
      );
      const row = robustness!.leaveOneTaskOut[i];
      expect([row.estimate, row.ciLower, row.taskCiLower, row.taskCiUpper]).toEqual([
        pooled.estimate,
        pooled.ciLower,
        sharedTasks!.ciLower,
        sharedTasks!.ciUpper,
      ]);
    }
    expect(robustness!.leaveOneStratumOut.map((row) => row.leftOut)).toEqual(['easy', 'medium', 'hard']);
    const { pooled } = await analyze(
      excluded(leaderboard, (t) => leaderboard.tasks[t].stratum === 'hard'),
      quick,
    );
    expect(robustness!.leaveOneStratumOut[2].estimate).toBe(pooled.estimate);
  });
});

describe('an unmeasured trait', () => {
  it('closed form: gap 0.3, ratio 2, E-value 2 + sqrt 2', () => {
    const { tasks } = leaderboardOf(
      [],
      [{ status: 'hackable' }, { status: 'hackable' }, { status: 'robust' }, { status: 'robust' }],
    );
    const found = unmeasuredTrait([0.5, 0.7, 0.2, 0.4], contrastOf(tasks), 'flagged', 95)!;
    expect(found.gap).toBeCloseTo(0.3, 14);
    expect(found.difference).toBeCloseTo(Math.sqrt(0.3), 14);
    expect(found.ratio).toBeCloseTo(2, 14);
    expect(found.eValue).toBeCloseTo(2 + Math.SQRT2, 13);
    // V = 0.02/2 + 0.02/2 with 2 df, whose t is a sqrt(2 / (1 - a^2)), a = 0.95: 0.3 -+ 0.6085 holds 0.
    expect(found.gapCiLower).toBeCloseTo(0.3 - 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2)) * Math.sqrt(0.02), 12);
    expect([found.differenceCi, found.eValueCi]).toEqual([0, 1]);
    // log 2 -+ t sqrt(0.01/0.36 + 0.01/0.09), df = (1/36 + 1/9)^2 / ((1/36)^2 + (1/9)^2) = 25/17
    expect(Math.log(found.ratioCiLower!) + Math.log(found.ratioCiUpper!)).toBeCloseTo(2 * Math.LN2, 12);
  });

  it('the E-value is that of VanderWeele and Ding for 3.9 and its inverse: 7.26', () => {
    expect(eValue(3.9)).toBeCloseTo(3.9 + Math.sqrt(3.9 * 2.9), 14);
    expect(eValue(3.9).toFixed(2)).toBe('7.26');
    expect(eValue(1 / 3.9)).toBeCloseTo(eValue(3.9), 12);
    expect(eValue(1)).toBe(1);
  });

  it('a recorded trait that is all there is explains the whole gap', () => {
    // Score = 0.2 + 0.4 z, z on 3 of 4 hackable and 1 of 4 robust: gap = 0.4 x 0.5.
    const z = [1, 1, 1, 0, 1, 0, 0, 0];
    const { tasks } = leaderboardOf(
      [],
      z.map((value, t) => ({
        status: t < 4 ? 'hackable' : 'robust',
        columns: { z: String(value), word: 'a' },
      })),
    );
    const contrast = contrastOf(tasks);
    const scores = z.map((value) => 0.2 + 0.4 * value);
    const trait = measuredTrait('z', tasks, scores, contrast, 'mh')!;
    expect(trait.imbalance).toBeCloseTo(0.5, 14);
    expect(trait.effect).toBeCloseTo(0.4, 14);
    expect(trait.bias).toBeCloseTo(unmeasuredTrait(scores, contrast, 'mh', 95)!.gap, 14);
    expect(measuredTrait('word', tasks, scores, contrast, 'mh')).toBe(null);
  });
});

describe('adjusted gaps', () => {
  it.each(['flagged', 'all', 'mh'] as const)(
    'without covariates the regression is the task-aware gap (%s)',
    async (weights) => {
      const { robustness, sharedTasks } = await analyze(leaderboard, {
        ...quick,
        weights,
        sensitivity: true,
      });
      expect(robustness!.adjusted[0].estimate).toBeCloseTo(sharedTasks!.estimate!, 12);
    },
  );

  it('says which columns it may be asked for', async () => {
    await expect(
      analyze(leaderboard, { ...quick, sensitivity: true, covariates: ['colour'] }),
    ).rejects.toThrow(
      '--covariate: "colour" is no column of the tasks table; allowed are gold_fails, rejects_valid, underspecified, repo',
    );
    await expect(analyze(leaderboard, { ...quick, exclude: ['colour'] })).rejects.toThrow(
      '--exclude: "colour" is no column of the tasks table; allowed are gold_fails, rejects_valid, underspecified, repo',
    );
  });
});

describe('task scores', () => {
  const tasks = [{ status: 'hackable' }, { status: 'robust' }, { status: 'robust' }] as const;

  it('are weighted means where every cell is there', () => {
    const board = leaderboardOf(
      [
        [1, 0, 1],
        [1, 1, 0],
      ],
      tasks,
    );
    const scores = taskScores(board.outcomes, contrastOf(board.tasks), [1, 1]);
    expect([...scores]).toEqual([1, 0.5, 0.5]);
  });

  it('take who ran the task into account where cells are missing', () => {
    // Means 2/3 and 1/2: task 2 was run by the first alone: 7/12 + (1 - 2/3) = 11/12.
    const board = leaderboardOf(
      [
        [1, 0, 1],
        [1, 0, Number.NaN],
      ],
      tasks,
    );
    const scores = taskScores(board.outcomes, contrastOf(board.tasks), [1, 1]);
    expect(scores[2]).toBeCloseTo(11 / 12, 14);
  });
});
