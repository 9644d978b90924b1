/** Options of a fit with their defaults filled in and checked. */
import { InputError } from '../errors.ts';
import { badLevel, badOption, weightsNeeded, weightsUnused } from './messages.ts';
import { TAU2_METHODS, type Tau2Method } from './tau2.ts';
import {
  type EffectData,
  MEAN_TESTS,
  type MeanTest,
  type MetaOptions,
  PREDICTION_DFS,
  type PredictionDf,
} from './types.ts';

export interface CheckedOptions {
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly level: number;
  readonly piDf: PredictionDf;
}

/** @throws InputError naming the option, its value and what is allowed. */
export function checkOptions(options: MetaOptions, data?: EffectData): CheckedOptions {
  const { method = 'REML', test = 'knha', level = 95 } = options;
  oneOf('method', method, TAU2_METHODS);
  oneOf('test', test, MEAN_TESTS);
  checkLevel(level);
  const piDf = options.predictionDf ?? (test === 'z' ? 'z' : 'k-1');
  oneOf('predictionDf', piDf, PREDICTION_DFS);
  if (data !== undefined) {
    if (method === 'GENQ' && data.weights === undefined) throw new InputError(weightsNeeded());
    if (method !== 'GENQ' && data.weights !== undefined) throw new InputError(weightsUnused(method));
  }
  return { method, test, level, piDf };
}

export function checkLevel(level: unknown): void {
  if (!(typeof level === 'number' && level >= 1 && level < 100)) throw new InputError(badLevel(level));
}

export function oneOf<T extends string>(name: string, value: T, allowed: readonly T[]): void {
  if (!allowed.includes(value)) throw new InputError(badOption(name, value, `one of ${allowed.join(', ')}`));
}
