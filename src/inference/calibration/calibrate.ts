/** Error rates of every method on placebo flags, on one thread in any JavaScript host. */
import type { Leaderboard } from '../../leaderboard/types.ts';
import { type CalibrateOptions, calibrationDesign, DEFAULT_CALIBRATE_OPTIONS } from './design.ts';
import { type CalibrationBlock, calibrationEngine, calibrationPlan, placeboBlocks } from './engine.ts';
import { type CalibrationResult, summariseCalibration } from './summary.ts';

/**
 * Placebo calibration: flags that mean nothing, of the same number per stratum, are drawn at random on the user's own
 * outcomes, and every method is run on each draw. A 5 % test should call 5 % of the draws significant, a 95 % interval
 * should hold 0 in 95 %, and the mean standard error should be the spread of the estimate over the draws
 * (`trueSpread`). It shows on the data at hand what independence of models costs.
 *
 * - Draws: `options.from` says whether audited tasks are drawn anew too. Strata whose draw has an empty arm are left
 *   out, as in the analysis.
 * - p <= 1 - level counts as significant. Shares carry 95 % Clopper-Pearson intervals for the number of draws.
 * - `shareI2Zero`: draws in which the naive I2 is exactly 0.
 * - With `plant` > 0 that share of failures on flagged tasks is turned into passes at random. The task-aware interval
 *   (with equal weights of all models, for which the expected gap `truth` is known exactly where no cell is missing)
 *   should then hold `truth` in 95 %; the significant share is the power.
 *
 * @throws InputError on options or sizes that no draw can have
 *
 * @example
 * // On the 134 x 500 outcomes, sizes shared out over strata of 261, 42, 194 and 3 tasks:
 * calibrate(leaderboard, { sizes: { audited: 49, hackable: 14 } }).strata
 * // audited 26, 4, 19 with 8, 1, 5 flagged; the stratum of 3 tasks gets none
 */
export function calibrate(
  leaderboard: Leaderboard,
  options: Partial<CalibrateOptions> = {},
  onBlock: (done: number, total: number) => boolean = () => true,
): CalibrationResult | null {
  const design = calibrationDesign(leaderboard, { ...DEFAULT_CALIBRATE_OPTIONS, ...options });
  const run = calibrationEngine(calibrationPlan(design));
  const total = placeboBlocks(design);
  const blocks: CalibrationBlock[] = [];
  for (let block = 0; block < total; block++) {
    blocks.push(run(block));
    if (!onBlock(block + 1, total)) break;
  }
  return summariseCalibration(design, blocks);
}
