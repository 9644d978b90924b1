/** Options of `analyze` and their defaults. */
import { type EffectOptions, MEASURES, VARIANCE_RULES, WEIGHTS } from '../effects/types.ts';
import { InputError, quoteValue } from '../errors.ts';
import { ESTIMATORS, type Estimator, GENERALISATIONS, type Generalise } from '../inference/types.ts';

export { ESTIMATORS, type Estimator, GENERALISATIONS, type Generalise } from '../inference/types.ts';

export type MeanTest = 'z' | 'knha' | 'adhoc';
export const MEAN_TESTS: readonly MeanTest[] = ['z', 'knha', 'adhoc'];

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
  /** Columns of the tasks table: audited tasks that one of them marks (above 0, true, yes) leave the contrast. */
  readonly exclude: readonly string[];
  /** Fit the crossed logistic model. */
  readonly crossed: boolean;
  /** Bootstrap draws, a further check of the task-aware interval beside the jackknife; 0 for none. */
  readonly resamples: number;
  /** Placebo draws; 0 leaves the calibration out. */
  readonly calibrate: number;
  /** Fit the grid of specifications. */
  readonly sensitivity: boolean;
  /** Columns of the tasks table that the gap is adjusted for; null: `rejects_valid`, `underspecified`, `repo` where there. */
  readonly covariates: readonly string[] | null;
  /** Chance that a hackable task is flagged, from and to; null: not given (1, when only the other is). */
  readonly flagSensitivity: readonly [number, number] | null;
  /** Chance that a task that is not hackable is not flagged. */
  readonly flagSpecificity: readonly [number, number] | null;
  /** Hackable tasks first found in each round of attack: gives the sensitivity. */
  readonly flagRounds: readonly number[] | null;
}

/** What `analyze` takes where an option is not given. */
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
  exclude: [],
  crossed: true,
  resamples: 0,
  calibrate: 0,
  sensitivity: false,
  covariates: null,
  flagSensitivity: null,
  flagSpecificity: null,
  flagRounds: null,
};

/**
 * Options with defaults filled in, checked.
 *
 * @throws InputError naming the option, its value and what is allowed
 */
export function resolveOptions(options: Partial<AnalyzeOptions>): AnalyzeOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen: AnalyzeOptions = { ...DEFAULT_OPTIONS, ...given };
  oneOf('--measure', chosen.measure, MEASURES);
  oneOf('--weights', chosen.weights, WEIGHTS);
  oneOf('--variance', chosen.variance, VARIANCE_RULES);
  oneOf('--method', chosen.method, ESTIMATORS);
  oneOf('--test', chosen.test, MEAN_TESTS);
  oneOf('--generalise', chosen.generalise, GENERALISATIONS);
  oneOf('--missing', chosen.missing, ['exclude', 'fail']);
  if (chosen.attempts !== null) oneOf('--attempts', chosen.attempts, ['1']);
  if (!(chosen.level >= 50 && chosen.level < 100)) {
    throw new InputError(`${chosen.level} is not allowed; a level is a percentage from 50 to below 100`, {
      file: '--level',
    });
  }
  wholeNumber('--permutations', chosen.permutations, 0, 1e9);
  wholeNumber('--resamples', chosen.resamples, 0, 1e6);
  wholeNumber('--calibrate', chosen.calibrate, 0, 1e6);
  wholeNumber('--seed', chosen.seed, 0, Number.MAX_SAFE_INTEGER);
  flagRates(chosen);
  if (chosen.covariates !== null && !chosen.sensitivity) {
    throw new InputError('--covariate does nothing without --sensitivity: give that too');
  }
  return chosen;
}

function flagRates({ flagSensitivity, flagSpecificity, flagRounds }: AnalyzeOptions): void {
  for (const [name, range] of [
    ['--flag-sensitivity', flagSensitivity],
    ['--flag-specificity', flagSpecificity],
  ] as const) {
    if (range !== null && !(range[0] > 0 && range[0] <= range[1] && range[1] <= 1)) {
      const problem = 'allowed is a share above 0 up to 1, or two of them, the smaller first';
      throw new InputError(`${[...new Set(range)].join(' ')} is not allowed; ${problem}`, { file: name });
    }
  }
  if (flagRounds === null) return;
  if (flagSensitivity !== null) {
    throw new InputError('give --flag-sensitivity or --flag-rounds, not both: rounds give the sensitivity');
  }
  for (const found of flagRounds) wholeNumber('--flag-rounds', found, 0, 1e9);
}

function oneOf(name: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) {
    throw new InputError(`${quoteValue(value)} is not allowed; allowed are ${allowed.join(', ')}`, {
      file: name,
    });
  }
}

function wholeNumber(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new InputError(`${value} is not allowed; allowed is a whole number from ${least} to ${most}`, {
      file: name,
    });
  }
}
