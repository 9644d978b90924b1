/** Cases A1-A3 of zero cells: the rule is named, counted, and every rule is shown. Expected figures: metafor 3.8-1
 * (rma with threshold 1e-13, rma.mh) on gaps and variances worked in R; cases.md has them rounded. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { modelEffects } from '../../src/analysis/effects.ts';
import { DEFAULT_OPTIONS } from '../../src/analysis/options.ts';
import { poolModels } from '../../src/analysis/pooled.ts';
import { chooseSample } from '../../src/analysis/sample.ts';
import { saturationRules } from '../../src/analysis/specifications.ts';
import { mantelHaenszel } from '../../src/effects/mantel-haenszel.ts';
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import type { Leaderboard, Status } from '../../src/leaderboard/types.ts';
import { fitMeta } from '../../src/meta/fit.ts';
import { relativeError } from '../tolerance.ts';

// A1: ten models; hackable a of n1, robust b of n2. Models sat different numbers of tasks, so cells are missing.
const a = [10, 0, 12, 6, 5, 7, 4, 8, 6, 5];
const n1 = [10, 10, 12, 10, 10, 12, 10, 12, 10, 10];
const b = [40, 0, 38, 20, 18, 25, 15, 26, 22, 19];
const n2 = [40, 40, 38, 40, 40, 38, 40, 38, 40, 40];

/** Model m passes the first a[m] of its n1[m] hackable tasks and the first b[m] of its n2[m] robust ones. */
function caseA1(): Leaderboard {
  const [hackable, robust] = [Math.max(...n1), Math.max(...n2)];
  const builder = outcomesBuilder(a.length, hackable + robust);
  a.forEach((_, m) => {
    for (let t = 0; t < n1[m]; t++) builder.set(m, t, t < a[m] ? 1 : 0, 1);
    for (let t = 0; t < n2[m]; t++) builder.set(m, hackable + t, t < b[m] ? 1 : 0, 1);
  });
  return {
    models: a.map((_, m) => ({
      id: `m${m}`,
      label: `m${m}`,
      date: null,
      family: null,
      attempts: '1',
      columns: {},
    })),
    tasks: Array.from({ length: hackable + robust }, (_, t) => ({
      id: `t${t}`,
      stratum: '',
      status: t < hackable ? ('hackable' as const) : ('robust' as const),
      accepted: null,
      columns: {},
    })),
    outcomes: builder.build(),
    notes: [],
  };
}

const options = { ...DEFAULT_OPTIONS, method: 'REML', test: 'z' } as const;

describe('A1: saturated models decide the sign', () => {
  const pooled = (variance: 'raw' | 'agresti-caffo') => {
    const chosen = { ...options, variance };
    const effects = modelEffects(chooseSample(caseA1(), chosen), chosen);
    return { effects, fit: poolModels(effects, effects.used, chosen).fit };
  };

  it('raw: the three saturated models are dropped and counted (+0.01903, SE 0.0641, k = 7)', () => {
    const { effects, fit } = pooled('raw');
    expect(effects.saturatedModels).toBe(3);
    expect(effects.dropped).toEqual(
      ['m0', 'm1', 'm2'].map((model) => ({
        model,
        reason: 'all its arms are saturated: the sampling variance is 0 under variance rule "raw"',
      })),
    );
    expect(fit.k).toBe(7);
    expect(fit.estimate).toBeCloseTo(0.019031713318877496, 12);
    expect(fit.se).toBeCloseTo(0.064114419762421465, 12);
  });

  it('agresti-caffo: the gap is raw, only the variance is smoothed (+0.00726, SE 0.0364)', () => {
    const { effects, fit } = pooled('agresti-caffo');
    expect(effects.saturatedModels).toBe(0);
    expect([...effects.yi].slice(0, 3)).toEqual([0, 0, 0]);
    expect(fit.k).toBe(10);
    expect(fit.estimate).toBeCloseTo(0.0072608838737605458, 12);
    expect(fit.se).toBeCloseTo(0.036400441847834961, 12);
  });

  it('shows the pooled gap under every rule', () => {
    const rules = saturationRules(chooseSample(caseA1(), options), options);
    expect(rules.map((rule) => [rule.name, rule.k])).toEqual([
      ['variance raw', 7],
      ['variance agresti-caffo', 10],
      ['Mantel-Haenszel over model x stratum tables', 10],
    ]);
    expect(rules[2].estimate).toBeCloseTo(0.013915547024952049, 14);
    expect(rules[2].se).toBeCloseTo(0.044823066691437798, 14);
    const tables = a.map((x1, i) => ({ x1, n1: n1[i], x0: b[i], n0: n2[i] }));
    expect(relativeError(rules[2].estimate, mantelHaenszel(tables, 'RD').estimate!)).toBeLessThan(1e-12);
  });

  it('says so in the warnings of the analysis', async () => {
    const analysis = await analyze(caseA1(), {
      ...options,
      variance: 'raw',
      permutations: 0,
      crossed: false,
    });
    expect(analysis.counts.saturatedModels).toBe(3);
    expect(analysis.warnings).toContain(
      '3 models with a sampling variance of 0 dropped from the pooled fit (variance rule "raw"); see the table of rules',
    );
  });
});

describe('A2: a variance of 0 has no infinite weight', () => {
  it('drops the rows and counts them', () => {
    const fit = fitMeta(
      { yi: [0, 0, 0.3, -0.25], vi: [0, 0, 0.041, 0.015625] },
      { method: 'REML', test: 'z' },
    );
    expect([fit.k, fit.kDropped]).toEqual([2, 2]);
    // No pooled SE may fall far below every row's own: here each used row has SE above 0.12.
    expect(fit.se!).toBeGreaterThan(0.1);
  });
});

describe('A3: the gap is the plain difference', () => {
  it('0/12 against 3/12 is -0.25 under both variance rules', () => {
    const builder = outcomesBuilder(1, 24);
    for (let t = 0; t < 24; t++) builder.set(0, t, t >= 12 && t < 15 ? 1 : 0, 1);
    const leaderboard: Leaderboard = {
      models: [{ id: 'm', label: 'm', date: null, family: null, attempts: null, columns: {} }],
      tasks: Array.from({ length: 24 }, (_, t) => ({
        id: `t${t}`,
        stratum: 's',
        status: t < 12 ? ('hackable' as const) : ('robust' as const),
        accepted: null,
        columns: {},
      })),
      outcomes: builder.build(),
      notes: [],
    };
    for (const variance of ['raw', 'agresti-caffo'] as const) {
      const chosen = { ...options, variance };
      expect(modelEffects(chooseSample(leaderboard, chosen), chosen).yi[0]).toBe(-0.25);
    }
  });
});

describe('k/n cells without spread', () => {
  it('are not called saturated', () => {
    const builder = outcomesBuilder(1, 4);
    for (let t = 0; t < 4; t++) builder.set(0, t, t < 2 ? 1 : 2, 3);
    const leaderboard: Leaderboard = {
      models: [{ id: 'm', label: 'm', date: null, family: null, attempts: null, columns: {} }],
      tasks: ['hackable', 'hackable', 'robust', 'robust'].map((status, t) => ({
        id: `t${t}`,
        stratum: '',
        status: status as Status,
        accepted: null,
        columns: {},
      })),
      outcomes: builder.build(),
      notes: [],
    };
    const chosen = { ...options, variance: 'raw' } as const;
    expect(modelEffects(chooseSample(leaderboard, chosen), chosen).dropped[0].reason).toBe(
      'all its arms are saturated or have the same k/n in every task: the sampling variance is 0 under variance rule "raw"',
    );
  });
});
