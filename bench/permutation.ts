/**
 * The permutation engine against R, in one run:           npx tsx bench/permutation.ts
 * and 10,000 models x 100,000 tasks of made-up outcomes:  node --import tsx bench/permutation.ts --large
 */
import { execFileSync } from 'node:child_process';
import { contrastOf } from '../src/effects/contrast.ts';
import { permutationTestThreads } from '../src/inference/node/permutation-threads.ts';
import { permutationEngine } from '../src/inference/permutation/engine.ts';
import { planOf } from '../src/inference/permutation/permutation-test.ts';
import { blockCount, type PermutationInput } from '../src/inference/permutation/plan.ts';
import type { BinaryOutcomes } from '../src/leaderboard/types.ts';
import { randomStream } from '../src/stats/random.ts';
import { embeddedLeaderboard } from '../src/studies/embedded.ts';

const DRAWS = 10_000;
const effects = { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' } as const;

interface Timing {
  readonly seconds: number;
  /** Processor seconds: what is compared, since other work on the machine does not change it. */
  readonly cpu: number;
  readonly sd: number;
  readonly observed: number;
}

/** Plan, engine and all blocks on this thread; the best of `rounds`. */
function passgap(method: 'DL' | 'REML', allowSimd: boolean, rounds = 15): Timing {
  const { outcomes, tasks } = embeddedLeaderboard('utboost');
  const input: PermutationInput = {
    outcomes,
    contrast: contrastOf(tasks),
    effects,
    method,
    seed: 1,
    draws: DRAWS,
  };
  let best: Timing | null = null;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    const start = performance.now();
    const plan = planOf(input)!;
    const engine = permutationEngine(plan, allowSimd);
    const values: number[] = [];
    for (let block = 0; block < blockCount(plan); block++) values.push(...engine.run(block).statistics);
    const observed = engine.observed().statistics[0];
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1e6;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
    if (best === null || cpu < best.cpu) best = { seconds, cpu, sd, observed };
  }
  return best!;
}

function inR(mode: string, draws = DRAWS): Timing {
  const text = execFileSync('Rscript', ['bench/permutation.R', mode, String(draws)], { encoding: 'utf8' });
  const found = JSON.parse(text) as Timing;
  const scale = DRAWS / draws;
  return { ...found, seconds: found.seconds * scale, cpu: found.cpu * scale };
}

function small(): void {
  const show = (name: string, { seconds, cpu, sd, observed }: Timing) =>
    console.log(
      `${name.padEnd(48)} ${seconds.toFixed(3).padStart(8)} s, processor ${cpu.toFixed(3).padStart(8)} s; observed ${observed.toFixed(10)}, sd of the null ${sd.toFixed(4)}`,
    );
  console.log(`${DRAWS} full permutations of 134 x 500 (UTBoost), one thread`);
  const [dl, reml] = [passgap('DL', true), passgap('REML', true)];
  show('passgap, DL', dl);
  show('passgap, DL, without SIMD', passgap('DL', false));
  show('passgap, REML', reml);
  const ours = { DL: dl, loop: dl, REML: reml, loopREML: reml, rma: reml };
  for (const [mode, words, draws] of [
    ['DL', 'R, DL, models and draws vectorised', DRAWS],
    ['loop', 'R, DL, models vectorised, a loop over draws', DRAWS],
    ['REML', 'R, REML, models and draws vectorised', DRAWS],
    ['loopREML', 'R, REML, models vectorised, a loop over draws', DRAWS],
    ['rma', "R, metafor's rma in a loop (200 draws, scaled)", 200],
  ] as const) {
    const theirs = inR(mode, draws);
    show(words, theirs);
    console.log(
      `${' '.repeat(48)} ${(theirs.cpu / ours[mode].cpu).toFixed(1)} times passgap's processor time`,
    );
  }
}

/** Made-up outcomes of random bits, flags and strata. */
function madeUp(models: number, tasks: number): Pick<PermutationInput, 'outcomes' | 'contrast'> {
  const stream = randomStream(1, 'bench permutation');
  const words = Math.ceil(tasks / 32);
  const passed = new Uint32Array(models * words);
  for (let i = 0; i < passed.length; i++) passed[i] = stream.next();
  const outcomes: BinaryOutcomes = { kind: 'binary', models, tasks, words, passed, present: null };
  const stratum = Int32Array.from({ length: tasks }, () => stream.below(4));
  const arm = Int8Array.from({ length: tasks }, () => (stream.uniform() < 0.1 ? 1 : 0));
  return { outcomes, contrast: { strata: ['a', 'b', 'c', 'd'], stratum, arm } };
}

async function large(models: number, tasks: number, draws: number): Promise<void> {
  const data = madeUp(models, tasks);
  const bytes = (data.outcomes as BinaryOutcomes).passed.byteLength;
  const before = process.cpuUsage();
  const start = performance.now();
  const found = await permutationTestThreads({ ...data, effects, method: 'DL', seed: 1, draws });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${models} x ${tasks}, ${draws} draws: ${seconds.toFixed(1)} s (processor ${((user + system) / 1e6).toFixed(1)} s); ` +
      `outcomes ${(bytes / 2 ** 20).toFixed(0)} MiB, process ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB; p ${found!.permutation.p.toFixed(4)}`,
  );
}

if (process.argv.includes('--large')) {
  await large(10_000, 100_000, 1000);
  await large(10_000, 100_000, 500);
  await large(10_000, 50_000, 1000);
  await large(5_000, 100_000, 1000);
} else {
  small();
}
