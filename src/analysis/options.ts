/** Options of `analyze` and their defaults. */
import type { EffectOptions } from '../effects/types.ts';

export type Estimator = 'EE' | 'DL' | 'HE' | 'HS' | 'SJ' | 'ML' | 'REML' | 'EB' | 'PM';
export const ESTIMATORS: readonly Estimator[] = ['EE', 'DL', 'HE', 'HS', 'SJ', 'ML', 'REML', 'EB', 'PM'];

export type MeanTest = 'z' | 'knha' | 'adhoc';
export const MEAN_TESTS: readonly MeanTest[] = ['z', 'knha', 'adhoc'];

/** What the task-aware interval speaks of: tasks like these, models like these, or both. */
export type Generalise = 'tasks' | 'models' | 'both';
export const GENERALISATIONS: readonly Generalise[] = ['tasks', 'models', 'both'];

/** A missing cell is left out, or counted as a fail when the user says so. */
export type MissingPolicy = 'exclude' | 'fail';

export interface AnalyzeOptions extends EffectOptions {
  readonly method: Estimator;
  readonly test: MeanTest;
  /** Percent. */
  readonly level: number;
  /** Draws of the permutation test; 0 leaves it out. */
  readonly permutations: number;
  readonly seed: number;
  /** '1' keeps pass@1 submissions only; null keeps all. */
  readonly attempts: '1' | null;
  /** Columns of the models table (or `era`, `halfYear`, `family`, `quartile`, `attempts`) to split the models by. */
  readonly moderators: readonly string[];
  readonly generalise: Generalise;
  readonly missing: MissingPolicy;
  /** Difficulty strata on or off. */
  readonly stratify: boolean;
  /** Fit the crossed logistic model. */
  readonly crossed: boolean;
  /** Placebo draws; 0 leaves the calibration out. */
  readonly calibrate: number;
  /** Fit the grid of specifications. */
  readonly sensitivity: boolean;
}

export const DEFAULT_OPTIONS: AnalyzeOptions = {
  measure: 'RD',
  weights: 'flagged',
  variance: 'agresti-caffo',
  method: 'REML',
  test: 'knha',
  level: 95,
  permutations: 10_000,
  seed: 1,
  attempts: null,
  moderators: ['era', 'family', 'quartile', 'attempts'],
  generalise: 'tasks',
  missing: 'exclude',
  stratify: true,
  crossed: true,
  calibrate: 0,
  sensitivity: false,
};
