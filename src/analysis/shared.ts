/** The task-aware reading of a pooled gap of an analysis. */
import { sharedTasks } from '../inference/shared-tasks.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';
import type { PooledFit, SharedTasks } from './types.ts';

/** Interval over tasks of the gap that `poolModels` pooled, with the weights it gave. */
export function sharedReading(
  sample: Sample,
  pooled: { readonly fit: PooledFit; readonly weights: Float64Array },
  options: AnalyzeOptions,
): SharedTasks {
  return sharedTasks({
    outcomes: sample.leaderboard.outcomes,
    contrast: sample.contrast,
    effects: options,
    modelWeights: pooled.weights,
    generalise: options.generalise,
    level: options.level,
    tau2: pooled.fit.tau2 ?? 0,
    counts: sample.counts,
  });
}
