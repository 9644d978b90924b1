/** What a ClickHouse server may say, played by a small HTTP server: newer servers, faults in the middle, lies. */
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readFromClickHouse } from '../../src/engine/clickhouse.ts';
import { readFromEngine } from '../../src/engine/read-from-engine.ts';
import { EngineError } from '../../src/engine/types.ts';
import { InputError } from '../../src/errors.ts';

const COLUMNS = 'd\tt\tmodel\tString\nd\tt\ttask\tString\nd\tt\tpassed\tUInt8\n';
/** model, task, rows, again, k, n, conflict, bad */
const CELLS = 'a\tt1\t1\t0\t1\t1\t0\t0\nb\tt1\t2\t1\t0\t1\t0\t0\n';
const TOTALS = '\n\t\t3\t2\t0\t1\t1\t0\n';

interface Answers {
  columns?: string;
  settings?: string;
  cells?: string;
  /** Of every answer. */
  status?: number;
}

let server: Server;
let answers: Answers = {};
let queries: { sql: string; authorization: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sql = Buffer.concat(chunks).toString();
      queries.push({ sql, authorization: request.headers.authorization ?? '' });
      response.statusCode = answers.status ?? 200;
      if (sql.includes('system.columns')) response.end(answers.columns ?? COLUMNS);
      else if (sql.includes('system.settings')) response.end(answers.settings ?? '');
      else response.end(answers.cells ?? CELLS + TOTALS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
afterEach(() => {
  answers = {};
  queries = [];
  delete process.env['PASSGAP_CLICKHOUSE_USER'];
  delete process.env['PASSGAP_CLICKHOUSE_PASSWORD'];
});

const address = () => `clickhouse://127.0.0.1:${(server.address() as { port: number }).port}/d/t`;
const read = () => readFromClickHouse(address(), { retries: 0 });
const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('no error'),
    (cause: Error) => cause,
  );

describe('a whole answer', () => {
  it('is taken, with its repeats', async () => {
    const table = await readFromEngine(address());
    expect(table).toEqual({
      source: address(),
      models: ['a', 'b'],
      tasks: ['t1'],
      outcomes: {
        kind: 'binary',
        models: 2,
        tasks: 1,
        words: 1,
        passed: Uint32Array.of(1, 0),
        present: null,
      },
      notes: [`${address()}: 1 repeated row identical to an earlier one, counted once`],
    });
  });

  it('sends user and password in the header alone, and names in no other form than hex or the server’s own', async () => {
    process.env['PASSGAP_CLICKHOUSE_USER'] = 'someone';
    process.env['PASSGAP_CLICKHOUSE_PASSWORD'] = 'hunter2';
    await readFromClickHouse(address().replace(/\/d\/t$/, "/d'b/t`x"));
    expect(queries.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(`Basic ${Buffer.from('someone:hunter2').toString('base64')}`),
    );
    expect(queries.map(({ sql }) => sql).join('\n')).not.toMatch(/d'b|t`x|someone|hunter2/);
    // `d'b` and "t`x" as hexadecimal bytes.
    expect(queries[0].sql).toContain("database = unhex('642762') AND table = unhex('746078')");
    expect(queries[2].sql).toContain('FROM `d`.`t`');
  });

  it('reads types of newer servers', async () => {
    answers.columns =
      'd\tt\tmodel\tLowCardinality(Nullable(String))\nd\tt\ttask\tUInt256\nd\tt\tpassed\tNullable(Bool)\n';
    await read();
    expect(queries[2].sql).toContain("ifNull(toString(`model`), '')");
    expect(queries[2].sql).toContain('isNotNull(`passed`)');
  });
});

describe('an answer that is not whole is no result', () => {
  it.each([
    [
      'an exception of an old server',
      `${CELLS}Code: 241, e.displayText() = DB::Exception: Memory limit (for query) exceeded, e.what() = DB::Exception`,
      'the server refuses: Memory limit (for query) exceeded',
    ],
    [
      'an exception of a newer one',
      `${CELLS}\r\n__exception__\r\nabcdefgh\r\nCode: 241. DB::Exception: Query memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 25.1)\n87 abcdefgh\r\n__exception__\r\n`,
      'the server refuses: Query memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 25.1) 87 abcdefgh __exception__',
    ],
    [
      'a server of the table that dropped out',
      `${CELLS}Code: 210, e.displayText() = DB::NetException: Connection reset by peer, e.what() = DB::NetException`,
      'the connection broke (Connection reset by peer); nothing was kept',
    ],
    [
      'rows without totals',
      CELLS,
      'the connection broke (the answer ended before its totals); nothing was kept',
    ],
    ['an empty answer', '', 'the connection broke (the answer ended before its totals); nothing was kept'],
    [
      'half a line',
      CELLS.slice(0, -4),
      'the connection broke (the answer ended before its totals); nothing was kept',
    ],
    [
      'fewer rows than the totals say',
      `${CELLS}\n\t\t4\t2\t0\t1\t1\t0\n`,
      'the rows of the answer stand for 3 rows of the table, its totals for 4',
    ],
    [
      'another form',
      '{"data": []}\n',
      'a line of the answer is not of the form asked for: "{\\"data\\": []}"',
    ],
  ])('%s', async (_, cells, message) => {
    answers.cells = cells;
    const error = await errorOf(read());
    expect(error).toBeInstanceOf(EngineError);
    expect(error.message).toBe(`${address()}: ${message}`);
  });
});

describe('credentials', () => {
  it('are cut out of what a server says', async () => {
    process.env['PASSGAP_CLICKHOUSE_USER'] = 'someone';
    process.env['PASSGAP_CLICKHOUSE_PASSWORD'] = 'hunter2';
    answers = {
      status: 500,
      columns: 'Code: 1, e.displayText() = DB::Exception: someone with hunter2 is odd, e.what() = x',
    };
    const error = await errorOf(read());
    expect(error.message).toBe(`${address()}: the server refuses: *** with *** is odd`);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/someone|hunter2/);
  });

  it.each([516, 192, 193, 194])('a login refused with code %d', async (code) => {
    answers = {
      status: 403,
      columns: `Code: ${code}. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)`,
    };
    const error = await errorOf(read());
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(
      `${address()}: the server refuses the user or password; they come from PASSGAP_CLICKHOUSE_USER and PASSGAP_CLICKHOUSE_PASSWORD`,
    );
  });
});

describe('settings that let a server leave out a part', () => {
  it.each([
    ['skip_unavailable_shards\t1\n', 'skip_unavailable_shards = 1'],
    ['distributed_group_by_no_merge\t1\n', 'distributed_group_by_no_merge = 1'],
    ['read_overflow_mode\tbreak\nmax_rows_to_read\t100\n', 'read_overflow_mode = break'],
    ['group_by_overflow_mode\tany\nmax_rows_to_group_by\t5\n', 'group_by_overflow_mode = any'],
  ])('%j is refused', async (settings, named) => {
    answers.settings = settings;
    const error = await errorOf(read());
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(
      `${address()}: this account's setting ${named} lets the server leave out part of the answer without saying so; a figure from that would be wrong; use an account without it`,
    );
  });

  it.each([
    'read_overflow_mode\tbreak\nmax_rows_to_read\t0\n',
    'skip_unavailable_shards\t0\n',
    'read_overflow_mode\tthrow\nmax_rows_to_read\t9\n',
  ])('%j is none of them', async (settings) => {
    answers.settings = settings;
    expect((await read()).models).toEqual(['a', 'b']);
  });
});

describe('addresses', () => {
  it.each([
    'clickhouse://someone:hunter2@h/d/t',
    'clickhouse://hunter2@h:1/d/t',
    'clickhouses://h/d/t?password=hunter2',
    'clickhouse://h/d/t#hunter2',
  ])('with a secret are refused without repeating it: %s', async (bad) => {
    const error = await errorOf(readFromEngine(bad));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(
      'user and password have no place in the address; set PASSGAP_CLICKHOUSE_USER and PASSGAP_CLICKHOUSE_PASSWORD',
    );
  });

  it.each([
    'clickhouse://h/d',
    'clickhouse://h',
    'clickhouse:///d/t',
    'clickhouse://h:0/d/t',
    'clickhouse://h:99999/d/t',
    'clickhouse://h/d/t/x',
    'clickhouse://h h/d/t',
    'clickhouse://h/d/%zz',
    'clickhouse:h/d/t',
  ])('of another form: %s', async (bad) => {
    const error = await errorOf(readFromEngine(bad));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(
      'the address is not of the form clickhouse://HOST[:PORT]/DATABASE/TABLE, with %-codes for special characters in a name',
    );
  });

  it('of another engine', async () => {
    const error = await errorOf(readFromEngine('postgres://h/d/t'));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(
      'no such source; allowed are clickhouse://HOST:PORT/DATABASE/TABLE, clickhouses:// (the same over TLS) and duckdb:GLOB',
    );
  });
});
