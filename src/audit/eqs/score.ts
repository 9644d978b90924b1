/** The weighted score of one task and the decision that follows from it. */
import { InputError, quoteValue } from '../../errors.ts';
import { COMPONENT_NAMES, type ComponentName } from './components.ts';

export type Decision = 'KEEP' | 'FIX' | 'DROP';
export const DECISIONS: readonly Decision[] = ['KEEP', 'FIX', 'DROP'];

/** Weight of V, of 1 - H, of F1 and of D; they sum to 1. */
export type EqsWeights = Readonly<Record<ComponentName, number>>;

/** Rajan 2026; not tuned. */
export const DEFAULT_WEIGHTS: EqsWeights = { V: 0.35, H: 0.3, F1: 0.2, D: 0.15 };

export interface Thresholds {
  /** KEEP above it. */
  readonly keepAbove: number;
  /** DROP below it; FIX between, both ends included. */
  readonly dropBelow: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = { keepAbove: 0.7, dropBelow: 0.4 };

export type Components = Readonly<Record<ComponentName, number | null>>;

/** Scores this near to a threshold lie on it: sums of decimals are not exact. */
const ON_THRESHOLD = 1e-12;

/**
 * EQS = w_V V + w_H (1 - H) + w_F1 F1 + w_D D; null as soon as a component with a weight above 0 is missing.
 * Weights are never rescaled over the components that are there.
 *
 * @example score({ V: 0.9, H: 0.25, F1: 0.8, D: 0.64 }, DEFAULT_WEIGHTS) // 0.796
 */
export function score(components: Components, weights: EqsWeights): number | null {
  let sum = 0;
  for (const name of COMPONENT_NAMES) {
    if (weights[name] === 0) continue;
    const value = goodness(name, components[name]);
    if (value === null) return null;
    sum += weights[name] * value;
  }
  return sum;
}

/** The score if every missing component were at its worst, and at its best. */
export function scoreBounds(components: Components, weights: EqsWeights): { lower: number; upper: number } {
  let lower = 0;
  let upper = 0;
  for (const name of COMPONENT_NAMES) {
    const value = goodness(name, components[name]);
    lower += weights[name] * (value ?? 0);
    upper += weights[name] * (value ?? 1);
  }
  return { lower, upper };
}

/** @example decide(0.7, DEFAULT_THRESHOLDS) // 'FIX' */
export function decide(eqs: number, thresholds: Thresholds): Decision {
  if (eqs > thresholds.keepAbove + ON_THRESHOLD) return 'KEEP';
  return eqs < thresholds.dropBelow - ON_THRESHOLD ? 'DROP' : 'FIX';
}

/** @throws InputError when weights are negative or don't sum to 1, or thresholds are out of order. */
export function checkRule(weights: EqsWeights, thresholds: Thresholds): void {
  for (const name of COMPONENT_NAMES) {
    if (!(weights[name] >= 0)) {
      throw new InputError(
        `weight ${quoteValue(weights[name])} of ${name} is not allowed; allowed is 0 to 1`,
      );
    }
  }
  const sum = COMPONENT_NAMES.reduce((total, name) => total + weights[name], 0);
  if (Math.abs(sum - 1) > 1e-9) {
    throw new InputError(`the weights sum to ${Number(sum.toPrecision(12))}; allowed is a sum of 1`);
  }
  const { keepAbove, dropBelow } = thresholds;
  if (!(dropBelow >= 0 && dropBelow <= keepAbove && keepAbove <= 1)) {
    throw new InputError(
      `thresholds keep above ${keepAbove} and drop below ${dropBelow} are not allowed; allowed is 0 <= drop <= keep <= 1`,
    );
  }
}

function goodness(name: ComponentName, value: number | null): number | null {
  return name === 'H' && value !== null ? 1 - value : value;
}
