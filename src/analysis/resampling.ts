/** Bootstrap and jackknife beside the task-aware interval, when asked for. */
import { type ResamplingResult, resample } from '../inference/resampling.ts';
import type { Effects } from './effects.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';

/** null when not asked for, or when no model can be pooled. */
export function resampling(
  sample: Sample,
  effects: Effects,
  options: AnalyzeOptions,
  taskSe: number | null,
): ResamplingResult | null {
  if (options.resamples === 0 || effects.used.length === 0) return null;
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
