/** Jackknife over tasks beside the task-aware interval, and a bootstrap when asked for. */
import { resample } from '../inference/resampling.ts';
import type { Resampling } from '../inference/types.ts';
import type { Effects } from './effects.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';

/** null when no model can be pooled, or on more than 2e9 tasks x models x strata. */
export function resampling(
  sample: Sample,
  effects: Effects,
  options: AnalyzeOptions,
  taskSe: number | null,
): Resampling | null {
  if (effects.used.length === 0) return null;
  return resample({
    outcomes: sample.leaderboard.outcomes,
    contrast: sample.contrast,
    effects: options,
    counts: sample.counts,
    method: options.method,
    draws: options.resamples,
    seed: options.seed,
    level: options.level,
    generalise: options.generalise,
    taskSe,
  });
}
