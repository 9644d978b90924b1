/** Task-aware interval of the gap in each stratum alone, every model weighing the same as in the mean pass rates. */
import type { Contrast } from '../effects/arms.ts';
import { sharedTasks } from '../inference/shared-tasks.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';

/** A function from stratum index to its interval; null bounds where it can't be had. RD whatever the measure. */
export function stratumIntervals(sample: Sample, options: AnalyzeOptions) {
  return (stratum: number): { ciLower: number | null; ciUpper: number | null } => {
    const result = sharedTasks({
      outcomes: sample.leaderboard.outcomes,
      contrast: onlyStratum(sample.contrast, stratum),
      effects: { ...options, measure: 'RD' },
      level: options.level,
    });
    return { ciLower: result.ciLower, ciUpper: result.ciUpper };
  };
}

function onlyStratum(contrast: Contrast, stratum: number): Contrast {
  const keep = (t: number) => contrast.stratum[t] === stratum;
  return {
    strata: [contrast.strata[stratum]],
    stratum: contrast.stratum.map((_, t) => (keep(t) ? 0 : -1)),
    arm: contrast.arm.map((arm, t) => (keep(t) ? arm : -1)),
  };
}
