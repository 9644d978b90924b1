/** The parts as `analyze` shows them. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { resolveOptions } from '../../../src/analysis/options.ts';
import type { Leaderboard, Status } from '../../../src/leaderboard/types.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { drawLeaderboard } from '../../decisions/made-up.ts';

const quick = { permutations: 0, crossed: false, moderators: [] } as const;
const withStatus = (board: Leaderboard, of: (status: Status, t: number) => Status): Leaderboard => ({
  ...board,
  tasks: board.tasks.map((task, t) => ({ ...task, status: of(task.status, t) })),
});

describe('ambiguous tasks', () => {
  it('bounds hold the gap whatever the ambiguous tasks are in truth', async () => {
    for (let seed = 0; seed < 25; seed++) {
      const board = withStatus(drawLeaderboard({ models: 6, tasks: 40, seed }), (status, t) =>
        t % 8 === 5 ? 'ambiguous' : status,
      );
      const weights = (['flagged', 'all', 'mh'] as const)[seed % 3];
      const { flagErrors, models } = await analyze(board, { ...quick, weights });
      const { lower, upper, tasks } = flagErrors!.ambiguous!;
      expect(tasks).toBe(board.tasks.filter((task) => task.status === 'ambiguous').length);
      const stream = randomStream(seed, 'truth');
      for (let draw = 0; draw < 10; draw++) {
        const truth = withStatus(board, (status) =>
          status === 'ambiguous' ? (stream.below(2) === 1 ? 'hackable' : 'robust') : status,
        );
        const { models: found } = await analyze(truth, { ...quick, weights });
        // Model weights held at those of the plain flags.
        const gap = found.reduce((sum, model, m) => sum + (models[m].weight! / 100) * model.yi!, 0);
        expect(gap).toBeGreaterThan(lower.gap - 1e-12);
        expect(gap).toBeLessThan(upper.gap + 1e-12);
      }
    }
  });

  it('are absent when no task is ambiguous and nothing else is known', async () => {
    const board = drawLeaderboard({ models: 4, tasks: 30, seed: 1 });
    const plain = {
      ...board,
      tasks: board.tasks.map(
        (task) =>
          ({
            ...task,
            accepted: null,
            status: task.status === 'ambiguous' ? 'excluded' : task.status,
          }) as const,
      ),
    };
    expect((await analyze(plain, quick)).flagErrors).toBe(null);
  });
});

describe('accepted tasks', () => {
  it('the contrast within them is the analysis of a leaderboard without the others', async () => {
    const board = drawLeaderboard({ models: 6, tasks: 60, seed: 4 });
    const { flagErrors, pooled } = await analyze(board, quick);
    const { all, accepted, unknown } = flagErrors!.accepted!;
    expect(unknown).toBe(0);
    expect(all.estimate).toBe(pooled.estimate);
    const within = await analyze(
      withStatus(board, (status, t) => (board.tasks[t].accepted === true ? status : 'excluded')),
      quick,
    );
    expect([accepted.estimate, accepted.ciLower, accepted.taskCiLower]).toEqual([
      within.pooled.estimate,
      within.pooled.ciLower,
      within.sharedTasks!.ciLower,
    ]);
    expect([accepted.hackable, accepted.robust]).toEqual([within.counts.hackable, within.counts.robust]);
  });
});

describe('rates', () => {
  const board = drawLeaderboard({ models: 6, tasks: 90, seed: 6 });

  it('a range holds the corrected gap of every value in it; full rates give the plain gap', async () => {
    const wide = (await analyze(board, { ...quick, flagSensitivity: [0.7, 1], flagSpecificity: [0.95, 1] }))
      .flagErrors!.corrected!;
    for (const [se, sp] of [
      [0.7, 0.95],
      [0.83, 0.97],
      [1, 1],
      [0.9, 0.951],
    ] as const) {
      const one = (await analyze(board, { ...quick, flagSensitivity: [se, se], flagSpecificity: [sp, sp] }))
        .flagErrors!.corrected!;
      expect(one.point.estimate!).toBeGreaterThanOrEqual(wide.lower! - 1e-12);
      expect(one.point.estimate!).toBeLessThanOrEqual(wide.upper! + 1e-12);
      if (se === 1 && sp === 1) expect(one.point.estimate).toBeCloseTo(one.plain, 13);
    }
  });

  it('rounds of attack give the sensitivity and its range', async () => {
    const { corrected } = (await analyze(board, { ...quick, flagRounds: [80, 20] })).flagErrors!;
    expect(corrected!.point.sensitivity).toBeCloseTo(1 - 0.25 ** 2, 12);
    expect(corrected!.sensitivity[0]).toBeLessThan(corrected!.point.sensitivity);
    const none = (await analyze(board, { ...quick, flagRounds: [4, 4] })).flagErrors!;
    expect(none.corrected).toBe(null);
    expect(none.warnings).toContain(
      'the rounds of attack give no sensitivity: later rounds find as many tasks as the first: no end is in sight',
    );
  });

  it.each([
    [
      { flagSensitivity: [0, 1] as const },
      '--flag-sensitivity: 0 1 is not allowed; allowed is a share above 0 up to 1, or two of them, the smaller first',
    ],
    [
      { flagSensitivity: [80, 80] as const },
      '--flag-sensitivity: 80 is not allowed; allowed is a share above 0 up to 1, or two of them, the smaller first',
    ],
    [
      { flagSpecificity: [0.9, 0.8] as const },
      '--flag-specificity: 0.9 0.8 is not allowed; allowed is a share above 0 up to 1, or two of them, the smaller first',
    ],
    [
      { flagRounds: [1.5] },
      '--flag-rounds: 1.5 is not allowed; allowed is a whole number from 0 to 1000000000',
    ],
    [
      { flagRounds: [3, 1], flagSensitivity: [1, 1] as const },
      'give --flag-sensitivity or --flag-rounds, not both: rounds give the sensitivity',
    ],
  ])('%j is refused', (options, message) => {
    expect(() => resolveOptions(options)).toThrow(message);
  });
});
