/** Task-aware variance, df, two-way variance and corrected heterogeneity, against R (test/reference/shared.R). */
import { describe, expect, it } from 'vitest';
import type { Contrast } from '../../src/effects/arms.ts';
import { countArms } from '../../src/effects/arms.ts';
import { contrastOf } from '../../src/effects/contrast.ts';
import { gaps } from '../../src/effects/gaps.ts';
import type { EffectOptions, Measure, Weights } from '../../src/effects/types.ts';
import { sharedHeterogeneity } from '../../src/inference/heterogeneity.ts';
import { sharedTasks } from '../../src/inference/shared-tasks.ts';
import type { Outcomes } from '../../src/leaderboard/types.ts';
import { embeddedLeaderboard, type FlagSet } from '../../src/studies/embedded.ts';
import { reference } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';
import { type MadeUp, madeUp, oneStratum } from './made-up.ts';

interface Result {
  readonly estimate: number;
  readonly varianceTasks: number;
  readonly df: number;
  readonly varianceModels: number;
  readonly varianceCells: number;
  readonly varianceBoth: number;
  readonly dfBoth: number;
  readonly borrowedCells: number;
  readonly p: number;
  readonly ciLower: number;
  readonly ciUpper: number;
}
interface RealCase {
  readonly flags: FlagSet;
  readonly weights: Weights;
  readonly tau2: number;
  readonly pooledSe: number;
  readonly weighted: Result;
  readonly equal: Result;
  readonly heterogeneity: {
    readonly q: number;
    readonly expectedQ: number;
    readonly tau2Raw: number;
    readonly naiveTau2Raw: number;
    readonly df: number;
    readonly p: number;
  };
}
interface SmallCase extends MadeUp {
  readonly name: string;
  readonly measure: Measure;
  readonly weights: Weights;
  readonly modelWeights: readonly number[];
  readonly result: Result;
}
interface Welch {
  readonly models: number;
  readonly passes: readonly number[];
  readonly arm: readonly number[];
  readonly estimate: number;
  readonly se: number;
  readonly df: number;
  readonly p: number;
}
const { real, small, crossed, epochs } = reference<{
  real: RealCase[];
  small: SmallCase[];
  crossed: Welch & { readonly lmerSe: number; readonly olsSe: number };
  epochs: Omit<Welch, 'models' | 'estimate'>;
}>('shared.json');

function expectResult(
  outcomes: Outcomes,
  contrast: Contrast,
  effects: EffectOptions,
  modelWeights: ArrayLike<number> | null,
  wanted: Result,
): void {
  const input = { outcomes, contrast, effects, modelWeights };
  const found = sharedTasks(input);
  const close = (value: number | null, target: number, floor?: number) =>
    expect(relativeError(value, target, floor)).toBeLessThan(1e-10);
  close(found.estimate, wanted.estimate, 1e-3);
  close(found.varianceTasks, wanted.varianceTasks);
  close(found.se, Math.sqrt(wanted.varianceTasks));
  close(found.df, wanted.df);
  close(found.p, wanted.p);
  close(found.log10P, Math.log10(wanted.p), 1);
  close(found.ciLower, wanted.ciLower, 1e-2);
  close(found.ciUpper, wanted.ciUpper, 1e-2);
  expect(found.borrowedCells).toBe(wanted.borrowedCells);

  const models = sharedTasks({ ...input, generalise: 'models' });
  close(models.se, Math.sqrt(wanted.varianceModels));
  const both = sharedTasks({ ...input, generalise: 'both' });
  close(both.varianceCells, wanted.varianceCells);
  close(both.se, Math.sqrt(wanted.varianceBoth));
  close(both.df, wanted.dfBoth);
}

describe.each(real.map((entry) => [`${entry.flags}, ${entry.weights}`, entry] as const))('%s', (_, entry) => {
  const { outcomes, tasks } = embeddedLeaderboard(entry.flags);
  const contrast = contrastOf(tasks);
  const effects: EffectOptions = { measure: 'RD', weights: entry.weights, variance: 'raw' };
  const { vi } = gaps(countArms(outcomes, contrast), effects);
  const weights = vi.map((v) => (v > 0 ? 1 / (v + entry.tau2) : 0));

  it('gives variance, df, p and interval with DL weights', () => {
    expectResult(outcomes, contrast, effects, weights, entry.weighted);
  });

  it('gives them with equal weights', () => {
    expectResult(outcomes, contrast, effects, null, entry.equal);
  });

  it('compares with the standard error of the independence fit', () => {
    const found = sharedTasks({ outcomes, contrast, effects, modelWeights: weights, tau2: entry.tau2 });
    const wanted = entry.weighted.varianceTasks / entry.pooledSe ** 2;
    expect(relativeError(found.designEffect, wanted)).toBeLessThan(1e-10);
    const used = vi.filter((v) => v > 0).length;
    expect(relativeError(found.effectiveModels, used / wanted)).toBeLessThan(1e-10);
  });

  it('corrects Q, tau2 and I2', () => {
    const found = sharedHeterogeneity({ outcomes, contrast, effects });
    const { q, expectedQ, tau2Raw, naiveTau2Raw, df, p } = entry.heterogeneity;
    expect(relativeError(found!.q, q)).toBeLessThan(1e-10);
    expect(relativeError(found!.expectedQ, expectedQ)).toBeLessThan(1e-10);
    expect(relativeError(found!.tau2Raw, tau2Raw, 1e-5)).toBeLessThan(1e-10);
    expect(relativeError(found!.naiveTau2Raw, naiveTau2Raw, 1e-5)).toBeLessThan(1e-10);
    expect(relativeError(found!.df, df)).toBeLessThan(1e-10);
    expect(relativeError(found!.p, p)).toBeLessThan(1e-8);
    expect(relativeError(found!.i2, 100 * Math.max(0, 1 - expectedQ / q), 1e-3)).toBeLessThan(1e-10);
  });
});

describe.each(small.map((entry) => [`${entry.name}: ${entry.measure}, ${entry.weights}`, entry] as const))(
  '%s',
  (_, entry) => {
    it('gives variance, df, p, interval and the two-way variance', () => {
      const { outcomes, contrast } = madeUp(entry);
      const effects: EffectOptions = { measure: entry.measure, weights: entry.weights, variance: 'raw' };
      expectResult(outcomes, contrast, effects, entry.modelWeights, entry.result);
    });
  },
);

const RD: EffectOptions = { measure: 'RD', weights: 'flagged', variance: 'raw' };

describe('one stratum is Welch on task means', () => {
  it('of crossed models and tasks: the naive error is far too small (case D9)', () => {
    const { models, passes, arm } = crossed;
    const attempts = passes.map(() => 1);
    const data = madeUp({ models, passes, attempts, stratum: arm.map(() => ''), arm });
    const found = sharedTasks({ ...data, effects: RD });
    expect(relativeError(found.estimate, crossed.estimate)).toBeLessThan(1e-10);
    expect(relativeError(found.se, crossed.se)).toBeLessThan(1e-10);
    expect(relativeError(found.df, crossed.df)).toBeLessThan(1e-10);
    expect(relativeError(found.p, crossed.p)).toBeLessThan(1e-10);
    // lmer pools the arms' variances, Welch does not: they differ by a few percent, OLS by half.
    expect(found.se! / crossed.lmerSe).toBeGreaterThan(0.9);
    expect(found.se! / crossed.lmerSe).toBeLessThan(1.1);
    expect(crossed.olsSe / found.se!).toBeLessThan(0.75);
    expect(found.designEffect).toBeGreaterThan(1);
  });

  it('of repeated attempts: only the spread between tasks counts (case D8)', () => {
    const { passes, arm } = epochs;
    const attempts = passes.map(() => 8);
    const data = madeUp({ models: 1, passes, attempts, stratum: arm.map(() => ''), arm });
    const found = sharedTasks({ ...data, effects: RD });
    expect(relativeError(found.se, epochs.se)).toBeLessThan(1e-10);
    expect(relativeError(found.df, epochs.df)).toBeLessThan(1e-10);
    expect(relativeError(found.p, epochs.p)).toBeLessThan(1e-10);
  });
});

describe('edges', () => {
  it('gives the example of the doc block', () => {
    // u = (1 .5 1 | 0 .5 0 1): S2 = 1/12 and 11/48, V = 1/36 + 11/192.
    const rows = [
      [1, 1, 1, 0, 1, 0, 1],
      [1, 0, 1, 0, 0, 0, 1],
    ];
    const found = sharedTasks({ ...oneStratum(rows, 3), effects: RD });
    const [v1, v0] = [1 / 36, 11 / 192];
    expect(relativeError(found.estimate, 5 / 6 - 3 / 8)).toBeLessThan(1e-12);
    expect(relativeError(found.varianceTasks, v1 + v0)).toBeLessThan(1e-12);
    expect(relativeError(found.df, (v1 + v0) ** 2 / (v1 ** 2 / 2 + v0 ** 2 / 3))).toBeLessThan(1e-12);
  });

  it('is null with a reason when an arm has one task (one cluster, case D7)', () => {
    const found = sharedTasks({ ...oneStratum([[1, 0, 1, 0]], 1), effects: RD });
    expect(found).toMatchObject({ se: null, df: null, ciLower: null, p: null, varianceTasks: null });
    expect(found.estimate).toBeCloseTo(2 / 3, 15);
    expect(found.warnings).toContain(
      'the task-aware interval is not estimable: no stratum has two hackable tasks, so that their spread is unknown',
    );
  });

  it('is null with a reason when tasks do not differ', () => {
    const found = sharedTasks({ ...oneStratum([[1, 1, 0, 0, 0]], 2), effects: RD });
    expect(found).toMatchObject({ estimate: 1, se: null, p: null });
    expect(found.warnings).toContain(
      'the task-aware interval is not estimable: tasks of the same stratum and arm do not differ at all',
    );
  });

  it('warns below ten tasks in an arm', () => {
    const found = sharedTasks({ ...oneStratum([[1, 0, 0, 1, 0]], 2), effects: RD });
    expect(found.warnings[0]).toBe(
      '2 hackable tasks in the contrast: fewer than 10, so that the interval leans on the t distribution',
    );
  });

  it('leaves out a model without a contrast', () => {
    const rows = [
      [1, 0, 1, 0],
      [Number.NaN, Number.NaN, 1, 0],
      [1, 1, 0, 0],
    ];
    const kept = rows.filter((_, m) => m !== 1);
    const all = sharedTasks({ ...oneStratum(rows, 2), effects: RD });
    const some = sharedTasks({ ...oneStratum(kept, 2), effects: RD });
    expect(all).toEqual(some);
  });

  it('says so when no model has a contrast', () => {
    const found = sharedTasks({ ...oneStratum([[1, 0]], 2), effects: RD });
    expect(found.estimate).toBeNull();
    expect(found.warnings).toEqual(['no model has hackable and robust tasks with outcomes in one stratum']);
  });

  it.each(['models', 'both'] as const)('needs two models to speak of models (%s)', (generalise) => {
    const found = sharedTasks({ ...oneStratum([[1, 0, 1, 0, 0]], 2), effects: RD, generalise });
    expect(found).toMatchObject({ se: null, ciLower: null, p: null });
    expect(found.warnings).toContain('the interval over models is not estimable: there is one model');
  });
});
