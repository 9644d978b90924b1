/** Regression of task scores against R's lm with hatvalues (test/reference/decisions.R). */
import { describe, expect, it } from 'vitest';
import { regressionGap } from '../../../src/analysis/sensitivity/regression.ts';
import { contrastOf } from '../../../src/effects/contrast.ts';
import type { Weights } from '../../../src/effects/types.ts';
import { leaderboardOf, type MadeUpTask } from '../../decisions/made-up.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';

interface Reference {
  readonly stratum: readonly string[];
  readonly x: readonly number[];
  readonly repo: readonly string[];
  readonly flag: readonly number[];
  readonly score: readonly number[];
  readonly regression: readonly {
    readonly weights: Weights;
    readonly covariates: readonly string[];
    readonly estimate: number;
    readonly classical: number;
    readonly hc2: number;
    readonly hc3: number;
    readonly df: number;
  }[];
}

const data = reference<Reference>('decisions.json');
const tasksOf = (list: readonly MadeUpTask[]) => leaderboardOf([], list).tasks;
const tasks = tasksOf(
  data.flag.map((flag, t) => ({
    stratum: data.stratum[t],
    status: flag === 1 ? 'hackable' : 'robust',
    columns: { x: String(data.x[t]), twice: String(2 * data.x[t]), repo: data.repo[t] },
  })),
);
const base = { tasks, scores: data.score, contrast: contrastOf(tasks), level: 95 };

it('the reference holds every choice of weights with every set of covariates', () => {
  expect(data.regression.map((row) => `${row.weights} ${row.covariates.join('+')}`)).toEqual(
    ['mh', 'flagged', 'all'].flatMap((w) => ['', 'x', 'repo', 'x+repo', 'x+twice'].map((c) => `${w} ${c}`)),
  );
});

describe.each(data.regression)('weights $weights, covariates $covariates', (row) => {
  it.each(['classical', 'HC2', 'HC3'] as const)('%s', (se) => {
    const fit = regressionGap({ ...base, weights: row.weights, covariates: row.covariates, se });
    expect(relativeError(fit.estimate, row.estimate)).toBeLessThan(1e-10);
    const wanted = { classical: row.classical, HC2: row.hc2, HC3: row.hc3 }[se];
    expect(relativeError(fit.se, wanted)).toBeLessThan(1e-10);
    expect(fit.df).toBe(row.df);
    expect(fit.droppedTerms).toEqual(row.covariates.includes('twice') ? ['twice'] : []);
  });
});

describe('edges', () => {
  const four = tasksOf([
    { status: 'hackable', columns: { z: '1' } },
    { status: 'hackable', columns: { z: '1' } },
    { status: 'robust', columns: { z: '0' } },
    { status: 'robust', columns: { z: '0' } },
  ]);
  const small = {
    tasks: four,
    scores: [0.5, 0.7, 0.2, 0.4],
    contrast: contrastOf(four),
    weights: 'flagged' as const,
    level: 95,
  };

  it('the example of the doc block: 0.3, HC2 sqrt(0.02)', () => {
    const fit = regressionGap({ ...small, covariates: [], se: 'HC2' });
    expect(fit.estimate).toBeCloseTo(0.3, 14);
    expect(fit.se).toBeCloseTo(Math.sqrt(0.02), 14);
    expect(fit.df).toBe(2);
  });

  it('a covariate that is the flag leaves nothing to say', () => {
    const fit = regressionGap({ ...small, covariates: ['z'] });
    expect([fit.estimate, fit.se]).toEqual([null, null]);
    expect(fit.reason).toBe(
      'the flag can be told from the covariates: no task of equal traits in the other arm',
    );
  });

  it('tasks without a value are left out', () => {
    const gappy = four.map((task, t) => (t === 0 ? { ...task, columns: { z: null } } : task));
    const fit = regressionGap({ ...small, tasks: gappy, covariates: ['z'] });
    expect([fit.hackable, fit.robust]).toEqual([1, 2]);
  });
});
