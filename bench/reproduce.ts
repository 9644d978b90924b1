/**
 * Whole processes: `passgap reproduce` (both readings, 10,000 permutations a run, page and JSON) against the published
 * pipeline alone in R with metafor (bench/reproduce.R). Needs a built dist; R is left out where it is not installed.
 *
 *     npm run build && npx tsx bench/reproduce.ts [runs]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const runs = Number(process.argv[2] ?? 5);
const out = mkdtempSync(join(tmpdir(), 'passgap-bench-'));

function seconds(command: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' });
  if (error !== undefined || status !== 0) throw error ?? new Error(`${command} ended with ${status}`);
  return (performance.now() - start) / 1000;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

const ours = () => seconds(process.execPath, ['dist/cli/main.js', 'reproduce', '-o', out]);
const theirs = () => seconds('Rscript', ['bench/reproduce.R']);
const hasR = spawnSync('Rscript', ['--version'], { stdio: 'ignore' }).error === undefined;

ours();
const pairs = Array.from({ length: runs }, () => [ours(), hasR ? theirs() : Number.NaN]);
rmSync(out, { recursive: true });
console.log(`passgap reproduce: median ${median(pairs.map(([a]) => a)).toFixed(2)} s over ${runs} runs`);
if (hasR) {
  console.log(`metafor, published pipeline alone: median ${median(pairs.map(([, b]) => b)).toFixed(2)} s`);
  console.log(`ratio passgap / metafor: median ${median(pairs.map(([a, b]) => a / b)).toFixed(2)}`);
}
