/** Cross-checks of the task-aware standard error by resampling. */

import { tQuantile } from '../stats/student-t.ts';
import { type BootstrapInput, bootstrap } from './bootstrap.ts';
import { jackknife } from './jackknife.ts';
import * as messages from './messages.ts';
import type { Resampling } from './types.ts';

export interface ResamplingInput extends BootstrapInput {
  /** The standard error of `sharedTasks`, to compare with; null for none. */
  readonly taskSe: number | null;
}

/** Standard errors that differ by more than this are worth a sentence. */
const APART = 1.25;

/**
 * Bootstrap (`bootstrap.ts`) and jackknife (`jackknife.ts`) of the pooled gap, with a warning where the jackknife's
 * standard error, which lets model weights move with the tasks, is far from the one with weights held.
 *
 * @returns null without a jackknife; no bootstrap with 0 draws
 */
export function resample(input: ResamplingInput): Resampling | null {
  const leftOut = jackknife(input);
  if (leftOut === null) return null;
  const warnings: string[] = [];
  const { taskSe, level } = input;
  const ratio = taskSe === null ? 1 : leftOut.se / taskSe;
  if (ratio > APART || ratio < 1 / APART) warnings.push(messages.weightsMove(ratio));
  const half = tQuantile(0.5 + level / 200, leftOut.df) * leftOut.se;
  return {
    bootstrap: input.draws === 0 ? null : bootstrap(input),
    jackknife: {
      se: leftOut.se,
      df: leftOut.df,
      ciLower: leftOut.estimate - half,
      ciUpper: leftOut.estimate + half,
      lonelyCells: leftOut.lonelyCells,
    },
    warnings,
  };
}
