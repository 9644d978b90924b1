/**
 * The permutation engine against R, in one run:           npx tsx bench/permutation.ts
 * and 10,000 models x 100,000 tasks of made-up outcomes:  node --import tsx bench/permutation.ts --large
 */
import { execFileSync } from 'node:child_process';
import { contrastOf } from '../src/effects/contrast.ts';
import { permutationTestThreads } from '../src/inference/node/permutation-threads.ts';
import { permutationEngine } from '../src/inference/permutation/engine.ts';
import { planOf } from '../src/inference/permutation/permutation-test.ts';
import { BLOCK_DRAWS, blockCount, type PermutationInput } from '../src/inference/permutation/plan.ts';
import type { BinaryOutcomes } from '../src/leaderboard/types.ts';
import { randomStream } from '../src/stats/random.ts';
import { embeddedLeaderboard } from '../src/studies/embedded.ts';

const DRAWS = 10_000;
const ROUNDS = 100;
const effects = { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' } as const;

interface Timing {
  readonly seconds: number;
  /** Processor seconds: what is compared, since other work on the machine changes it little. */
  readonly cpu: number;
  readonly sd: number;
  readonly observed: number;
}

type Method = 'DL' | 'REML';

/** Plan, engine and all blocks on this thread, the quickest round first. */
function passgap(method: Method, count: number, simd = true): Timing[] {
  const { outcomes, tasks } = embeddedLeaderboard('utboost');
  const input: PermutationInput = {
    outcomes,
    contrast: contrastOf(tasks),
    effects,
    method,
    seed: 1,
    draws: DRAWS,
  };
  const rounds = Array.from({ length: count }, () => {
    const before = process.cpuUsage();
    const start = performance.now();
    const plan = planOf(input)!;
    const engine = permutationEngine(plan, { simd });
    const values = new Float64Array(DRAWS);
    for (let block = 0; block < blockCount(plan); block++) {
      values.set(engine.run(block).statistics, block * BLOCK_DRAWS);
    }
    const observed = engine.observed().statistics[0];
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(before);
    const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (DRAWS - 1));
    return { seconds, cpu: (user + system) / 1e6, sd, observed };
  });
  return rounds.sort((a, b) => a.cpu - b.cpu);
}

/** One round in a process of its own, as a user meets it: most of it is spent on compiling. */
function cold(method: Method): Timing {
  const args = ['--import', 'tsx', 'bench/permutation.ts', '--cold', method];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Timing;
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
      `${name.padEnd(48)} ${seconds.toFixed(4).padStart(8)} s, processor ${cpu.toFixed(4).padStart(8)} s; observed ${observed.toFixed(10)}, sd of the null ${sd.toFixed(4)}`,
    );
  console.log(`${DRAWS} full permutations of 134 x 500 (UTBoost), one thread`);
  const [dl, reml] = (['DL', 'REML'] as const).map((method) => {
    show(`passgap, ${method}, one round`, cold(method));
    const rounds = passgap(method, ROUNDS);
    show(`passgap, ${method}, best of ${ROUNDS} rounds`, rounds[0]);
    show(`passgap, ${method}, median of the rounds`, rounds[ROUNDS / 2]);
    return rounds[0];
  });
  show('passgap, DL, best of 20 without SIMD', passgap('DL', 20, false)[0]);
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

const [mode, method] = process.argv.slice(2);
if (mode === '--large') {
  await large(10_000, 100_000, 1000);
  await large(10_000, 100_000, 500);
  await large(10_000, 50_000, 1000);
  await large(5_000, 100_000, 1000);
} else if (mode === '--cold') {
  console.log(JSON.stringify(passgap(method as Method, 1)[0]));
} else {
  small();
}
