/**
 * Speed of the reconstruction on one core: npx tsx bench/reconstruct.ts
 * Rates are per second of processor time, and of the wall clock beside it: on a busy machine they differ.
 */

import { randomStream } from '../src/stats/random.ts';
import { embeddedLeaderboard } from '../src/studies/embedded.ts';
import { Assignment } from '../src/studies/reconstruct/assignment.ts';
import { chooseCandidates, firstById } from '../src/studies/reconstruct/candidates.ts';
import { FIGURES, figureKernel } from '../src/studies/reconstruct/kernel.ts';
import { RULES, ruleName } from '../src/studies/reconstruct/reconstruct.ts';
import { search } from '../src/studies/reconstruct/search.ts';
import { studyPattern, studyTargets } from '../src/studies/reconstruct/targets.ts';
import { loadStudy } from '../src/studies/study.ts';

const leaderboard = embeddedLeaderboard('utboost');
const study = loadStudy('rajan-2026');
const candidates = chooseCandidates(leaderboard, firstById(leaderboard, 50), studyPattern(study));
const targets = studyTargets(study);

interface Timed<T> {
  readonly value: T;
  readonly cpu: number;
  readonly wall: number;
}

async function timed<T>(run: () => T | Promise<T>): Promise<Timed<T>> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const value = await run();
  const { user, system } = process.cpuUsage(used);
  return { value, cpu: (user + system) / 1e6, wall: (performance.now() - start) / 1000 };
}

const rate = (n: number, { cpu, wall }: Timed<unknown>) =>
  `${Math.round(n / cpu).toLocaleString('en')} a CPU second, ${Math.round(n / wall).toLocaleString('en')} a second`;

/** Random walk: a move, its counts, all figures. */
function walk(evaluations: number, rule: (typeof RULES)[number]): void {
  const stream = randomStream(1, 'bench reconstruct');
  const kernel = figureKernel(candidates, rule, 95);
  const out = new Float64Array(FIGURES);
  const assignment = new Assignment(candidates);
  assignment.randomise(stream);
  for (let done = 0; done < evaluations; ) {
    if (!assignment.propose(stream)) continue;
    assignment.apply();
    kernel.evaluate(assignment, out);
    done++;
  }
}

walk(50_000, RULES[0]);
for (const rule of RULES) {
  const n = 500_000;
  console.log(`moves and figures, ${ruleName(rule)}: ${rate(n, await timed(() => walk(n, rule)))}`);
}
const rule = { weights: 'flagged', variance: 'raw' } as const;
for (let seed = 1; seed <= 10; seed++) {
  const options = { seed, restarts: 1000, steps: 30_000, keep: 1, level: 95 };
  const run = await timed(() => search(candidates, targets, rule, options));
  const { evaluations, restarts } = run.value;
  console.log(
    `first solution, flagged/raw, seed ${seed}: ${run.cpu.toFixed(1)} CPU s, ${run.wall.toFixed(1)} s; ${restarts} starts, ${evaluations.toLocaleString('en')} evaluations, ${rate(evaluations, run)}`,
  );
}
