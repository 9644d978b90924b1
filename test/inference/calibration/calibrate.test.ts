/** Operating characteristics on the real leaderboard, with the thresholds of the project, and the machinery. */
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../../src/inference/calibration/calibrate.ts';
import { type CalibrateOptions, shareOut } from '../../../src/inference/calibration/design.ts';
import { type CalibrationResult, shareInterval } from '../../../src/inference/calibration/summary.ts';
import { calibrateThreads } from '../../../src/inference/node/calibrate-threads.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import type { Leaderboard } from '../../../src/leaderboard/types.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';
import { relativeError } from '../../tolerance.ts';

const small = embeddedLeaderboard('tripwire-anchor');
const large = embeddedLeaderboard('utboost');
const SIZES = { audited: 49, hackable: 14 };

const rateOf = (result: CalibrationResult, name: string) =>
  result.methods.find(({ method }) => method.startsWith(name))!;

describe.each([
  ['49 audited, 14 flagged', small, { sizes: SIZES, draws: 1000, permutations: 99, jackknife: false }],
  ['500 audited, 26 flagged', large, { draws: 1000, permutations: 99, jackknife: false }],
] as const)('%s, placebo flags at 5 %%', (_, leaderboard, options) => {
  it('independence fails, tasks and permutation hold', async () => {
    const found = (await calibrateThreads(leaderboard, options))!;
    expect(rateOf(found, 'models independent, REML, z').rate).toBeGreaterThan(0.6);
    expect(rateOf(found, 'sign test').rate).toBeGreaterThan(0.6);
    for (const name of ['task-aware t', 'permutation']) {
      expect(rateOf(found, name).rate).toBeGreaterThan(0.03);
      expect(rateOf(found, name).rate).toBeLessThan(0.07);
    }
    const shared = rateOf(found, 'task-aware t');
    expect(shared.coverage).toBe(1 - shared.rate);
    // The mean standard error is the true spread, within a tenth; under independence it's a fifth of it at most.
    expect(shared.meanSe! / found.trueSpread).toBeGreaterThan(0.9);
    expect(shared.meanSe! / found.trueSpread).toBeLessThan(1.1);
    expect(rateOf(found, 'models independent').meanSe! / found.trueSpread).toBeLessThan(0.2);
    expect(found.shareI2Zero).toBeGreaterThan(0.7);
  });

  it('the task-aware interval holds a planted gap', async () => {
    const found = (await calibrateThreads(leaderboard, { ...options, permutations: 0, plant: 0.3 }))!;
    // 30 % of failures: the truth is 0.3 times the mean failure rate, here about a half.
    expect(found.truth).toBeGreaterThan(0.1);
    expect(Math.abs(found.estimateMean! - found.truth)).toBeLessThan(
      (4 * found.trueSpread) / Math.sqrt(1000),
    );
    expect(rateOf(found, 'task-aware t').coverage).toBeGreaterThan(0.93);
    expect(rateOf(found, 'task-aware t').coverage).toBeLessThan(0.97);
    expect(rateOf(found, 'models independent, REML, z').coverage).toBeLessThan(0.6);
  });
});

describe('a planted gap', () => {
  it('is exact under raw variances, whose saturated models cannot be pooled', () => {
    // One model passes all, one nothing: all failures on flagged tasks planted, the gaps are 0 and 1 in every draw.
    const task = { stratum: '', accepted: null, columns: {} };
    const model = { label: '', date: null, family: null, attempts: null, columns: {} };
    const builder = outcomesBuilder(2, 6);
    for (let t = 0; t < 6; t++) for (const m of [0, 1]) builder.set(m, t, 1 - m, 1);
    const leaderboard: Leaderboard = {
      models: ['all', 'none'].map((id) => ({ ...model, id })),
      tasks: Array.from({ length: 6 }, (_, t) => ({
        ...task,
        id: `t${t}`,
        status: t < 2 ? 'hackable' : 'robust',
      })),
      outcomes: builder.build(),
      notes: [],
    };
    const found = calibrate(leaderboard, { draws: 20, plant: 1, variance: 'raw', permutations: 19 })!;
    expect(found).toMatchObject({ truth: 0.5, estimateMean: 0.5, trueSpread: 0 });
    expect(found.methods.map(({ available }) => available)).toEqual(found.methods.map(() => 0));
  });
});

describe('weights that ride on the data', () => {
  it('raw variances with DL: the task-aware t is too narrow, the jackknife is not', async () => {
    const options: Partial<CalibrateOptions> = { method: 'DL', variance: 'raw', draws: 300, permutations: 0 };
    const found = (await calibrateThreads(large, options))!;
    expect(rateOf(found, 'task-aware t').meanSe! / found.trueSpread).toBeLessThan(0.7);
    const left = found.methods.find(({ method }) => method === 'task-aware t, jackknife')!;
    expect(left.meanSe! / found.trueSpread).toBeGreaterThan(0.85);
    expect(left.meanSe! / found.trueSpread).toBeLessThan(1.15);
    expect(left.rateLower).toBeLessThan(0.05);
  });
});

describe('calibrate', () => {
  const options = { sizes: SIZES, draws: 25, permutations: 19, seed: 4 } as const;

  it('gives the same bytes on one thread, two and three', async () => {
    const one = JSON.stringify(calibrate(small, options));
    for (const threads of [1, 2, 3]) {
      expect(JSON.stringify(await calibrateThreads(small, options, { threads }))).toBe(one);
    }
    expect(JSON.stringify(calibrate(small, { ...options, seed: 5 }))).not.toBe(one);
  });

  it('shares sizes out over strata, as the doc block says', () => {
    const found = calibrate(small, { ...options, draws: 1, permutations: 0, jackknife: false })!;
    expect(found.strata.map(({ tasks, audited, hackable }) => [tasks, audited, hackable])).toEqual([
      [261, 26, 8],
      [42, 4, 1],
      [194, 19, 5],
    ]);
  });

  it('keeps the sizes of the flags by stratum', () => {
    const found = calibrate(small, { draws: 10, permutations: 0, from: 'audited' })!;
    expect(found.strata).toEqual([
      { stratum: '15 min - 1 hour', tasks: 28, audited: 28, hackable: 6 },
      { stratum: '<15 min fix', tasks: 17, audited: 17, hackable: 5 },
    ]);
    expect(found).toMatchObject({ audited: 45, hackable: 11, truth: 0, from: 'audited' });
  });

  it('fits the crossed model when asked', () => {
    const found = calibrate(small, { draws: 2, permutations: 0, crossed: true, jackknife: false })!;
    expect(found.methods.map(({ method }) => method)).toEqual([
      'models independent, REML, z',
      'models independent, REML, Knapp-Hartung t',
      'sign test over models',
      'Wilcoxon over models',
      'task-aware t',
      'crossed model, Wald',
    ]);
    expect(found.methods[5].available).toBe(2);
  });

  it('keeps what is done when told to stop', () => {
    const found = calibrate(small, { ...options, draws: 100 }, (done) => done < 2)!;
    expect(found).toMatchObject({ draws: 20, interrupted: true });
    expect(found.warnings[0]).toBe(
      'interrupted after 20 of 100 placebo draws: the figures rest on those done',
    );
  });

  it.each([
    [
      { sizes: { audited: 501, hackable: 3 } },
      'audited is 501: allowed is a whole number from 2 to 500, the tasks there are',
    ],
    [
      { sizes: { audited: 10, hackable: 10 } },
      'hackable is 10: allowed is a whole number from 1 to 9, fewer than the audited tasks',
    ],
    [{ draws: 0 }, 'draws is 0: allowed is a whole number from 1 to 1000000'],
    [{ level: 100 }, 'level is 100: allowed is a percentage above 0 and below 100'],
    [{ plant: 2 }, 'plant is 2: allowed is a share from 0 to 1'],
    [
      { plant: 0.1, measure: 'OR' },
      'plant needs measure RD, which has a known expectation; the measure is OR',
    ],
  ] as const)('refuses %j', (bad, message) => {
    expect(() => calibrate(small, bad)).toThrow(message);
  });

  it('refuses flags without a contrast', () => {
    const tasks = small.tasks.map((task) => ({ ...task, status: 'robust' as const }));
    expect(() => calibrate({ ...small, tasks }, {})).toThrow(
      'no stratum has hackable and robust tasks to draw: give flags with both, or sizes (audited and hackable)',
    );
  });
});

describe('shareOut', () => {
  it('shares out whole units in proportion', () => {
    expect(shareOut(49, [194, 261, 42, 3])).toEqual([19, 26, 4, 0]);
    expect(shareOut(14, [19, 26, 4, 0])).toEqual([6, 7, 1, 0]);
  });
});

describe('shareInterval', () => {
  it('is Clopper and Pearson: closed forms at the ends', () => {
    expect(relativeError(shareInterval(0, 10)[1], 1 - 0.025 ** 0.1)).toBeLessThan(1e-12);
    expect(relativeError(shareInterval(10, 10)[0], 0.025 ** 0.1)).toBeLessThan(1e-12);
    expect(shareInterval(0, 10)[0]).toBe(0);
    // R: binom.test(20, 400)$conf.int
    const [low, high] = shareInterval(20, 400);
    expect(relativeError(low, 0.03080524114326594)).toBeLessThan(1e-10);
    expect(relativeError(high, 0.0761669727551425)).toBeLessThan(1e-10);
  });
});
