/**
 * The same analysis from a file, from DuckDB and from ClickHouse: the real 134 x 500 outcomes of SWE-bench Verified
 * as a long table in shuffled order, joined with tasks, models and flags, to the last bit.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { canonicalOrder } from '../../src/engine/order.ts';
import { readFromEngine } from '../../src/engine/read-from-engine.ts';
import { parseTable } from '../../src/read/csv.ts';
import { joinLeaderboard } from '../../src/read/join.ts';
import { type OutcomeTable, outcomesFromTable } from '../../src/read/outcomes.ts';
import { flagsFromTable, modelsFromTable, tasksFromTable } from '../../src/read/tables.ts';
import { randomStream, shuffle } from '../../src/stats/random.ts';
import { embeddedText } from '../../src/studies/embedded.ts';
import { areAbsent, SERVERS, sql, title } from './clickhouse-server.ts';

const table = (name: string) => parseTable(embeddedText(`swe-bench-verified/${name}`), name);
const tasks = tasksFromTable(table('tasks.csv'));
const taskList = tasks.rows.map((row) => row.id);
const fromFile = canonicalOrder(outcomesFromTable(table('outcomes.csv')), taskList);

/** The text of the analysis: JSON writes every number with the digits that tell it from its neighbours. */
async function analysisOf(outcomes: OutcomeTable): Promise<string> {
  const leaderboard = joinLeaderboard({
    outcomes: { ...outcomes, source: 'outcomes' },
    tasks,
    models: modelsFromTable(table('models.csv')),
    flags: flagsFromTable(table('flags/utboost.csv')),
  });
  return JSON.stringify(await analyze(leaderboard, { permutations: 300, crossed: false, calibrate: 0 }));
}

/** `model,task,passed` in shuffled order, under other names. */
function shuffledCsv(): string {
  const { columns, rows } = table('outcomes.csv');
  const lines = rows.flatMap(({ cells }) =>
    cells.slice(1).map((cell, t) => `${cells[0]},${columns[t + 1]},${cell}`),
  );
  shuffle(lines, randomStream(20260101, 'shuffle'));
  return `submission,instance_id,resolved\n${lines.join('\n')}\n`;
}

const MAPPING = { model: 'submission', task: 'instance_id', passed: 'resolved' };
let folder: string;
let wanted: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'passgap-test-'));
  writeFileSync(join(folder, 'runs.csv'), shuffledCsv());
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (FROM '${folder}/runs.csv') TO '${folder}/runs.parquet' (FORMAT parquet)`);
  await connection.run(`COPY (FROM '${folder}/runs.csv') TO '${folder}/runs.jsonl' (FORMAT json)`);
  connection.closeSync();
  instance.closeSync();
  wanted = await analysisOf(fromFile);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the analysis of a file', () => {
  it('has figures in it', () => {
    const { models, pooled, counts } = JSON.parse(wanted);
    expect([models.length, counts.tasks]).toEqual([134, 500]);
    expect(pooled.estimate).toBeGreaterThan(0);
  });

  it.each(['runs.csv', 'runs.parquet', 'runs.jsonl', '*.parquet'])(
    'is that of DuckDB over %s',
    async (name) => {
      const table = await readFromEngine(`duckdb:${folder}/${name}`, MAPPING, { tasks: taskList });
      expect([table.models, table.tasks]).toEqual([fromFile.models, fromFile.tasks]);
      expect(table.outcomes).toEqual(fromFile.outcomes);
      expect((await analysisOf(table)) === wanted).toBe(true);
    },
  );
});

describe.skipIf(areAbsent)(title('ClickHouse'), () => {
  afterAll(async () => {
    for (const server of [0, 1]) await sql('DROP DATABASE IF EXISTS passgap_same', server);
  });

  it('the analysis of a file is that of a table and of a Distributed table over two servers', async () => {
    const shape = 'submission String, instance_id String, resolved UInt8';
    const [head, ...lines] = shuffledCsv().trimEnd().split('\n');
    for (const server of [0, 1]) {
      await sql('DROP DATABASE IF EXISTS passgap_same', server);
      await sql('CREATE DATABASE passgap_same', server);
      await sql(`CREATE TABLE passgap_same.half (${shape}) ENGINE = MergeTree ORDER BY tuple()`, server);
      const half = lines.filter((_, i) => i % 2 === server);
      await sql(`INSERT INTO passgap_same.half FORMAT CSVWithNames ${[head, ...half].join('\n')}\n`, server);
    }
    await sql(`CREATE TABLE passgap_same.whole (${shape}) ENGINE = MergeTree ORDER BY tuple()`);
    await sql(`INSERT INTO passgap_same.whole FORMAT CSVWithNames ${[head, ...lines].join('\n')}\n`);
    await sql(
      `CREATE TABLE passgap_same.spread (${shape}) ENGINE = Distributed(passgap_two, passgap_same, half)`,
    );
    for (const name of ['whole', 'spread']) {
      const table = await readFromEngine(`clickhouse://${SERVERS[0]}/passgap_same/${name}`, MAPPING, {
        tasks: taskList,
      });
      expect([table.models, table.tasks]).toEqual([fromFile.models, fromFile.tasks]);
      expect(table.outcomes).toEqual(fromFile.outcomes);
      expect((await analysisOf(table)) === wanted).toBe(true);
    }
  });
});
