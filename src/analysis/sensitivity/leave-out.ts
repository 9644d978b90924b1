/** The gap without one task, and without one stratum: does it hang on a single one? */

import { type Contrast, countArms } from '../../effects/arms.ts';
import type { AnalyzeOptions } from '../options.ts';
import type { Sample } from '../sample.ts';
import { specification } from '../specifications.ts';
import type { LeaveOut } from './types.ts';

/** The whole analysis again without each task of the contrast: arms, weights, tau2 and both intervals. */
export function leaveOneTaskOut(sample: Sample, options: AnalyzeOptions): LeaveOut[] {
  const { contrast, leaderboard } = sample;
  return leaderboard.tasks.flatMap((task, t) => {
    if (contrast.arm[t] < 0) return [];
    return [
      without(
        sample,
        options,
        { leftOut: task.id, stratum: task.stratum, status: task.status },
        (at) => at === t,
      ),
    ];
  });
}

/** The same without each stratum that has tasks in the contrast; empty when there is only one. */
export function leaveOneStratumOut(sample: Sample, options: AnalyzeOptions): LeaveOut[] {
  const { contrast } = sample;
  if (contrast.strata.length < 2) return [];
  return contrast.strata.map((stratum, s) =>
    without(sample, options, { leftOut: stratum, stratum, status: null }, (t) => contrast.stratum[t] === s),
  );
}

function without(
  sample: Sample,
  options: AnalyzeOptions,
  name: Pick<LeaveOut, 'leftOut' | 'stratum' | 'status'>,
  isOut: (task: number) => boolean,
): LeaveOut {
  const { contrast } = sample;
  const rest: Contrast = {
    strata: contrast.strata,
    stratum: contrast.stratum.map((s, t) => (isOut(t) ? -1 : s)),
    arm: contrast.arm.map((arm, t) => (isOut(t) ? -1 : arm)),
  };
  const counts = countArms(sample.leaderboard.outcomes, rest);
  const row = specification(name.leftOut, { ...sample, contrast: rest, counts }, options);
  const { estimate, ciLower, ciUpper, taskCiLower, taskCiUpper, reason } = row;
  return { ...name, estimate, ciLower, ciUpper, taskCiLower, taskCiUpper, reason };
}
