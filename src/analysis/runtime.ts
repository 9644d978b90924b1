/** What the long phases run on: this thread, or more of them. The answer is the same. */
import { calibrate } from '../inference/calibration/calibrate.ts';
import type { CalibrateOptions } from '../inference/calibration/design.ts';
import type { CalibrationResult } from '../inference/calibration/summary.ts';
import { type PermutationTestInput, permutationTest } from '../inference/permutation/permutation-test.ts';
import type { PermutationResult } from '../inference/permutation/summary.ts';
import type { Leaderboard } from '../leaderboard/types.ts';

export interface Runtime {
  permute(input: PermutationTestInput): Promise<PermutationResult | null>;
  calibrate(leaderboard: Leaderboard, options: Partial<CalibrateOptions>): Promise<CalibrationResult | null>;
}

/** Everything in the calling thread, in any JavaScript host. */
export const plainRuntime: Runtime = {
  permute: async (input) => permutationTest(input),
  calibrate: async (leaderboard, options) => calibrate(leaderboard, options),
};
