/** The permutation test of an analysis, with the levels of its moderators tested in the same draws. */
import type { ModeratorTest } from '../inference/permutation/moderators.ts';
import type { PermutationResult } from '../inference/permutation/summary.ts';
import { groupModels } from './groups.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Runtime } from './runtime.ts';
import type { Sample } from './sample.ts';
import type { Moderator } from './types.ts';

/** null when switched off or without a contrast. */
export async function permuteFlags(
  sample: Sample,
  options: AnalyzeOptions,
  runtime: Runtime,
): Promise<PermutationResult | null> {
  if (options.permutations === 0) return null;
  const { leaderboard, contrast, rates } = sample;
  return runtime.permute({
    outcomes: leaderboard.outcomes,
    contrast,
    effects: options,
    method: options.method,
    seed: options.seed,
    draws: options.permutations,
    level: options.level,
    moderators: options.moderators.map((name) => ({
      name,
      levels: groupModels(leaderboard.models, name, rates.passRate),
    })),
  });
}

/** Writes the p values of a moderator's levels beside their fits. */
export function withPermutation(moderator: Moderator, tests: readonly ModeratorTest[]): Moderator {
  const test = tests.find((one) => one.name === moderator.name);
  if (test === undefined) return moderator;
  const levels = moderator.levels.map((level) => {
    const found = test.levels.find((one) => one.level === level.level);
    return found === undefined ? level : { ...level, p: found.p, pAdjusted: found.pAdjusted };
  });
  return { ...moderator, levels, permutationP: test.p };
}
