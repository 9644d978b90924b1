/** Deflated scores against closed forms written here; ties, missing cells, uncovered strata. */
import { describe, expect, it } from 'vitest';
import { deflate } from '../../../src/decisions/deflate/deflate.ts';
import { selectOutcomes } from '../../../src/leaderboard/outcomes.ts';
import type { Leaderboard, Status } from '../../../src/leaderboard/types.ts';
import { tQuantile } from '../../../src/stats/distributions.ts';
import { drawLeaderboard, leaderboardOf } from '../made-up.ts';

const NONE = Number.NaN;
const statuses = (text: string) =>
  [...text].map((letter) => ({
    status: ({ h: 'hackable', r: 'robust', u: 'unaudited', a: 'ambiguous' } as Record<string, Status>)[
      letter
    ],
  }));
const quick = { draws: 200 };

const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
const variance = (values: readonly number[]) =>
  values.reduce((sum, x) => sum + (x - mean(values)) ** 2, 0) / (values.length - 1);

describe('one stratum', () => {
  it('the example of the doc block: raw 3/6, corrected 1/4, inflation 1/4', () => {
    const [model] = deflate(leaderboardOf([[1, 1, 1, 0, 0, 0]], statuses('hhrrrr')), quick).models;
    expect(model.raw).toBe(0.5);
    expect(model.corrected).toBe(0.25);
    expect(model.inflation).toBeCloseTo(0.25, 15);
    expect(model.selection).toBeCloseTo(0, 15);
    // q = 1/3; hackable without spread, S2 of the robust = 1/4: V = (1/9) (1/4) / 4 = 1/144, 3 df.
    expect(model.inflationInterval.se).toBeCloseTo(1 / 12, 14);
    expect(model.inflationInterval.df).toBeCloseTo(3, 12);
    expect(model.inflationInterval.ciUpper).toBeCloseTo(0.25 + tQuantile(0.975, 3) / 12, 12);
    // V of the corrected score (1/4) / 4.
    expect(model.correctedInterval.se).toBeCloseTo(1 / 4, 14);
    // Every task is audited: raw - corrected is the same number with the same variance.
    expect(model.difference).toBeCloseTo(0.25, 15);
    expect(model.differenceInterval.se).toBeCloseTo(1 / 12, 14);
  });

  it('unaudited and ambiguous tasks are in raw alone, and make the share of hackable tasks uncertain', () => {
    const rows = [[1, 0, 1, 0, 0, 0, 1, 1]];
    const [model] = deflate(leaderboardOf(rows, statuses('hhrrrrua')), quick).models;
    expect([model.raw, model.rawAudited, model.corrected]).toEqual([0.5, 1 / 3, 0.25]);
    expect(model.inflation).toBeCloseTo(1 / 12, 15);
    expect(model.selection).toBeCloseTo(1 / 6, 15);
    // q = 1/3, d = 1/4: (1/9) ((1/2)/2 + (1/4)/4) + d^2 q (1 - q) / 5 x (1 - 6/8)
    const wanted = (1 / 9) * (1 / 4 + 1 / 16) + ((1 / 16) * (2 / 9) * (1 / 4)) / 5;
    expect(model.inflationInterval.se).toBeCloseTo(Math.sqrt(wanted), 14);
  });
});

describe('strata', () => {
  const rows = [
    [1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1],
    [0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1],
  ];
  const list = statuses('hrrruhhrrruu').map((task, t) => ({
    ...task,
    stratum: t < 5 ? 'a' : t < 10 ? 'b' : 'c',
  }));

  it('weigh as in the benchmark; one without a robust task is left out and said', () => {
    const result = deflate(leaderboardOf(rows, list), quick);
    expect(result.strata.map(({ stratum, tasks, weight }) => [stratum, tasks, weight])).toEqual([
      ['a', 5, 0.5],
      ['b', 5, 0.5],
      ['c', 2, 0],
    ]);
    expect(result.covered).toBeCloseTo(10 / 12, 15);
    expect(result.warnings[0]).toBe(
      'no robust task in "c" (2 tasks): left out of the corrected score, their weight goes to the other strata in proportion',
    );
    for (const model of result.models) {
      const row = rows[model.model === 'm0000' ? 0 : 1];
      const [a1, a0, b1, b0] = [row.slice(0, 1), row.slice(1, 4), row.slice(5, 7), row.slice(7, 10)];
      expect(model.corrected).toBeCloseTo(0.5 * mean(a0) + 0.5 * mean(b0), 14);
      const inflation = 0.5 * 0.25 * (mean(a1) - mean(a0)) + 0.5 * 0.4 * (mean(b1) - mean(b0));
      expect(model.inflation).toBeCloseTo(inflation, 14);
      // The lone hackable task of a borrows the variance of b's two.
      const parts =
        (0.5 * 0.25) ** 2 * (variance(b1) + variance(a0) / 3) +
        (0.5 * 0.4) ** 2 * (variance(b1) / 2 + variance(b0) / 3) +
        0.25 * (mean(a1) - mean(a0)) ** 2 * ((0.25 * 0.75) / 3) * (1 - 4 / 5);
      expect(model.inflationInterval.se).toBeCloseTo(Math.sqrt(parts), 13);
      expect(model.raw! - model.corrected!).toBeCloseTo(model.selection! + model.inflation!, 14);
    }
  });

  it('without strata all robust tasks weigh alike', () => {
    const { models, estimand } = deflate(leaderboardOf(rows, list), { ...quick, stratify: false });
    const [first] = models;
    expect(estimand).toContain('without strata');
    const unnamed = leaderboardOf(
      rows,
      list.map((task) => ({ ...task, stratum: '' })),
    );
    expect(deflate(unnamed, quick).estimand).toBe(estimand);
    expect(first.corrected).toBeCloseTo(mean([...rows[0].slice(1, 4), ...rows[0].slice(7, 10)]), 14);
  });
});

describe('ties and missing cells', () => {
  it('tied models share a rank and a tier; a pair tied in one ranking counts one half', () => {
    const rows = [
      [1, 1, 1, 1, 0, 0],
      [0, 1, 1, 1, 0, 0],
      [1, 0, 0, 0, 0, 1],
    ];
    const { models, kendall } = deflate(leaderboardOf(rows, statuses('hhrrrr')), quick);
    expect(models.map(({ model, rank, rankRaw }) => [model, rankRaw!.rank, rank!.rank])).toEqual([
      ['m0000', 1, 1],
      ['m0001', 2, 1],
      ['m0002', 3, 3],
    ]);
    expect(kendall).toEqual({ pairs: 3, reversed: 0, tiedInOne: 1, distance: 0.5, share: 1 / 6 });
    expect(models[0].aheadOfNext).toBe(0.5);
  });

  it('missing cells are left out, or fails when the user says so', () => {
    const board = leaderboardOf([[1, NONE, 1, 0, NONE, 0]], statuses('hhrrrr'));
    const [out] = deflate(board, quick).models;
    expect([out.raw, out.tasksRun, out.corrected]).toEqual([0.5, 4, 1 / 3]);
    // q = 1/4 of the tasks that the model ran.
    expect(out.inflation).toBeCloseTo((1 / 4) * (1 - 1 / 3), 14);
    const [fail] = deflate(board, { ...quick, missing: 'fail' }).models;
    expect([fail.raw, fail.corrected]).toEqual([1 / 3, 1 / 4]);
  });

  it('a model without a robust outcome in some stratum is not ranked, with the reason', () => {
    const list = statuses('hrrhrr').map((task, t) => ({ ...task, stratum: t < 3 ? 'a' : 'b' }));
    const rows = [
      [1, 1, 0, 1, 0, 1],
      [1, 1, 0, 1, NONE, NONE],
    ];
    const { models, counts, warnings } = deflate(leaderboardOf(rows, list), quick);
    expect([counts.models, counts.ranked]).toEqual([2, 1]);
    expect(models[1]).toMatchObject({
      model: 'm0001',
      corrected: null,
      inflation: null,
      rank: null,
      reason: 'no outcome on a robust task of stratum "b"',
    });
    expect(warnings).toContain('1 model without an outcome on robust tasks of some stratum: not ranked');
  });

  it('no robust task: nulls and a warning', () => {
    const result = deflate(leaderboardOf([[1, 0]], statuses('hu')), quick);
    expect(result.mean).toBe(null);
    expect(result.models[0].corrected).toBe(null);
    expect(result.warnings).toEqual(['no task is flagged robust: there is no corrected score']);
    expect(result.verdict).toBe('No corrected score can be had: see the warnings.');
  });
});

it('the same seed gives the same value, whatever the order of models and tasks', () => {
  const board = drawLeaderboard({ models: 6, tasks: 30, seed: 2, missing: 0.1 });
  const back = (length: number) => Array.from({ length }, (_, i) => length - 1 - i);
  const turned: Leaderboard = {
    ...board,
    models: [...board.models].reverse(),
    tasks: [...board.tasks].reverse(),
    outcomes: selectOutcomes(board.outcomes, back(6), back(30)),
  };
  expect(deflate(turned, quick)).toEqual(deflate(board, quick));
});

it('no number of the result is NaN or infinite', () => {
  const text = JSON.stringify(
    deflate(drawLeaderboard({ models: 6, tasks: 30, seed: 2, missing: 0.3 }), quick),
    (_, value) => {
      if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('not finite');
      return value;
    },
  );
  expect(text.startsWith('{"schema":"passgap-deflate-1"')).toBe(true);
});

it.each([
  [
    { draws: 3 },
    "--draws: 3 is not allowed; allowed is a whole number from 20 (fewer can't reach the level) to 1000000",
  ],
  [{ level: 20 }, '--level: 20 is not allowed; a level is a percentage from 50 to below 100'],
])('%j is refused', (options, message) => {
  expect(() => deflate(leaderboardOf([[1, 0]], statuses('hr')), options)).toThrow(message);
});
