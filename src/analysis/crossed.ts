/** The crossed logistic model of a sample: its contrast's tasks, strata as fixed effects. */
import { fitCrossed } from '../inference/crossed/fit-crossed.ts';
import type { CrossedFit } from '../inference/crossed/types.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';

/** null when switched off. All audited tasks take part, also those of strata with one arm: they inform the strata. */
export function crossedModel(sample: Sample, options: AnalyzeOptions): CrossedFit | null {
  if (!options.crossed) return null;
  const { contrast, leaderboard } = sample;
  return fitCrossed(
    {
      outcomes: leaderboard.outcomes,
      flags: Array.from(contrast.arm, (arm) => (arm === 1 ? 1 : arm === 0 ? 0 : null)),
      stratum: contrast.stratum,
      strata: contrast.strata,
    },
    { level: options.level },
  );
}
