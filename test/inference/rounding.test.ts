/** What is 0 as fractions but not as doubles: no spread, no difference, a tie. Every number follows by hand. */
import { describe, expect, it } from 'vitest';
import type { EffectOptions } from '../../src/effects/types.ts';
import { calibrate } from '../../src/inference/calibration/calibrate.ts';
import { sharedHeterogeneity } from '../../src/inference/heterogeneity.ts';
import { jackknife } from '../../src/inference/jackknife.ts';
import { permutationTest } from '../../src/inference/permutation/permutation-test.ts';
import { isRounding, spreadOf } from '../../src/inference/rounding.ts';
import { sharedTasks } from '../../src/inference/shared-tasks.ts';
import type { Leaderboard } from '../../src/leaderboard/types.ts';
import { madeUp, oneStratum } from './made-up.ts';

const effects: EffectOptions = { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' };
const bits = (rows: readonly string[]) => rows.map((row) => [...row].map(Number));
/** Three models and their mirrors: what one passes the other fails, so that gaps cancel under any flags. */
const mirrors = bits(['101101', '111001', '010000', '010010', '000110', '101111']);
const mirrored = { ...oneStratum(mirrors, 4), effects };
const alike = { ...oneStratum(bits(['1010011', '1010011', '1010011']), 3), effects };

describe('spreadOf', () => {
  it('is 0 for equal rates summed in different ways, the difference else', () => {
    expect(spreadOf(0.1 + 0.2, 0.3)).toBe(0);
    expect(spreadOf(0.5, 0.25)).toBe(0.25);
    expect(isRounding(1e-9, 1)).toBe(false);
  });
});

describe('task-aware interval', () => {
  const noSpread = expect.stringContaining('tasks of the same stratum and arm do not differ at all');

  it('has none where mirrored models cancel in every task', () => {
    const found = sharedTasks(mirrored);
    expect(found.estimate).toBeCloseTo(0, 15);
    expect(found).toMatchObject({ se: null, p: null, effectiveModels: null, varianceTasks: 0 });
    expect(found.warnings).toContainEqual(noSpread);
  });

  it('has none where every cell of an arm is the same k/n', () => {
    const row = [1, 1, 1, 1, 1, 1, 2, 2, 2];
    const found = sharedTasks({
      ...madeUp({
        models: 2,
        passes: [...row, ...row.map((k) => 3 - k)],
        attempts: new Array<number>(18).fill(5),
        stratum: new Array<string>(9).fill(''),
        arm: row.map((k) => (k === 1 ? 1 : 0)),
      }),
      effects,
    });
    expect(found).toMatchObject({ se: null, varianceTasks: 0 });
    expect(found.warnings).toContainEqual(noSpread);
  });

  it('over models has none where all gaps are the same, and says so', () => {
    const found = sharedTasks({ ...alike, modelWeights: [1, 2, 4], generalise: 'models' });
    expect(found).toMatchObject({ se: null, p: null, varianceModels: 0 });
    expect(found.warnings).toContain(
      'the interval over models is not estimable: all models have the same gap',
    );
  });

  it('over both is that over models where tasks have no spread', () => {
    // Gaps 1/4 and -1/4: V_models = 2/4 (1/16 + 1/16) with 1 df, V_tasks = 0.
    const found = sharedTasks({
      ...oneStratum(bits(['11101010', '00010101']), 4),
      effects,
      generalise: 'both',
    });
    expect(found.estimate).toBe(0);
    expect(found.varianceTasks).toBe(0);
    expect(found.se).toBeCloseTo(1 / 4, 14);
    expect(found.df).toBeCloseTo(1, 14);
  });
});

describe('corrected heterogeneity', () => {
  it('is none between models that are one and the same', () => {
    const none = { q: 0, i2: 0, naiveI2: 0, tau2: 0, expectedQ: 0, df: null, p: null };
    expect(sharedHeterogeneity(alike)).toMatchObject(none);
    const many = { ...oneStratum(bits(['1111100', '1111100', '1111100']), 3), effects };
    expect(sharedHeterogeneity(many)).toMatchObject({ q: 0, i2: 0, df: null, p: null });
  });
});

describe('jackknife', () => {
  it('is null where every gap left out is 0', () => {
    expect(jackknife({ ...mirrored, method: 'DL' })).toBeNull();
  });
});

describe('permutation', () => {
  it.each([
    ['101101', '111001', '010000', 4],
    ['011011', '111100', '111001', 3],
    ['110100', '011111', '011011', 2],
    ['111111', '011100', '010010', 4],
  ] as const)('calls every arrangement a tie where all gaps cancel: %s %s %s', (a, b, c, hackable) => {
    const rows = bits([a, b, c]);
    const both = [...rows, ...rows.map((row) => row.map((y) => 1 - y))];
    const input = { ...oneStratum(both, hackable), effects, method: 'DL', seed: 1, draws: 9 } as const;
    const levels = [
      { level: 'first pair', models: [0, 1, 3, 4] },
      { level: 'alone', models: [2] },
    ];
    const found = permutationTest({ ...input, moderators: [{ name: 'part', levels }] })!;
    expect(found.permutation).toMatchObject({ exact: true, p: 1, pGreater: 1 });
    expect(found.moderators[0].levels[0]).toMatchObject({ p: 1, pAdjusted: 1 });
    // The pair is no rival, its gap being 0 in every draw.
    expect(found.moderators[0].levels[1].pAdjusted).toBe(found.moderators[0].levels[1].p);
  });
});

describe('calibration', () => {
  const leaderboard = (
    rows: readonly (readonly number[])[],
    attempts: number,
    hackable = 3,
  ): Leaderboard => ({
    models: rows.map((_, m) => {
      return { id: `m${m}`, label: '', date: null, family: null, attempts: null, columns: {} };
    }),
    tasks: rows[0].map((_, t) => {
      const status = t < hackable ? 'hackable' : 'robust';
      return { id: `t${t}`, stratum: '', status, accepted: null, columns: {} };
    }),
    outcomes: madeUp({
      models: rows.length,
      passes: rows.flat(),
      attempts: rows.flat().map(() => attempts),
      stratum: rows[0].map(() => ''),
      arm: rows[0].map(() => 0),
    }).outcomes,
    notes: [],
  });

  it('has no Knapp-Hartung test of models that differ by the same passes in every task', () => {
    const row = [1, 4, 2, 6, 3, 5, 2];
    const rows = [0, 1, 3].map((more) => row.map((k) => k + more));
    const found = calibrate(leaderboard(rows, 10), { draws: 60, from: 'audited', permutations: 0 })!;
    const knha = found.methods.find(({ method }) => method.includes('Knapp-Hartung'));
    expect(knha).toMatchObject({ available: 0, significant: 0, meanSe: null });
  });

  it('gives every draw of mirrored models a permutation p of 1', () => {
    const found = calibrate(leaderboard(mirrors, 1, 4), { draws: 60, from: 'audited', method: 'DL' })!;
    const permutation = found.methods.find(({ method }) => method === 'permutation of flags');
    expect(permutation).toMatchObject({ available: 60, significant: 0 });
  });
});
