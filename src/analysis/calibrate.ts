/** The placebo calibration that stands beside the headline of an analysis. */
import type { CalibrationResult } from '../inference/calibration/summary.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Runtime } from './runtime.ts';
import { openStrata, type Sample } from './sample.ts';

/** null when not asked for, or without a contrast. Same choices and sizes as the analysis. */
export async function calibrateSample(
  sample: Sample,
  options: AnalyzeOptions,
  runtime: Runtime,
): Promise<CalibrationResult | null> {
  const { contrast, leaderboard } = sample;
  if (options.calibrate === 0 || !openStrata(contrast).includes(true)) return null;
  const { measure, weights, variance, method, level, seed, generalise, stratify } = options;
  return runtime.calibrate(leaderboard, {
    ...{ measure, weights, variance, method, level, seed, generalise, stratify },
    draws: options.calibrate,
  });
}
