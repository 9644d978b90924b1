/**
 * The engines at size, each measurement in a process of its own. Made-up outcomes.
 *
 *     npx tsx bench/engine.ts [10m] [100m] [clickhouse]
 *
 * `10m` sets DuckDB's own GROUP BY on the same file beside ours, in turns; `clickhouse` needs the servers of
 * .ci/services-start.sh. Files go to a temporary folder and are deleted.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { readFromEngine } from '../src/engine/read-from-engine.ts';
import { joinLeaderboard } from '../src/read/join.ts';
import type { FlagRow, Sheet, TaskRow } from '../src/read/tables.ts';

interface Shape {
  readonly name: string;
  readonly models: number;
  readonly tasks: number;
  /** Rows a cell. */
  readonly rows: number;
}

interface Measured {
  readonly wall: number;
  readonly cpu: number;
  /** Largest resident set of the process, MB. */
  readonly memory: number;
}

const THREADS = 2;
const ROUNDS = 5;
const SPACE = 4e9;

const count = ({ models, tasks, rows }: Shape) => models * tasks * rows;
const repeatsOf = ({ rows }: Shape) => (rows > 1 ? 'attempts' : 'error');

async function duckdb(sql: string): Promise<void> {
  const settings = {
    threads: String(THREADS),
    temp_directory: join(tmpdir(), `passgap-bench-spill-${process.pid}`),
  };
  const instance = await DuckDBInstance.create(':memory:', {
    ...settings,
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** Rows in the order of models, as logs are gathered; ids of the length that ids have. */
const rowsSql = ({ models, tasks, rows }: Shape) =>
  `SELECT 'submission-' || lpad(CAST((i // ${tasks}) % ${models} AS VARCHAR), 5, '0') || '_agent' AS model, ` +
  `'owner__repo-' || lpad(CAST(i % ${tasks} AS VARCHAR), 5, '0') AS task, ` +
  `CAST(hash(i) % 100 < 40 AS INTEGER) AS passed FROM range(${models * tasks * rows}) r(i)`;

/** Runs a measurement in a new process. */
function measured(...task: string[]): Measured {
  const self = fileURLToPath(import.meta.url);
  const output = execFileSync(process.execPath, [...process.execArgv, self, 'measure', ...task], {
    encoding: 'utf8',
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

async function measure(what: string, path: string, shapeText: string): Promise<void> {
  const shape: Shape = JSON.parse(shapeText);
  const before = process.cpuUsage();
  const start = performance.now();
  if (what === 'own') {
    const scan = path.endsWith('.csv') ? `read_csv('${path}')` : `read_parquet('${path}')`;
    await duckdb(
      `SELECT count(*), sum(k) FROM (SELECT model, task, sum(passed) AS k, count(passed) AS n FROM ${scan} GROUP BY model, task)`,
    );
  } else await toLeaderboard(path, shape);
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({
      wall: (performance.now() - start) / 1e3,
      cpu: (user + system) / 1e6,
      memory: process.resourceUsage().maxRSS / 1e3,
    }),
  );
}

/** From files to what the analysis takes: outcomes joined with a task list and flags. */
async function toLeaderboard(source: string, shape: Shape): Promise<void> {
  const ids = Array.from({ length: shape.tasks }, (_, t) => `owner__repo-${String(t).padStart(5, '0')}`);
  const sheet = <T>(rows: T[]): Sheet<T> => ({ source: 'made up', rows });
  const tasks = sheet<TaskRow>(ids.map((id) => ({ id, place: {}, stratum: '', columns: {} })));
  const flags = sheet<FlagRow>(
    ids.map((id, t) => ({ id, place: {}, status: t % 5 === 0 ? 'hackable' : 'robust', accepted: null })),
  );
  const from = source.startsWith('clickhouse:') ? source : `duckdb:${source}`;
  const outcomes = await readFromEngine(from, {}, { tasks: ids, repeats: repeatsOf(shape) });
  const leaderboard = joinLeaderboard({ outcomes, tasks, flags });
  if (leaderboard.outcomes.models !== shape.models || leaderboard.outcomes.tasks !== shape.tasks) {
    throw new Error(`${leaderboard.outcomes.models} x ${leaderboard.outcomes.tasks} is not what was made`);
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (value: number) => value.toFixed(2);

function show(name: string, results: readonly Measured[]): void {
  const [wall, cpu, memory] = (['wall', 'cpu', 'memory'] as const).map((key) =>
    results.map((one) => one[key]),
  );
  console.log(
    `| ${name} | ${seconds(median(wall))} | ${seconds(median(cpu))} | ${Math.round(Math.max(...memory))} |`,
  );
}

const HEAD = '| | wall, s | CPU, s | memory, MB |\n| --- | --- | --- | --- |';

async function against(folder: string): Promise<void> {
  const shape: Shape = { name: '10m', models: 2000, tasks: 5000, rows: 1 };
  console.log(
    `\n10 M rows, ${shape.models} x ${shape.tasks}, one row a cell; median of ${ROUNDS} in turns\n\n${HEAD}`,
  );
  for (const form of ['csv', 'parquet']) {
    const path = join(folder, `10m.${form}`);
    await duckdb(`COPY (${rowsSql(shape)}) TO '${path}' (FORMAT ${form})`);
    const own: Measured[] = [];
    const ours: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push(measured('own', path, JSON.stringify(shape)));
      ours.push(measured('ours', path, JSON.stringify(shape)));
    }
    const mega = Math.round(statSync(path).size / 1e6);
    show(`${form} (${mega} MB): DuckDB's GROUP BY`, own);
    show(`${form}: passgap, to the leaderboard`, ours);
    const ratio = (key: 'wall' | 'cpu') => seconds(median(ours.map((one, i) => one[key] / own[i][key])));
    console.log(`| ${form}: median ratio | ${ratio('wall')} | ${ratio('cpu')} | |`);
    rmSync(path);
  }
}

async function large(folder: string): Promise<void> {
  console.log(`\nParquet of growing size, to the leaderboard\n\n${HEAD}`);
  const shapes: Shape[] = [
    { name: '1 M rows, 1,000 x 1,000', models: 1000, tasks: 1000, rows: 1 },
    { name: '10 M rows, 2,000 x 5,000', models: 2000, tasks: 5000, rows: 1 },
    { name: '100 M rows, 10,000 x 10,000', models: 10_000, tasks: 10_000, rows: 1 },
    { name: '100 M rows, 2,000 x 5,000, 10 attempts a cell', models: 2000, tasks: 5000, rows: 10 },
    { name: '100 M rows, 200 x 500, 1,000 attempts a cell', models: 200, tasks: 500, rows: 1000 },
  ];
  for (const shape of shapes) {
    const path = join(folder, 'large.parquet');
    await duckdb(`COPY (${rowsSql(shape)}) TO '${path}' (FORMAT parquet)`);
    show(shape.name, [measured('ours', path, JSON.stringify(shape))]);
    rmSync(path);
  }
}

async function clickhouse(): Promise<void> {
  const [at] = (process.env['PASSGAP_TEST_CLICKHOUSE'] ?? '').split(',');
  if (!at) throw new Error('PASSGAP_TEST_CLICKHOUSE names no server; see .ci/services-start.sh');
  const sql = async (body: string) => {
    const response = await fetch(`http://${at}/`, { method: 'POST', body, headers: { connection: 'close' } });
    if (!response.ok) throw new Error(await response.text());
  };
  console.log(`\nClickHouse on this machine, to the leaderboard\n\n${HEAD}`);
  const shapes: Shape[] = [
    { name: '1 M rows, 1,000 x 1,000', models: 1000, tasks: 1000, rows: 1 },
    { name: '4 M rows, 2,000 x 2,000', models: 2000, tasks: 2000, rows: 1 },
    { name: '50 M rows, 500 x 1,000, 100 attempts a cell', models: 500, tasks: 1000, rows: 100 },
  ];
  for (const shape of shapes) {
    const { models, tasks } = shape;
    await sql('DROP TABLE IF EXISTS default.passgap_bench');
    await sql(
      'CREATE TABLE default.passgap_bench (model String, task String, passed UInt8) ENGINE = MergeTree ORDER BY tuple()',
    );
    const padded = (n: string) => `substring(toString(100000 + ${n}), 2)`;
    await sql(
      `INSERT INTO default.passgap_bench SELECT concat('submission-', ${padded(`intDiv(number, ${tasks}) % ${models}`)}, '_agent'), ` +
        `concat('owner__repo-', ${padded(`number % ${tasks}`)}), toUInt8(cityHash64(number) % 100 < 40) ` +
        `FROM system.numbers LIMIT ${count(shape)}`,
    );
    show(shape.name, [measured('ours', `clickhouse://${at}/default/passgap_bench`, JSON.stringify(shape))]);
    await sql('DROP TABLE default.passgap_bench');
  }
}

async function main(wanted: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'passgap-bench-'));
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < SPACE) throw new Error(`${SPACE / 1e9} GB of disk are needed in ${folder}`);
    console.log(
      `${cpus().length} cores (${cpus()[0].model}), Node ${process.version}, DuckDB with ${THREADS} threads`,
    );
    if (wanted.includes('10m')) await against(folder);
    if (wanted.includes('100m')) await large(folder);
    if (wanted.includes('clickhouse')) await clickhouse();
  } finally {
    rmSync(folder, { recursive: true });
    if (existsSync(folder)) console.error(`${folder} is left over`);
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'measure') await measure(rest[0], rest[1], rest[2]);
else await main(command === undefined ? ['10m', '100m'] : [command, ...rest]);
