/**
 * How fast and how flat the readers are. Made-up outcomes go to a temporary folder; each file is read in a
 * process of its own, so that its peak memory is its own.
 *
 *     npx tsx bench/read.ts [rows, default 1000000]
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readLeaderboard } from '../src/read/leaderboard.ts';

const TASKS = 500;

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
  readonly cells: number;
}

/** Reads one source in this process and prints what it took. */
async function child(path: string): Promise<void> {
  const start = performance.now();
  const before = process.cpuUsage();
  const { leaderboard } = await readLeaderboard({ outcomes: [path] });
  const { user, system } = process.cpuUsage(before);
  const measured: Measured = {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    cells: leaderboard.models.length * leaderboard.tasks.length,
  };
  process.stdout.write(JSON.stringify(measured));
}

function measure(path: string): Measured {
  const self = fileURLToPath(import.meta.url);
  const out = execFileSync(process.execPath, ['--import', 'tsx', self, '--child', path], {
    encoding: 'utf8',
  });
  return JSON.parse(out) as Measured;
}

/** Passes by a fixed rule, so that every run reads the same. */
const passes = (m: number, t: number) => ((m * 7919 + t * 104729) % 10) % 2;
const model = (m: number) => `2025${String(m % 12).padStart(2, '0')}01_model-${m}`;
const task = (t: number) => `django__django-${10000 + t}`;

function writeLines(
  path: string,
  rows: number,
  header: string,
  line: (m: number, t: number) => string,
): void {
  const file = openSync(path, 'w');
  let text = header;
  for (let row = 0; row < rows; row++) {
    text += line(Math.floor(row / TASKS), row % TASKS);
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}

function writeParquet(path: string, rows: number): void {
  const at = Array.from({ length: rows }, (_, row) => row);
  const columnData = [
    { name: 'model', data: at.map((row) => model(Math.floor(row / TASKS))), type: 'STRING' as const },
    { name: 'task', data: at.map((row) => task(row % TASKS)), type: 'STRING' as const },
    {
      name: 'passed',
      data: at.map((row) => passes(Math.floor(row / TASKS), row % TASKS)),
      type: 'INT32' as const,
    },
  ];
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 100_000 })));
}

function writeReports(root: string, models: number): void {
  for (let m = 0; m < models; m++) {
    for (let t = 0; t < TASKS; t++) {
      const folder = join(root, 'logs/run_evaluation/run', model(m), task(t));
      mkdirSync(folder, { recursive: true });
      const tests =
        passes(m, t) === 1 ? { success: ['a', 'b'], failure: [] } : { success: ['a'], failure: ['b'] };
      const report = {
        patch_successfully_applied: true,
        resolved: passes(m, t) === 1,
        tests_status: {
          FAIL_TO_PASS: tests,
          PASS_TO_PASS: { success: Array(40).fill('test_x'), failure: [] },
        },
      };
      writeFileSync(join(folder, 'report.json'), JSON.stringify({ [task(t)]: report }));
    }
  }
}

function main(rows: number): void {
  const root = mkdtempSync(join(tmpdir(), 'passgap-bench-'));
  const path = (name: string) => join(root, name);
  const line = (m: number, t: number) => `${model(m)},${task(t)},${passes(m, t)}\n`;
  try {
    writeLines(path('quarter.csv'), rows / 4, 'model,task,passed\n', line);
    writeLines(path('long.csv'), rows, 'model,task,passed\n', line);
    writeLines(path('four.csv'), rows * 4, 'model,task,passed\n', line);
    writeLines(
      path('long.jsonl'),
      rows,
      '',
      (m, t) => `{"model":"${model(m)}","task":"${task(t)}","passed":${passes(m, t)}}\n`,
    );
    writeParquet(path('long.parquet'), rows);
    const reports = 20;
    writeReports(path('reports'), reports);
    const cases: [string, string, number][] = [
      ['long CSV, a quarter of the rows', 'quarter.csv', rows / 4],
      ['long CSV', 'long.csv', rows],
      ['long CSV, four times the rows', 'four.csv', rows * 4],
      ['long JSONL', 'long.jsonl', rows],
      ['long Parquet', 'long.parquet', rows],
      ['SWE-bench instance reports', 'reports', reports * TASKS],
    ];
    const lines = ['| input | rows or files | s | rows/s | CPU s | peak MiB |', '|---|---|---|---|---|---|'];
    for (const [name, file, count] of cases) {
      const { seconds, cpuSeconds, peakMiB } = measure(path(file));
      const rate = Math.round(count / seconds).toLocaleString('en');
      const columns = [
        name,
        count.toLocaleString('en'),
        seconds.toFixed(2),
        rate,
        cpuSeconds.toFixed(2),
        peakMiB.toFixed(0),
      ];
      lines.push(`| ${columns.join(' | ')} |`);
    }
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--child') await child(process.argv[3]);
else main(Number(process.argv[2] ?? 1_000_000));
