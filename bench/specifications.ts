/**
 * The grid of specifications, and leave-one-task-out, on the embedded leaderboard: npx tsx
 * bench/specifications.ts. The target is 1,000 specifications on 134 x 500 in under 10 s.
 */
import { DEFAULT_OPTIONS } from '../src/analysis/options.ts';
import { chooseSample } from '../src/analysis/sample.ts';
import { specificationCurve } from '../src/analysis/sensitivity/curve.ts';
import { leaveOneTaskOut } from '../src/analysis/sensitivity/leave-out.ts';
import { embeddedLeaderboard, FLAG_SETS } from '../src/studies/embedded.ts';

function timed<T>(work: () => T): { result: T; wall: number; cpu: number } {
  const start = performance.now();
  const used = process.cpuUsage();
  const result = work();
  return { result, wall: (performance.now() - start) / 1000, cpu: process.cpuUsage(used).user / 1e6 };
}

for (const flags of FLAG_SETS) {
  const leaderboard = embeddedLeaderboard(flags);
  const curve = timed(() => specificationCurve(leaderboard, DEFAULT_OPTIONS));
  const per = (seconds: number) => ((1000 * seconds) / curve.result.length).toFixed(2);
  console.log(
    `${flags}: ${curve.result.length} specifications in ${curve.wall.toFixed(2)} s wall, ${curve.cpu.toFixed(2)} s CPU; ` +
      `1,000 would take ${per(curve.wall)} s wall, ${per(curve.cpu)} s CPU`,
  );
  const sample = chooseSample(leaderboard, DEFAULT_OPTIONS);
  const left = timed(() => leaveOneTaskOut(sample, DEFAULT_OPTIONS));
  console.log(
    `${' '.repeat(flags.length)}  ${left.result.length} tasks left out one at a time in ${left.wall.toFixed(2)} s wall, ${left.cpu.toFixed(2)} s CPU`,
  );
}
