/**
 * The meta-analysis engine against R's metafor, both timed in this one run on the same data, with their ratio. Times
 * are CPU seconds (user and system), so that other work on the machine counts less.
 *
 *   npx tsx bench/meta.ts                k = 134: every estimator, leave-one-out, permutation with 1,000 draws
 *   npx tsx bench/meta.ts --large EE DL  these at k = 5,000 too (metafor: half a minute and more each, 200 s for REML)
 *   npx tsx bench/meta.ts --large        every estimator at k = 5,000 (about an hour of metafor)
 *
 * Needs Rscript with metafor and jsonlite. Data are drawn here (seed 1): made up, 30 % heterogeneity.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fitMeta } from '../src/meta/fit.ts';
import { poolKernel } from '../src/meta/kernel.ts';
import { leaveOneOut } from '../src/meta/leave-one-out.ts';
import { permuteMean } from '../src/meta/permutation.ts';
import { permuteModerators } from '../src/meta/permutation-moderators.ts';
import { fitMetaRegression } from '../src/meta/regression.ts';
import { randomStream } from '../src/stats/random.ts';

const METHODS = ['EE', 'DL', 'HE', 'HS', 'SJ', 'PM', 'ML', 'REML', 'EB'] as const;
type Method = (typeof METHODS)[number];

interface Task {
  readonly name: string;
  readonly kind: 'fit' | 'leave1out' | 'permutest' | 'permutestMod';
  readonly method: Method;
  readonly k: number;
  readonly repeats: number;
  readonly inner?: number;
  readonly draws?: number;
}

const large = process.argv.includes('--large');
const named = METHODS.filter((method) => process.argv.includes(method));
const largeMethods = named.length > 0 ? named : METHODS;

const stream = randomStream(1, 'bench-meta');
const rows = 1_000_000;
const vi = Float64Array.from({ length: rows }, () => 0.004 + 0.012 * stream.uniform());
const yi = vi.map((v) => 0.14 + Math.sqrt(v + 0.003) * stream.normal());

const tasks: Task[] = [
  ...METHODS.map((method) => ({
    name: `${method}, k = 134`,
    kind: 'fit' as const,
    method,
    k: 134,
    repeats: 5,
    inner: 10,
  })),
  { name: 'leave-one-out, REML, k = 134', kind: 'leave1out', method: 'REML', k: 134, repeats: 3 },
  { name: 'permutation, DL, 1,000 draws', kind: 'permutest', method: 'DL', k: 134, repeats: 1, draws: 1000 },
  {
    name: 'permutation, REML, 1,000 draws',
    kind: 'permutest',
    method: 'REML',
    k: 134,
    repeats: 1,
    draws: 1000,
  },
  {
    name: 'permutation of a moderator, REML, 200 draws',
    kind: 'permutestMod',
    method: 'REML',
    k: 134,
    repeats: 1,
    draws: 200,
  },
  ...(large
    ? largeMethods.map((method) => ({
        name: `${method}, k = 5,000`,
        kind: 'fit' as const,
        method,
        k: 5000,
        repeats: 1,
        inner: 1,
      }))
    : []),
];

/** Median CPU seconds of one run, after one to warm up; short runs are timed by the dozen for 0.3 s or more. */
function time<T>(run: () => T): { seconds: number; value: T } {
  let value = run();
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  let inner = 1;
  const times: number[] = [];
  let total = 0;
  while (times.length < 5 || (total < 0.3 && times.length < 200)) {
    const start = cpu();
    for (let i = 0; i < inner; i++) value = run();
    const spent = cpu() - start;
    total += spent;
    if (spent < 0.002) inner *= 4;
    else times.push(spent / inner);
  }
  times.sort((a, b) => a - b);
  return { seconds: times[times.length >> 1], value };
}

function ours({ kind, method, k, draws }: Task): { seconds: number; value: readonly number[] } {
  const data = { yi: yi.subarray(0, k), vi: vi.subarray(0, k) };
  if (kind === 'fit') {
    const { seconds, value } = time(() => fitMeta(data, { method, test: 'knha' }));
    return { seconds, value: [value.estimate as number, value.tau2 as number] };
  }
  if (kind === 'leave1out') {
    const { seconds, value } = time(() => leaveOneOut(data, { method, test: 'z' }));
    return { seconds, value: [value[0].estimate as number, value[0].tau2 as number] };
  }
  if (kind === 'permutestMod') {
    const x = { name: 'x', values: Array.from({ length: k }, (_, i) => i % 5) };
    const { seconds } = time(() => permuteModerators(data, [x], { method, test: 'z' }, { draws }));
    const fit = fitMetaRegression(data, [x], { method, test: 'z' });
    return { seconds, value: [fit.coefficients[1].estimate as number, fit.tau2] };
  }
  const { seconds } = time(() => permuteMean(data, { method, test: 'z' }, { draws }));
  const fit = fitMeta(data, { method, test: 'z' });
  return { seconds, value: [fit.estimate as number, fit.tau2 as number] };
}

const folder = mkdtempSync(join(tmpdir(), 'passgap-bench-'));
try {
  const file = join(folder, 'tasks.json');
  const head = large ? 5000 : 134;
  writeFileSync(
    file,
    JSON.stringify({ yi: [...yi.subarray(0, head)], vi: [...vi.subarray(0, head)], tasks }),
  );
  const mine = tasks.map(ours);
  const answer = execFileSync('Rscript', [new URL('./meta.R', import.meta.url).pathname, file], {
    maxBuffer: 1 << 26,
    encoding: 'utf8',
  });
  const theirs = JSON.parse(answer) as { seconds: number; value: number[] }[];
  console.log('| task | metafor, CPU s | passgap, CPU s | ratio | largest relative difference |');
  console.log('|---|---|---|---|---|');
  tasks.forEach(({ name }, i) => {
    const { seconds, value } = mine[i];
    const apart = value.map((x, j) => Math.abs(x - theirs[i].value[j]) / (Math.abs(theirs[i].value[j]) || 1));
    const cells = [name, theirs[i].seconds.toPrecision(3), seconds.toPrecision(3)];
    console.log(
      `| ${[...cells, Math.round(theirs[i].seconds / seconds), Math.max(...apart).toExponential(0)].join(' | ')} |`,
    );
  });

  console.log('\n| k | REML, CPU s | ns a row | whole fitMeta, CPU s |');
  console.log('|---|---|---|---|');
  const out = new Float64Array(4);
  const reml = poolKernel('REML');
  for (const k of [1000, 5000, 10_000, 100_000, 1_000_000]) {
    const kernel = time(() => reml(yi, vi, k, out)).seconds;
    const whole = time(() =>
      fitMeta({ yi: yi.subarray(0, k), vi: vi.subarray(0, k) }, { test: 'z' }),
    ).seconds;
    console.log(
      `| ${k} | ${kernel.toPrecision(3)} | ${((1e9 * kernel) / k).toFixed(0)} | ${whole.toPrecision(3)} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
