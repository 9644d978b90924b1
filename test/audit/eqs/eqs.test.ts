import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discrimination, judgeF1, learnability } from '../../../src/audit/eqs/components.ts';
import { type EqsEvidence, eqs } from '../../../src/audit/eqs/eqs.ts';
import {
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  decide,
  score,
  scoreBounds,
} from '../../../src/audit/eqs/score.ts';
import { decisionsOverGrid, weightGrid } from '../../../src/audit/eqs/weight-grid.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import type { Leaderboard } from '../../../src/leaderboard/types.ts';
import { csv, messageOf, range, rowsOf } from '../rows.ts';

function leaderboardOf(passes: Readonly<Record<string, readonly number[]>>): Leaderboard {
  const ids = Object.keys(passes);
  const models = Math.max(...ids.map((id) => passes[id].length));
  const builder = outcomesBuilder(models, ids.length);
  ids.forEach((id, t) => {
    passes[id].forEach((pass, m) => {
      builder.set(m, t, pass, 1);
    });
  });
  return {
    models: range(models).map((m) => ({
      id: `m${m}`,
      label: `m${m}`,
      date: null,
      family: null,
      attempts: null,
      columns: {},
    })),
    tasks: ids.map((id) => ({ id, stratum: '', status: 'unaudited', accepted: null, columns: {} })),
    outcomes: builder.build(),
    notes: [],
  };
}

const candidates = (task: string, n: number, successes: number) =>
  range(n).map((i) => [task, 1, `a${i}`, i < successes ? 1 : 0, 1]);
const patches = (task: string) =>
  range(4).flatMap((i) => [
    [task, 't1', `p${i}`, i < 2 ? 1 : 0, i < 2 ? 1 : 0],
    [task, 't2', `p${i}`, i < 3 ? 1 : 0, i < 2 ? 1 : 0],
  ]);
const judged = (task: string) =>
  range(4).map((i) => [task, `p${i}`, ['CORRECT', 'PARTIAL', 'INCORRECT', 'CORRECT'][i], i < 2 ? 1 : 0]);

function evidence(tasks: readonly string[]): EqsEvidence {
  return {
    candidates: rowsOf(
      'candidates',
      csv(
        'task,round,candidate,passes,wrong',
        tasks.flatMap((t) => candidates(t, 4, 1)),
      ),
    ),
    verifiers: rowsOf('verifiers', csv('task,test,patch,passes,correct', tasks.flatMap(patches))),
    judgements: rowsOf('judgements', csv('task,item,verdict,passes', tasks.flatMap(judged))),
    leaderboard: leaderboardOf(Object.fromEntries(tasks.map((task) => [task, [1, 0, 0, 1]]))),
  };
}

describe('components', () => {
  it('V counts pairs, ties one half', () => {
    const patch = (correct: boolean, value: number) => ({ correct, score: value, weight: 1 });
    expect(discrimination([patch(true, 1), patch(false, 1), patch(false, 0)])).toBe(0.75);
    expect(discrimination([patch(true, 1)])).toBeNull();
  });

  it('F1 is null without a positive on either side', () => {
    expect(judgeF1([{ positive: false, passes: false, weight: 1 }])).toBeNull();
    expect(judgeF1([{ positive: true, passes: false, weight: 1 }])).toBe(0);
  });

  it('D is greatest where half of the models pass', () => {
    expect([0, 0.2, 0.5, 1].map(learnability)).toEqual([0, 0.6400000000000001, 1, 0]);
  });
});

describe('score and decision', () => {
  it('gives the documented example', () => {
    expect(score({ V: 0.9, H: 0.25, F1: 0.8, D: 0.64 }, DEFAULT_WEIGHTS)).toBeCloseTo(0.796, 14);
    expect(decide(0.7, DEFAULT_THRESHOLDS)).toBe('FIX');
  });

  it('a score on a threshold is FIX, however its decimals were summed', () => {
    expect(decide(0.7000000000000001, DEFAULT_THRESHOLDS)).toBe('FIX');
    expect(decide(0.39999999999999997, DEFAULT_THRESHOLDS)).toBe('FIX');
    expect(decide(0.4, DEFAULT_THRESHOLDS)).toBe('FIX');
    expect(decide(0.39, DEFAULT_THRESHOLDS)).toBe('DROP');
    expect(decide(0.71, DEFAULT_THRESHOLDS)).toBe('KEEP');
  });

  it('a missing component gives null and bounds, never rescaled weights', () => {
    const components = { V: 1, H: 0, F1: null, D: 1 };
    expect(score(components, DEFAULT_WEIGHTS)).toBeNull();
    expect(scoreBounds(components, DEFAULT_WEIGHTS).lower).toBeCloseTo(0.8, 14);
    expect(scoreBounds(components, DEFAULT_WEIGHTS).upper).toBeCloseTo(1, 14);
    expect(score(components, { V: 0.5, H: 0.5, F1: 0, D: 0 })).toBe(1);
  });
});

describe('eqs', () => {
  const found = eqs(evidence(['a', 'b']), { draws: 200 });

  it('computes the four components of a task', () => {
    // V: scores 1, 1 | 1/2, 0. F1: TP 1, FN 1, FP 1. D: p = 1/2.
    expect(found.tasks[0].components).toEqual({ V: 1, H: 0.25, F1: 0.5, D: 1 });
    expect(found.tasks[0].eqs).toBeCloseTo(0.35 + 0.3 * 0.75 + 0.2 * 0.5 + 0.15, 14);
    expect(found.decisions).toEqual({ KEEP: 2, FIX: 0, DROP: 0 });
  });

  it('has a bootstrap interval that is the same for a seed and holds the score', () => {
    const { bootstrap, eqs: value } = found.tasks[0];
    expect(bootstrap?.interval).toMatchObject({ kind: 'bootstrap percentile', unit: 'candidate', level: 95 });
    expect(bootstrap?.interval?.lower as number).toBeLessThanOrEqual(value as number);
    expect(bootstrap?.interval?.upper as number).toBeGreaterThanOrEqual(value as number);
    expect(eqs(evidence(['a', 'b']), { draws: 200 })).toEqual(found);
    expect(eqs(evidence(['a', 'b']), { draws: 200, seed: 2 }).tasks[0].bootstrap).not.toEqual(bootstrap);
  });

  it('a task does not depend on the tasks beside it', () => {
    const alone = eqs(evidence(['b']), { draws: 200 }).tasks[0];
    expect(alone).toEqual(found.tasks.find(({ task }) => task === 'b'));
  });

  it('the bootstrap of H alone is the binomial: its spread matches sqrt(h (1 - h) / K)', () => {
    const only = eqs(
      {
        candidates: rowsOf('candidates', csv('task,round,candidate,passes,wrong', candidates('t', 100, 30))),
      },
      { draws: 4000, weights: { V: 0, H: 1, F1: 0, D: 0 } },
    );
    const { interval } = only.tasks[0].bootstrap ?? {};
    const half = 1.96 * Math.sqrt((0.3 * 0.7) / 100);
    expect(Math.abs((interval?.lower as number) - (0.7 - half))).toBeLessThan(0.015);
    expect(Math.abs((interval?.upper as number) - (0.7 + half))).toBeLessThan(0.015);
  });

  it('names what is missing', () => {
    const { candidates: rows, leaderboard } = evidence(['a', 'b']);
    const partial = eqs({ ...evidence(['a']), candidates: rows, leaderboard }, { draws: 50 });
    expect(partial.tasks[1]).toMatchObject({
      task: 'b',
      eqs: null,
      decision: null,
      missing: ['V', 'F1'],
      bootstrap: null,
    });
    expect(partial.warnings).toEqual([
      '1 task without V, so without EQS: "b"',
      '1 task without F1, so without EQS: "b"',
    ]);
    const blind = eqs({ ...evidence(['a']), leaderboard: null }, { draws: 50 });
    expect(blind.warnings).toEqual([
      'no leaderboard is given: D is missing for every task',
      '1 task without D, so without EQS: "a"',
    ]);
    const other = eqs({ ...evidence(['a']), leaderboard: leaderboardOf({ z: [1] }) }, { draws: 50 });
    expect(other.warnings).toContain('1 task with evidence but without an outcome on the leaderboard: "a"');
    expect(JSON.stringify([partial, blind, other])).not.toContain('NaN');
  });

  it('gives no interval of no width', () => {
    const sure = eqs(
      { candidates: rowsOf('candidates', csv('task,round,candidate,passes,wrong', candidates('t', 3, 3))) },
      { draws: 50, weights: { V: 0, H: 1, F1: 0, D: 0 } },
    );
    expect(sure.tasks[0].bootstrap).toMatchObject({
      interval: null,
      reason: 'the candidates leave no spread: an interval of no width would claim certainty',
    });
    expect(sure.warnings).toContain('1 task with a score but no bootstrap interval: "t"');
  });

  it('takes formulas of the user and says so', () => {
    const own = eqs(evidence(['a']), { draws: 20, formulas: { D: (p) => p } });
    expect(own.tasks[0].components.D).toBe(0.5);
    expect(own.formulas.D).toBe('own formula');
    expect(own.formulas.V).toBe(found.formulas.V);
  });

  it('refuses weights that do not sum to 1 and thresholds out of order', () => {
    const weights = { V: 0.5, H: 0.5, F1: 0.5, D: 0 };
    expect(messageOf(() => eqs(evidence(['a']), { weights }))).toBe(
      'the weights sum to 1.5; allowed is a sum of 1',
    );
    expect(messageOf(() => eqs(evidence(['a']), { weights: { V: -0.1, H: 0.5, F1: 0.5, D: 0.1 } }))).toBe(
      'weight "-0.1" of V is not allowed; allowed is 0 to 1',
    );
    expect(messageOf(() => eqs(evidence(['a']), { thresholds: { keepAbove: 0.3, dropBelow: 0.4 } }))).toBe(
      'thresholds keep above 0.3 and drop below 0.4 are not allowed; allowed is 0 <= drop <= keep <= 1',
    );
  });

  it('names a patch whose truth differs between tables', () => {
    const conflict = rowsOf('candidates', csv('task,round,candidate,passes,wrong', [['a', 1, 'p0', 1, 1]]));
    expect(eqs({ ...evidence(['a']), candidates: conflict }, { draws: 20 }).warnings).toContain(
      '1 patch wrong in candidates but correct in verifiers (task/patch): "a/p0"',
    );
  });
});

describe('the grid of weights', () => {
  it('has 85 points around the defaults, each of sum 1', () => {
    const grid = weightGrid(DEFAULT_WEIGHTS);
    // Offsets in {-2..2}^4 that sum to 0: the central coefficient of (x^-2 + .. + x^2)^4.
    expect(grid).toHaveLength(85);
    for (const { V, H, F1, D } of grid) expect(V + H + F1 + D).toBeCloseTo(1, 12);
    expect(grid).toContainEqual(DEFAULT_WEIGHTS);
  });

  it('counts the decisions that change', () => {
    const tasks = [
      { task: 'firm', components: { V: 1, H: 0, F1: 1, D: 1 } },
      { task: 'edge', components: { V: 1, H: 0.6, F1: 0.7, D: 0.6 } },
      { task: 'none', components: { V: 1, H: null, F1: 1, D: 1 } },
    ];
    const found = decisionsOverGrid(tasks, DEFAULT_WEIGHTS, DEFAULT_THRESHOLDS);
    expect(found).toMatchObject({ points: 85, tasks: 2, tasksThatChange: 1, mostChanged: 1 });
    const edge = found.perTask.find(({ task }) => task === 'edge')?.decisions;
    // 0.35 + 0.12 + 0.14 + 0.09 = 0.70 is FIX at the default; it is KEEP where V - 0.4 H' + ... rises above.
    const kept = weightGrid(DEFAULT_WEIGHTS).filter(
      ({ V, H, F1, D }) => V + 0.4 * H + 0.7 * F1 + 0.6 * D > 0.7 + 1e-9,
    );
    expect(edge).toEqual({ KEEP: kept.length, FIX: 85 - kept.length, DROP: 0 });
    expect(found.meanChanged).toBeCloseTo(kept.length / 85, 14);
  });
});

describe('properties', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  it('the score is in [0, 1] and falls as H rises', () => {
    fc.assert(
      fc.property(unit, unit, unit, unit, unit, (V, H, F1, D, other) => {
        const value = score({ V, H, F1, D }, DEFAULT_WEIGHTS) as number;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        const moved = score({ V, H: Math.max(H, other), F1, D }, DEFAULT_WEIGHTS) as number;
        expect(moved).toBeLessThanOrEqual(value + 1e-15);
      }),
    );
  });
});
