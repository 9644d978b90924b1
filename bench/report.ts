/**
 * Time and size of reports: 134 models (the embedded leaderboard) and 500 models x 2,000 tasks (made up), as whole
 * processes and inside one. `npm run build && npx tsx bench/report.ts`. Wanted: under 1.0 s and 3 s; a page under
 * 1.5 MB, an interactive one under 2.5 MB.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../src/analysis/analyze.ts';
import { reportHtml } from '../src/report/page.ts';
import { embeddedLeaderboard } from '../src/studies/embedded.ts';
import { makeAnalysis } from '../test/report/make-analysis.ts';

const RUNS = 5;
const folder = mkdtempSync(join(tmpdir(), 'passgap-bench-'));
const cli = new URL('../dist/cli/main.js', import.meta.url).pathname;

const boards = [
  ['134 models x 500 tasks', await analyze(embeddedLeaderboard('utboost'), { permutations: 1000 })],
  ['500 models x 2,000 tasks', makeAnalysis({ models: 500, tasks: 2000 })],
] as const;

console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}; best of ${RUNS}`);
console.log(
  '| analysis | process, wall s | process, cpu s | again in one process, cpu s | page MB | interactive MB |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const [name, analysis] of boards) {
  const json = join(folder, 'analysis.json');
  const page = join(folder, 'page.html');
  const live = join(folder, 'live.html');
  writeFileSync(json, JSON.stringify(analysis));
  const whole = Array.from({ length: RUNS }, () => run(['report', json, '-o', page]));
  run(['report', json, '--interactive', '-o', live]);
  await reportHtml(analysis);
  const inside: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const start = process.cpuUsage();
    await reportHtml(analysis);
    const { user, system } = process.cpuUsage(start);
    inside.push((user + system) / 1e6);
  }
  const megabytes = (file: string) => (statSync(file).size / 1e6).toFixed(2);
  const best = (values: readonly number[]) => Math.min(...values).toFixed(2);
  console.log(
    `| ${name} | ${best(whole.map((each) => each.wall))} | ${best(whole.map((each) => each.cpu))} | ${best(inside)} | ${megabytes(page)} | ${megabytes(live)} |`,
  );
}
rmSync(folder, { recursive: true });

/** A run of the built program; its processor time comes from the program itself. */
function run(args: readonly string[]): { wall: number; cpu: number } {
  const hook = `process.on('exit',()=>{const u=process.cpuUsage();process.stderr.write('\\ncpu '+(u.user+u.system)/1e6)})`;
  const start = performance.now();
  const done = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, cli, ...args],
    { encoding: 'utf8' },
  );
  const wall = (performance.now() - start) / 1000;
  if (done.status !== 0) throw new Error(done.stderr);
  return { wall, cpu: Number(/cpu ([\d.]+)/.exec(done.stderr)?.[1]) };
}
