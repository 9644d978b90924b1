/**
 * The crossed model against lme4's glmer, in one run: npx tsx bench/crossed.ts [flags ...]
 * With --large also a simulated leaderboard of 500 models x 2,000 tasks (passgap alone).
 */
import { execFileSync } from 'node:child_process';
import { fitCrossed } from '../src/inference/crossed/fit-crossed.ts';
import type { CrossedFit, CrossedInput } from '../src/inference/crossed/types.ts';
import { outcomesBuilder } from '../src/leaderboard/outcomes.ts';
import { randomStream } from '../src/stats/random.ts';
import { embeddedLeaderboard, FLAG_SETS, type FlagSet } from '../src/studies/embedded.ts';

const STRATA = ['<15 min fix', '15 min - 1 hour', '1-4 hours', '>4 hours'];

function embedded(flags: FlagSet): CrossedInput {
  const { outcomes, tasks } = embeddedLeaderboard(flags);
  return {
    outcomes,
    flags: tasks.map(({ status }) => (status === 'hackable' ? 1 : status === 'robust' ? 0 : null)),
    stratum: tasks.map(({ stratum }) => STRATA.indexOf(stratum)),
    strata: STRATA,
  };
}

/** Made-up outcomes from the model itself; `missing` is the share of cells left out. */
function simulated(models: number, tasks: number, missing: number): CrossedInput {
  const stream = randomStream(1, 'bench crossed', models, tasks);
  const flags = Array.from({ length: tasks }, (): 0 | 1 => (stream.uniform() < 0.1 ? 1 : 0));
  const stratum = flags.map(() => stream.below(4));
  const ability = Array.from({ length: models }, () => 1.5 * stream.normal());
  const ease = flags.map((flag, t) => 1 + 0.8 * flag - stratum[t] + 2 * stream.normal());
  const builder = outcomesBuilder(models, tasks);
  for (let m = 0; m < models; m++) {
    for (let t = 0; t < tasks; t++) {
      if (stream.uniform() < missing) continue;
      const chance = 1 / (1 + Math.exp(-(ability[m] + ease[t])));
      builder.set(m, t, stream.uniform() < chance ? 1 : 0, 1);
    }
  }
  return { outcomes: builder.build(), flags, stratum, strata: STRATA };
}

interface Timing {
  readonly wall: number;
  readonly cpu: number;
}

function timed(input: CrossedInput): Timing & { fit: CrossedFit } {
  const start = performance.now();
  const used = process.cpuUsage();
  const fit = fitCrossed(input);
  return { fit, wall: (performance.now() - start) / 1000, cpu: process.cpuUsage(used).user / 1e6 };
}

const seconds = ({ wall, cpu }: Timing) => `${wall.toFixed(2)} s wall, ${cpu.toFixed(2)} s CPU`;

/** The first fit of the process, and the median by CPU time of the next five (one, when they are long). */
function report(name: string, input: CrossedInput): { first: Timing; later: Timing } {
  const first = timed(input);
  const runs = Array.from({ length: first.cpu > 3 ? 1 : 5 }, () => timed(input));
  const later = runs.sort((a, b) => a.cpu - b.cpu)[runs.length >> 1];
  const { models, tasks, cells, logLik } = first.fit;
  console.log(`passgap  ${name}, ${models} x ${tasks}, ${cells} cells: logLik ${logLik?.toFixed(6)}`);
  console.log(`         first fit ${seconds(first)}; later ${seconds(later)}`);
  return { first, later };
}

const wanted = process.argv.slice(2);
for (const flags of FLAG_SETS.filter((name) => wanted.includes(name))) {
  const { first, later } = report(flags, embedded(flags));
  const r = JSON.parse(execFileSync('Rscript', ['bench/crossed.R', flags], { encoding: 'utf8' }));
  console.log(
    `glmer    ${flags}: ${seconds(r)}; logLik ${r.logLik.toFixed(6)} (${r.tool}, default settings)`,
  );
  const ratio = (ours: Timing) =>
    `${(r.wall / ours.wall).toFixed(0)} wall, ${(r.cpu / ours.cpu).toFixed(0)} CPU`;
  console.log(`ratio    first fit ${ratio(first)}; later ${ratio(later)}`);
}
if (wanted.includes('--large')) {
  report('simulated', simulated(134, 500, 0.1));
  report('simulated', simulated(500, 2000, 0));
  report('simulated', simulated(500, 2000, 0.1));
}
if (wanted.length === 0) console.log(`usage: npx tsx bench/crossed.ts [${FLAG_SETS.join('] [')}] [--large]`);
