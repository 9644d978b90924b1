/** From all placebo draws to error rates, coverage and spread. */

import { betaQuantile } from '../../stats/beta.ts';
import * as messages from '../messages.ts';
import type { Calibration, CalibrationMethod } from '../types.ts';
import type { CalibrationDesign } from './design.ts';
import { type CalibrationBlock, truthOf } from './engine.ts';
import { methodNames } from './methods.ts';

export interface CalibrationResult extends Calibration {
  readonly from: 'leaderboard' | 'audited';
  readonly strata: readonly {
    readonly stratum: string;
    readonly tasks: number;
    readonly audited: number;
    readonly hackable: number;
  }[];
  /** Expected gap of a draw: 0 for placebo flags, that of the planted share otherwise. */
  readonly truth: number;
  readonly estimateMean: number | null;
  readonly methods: readonly CalibrationMethodResult[];
  readonly interrupted: boolean;
  readonly warnings: readonly string[];
}

export interface CalibrationMethodResult extends CalibrationMethod {
  /** Draws in which the method gave a p value: the shares are of these. */
  readonly available: number;
  /** Monte Carlo interval of the coverage; null without one. */
  readonly coverageLower: number | null;
  readonly coverageUpper: number | null;
}

/** null when no block was done. Monte Carlo intervals are 95 % Clopper-Pearson. */
export function summariseCalibration(
  design: CalibrationDesign,
  blocks: readonly CalibrationBlock[],
): CalibrationResult | null {
  if (blocks.length === 0) return null;
  const { options, pools } = design;
  const sorted = [...blocks].sort((a, b) => a.block - b.block);
  const draws = sorted.reduce((sum, block) => sum + block.draws, 0);
  const names = methodNames(options);
  const values = (pick: (block: CalibrationBlock) => ArrayLike<number>, i: number, stride: number) =>
    sorted.flatMap((block) => Array.from({ length: block.draws }, (_, d) => pick(block)[d * stride + i]));
  const alpha = (1 - options.level / 100) * (1 + 1e-12);
  const warnings: string[] = [];
  if (draws < options.draws) warnings.push(messages.interruptedCalibration(draws, options.draws));

  const methods = names.map((method, i): CalibrationMethodResult => {
    const p = values((block) => block.p, i, names.length).filter((value) => !Number.isNaN(value));
    const covers = values((block) => block.covers, i, names.length).filter((value) => !Number.isNaN(value));
    const se = values((block) => block.se, i, names.length).filter((value) => !Number.isNaN(value));
    if (p.length < draws) warnings.push(messages.methodGaveNone(method, draws - p.length));
    const significant = p.filter((value) => value <= alpha).length;
    const [rateLower, rateUpper] = shareInterval(significant, p.length);
    const held = covers.filter((value) => value === 1).length;
    const hasInterval = covers.length > 0;
    const [coverageLower, coverageUpper] = hasInterval ? shareInterval(held, covers.length) : [null, null];
    return {
      method,
      significant,
      rate: p.length === 0 ? 0 : significant / p.length,
      rateLower,
      rateUpper,
      coverage: hasInterval ? held / covers.length : null,
      coverageLower,
      coverageUpper,
      meanSe: se.length === 0 ? null : mean(se),
      available: p.length,
    };
  });

  const estimates = values((block) => block.estimate, 0, 1).filter((value) => !Number.isNaN(value));
  const centre = mean(estimates);
  const squares = estimates.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return {
    draws,
    level: options.level,
    hackable: pools.reduce((sum, pool) => sum + pool.hackable, 0),
    audited: pools.reduce((sum, pool) => sum + pool.audited, 0),
    seed: options.seed,
    trueSpread: estimates.length > 1 ? Math.sqrt(squares / (estimates.length - 1)) : 0,
    methods,
    shareI2Zero: mean(values((block) => block.i2IsZero, 0, 1)),
    from: options.from,
    strata: pools.map(({ stratum, tasks, audited, hackable }) => ({
      stratum,
      tasks: tasks.length,
      audited,
      hackable,
    })),
    truth: truthOf(design),
    estimateMean: estimates.length === 0 ? null : centre,
    interrupted: draws < options.draws,
    warnings,
  };
}

/**
 * 95 % Clopper-Pearson interval of a share x / n.
 *
 * @example shareInterval(0, 10) // [0, 0.3084971]: 1 - 0.025^(1/10)
 */
export function shareInterval(x: number, n: number): [number, number] {
  return [x === 0 ? 0 : betaQuantile(0.025, x, n - x + 1), x === n ? 1 : betaQuantile(0.975, x + 1, n - x)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
