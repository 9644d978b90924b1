/** Placebo calibration on all processors, with progress and a way to stop. Node only. */
import type { Leaderboard } from '../../leaderboard/types.ts';
import {
  type CalibrateOptions,
  calibrationDesign,
  DEFAULT_CALIBRATE_OPTIONS,
} from '../calibration/design.ts';
import { BLOCK_PLACEBOS, calibrationPlan, placeboBlocks } from '../calibration/engine.ts';
import { type CalibrationResult, summariseCalibration } from '../calibration/summary.ts';
import { runBlocks, type ThreadOptions } from './threads.ts';

/**
 * `calibrate` over worker threads: the same bytes for any number of them. An aborted signal ends it with the draws
 * that are done; null when not one block was done.
 *
 * @param threads.onProgress gets placebo draws done and wanted
 */
export async function calibrateThreads(
  leaderboard: Leaderboard,
  options: Partial<CalibrateOptions> = {},
  threads: ThreadOptions = {},
): Promise<CalibrationResult | null> {
  const design = calibrationDesign(leaderboard, { ...DEFAULT_CALIBRATE_OPTIONS, ...options });
  const plan = calibrationPlan(design);
  const { onProgress } = threads;
  const progress =
    onProgress &&
    ((done: number) =>
      onProgress(Math.min(design.options.draws, done * BLOCK_PLACEBOS), design.options.draws));
  const job = { name: 'calibration', plan } as const;
  const blocks = await runBlocks(job, placeboBlocks(design), { ...threads, onProgress: progress });
  return summariseCalibration(design, blocks);
}
