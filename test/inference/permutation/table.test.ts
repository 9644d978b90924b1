/** Draws by the table of effects against counting, and against the analysis' own functions draw by draw. */
import { describe, expect, it } from 'vitest';
import { contrastOf } from '../../../src/effects/contrast.ts';
import { gaps } from '../../../src/effects/gaps.ts';
import type { EffectOptions } from '../../../src/effects/types.ts';
import { arrangements } from '../../../src/inference/permutation/arrangement.ts';
import { permutationEngine } from '../../../src/inference/permutation/engine.ts';
import { jointTable } from '../../../src/inference/permutation/joint-table.ts';
import { planOf } from '../../../src/inference/permutation/permutation-test.ts';
import { type PermutationInput, permutationPlan } from '../../../src/inference/permutation/plan.ts';
import { ESTIMATORS, type Estimator } from '../../../src/inference/types.ts';
import { poolKernel } from '../../../src/meta/kernel.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';
import { relativeError } from '../../tolerance.ts';
import { madeUp } from '../made-up.ts';

const RD: EffectOptions = { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' };
type Strata = readonly (readonly [tasks: number, hackable: number])[];

/** 0/1 cells, passed where `rate(model, isHackable)` exceeds a uniform number. */
function cells(models: number, strata: Strata, rate: (model: number, isHackable: boolean) => number) {
  const stream = randomStream(1, 'table test', models);
  const stratum = strata.flatMap(([tasks], s) => new Array<string>(tasks).fill(`s${s}`));
  const arm = strata.flatMap(([tasks, hackable]) =>
    Array.from({ length: tasks }, (_, i) => (i < hackable ? 1 : 0)),
  );
  const passes = Array.from({ length: models }, (_, m) =>
    arm.map((flag) => (stream.uniform() < rate(m, flag === 1) ? 1 : 0)),
  ).flat();
  return { ...madeUp({ models, passes, attempts: passes.map(() => 1), stratum, arm }), passes, arm };
}

/** Greatest difference, relative or against 0.01; both or neither may be NaN. */
function worst(found: Float64Array, wanted: Float64Array): number {
  expect(found.length).toBe(wanted.length);
  return found.reduce((most, value, i) => {
    const isSame = Object.is(value, wanted[i]);
    return Math.max(most, isSame ? 0 : relativeError(value, wanted[i], 1e-2));
  }, 0);
}

/** Table against counting, SIMD against none; gives the results by table. */
function compare(input: PermutationInput) {
  const plan = planOf(input)!;
  const table = permutationEngine(plan, { table: true });
  const plain = permutationEngine(plan, { table: true, simd: false });
  const counting = permutationEngine(plan, { table: false });
  expect(jointTable(plan, plan.models + 1, true)).not.toBeNull();
  for (const [byTable, byPlain, byCounts] of [
    [table.observed(), plain.observed(), counting.observed()],
    [table.run(0), plain.run(0), counting.run(0)],
  ]) {
    expect(byPlain).toEqual(byTable);
    expect(worst(byTable.statistics, byCounts.statistics)).toBeLessThan(1e-12);
    expect(worst(byTable.held, byCounts.held)).toBeLessThan(1e-12);
    expect(worst(byTable.shift, byCounts.shift)).toBeLessThan(1e-12);
  }
  return { plan, result: table.run(0) };
}

const strata: Strata = [[20, 4], [31, 7], [9, 6]]; // biome-ignore format: one line
const some = cells(12, strata, (m, isHackable) => 0.1 + 0.06 * m + (isHackable ? 0.1 : 0));
const groups = [[0, 2, 4, 6], [11], [3, 1]];

describe.each(ESTIMATORS)('%s', (method) => {
  it.each(['RD', 'OR', 'RR', 'AS'] as const)('as by counting: %s', (measure) => {
    for (const variance of ['raw', 'agresti-caffo'] as const) {
      for (const weights of ['flagged', 'all', 'mh'] as const) {
        const effects = { measure, variance, weights };
        compare({ ...some, effects, method, seed: 3, draws: 100, groups });
      }
    }
  });

  it.each([
    ['a large gap that all models share', 0.02, 0.97],
    ['gaps that differ much', Number.NaN, Number.NaN],
    ['no gap', 0.5, 0.5],
  ])('as `poolKernel` on the gaps of every draw: %s', (_, robust, hackable) => {
    const rate = (m: number, isHackable: boolean) =>
      Number.isNaN(robust) ? ((m % 2 === 0) === isHackable ? 0.95 : 0.1) : isHackable ? hackable : robust;
    for (const models of [1, 2, 40]) againstKernel(cells(models, strata, rate), method);
  });
});

/** Gaps of every draw from its flags by `gaps`, rows with vi > 0 by `poolKernel`. */
function againstKernel(
  { outcomes, contrast, passes, arm }: ReturnType<typeof cells>,
  method: Estimator,
  effects = RD,
): Float64Array {
  const models = outcomes.models;
  const { plan, result } = compare({ outcomes, contrast, effects, method, seed: 5, draws: 100 });
  const many = plan.strata.length;
  const kernel = poolKernel(method);
  const out = new Float64Array(4);
  const first = plan.strata.map((_, s) => contrast.stratum.indexOf(s));
  const arrange = arrangements(plan, 0);
  const chosen = new Int32Array(arm.length);
  const wanted = Float64Array.from({ length: 100 }, (_, d) => {
    const flags = new Set<number>();
    arrange(d, chosen, 0);
    let at = 0;
    plan.strata.forEach(({ hackable }, s) => {
      for (let i = 0; i < hackable; i++) flags.add(first[s] + chosen[at++]);
    });
    const empty = () => new Float64Array(models * many);
    const [x1, n1, x0, n0] = [empty(), empty(), empty(), empty()];
    for (let m = 0; m < models; m++) {
      arm.forEach((_, t) => {
        const at = m * many + contrast.stratum[t];
        (flags.has(t) ? n1 : n0)[at]++;
        (flags.has(t) ? x1 : x0)[at] += passes[m * arm.length + t];
      });
    }
    const { yi, vi } = gaps({ models, strata: many, x1, n1, x0, n0, ss1: null, ss0: null }, effects);
    const rows = [...yi.keys()].filter((m) => vi[m] > 0);
    if (rows.length === 0) return Number.NaN;
    kernel(yi.filter((_, m) => vi[m] > 0), vi.filter((v) => v > 0), rows.length, out); // biome-ignore format: one line
    return out[0];
  });
  expect(worst(result.statistics, wanted)).toBeLessThan(1e-12);
  return wanted;
}

describe('raw variances of 0', () => {
  const raw = { ...RD, variance: 'raw' } as const;

  it.each(['EE', 'DL', 'REML', 'PM'] as const)(
    'leave rows out of some draws and not of others: %s',
    (method) => {
      // Nearly saturated models: with few flags many draws have arms without spread.
      const nearly = cells(9, [[12, 2], [10, 3]], (m) => (m < 4 ? 0.08 : 0.9)); // biome-ignore format: one line
      againstKernel(nearly, method, raw);
    },
  );

  it('leave no row at all, or one: NaN, or its gap', () => {
    // One pass in all: flagged, its arm is all passes and the other none; else there is spread.
    const one = madeUp({
      models: 1,
      passes: [1, ...new Array<number>(9).fill(0)],
      attempts: new Array<number>(10).fill(1),
      stratum: new Array<string>(10).fill(''),
      arm: [0, 1, ...new Array<number>(8).fill(0)],
    });
    const { result } = compare({ ...one, effects: raw, method: 'REML', seed: 1, draws: 10 });
    // 10 arrangements: 1/1 - 0/9 has vi = 0, the others 0/1 - 1/9 have not.
    expect([...result.statistics].filter(Number.isNaN)).toHaveLength(1);
    expect([...result.statistics].filter((value) => Math.abs(value + 1 / 9) < 1e-15)).toHaveLength(9);
  });
});

describe('where the table is used', () => {
  const { outcomes, tasks } = embeddedLeaderboard('utboost');
  const input = { outcomes, contrast: contrastOf(tasks), effects: RD, method: 'DL', seed: 1 } as const;

  it('gives the same on the real leaderboard, by itself', () => {
    const plan = planOf({ ...input, draws: 10_000 })!;
    expect(jointTable(plan, 135)).toEqual({ strides: [1, 13, 13 * 14], cells: 13 * 14 * 2 });
    expect(permutationEngine(plan).run(7)).toEqual(permutationEngine(plan, { table: true }).run(7));
    compare({ ...input, draws: 10_000 });
  });

  it('does without one for few draws, many cells, or many flags', () => {
    expect(jointTable(planOf({ ...input, draws: 700 })!, 135)).toBeNull();
    const weights = new Float64Array(3);
    const plan = (strata_: Strata, draws: number) =>
      permutationPlan(
        { ...cells(3, strata_, () => 0.5), effects: RD, method: 'DL', seed: 1, draws },
        weights,
      );
    expect(jointTable(plan([[80, 40], [80, 40], [80, 40]], 1e6), 4, true)).toBeNull(); // biome-ignore format: one line
    expect(jointTable(plan([[9000, 4000]], 1e6), 4)).toBeNull();
    expect(jointTable(plan([[9000, 4000]], 1e6), 4, true)).not.toBeNull();
  });
});
