/** ClickHouse for real: two servers of 2018 and a Distributed table over both. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ClickHouseOptions, readFromClickHouse } from '../../src/engine/clickhouse.ts';
import { canonicalOrder } from '../../src/engine/order.ts';
import { EngineError } from '../../src/engine/types.ts';
import { InputError } from '../../src/errors.ts';
import { rateAt } from '../../src/leaderboard/outcomes.ts';
import { parseTable } from '../../src/read/csv.ts';
import { outcomesFromTable } from '../../src/read/outcomes.ts';
import { areAbsent, type BreakingProxy, breakingProxy, SERVERS, sql, title } from './clickhouse-server.ts';
import {
  bytewise,
  cellsByHand,
  cellsOf,
  consistent,
  csvOf,
  jsonlOf,
  type LongRow,
  longRows,
} from './rows.ts';

it('has its servers in CI', () => {
  expect({ isCi: process.env['PASSGAP_CI'] === '1', areAbsent }).not.toEqual({ isCi: true, areAbsent: true });
});

const DATABASE = 'passgap_test';
const COLUMNS = ['model', 'task', 'passed', 'attempts', 'run'] as const;
const address = (table: string, at = SERVERS[0]) =>
  `clickhouse://${at}/${DATABASE}/${encodeURIComponent(table)}`;
const read = (table: string, options: ClickHouseOptions = {}) =>
  readFromClickHouse(address(table), { retryDelay: 1, ...options });

/** `local` on both servers and `spread` over both. */
async function makeSpread(shape: string) {
  for (const server of [0, 1]) {
    await sql(`DROP TABLE IF EXISTS ${DATABASE}.local`, server);
    await sql(`CREATE TABLE ${DATABASE}.local (${shape}) ENGINE = MergeTree ORDER BY tuple()`, server);
  }
  await sql(`DROP TABLE IF EXISTS ${DATABASE}.spread`);
  await sql(
    `CREATE TABLE ${DATABASE}.spread (${shape}) ENGINE = Distributed(passgap_two, ${DATABASE}, local, rand())`,
  );
}

async function makeTable(name: string, shape: string, values: string) {
  await sql(`DROP TABLE IF EXISTS ${DATABASE}.${name}`);
  await sql(`CREATE TABLE ${DATABASE}.${name} (${shape}) ENGINE = MergeTree ORDER BY tuple()`);
  await sql(`INSERT INTO ${DATABASE}.${name} VALUES ${values}`);
}

async function insert(table: string, rows: readonly LongRow[], server: number) {
  if (rows.length > 0)
    await sql(`INSERT INTO ${DATABASE}.${table} FORMAT JSONEachRow ${jsonlOf(rows, COLUMNS)}`, server);
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail('no error'),
    (cause: Error) => cause,
  );
}

function withEnvironment(user: string, password: string) {
  process.env['PASSGAP_CLICKHOUSE_USER'] = user;
  process.env['PASSGAP_CLICKHOUSE_PASSWORD'] = password;
}

describe.skipIf(areAbsent)(title('ClickHouse'), () => {
  beforeAll(async () => {
    for (const server of [0, 1]) {
      await sql(`DROP DATABASE IF EXISTS ${DATABASE}`, server);
      await sql(`CREATE DATABASE ${DATABASE}`, server);
    }
  });
  afterEach(() => {
    delete process.env['PASSGAP_CLICKHOUSE_USER'];
    delete process.env['PASSGAP_CLICKHOUSE_PASSWORD'];
  });
  afterAll(async () => {
    for (const server of [0, 1]) await sql(`DROP DATABASE IF EXISTS ${DATABASE}`, server);
  });

  describe('the same cells', () => {
    it('the example of its doc block', async () => {
      await makeTable(
        'runs',
        'model String, task String, passed UInt8',
        `('b','t1',1),('a','t1',0),('a','t2',1)`,
      );
      const table = await read('runs');
      expect(table.models).toEqual(['a', 'b']);
      expect(table.tasks).toEqual(['t1', 't2']);
      expect(rateAt(table.outcomes, 0, 1)).toBe(1);
      expect(rateAt(table.outcomes, 1, 1)).toBeNaN();
      expect(table.source).toBe(`clickhouse://${SERVERS[0]}/${DATABASE}/runs`);
    });

    it.each([
      ['plain', { attempts: false, runs: false }, ['model', 'task', 'passed']],
      ['attempts', { attempts: true, runs: false }, ['model', 'task', 'passed', 'attempts']],
      ['runs', { attempts: true, runs: true }, COLUMNS],
    ] as const)(
      'as counted by hand and as read from a file, over two servers: %s',
      async (_, what, columns) => {
        const types: Record<string, string> = { passed: 'Nullable(UInt8)', attempts: 'Nullable(UInt16)' };
        await makeSpread(columns.map((column) => `${column} ${types[column] ?? 'String'}`).join(', '));
        await fc.assert(
          fc.asyncProperty(
            longRows(what),
            fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
            async (drawn, sides) => {
              const rows = consistent(drawn);
              for (const server of [0, 1]) {
                await sql(`TRUNCATE TABLE ${DATABASE}.local`, server);
                const part = rows.filter((_row, i) => sides[i] === (server === 1));
                if (part.length > 0) {
                  await sql(
                    `INSERT INTO ${DATABASE}.local FORMAT JSONEachRow ${jsonlOf(part, columns)}`,
                    server,
                  );
                }
              }
              const models = [...new Set(rows.map((row) => row.model))].sort(bytewise);
              const tasks = [...new Set(rows.map((row) => row.task))].sort(bytewise);
              const table = await read('spread');
              const fromFile = canonicalOrder(outcomesFromTable(parseTable(csvOf(rows, columns), 'a.csv')));
              expect([table.models, table.tasks]).toEqual([models, tasks]);
              expect(cellsOf(models, tasks, table.outcomes)).toEqual(cellsByHand(rows, 'error'));
              expect(table.outcomes).toEqual(fromFile.outcomes);
              expect(table.notes).toEqual(fromFile.notes.map((note) => note.replace('a.csv', table.source)));
            },
          ),
          { numRuns: 12 },
        );
      },
    );

    it('adds attempts up when repeated rows are attempts; refuses exactly the contradictions otherwise', async () => {
      await makeSpread(
        'model String, task String, passed Nullable(UInt8), attempts Nullable(UInt16), run String',
      );
      await fc.assert(
        fc.asyncProperty(longRows({ attempts: true, runs: true }), async (rows) => {
          for (const server of [0, 1]) await sql(`TRUNCATE TABLE ${DATABASE}.local`, server);
          await insert('local', rows.slice(0, rows.length / 2), 0);
          await insert('local', rows.slice(rows.length / 2), 1);
          const { models, tasks, outcomes } = await read('spread', { repeats: 'attempts' });
          expect(cellsOf(models, tasks, outcomes)).toEqual(cellsByHand(rows, 'attempts'));
          const isRefused = await read('spread').then(
            () => false,
            (error: Error) => /stands several times with different outcomes/.test(error.message),
          );
          expect(isRefused).toBe(cellsByHand(rows, 'error') === null);
        }),
        { numRuns: 12 },
      );
    });

    it('other types: numbers, enumerations, fixed strings, UUIDs as ids; floats as outcomes; nulls', async () => {
      const shape =
        `id Int32, name FixedString(4), kind Enum8('é' = 1, 'b' = 2), uuid UUID, label Nullable(String), ` +
        'score Float64, tries Nullable(Float32)';
      const uuid = '61f0c404-5cb3-11e7-907b-a6006ad3dba0';
      await makeTable(
        'typed',
        shape,
        `(-7, 'ab', 'é', '${uuid}', 'x', 1, NULL), (8, 'abcd', 'b', '${uuid}', 'y', 2, 3)`,
      );
      const options = (model: string, task: string) => ({
        columns: { model, task, passed: 'score', attempts: 'tries' },
      });
      expect((await read('typed', options('id', 'name'))).models).toEqual(['-7', '8']);
      const table = await read('typed', options('kind', 'name'));
      expect([table.models, table.tasks]).toEqual([
        ['b', 'é'],
        ['ab', 'abcd'],
      ]);
      expect(table.outcomes).toMatchObject({
        passes: Float64Array.of(0, 2, 1, 0),
        attempts: Float64Array.of(0, 3, 1, 0),
      });
      expect((await read('typed', options('uuid', 'label'))).models).toEqual([uuid]);
    });

    it('lays tasks out in the order of a task list', async () => {
      await makeTable('listed', 'model String, task String, passed UInt8', `('a','t1',1),('a','t3',0)`);
      const table = await read('listed', { tasks: ['t3', 't2', 't1'] });
      expect(table.tasks).toEqual(['t3', 't2', 't1']);
      expect([0, 1, 2].map((t) => rateAt(table.outcomes, 0, t))).toEqual([0, Number.NaN, 1]);
    });

    it('names of tables and columns that are made to hurt', async () => {
      const table = 'runs`; DROP TABLE x; -- \'"\\';
      const quoted = `\`${table.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
      await sql(`DROP TABLE IF EXISTS ${DATABASE}.${quoted}`);
      await sql(
        `CREATE TABLE ${DATABASE}.${quoted} (\`mo\\\`del' OR 1=1\` String, \`pg_m\` String, \`a"b\\\\c\` UInt8, run String) ` +
          'ENGINE = MergeTree ORDER BY tuple()',
      );
      await sql(`INSERT INTO ${DATABASE}.${quoted} VALUES ('m', 't', 1, 'r')`);
      const columns = { model: "mo`del' OR 1=1", task: 'pg_m', passed: 'a"b\\c' };
      const found = await read(table, { columns });
      expect([found.models, found.tasks]).toEqual([['m'], ['t']]);
      expect(found.outcomes).toMatchObject({ passed: Uint32Array.of(1), present: null });
    });

    it('an account that may only read, and change no setting', async () => {
      await makeTable('read_only', 'model String, task String, passed UInt8', `('a','t1',1)`);
      withEnvironment('reader', 'only-for-tests');
      expect((await read('read_only')).models).toEqual(['a']);
    });
  });

  describe('bad input is one line with place, value and what is allowed', () => {
    beforeAll(async () => {
      await makeTable(
        'bad',
        'model String, task String, passed Int8, attempts UInt8, score Float64, day Date',
        `('a','t1',1,1,1,0),('b','t2',3,2,0.5,0),('b','t3',-1,2,0,0)`,
      );
    });
    const where = () => `clickhouse://${SERVERS[0]}/${DATABASE}/bad`;
    it.each<readonly [ClickHouseOptions, string]>([
      [
        {},
        ', column "passed": "3" of "2" is no outcome (model "b", task "t2"); allowed are whole numbers with 0 <= passed <= attempts, or null for missing',
      ],
      [
        { columns: { passed: 'score', attempts: 'attempts' } },
        ', column "score": "0.5" of "2" is no outcome (model "b", task "t2"); allowed are whole numbers with 0 <= passed <= attempts, or null for missing',
      ],
      [
        { columns: { passed: 'resolved' } },
        ': no column "resolved"; found "model", "task", "passed", "attempts", "score", "day"',
      ],
      [
        { columns: { passed: 'passed FROM system.one; DROP TABLE bad' } },
        ': no column "passed FROM system.one; DROP TABLE bad"; found "model", "task", "passed", "attempts", "score", "day"',
      ],
      [
        { columns: { task: 'day' } },
        ', column "day": a column of type Date holds no ids; allowed are String, FixedString, Enum, UUID and whole numbers',
      ],
      [
        { columns: { passed: 'day' } },
        ', column "day": a column of type Date holds no outcomes; allowed are Bool, Int, UInt and Float',
      ],
      [{ columns: { model: 'task' } }, ': column "task" stands for both model and task; each needs its own'],
    ])('%j', async (options, message) => {
      const error = await errorOf(read('bad', options));
      expect(error).toBeInstanceOf(InputError);
      expect(error.message).toBe(where() + message);
    });

    it('contradicting rows: the first cell by id, whatever comes first', async () => {
      await makeTable(
        'twice',
        'model String, task String, passed UInt8',
        `('b','t',1),('b','t',0),('a','t',1),('a','t',0),('a','s',1)`,
      );
      expect((await errorOf(read('twice'))).message).toBe(
        `clickhouse://${SERVERS[0]}/${DATABASE}/twice: model "a", task "t" stands several times with different outcomes; if they are several attempts, name a run column or say that repeated rows are attempts`,
      );
    });

    it('ids that are empty or no UTF-8, tasks outside the list, no rows', async () => {
      const shape = 'model String, task String, passed UInt8';
      await makeTable('ids', shape, `('','t',1)`);
      expect((await errorOf(read('ids'))).message).toMatch(/ids: the model id is empty$/);
      await makeTable('bytes', shape, `('a',unhex('ff'),1)`);
      expect((await errorOf(read('bytes'))).message).toMatch(
        /bytes: the task id "\ufffd" is not valid UTF-8$/,
      );
      await makeTable('outside', shape, `('a','t9',1),('a','t8',1),('a','t1',1)`);
      const outside = await errorOf(read('outside', { tasks: ['t1'] }));
      expect(outside.message).toMatch(
        /outside: tasks "t8", "t9" are not among the 1 tasks of the tasks table$/,
      );
      await sql(`CREATE TABLE ${DATABASE}.nothing (${shape}) ENGINE = Memory`);
      expect((await errorOf(read('nothing'))).message).toMatch(/nothing: there is no model in it$/);
    });

    it('a table or database that is not there, whatever its name', async () => {
      for (const table of ['nope', "x' OR 1=1 --", 'x`; DROP TABLE bad']) {
        const error = await errorOf(read(table));
        expect(error).toBeInstanceOf(InputError);
        expect(error.message).toBe(
          `${address(table)}: no table ${JSON.stringify(table)} in database "${DATABASE}", or no right to read it`,
        );
      }
      expect(await sql(`SELECT count() FROM ${DATABASE}.bad`)).toBe('3\n');
    });

    it('an account whose setting lets the server leave out a part', async () => {
      withEnvironment('lossy', '');
      expect((await errorOf(read('bad'))).message).toMatch(
        /: this account's setting skip_unavailable_shards = 1 lets the server leave out part of the answer/,
      );
    });

    it('a wrong login, of which nothing is shown', async () => {
      withEnvironment('reader', 'hunter2-secret');
      const error = await errorOf(read('bad'));
      expect(error.message).toBe(
        `${where()}: the server refuses the user or password; they come from PASSGAP_CLICKHOUSE_USER and PASSGAP_CLICKHOUSE_PASSWORD`,
      );
      expect(JSON.stringify([error.stack, error.cause, error])).not.toMatch(/hunter2|reader/);
      withEnvironment('someone-unknown', 'hunter2-secret');
      const unknown = await errorOf(read('bad'));
      expect(JSON.stringify([unknown.message, unknown.stack, unknown.cause])).not.toMatch(
        /hunter2|someone-unknown/,
      );
    });
  });

  describe('broken connections', () => {
    let proxy: BreakingProxy | null = null;
    beforeAll(async () => {
      // 200 x 500 cells, of which every seventh row says its cell twice; about 3 MB as text.
      await makeTable('large', 'model String, task String, passed UInt8', `('m0','t0',0)`);
      await sql(
        `INSERT INTO ${DATABASE}.large SELECT concat('m', toString(intDiv(number, 500) % 200)), ` +
          `concat('task-', toString(number % 500)), toUInt8(number % 3 = 0) FROM system.numbers LIMIT 100000`,
      );
      await sql(
        `INSERT INTO ${DATABASE}.large SELECT * FROM ${DATABASE}.large WHERE cityHash64(model, task) % 7 = 0`,
      );
    });
    afterEach(async () => {
      await proxy?.close();
      proxy = null;
    });
    const through = async (limit: (connection: number) => number | null, isReset = true, options = {}) => {
      proxy = await breakingProxy(SERVERS[0], limit, isReset);
      return readFromClickHouse(address('large', proxy.at), { retryDelay: 1, ...options });
    };
    // Connections of one read: columns, settings, cells.
    const CELLS = 2;

    it.each([
      ['reset', true],
      ['ended', false],
    ])('a connection that is %s once is tried again, and nothing counts twice', async (_, isReset) => {
      const whole = await read('large');
      const table = await through((connection) => (connection === CELLS ? 1_000_000 : null), isReset);
      expect(proxy!.connections()).toBe(6);
      expect([table.models, table.tasks]).toEqual([whole.models, whole.tasks]);
      expect(table.outcomes).toEqual(whole.outcomes);
      expect(table.notes.map((note) => note.replace(proxy!.at, SERVERS[0]))).toEqual(whole.notes);
    });

    it.each([0, 1, 2])('and so is one that is cut before or in query %d', async (query) => {
      const whole = await read('large');
      const table = await through((connection) => (connection === query ? 40 : null));
      expect(table.outcomes).toEqual(whole.outcomes);
    });

    it('a connection that breaks every time is one clear error, and no result', async () => {
      const error = await errorOf(through((connection) => (connection % 3 === CELLS ? 1_000_000 : null)));
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toMatch(
        /^clickhouse:.*large: the connection broke \(.+\), 3 times in a row; nothing was kept$/,
      );
      expect(error.message).not.toContain('\n');
      expect(proxy!.connections()).toBe(9);
    });

    it('wherever the answer is cut, the result is whole or there is none', async () => {
      const whole = await read('large');
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 3_000_000 }), fc.boolean(), async (bytes, isReset) => {
          const limit = (connection: number) => (connection === CELLS ? bytes : null);
          const found = await through(limit, isReset, { retries: 0 }).catch((error) => error);
          await proxy?.close();
          if (found instanceof Error) expect(found).toBeInstanceOf(EngineError);
          else expect(found.outcomes).toEqual(whole.outcomes);
        }),
        { numRuns: 15 },
      );
    });

    it('a server that is not there', async () => {
      const error = await errorOf(
        readFromClickHouse('clickhouse://127.0.0.1:1/d/t', { retries: 1, retryDelay: 1 }),
      );
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toBe(
        'clickhouse://127.0.0.1:1/d/t: the connection broke (connect ECONNREFUSED 127.0.0.1:1), 2 times in a row; nothing was kept',
      );
    });

    it('a Distributed table of which one server is not there', async () => {
      await sql(
        `CREATE TABLE ${DATABASE}.half AS ${DATABASE}.large ENGINE = Distributed(passgap_dead, ${DATABASE}, large)`,
      );
      const error = await errorOf(read('half', { retries: 1 }));
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toMatch(/half: the connection broke \(.*\), 2 times in a row; nothing was kept$/);
    });

    it('a query that the server gives up in the middle', async () => {
      const shape = 'model String, task String, passed UInt8';
      await sql(`CREATE TABLE ${DATABASE}.heavy (${shape}) ENGINE = MergeTree ORDER BY tuple()`);
      await sql(
        `INSERT INTO ${DATABASE}.heavy SELECT toString(number % 1000), toString(intDiv(number, 1000)), 1 FROM system.numbers LIMIT 1000000`,
      );
      withEnvironment('narrow', '');
      const error = await errorOf(read('heavy'));
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toMatch(/heavy: the server refuses: .*[Mm]emory limit/);
      expect(error.message).not.toContain('\n');
    });
  });
});
