/** Exact permutation against brute force in R (test/reference/permutation.R), ties, strata, levels, blocks. */
import { describe, expect, it } from 'vitest';
import type { Estimator } from '../../../src/analysis/options.ts';
import { contrastOf } from '../../../src/effects/contrast.ts';
import type { EffectOptions, Measure, VarianceRule, Weights } from '../../../src/effects/types.ts';
import { permutationEngine } from '../../../src/inference/permutation/engine.ts';
import { permutationTest, planOf } from '../../../src/inference/permutation/permutation-test.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';
import { type MadeUp, madeUp, oneStratum } from '../made-up.ts';

interface Case extends MadeUp {
  readonly name: string;
  readonly measure: Measure;
  readonly weights: Weights;
  readonly variance: VarianceRule;
  readonly method: Estimator;
  readonly observed: number;
  readonly p: number;
  readonly pGreater: number;
  readonly arrangements: number;
  readonly sorted: readonly number[];
  readonly level: number;
  readonly interval: readonly [number, number] | null;
}
const { cases, log10Arrangements795 } = reference<{ cases: Case[]; log10Arrangements795: number }>(
  'permutation.json',
);
const RD: EffectOptions = { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' };

describe.each(cases.map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
  const { measure, weights, variance, method, level } = entry;
  const input = {
    ...madeUp(entry),
    effects: { measure, weights, variance },
    method,
    seed: 1,
    draws: 50,
    level,
  };
  const found = permutationTest(input)!.permutation;

  it('enumerates every arrangement', () => {
    expect(found).toMatchObject({ exact: true, interrupted: false, permutations: entry.arrangements });
    expect(relativeError(10 ** found.log10Arrangements, entry.arrangements)).toBeLessThan(1e-12);
  });

  it('gives the observed value and both p exactly', () => {
    // Iterated fits of metafor agree to 1e-8, closed forms to 1e-10.
    const tolerance = method === 'REML' || method === 'PM' ? 1e-8 : 1e-10;
    expect(relativeError(found.observed, entry.observed)).toBeLessThan(tolerance);
    expect(found.p).toBe(entry.p);
    expect(found.pGreater).toBe(entry.pGreater);
  });

  it.each([true, false])('gives the statistic of every arrangement, by table: %s', (table) => {
    const plan = planOf(input)!;
    const engine = permutationEngine(plan, { table });
    const all = [0, 1].flatMap((block) =>
      block * 100 < plan.draws ? [...engine.run(block).statistics] : [],
    );
    const tolerance = method === 'REML' || method === 'PM' ? 1e-7 : 1e-10;
    all
      .sort((a, b) => a - b)
      .forEach((value, i) => {
        expect(relativeError(value, entry.sorted[i], 1e-2)).toBeLessThan(tolerance);
      });
  });

  it('inverts the test', () => {
    if (entry.interval === null) {
      expect(found.ciLower).toBeNull();
      expect(found.warnings).toEqual([
        'no interval by inversion: a constant shift of task scores is defined for RD only',
      ]);
      return;
    }
    // R bisects 45 times from a width of 4.
    expect(relativeError(found.ciLower, entry.interval[0], 1e-1)).toBeLessThan(1e-9);
    expect(relativeError(found.ciUpper, entry.interval[1], 1e-1)).toBeLessThan(1e-9);
  });

  it('needs no SIMD', () => {
    const plan = planOf(input)!;
    for (const table of [true, false]) {
      const [plain, fast] = [false, true].map((simd) => permutationEngine(plan, { simd, table }).run(0));
      expect(plain).toEqual(fast);
    }
  });

  it('needs no table of parts', () => {
    const plan = planOf(input)!;
    // A plan of one draw is not worth one: the very function of the analysis runs.
    const { statistics } = permutationEngine({ ...plan, draws: 1 }, { table: false }).run(0);
    const looked = permutationEngine(plan, { table: false }).run(0).statistics;
    expect(relativeError(statistics[0], looked[0], 1e-2)).toBeLessThan(1e-12);
  });
});

describe('small cases with known answers', () => {
  it('10 10 10 against 0 gives 1/4 (case D4)', () => {
    const builder = outcomesBuilder(1, 4);
    for (const t of [0, 1, 2]) builder.set(0, t, 10, 10);
    builder.set(0, 3, 0, 10);
    const { contrast } = oneStratum([[1, 1, 1, 0]], 3);
    const input = {
      outcomes: builder.build(),
      contrast,
      effects: RD,
      method: 'DL',
      seed: 1,
      draws: 10,
    } as const;
    const found = permutationTest(input)!.permutation;
    expect(found).toMatchObject({ p: 0.25, pGreater: 0.25, permutations: 4, exact: true });
  });

  it('names the smallest p that can be had (case D2)', () => {
    const input = {
      ...oneStratum([[1, 1, 0, 0, 0]], 2),
      effects: RD,
      method: 'EE',
      seed: 1,
      draws: 10,
    } as const;
    const found = permutationTest(input)!.permutation;
    expect(found).toMatchObject({ permutations: 10, p: 0.1, smallestP: 0.1 });
  });

  it('has no interval at a level that no draw can reject', () => {
    const input = {
      ...oneStratum([[1, 1, 0, 0, 0]], 2),
      effects: RD,
      method: 'EE',
      seed: 1,
      draws: 10,
    } as const;
    const found = permutationTest(input)!.permutation;
    expect(found.ciLower).toBeNull();
    expect(found.warnings).toEqual([
      'no interval by inversion: 10 draws cannot reject shifts to both sides at 95 %',
    ]);
  });

  it('is null without a contrast', () => {
    const input = { ...oneStratum([[1, 0]], 2), effects: RD, method: 'EE', seed: 1, draws: 10 } as const;
    expect(permutationTest(input)).toBeNull();
  });
});

describe('many tasks', () => {
  it('counts arrangements on the log scale and draws at random (case D1)', () => {
    const row = Array.from({ length: 795 }, (_, t) => (t % 3 === 0 ? 1 : 0));
    const input = { ...oneStratum([row], 265), effects: RD, method: 'DL', seed: 1, draws: 250 } as const;
    const found = permutationTest(input)!.permutation;
    expect(relativeError(found.log10Arrangements, log10Arrangements795)).toBeLessThan(1e-12);
    expect(found).toMatchObject({ exact: false, permutations: 250, smallestP: 1 / 251 });
    expect(found.statistic).toContain('250 random draws');
  });

  it('never gives a p of 0', () => {
    const row = Array.from({ length: 60 }, (_, t) => (t < 30 ? 1 : 0));
    const input = { ...oneStratum([row, row], 30), effects: RD, method: 'DL', seed: 1, draws: 199 } as const;
    const found = permutationTest(input)!.permutation;
    expect(found).toMatchObject({ p: 1 / 200, pGreater: 1 / 200, smallestP: 1 / 200 });
  });
});

describe('draws in which a level has no value', () => {
  it('count as hits in its adjusted p too, which is never below its own', () => {
    // Raw variances; one task of three is flagged, so that only the robust pair can differ. Gaps of 110 are 1/2, 1/2 and
    // none over the three arrangements, of its mirror -1/2, -1/2 and none: every draw is a hit for both.
    const rows = [
      [1, 1, 0],
      [0, 0, 1],
    ];
    const levels = rows.map((_, m) => ({ level: `m${m}`, models: [m] }));
    const input = { ...oneStratum(rows, 1), effects: { ...RD, variance: 'raw' }, method: 'EE' } as const;
    const found = permutationTest({ ...input, seed: 1, draws: 9, moderators: [{ name: 'one', levels }] })!;
    expect(found.moderators[0].levels).toMatchObject([
      { observed: 0.5, p: 1, pAdjusted: 1 },
      { observed: -0.5, p: 1, pAdjusted: 1 },
    ]);
  });
});

describe('the real leaderboard, tripwire-anchor', () => {
  const { outcomes, tasks, models } = embeddedLeaderboard('tripwire-anchor');
  const contrast = contrastOf(tasks);
  const families = [...new Set(models.map((model) => model.family))];
  const levels = families.map((family) => ({
    level: String(family),
    models: models.flatMap((model, m) => (model.family === family ? [m] : [])),
  }));
  const input = { outcomes, contrast, effects: RD, method: 'DL', seed: 7, draws: 1000 } as const;
  const found = permutationTest({ ...input, moderators: [{ name: 'family', levels }] })!;

  it('gives the same bytes again, and others with another seed', () => {
    const again = permutationTest({ ...input, moderators: [{ name: 'family', levels }] });
    expect(JSON.stringify(again)).toBe(JSON.stringify(found));
    expect(permutationTest({ ...input, seed: 8 })!.permutation.p).not.toBe(found.permutation.p);
  });

  it('keeps the flags of every stratum in number', () => {
    const plan = planOf(input)!;
    // The gap of the flags themselves is 1 under the observed arrangement only.
    const { shift } = permutationEngine(plan).run(0);
    expect(Math.max(...shift)).toBeLessThan(1);
    expect(permutationEngine(plan).observed().shift[0]).toBeCloseTo(1, 12);
  });

  it('tests every level, adjusted for their number, and their differences', () => {
    const [family] = found.moderators;
    expect(family.levels.map(({ level }) => level)).toEqual(families.map(String));
    for (const { p, pAdjusted } of family.levels) {
      expect(p).toBeGreaterThanOrEqual(1 / 1001);
      expect(pAdjusted).toBeGreaterThanOrEqual(p!);
      expect(pAdjusted).toBeLessThanOrEqual(1);
    }
    expect(family.p).toBeGreaterThan(1 / 1001);
    expect(family.p).toBeLessThanOrEqual(1);
  });

  it('agrees with a level tested alone', () => {
    const alone = permutationTest({ ...input, models: levels[0].models })!.permutation;
    expect(found.moderators[0].levels[0].observed).toBe(alone.observed);
    expect(found.moderators[0].levels[0].p).toBe(alone.p);
  });

  it('keeps what is done when told to stop', () => {
    const stopped = permutationTest(input, (done) => done < 300)!.permutation;
    expect(stopped).toMatchObject({ permutations: 300, interrupted: true, smallestP: 1 / 301 });
    expect(stopped.warnings[0]).toBe('interrupted after 300 of 1000 draws: the figures rest on those done');
  });
});

it('names strata only where there are some', () => {
  const statistic = (stratified: boolean) => {
    const { outcomes, tasks } = embeddedLeaderboard('tripwire-anchor');
    const contrast = contrastOf(tasks, stratified);
    return permutationTest({ outcomes, contrast, effects: RD, method: 'DL', seed: 1, draws: 100 })!
      .permutation.statistic;
  };
  expect(statistic(true)).toContain('flags shuffled within strata, the whole');
  expect(statistic(false)).toContain('flags shuffled, the whole');
});
