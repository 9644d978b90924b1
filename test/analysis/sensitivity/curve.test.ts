/** The curve's numbers are those of single `analyze` runs; the grid has no point twice. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { type AnalyzeOptions, DEFAULT_OPTIONS, ESTIMATORS } from '../../../src/analysis/options.ts';
import { specificationShares } from '../../../src/analysis/sensitivity/curve.ts';
import { specificationGrid } from '../../../src/analysis/sensitivity/grid.ts';
import type { Specification } from '../../../src/analysis/types.ts';
import { MEASURES, VARIANCE_RULES, WEIGHTS } from '../../../src/effects/types.ts';
import { drawLeaderboard } from '../../decisions/made-up.ts';

const quick = { permutations: 0, crossed: false, moderators: [] } as const;

function optionsOf(row: Specification): Partial<AnalyzeOptions> {
  return {
    ...quick,
    measure: row.measure,
    weights: row.weights,
    variance: row.variance,
    method: row.method,
    attempts: row.filter === 'pass@1 submissions' ? '1' : null,
    exclude: row.tasks === 'all audited tasks' ? [] : row.tasks.replace('without ', '').split(', '),
    stratify: row.stratified,
  } as Partial<AnalyzeOptions>;
}

describe.each([0, 0.1])('every specification equals its own run, %d of cells missing', (missing) => {
  const leaderboard = drawLeaderboard({ models: 8, tasks: 60, seed: 3, missing });

  it('estimate, both intervals and k', async () => {
    const { sensitivity } = await analyze(leaderboard, { ...quick, sensitivity: true });
    const rows = sensitivity.filter((row) => row.method !== 'MH');
    expect(rows.length).toBe(1280);
    const found: unknown[] = [];
    const wanted: unknown[] = [];
    // Every seventh: all levels of every choice come up.
    for (const row of rows.filter((_, i) => i % 7 === 0)) {
      const { pooled, sharedTasks } = await analyze(leaderboard, optionsOf(row));
      found.push([
        row.k,
        row.estimate,
        row.se,
        row.ciLower,
        row.ciUpper,
        row.taskSe,
        row.taskCiLower,
        row.taskCiUpper,
      ]);
      const { k, estimate, se, ciLower, ciUpper } = pooled;
      wanted.push([
        k,
        estimate,
        se,
        ciLower,
        ciUpper,
        sharedTasks?.se,
        sharedTasks?.ciLower,
        sharedTasks?.ciUpper,
      ]);
    }
    expect(found).toEqual(wanted);
  });
});

describe('the grid', () => {
  const leaderboard = drawLeaderboard({ models: 8, tasks: 60, seed: 3 });
  const points = specificationGrid(leaderboard, DEFAULT_OPTIONS).flatMap(({ sample, fits }) =>
    fits.map((fit) => ({ ...sample, ...fit })),
  );

  it('has every level of every choice, and no point twice', () => {
    const levels = (of: (point: (typeof points)[number]) => unknown) => new Set(points.map(of));
    expect(levels((point) => point.measure)).toEqual(new Set(MEASURES));
    expect(levels((point) => point.weights)).toEqual(new Set(WEIGHTS));
    expect(levels((point) => point.variance)).toEqual(new Set(VARIANCE_RULES));
    expect(levels((point) => point.method)).toEqual(new Set(ESTIMATORS.filter((name) => name !== 'EB')));
    expect(levels((point) => point.attempts)).toEqual(new Set([null, '1']));
    expect(levels((point) => point.stratify)).toEqual(new Set([true, false]));
    expect(levels((point) => point.exclude.join())).toEqual(
      new Set(['', 'gold_fails', 'rejects_valid', 'gold_fails,rejects_valid']),
    );
    // 2 x 4 samples with strata (5 measures and rules x 3 weights x 8 estimators) and without (x 1).
    expect(points.length).toBe(8 * (120 + 40));
    expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(points.length);
  });

  it('leaves out what changes nothing', () => {
    const plain = {
      ...leaderboard,
      models: leaderboard.models.map((model) => ({ ...model, attempts: null })),
      tasks: leaderboard.tasks.map((task) => ({ ...task, stratum: 'x', columns: {} })),
    };
    expect(
      specificationGrid(plain, DEFAULT_OPTIONS).map(({ sample, fits }) => [sample, fits.length]),
    ).toEqual([[{ attempts: null, exclude: [], stratify: true }, 40]]);
  });
});

it('shares count intervals that leave 0 out, by measure and over all', () => {
  const row = (measure: string, estimate: number, task: [number, number] | null): Specification => ({
    name: '',
    measure,
    weights: 'all',
    variance: 'raw',
    method: 'DL',
    filter: '',
    tasks: '',
    stratified: true,
    k: 2,
    estimate,
    se: 1,
    ciLower: estimate - 1,
    ciUpper: estimate + 1,
    taskSe: null,
    taskCiLower: task?.[0] ?? null,
    taskCiUpper: task?.[1] ?? null,
    reason: null,
  });
  const shares = specificationShares([row('RD', 2, [0.5, 3]), row('RD', -0.5, [-2, 1]), row('OR', 3, null)]);
  expect(
    shares.map((s) => [s.measure, s.taskAware, s.taskAwareExcludeZero, s.taskAwareShare, s.naiveExcludeZero]),
  ).toEqual([
    ['RD', 2, 1, 0.5, 1],
    ['OR', 0, 0, null, 1],
    ['all', 2, 1, 0.5, 2],
  ]);
  expect(shares.map((s) => [s.smallest, s.largest, s.positive])).toEqual([
    [-0.5, 2, 1],
    [3, 3, 1],
    [null, null, 2],
  ]);
});
