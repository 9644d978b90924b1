/** DuckDB over real files, against the cells counted by hand and against the file reader. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DuckDbOptions, readFromDuckDb } from '../../src/engine/duckdb.ts';
import { canonicalOrder } from '../../src/engine/order.ts';
import { InputError } from '../../src/errors.ts';
import { rateAt } from '../../src/leaderboard/outcomes.ts';
import { parseTable } from '../../src/read/csv.ts';
import { outcomesFromTable } from '../../src/read/outcomes.ts';
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

let folder: string;
let sql: (text: string) => Promise<void>;
let close: () => void;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'passgap-test-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  sql = async (text) => void (await connection.run(text));
  close = () => {
    connection.closeSync();
    instance.closeSync();
  };
});
afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);

function file(name: string, content: string | Buffer): string {
  writeFileSync(at(name), content);
  return at(name);
}

const read = (path: string, options: DuckDbOptions = {}) => readFromDuckDb(path, { threads: 2, ...options });

/** The message of the error, with the test's folder cut out. */
async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => expect.fail('no error'),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message.replaceAll(`${folder}/`, '');
}

const COLUMNS = ['model', 'task', 'passed', 'attempts', 'run'] as const;

async function everyForm(rows: readonly LongRow[], columns: readonly (keyof LongRow)[], name: string) {
  const jsonl = file(`${name}.jsonl`, jsonlOf(rows, columns));
  const parquet = at(`${name}.parquet`);
  const types: Record<string, string> = { passed: 'UTINYINT', attempts: 'UINTEGER' };
  const shape = columns.map((column) => `'${column}': '${types[column] ?? 'VARCHAR'}'`).join(', ');
  await sql(`COPY (FROM read_json('${jsonl}', columns={${shape}})) TO '${parquet}' (FORMAT parquet)`);
  return [
    file(`${name}.csv`, csvOf(rows, columns)),
    file(`${name}.tsv.gz`, gzipSync(csvOf(rows, columns, '\t'))),
    jsonl,
    file(`${name}.json`, JSON.stringify(rows)),
    parquet,
  ];
}

describe('readFromDuckDb: the same cells', () => {
  it('the example of its doc block', async () => {
    const table = await read(file('runs.csv', 'model,task,passed\nb,t1,1\na,t1,0\na,t2,1\n'));
    expect(table.models).toEqual(['a', 'b']);
    expect(table.tasks).toEqual(['t1', 't2']);
    expect(rateAt(table.outcomes, 0, 1)).toBe(1);
    expect(rateAt(table.outcomes, 1, 1)).toBeNaN();
  });

  it.each([
    ['plain', { attempts: false, runs: false }, ['model', 'task', 'passed']],
    ['attempts', { attempts: true, runs: false }, ['task', 'attempts', 'model', 'passed']],
    ['runs', { attempts: true, runs: true }, COLUMNS],
  ] as const)('as counted by hand and as read from a file: %s', async (name, what, columns) => {
    await fc.assert(
      fc.asyncProperty(longRows(what), async (drawn) => {
        const rows = consistent(drawn);
        const models = [...new Set(rows.map((row) => row.model))].sort(bytewise);
        const tasks = [...new Set(rows.map((row) => row.task))].sort(bytewise);
        const fromFile = canonicalOrder(outcomesFromTable(parseTable(csvOf(rows, columns), 'a.csv')));
        for (const path of await everyForm(rows, columns, name)) {
          const table = await read(path);
          expect([table.models, table.tasks]).toEqual([models, tasks]);
          expect(cellsOf(models, tasks, table.outcomes)).toEqual(cellsByHand(rows, 'error'));
          expect(table.outcomes).toEqual(fromFile.outcomes);
          expect(table.notes).toEqual(fromFile.notes.map((note) => note.replace('a.csv', path)));
        }
      }),
      { numRuns: 8 },
    );
  });

  it('adds attempts up when repeated rows are attempts, whatever their runs', async () => {
    await fc.assert(
      fc.asyncProperty(longRows({ attempts: true, runs: true }), async (rows) => {
        for (const path of await everyForm(rows, COLUMNS, 'pooled')) {
          const { models, tasks, outcomes } = await read(path, { repeats: 'attempts' });
          expect(cellsOf(models, tasks, outcomes)).toEqual(cellsByHand(rows, 'attempts'));
        }
      }),
      { numRuns: 4 },
    );
  });

  it('refuses exactly the rows that contradict one another', async () => {
    await fc.assert(
      fc.asyncProperty(longRows({ attempts: false, runs: true }), async (rows) => {
        const path = file('conflict.csv', csvOf(rows, COLUMNS));
        const isRefused = await read(path).then(
          () => false,
          (error: Error) => /stands several times with different outcomes/.test(error.message),
        );
        expect(isRefused).toBe(cellsByHand(rows, 'error') === null);
      }),
      { numRuns: 15 },
    );
  });

  it('groups in DuckDB where rows are many to a cell, to the same end', async () => {
    // 3 x 4 cells of 50 identical rows each: more than four rows a cell.
    const rows = Array.from({ length: 600 }, (_, i) => [`m${i % 3}`, `t${i % 4}`, Number(i % 12 < 5)]);
    const csv = `model,task,passed\n${rows.map((row) => row.join(',')).join('\n')}\n`;
    const path = file('many.csv', csv);
    const table = await read(path);
    expect(table.outcomes).toEqual(canonicalOrder(outcomesFromTable(parseTable(csv, 'many.csv'))).outcomes);
    expect(table.notes).toEqual([`${path}: 588 repeated rows identical to an earlier one, counted once`]);
    const pooled = await read(path, { repeats: 'attempts' });
    expect(pooled.outcomes).toMatchObject({ kind: 'counts', attempts: new Float64Array(12).fill(50) });
  });

  it('does not depend on how rows lie in files, nor on threads', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, i) => `m${i % 50},t${Math.floor(i / 50)},${(i * 7) % 3 === 0 ? 1 : 0}`,
    );
    file('parts-1.csv', `model,task,passed\n${rows.slice(0, 1234).join('\n')}\n`);
    file('parts-2.csv', `model,task,passed\n${rows.slice(1234).reverse().join('\n')}\n`);
    const whole = file('whole.csv', `model,task,passed\n${rows.join('\n')}\n`);
    const one = await read(whole, { threads: 1 });
    const { outcomes, models, tasks } = await read(at('parts-*.csv'), { threads: 4 });
    expect([models, tasks]).toEqual([one.models, one.tasks]);
    expect(outcomes).toEqual(one.outcomes);
  });
});

describe('readFromDuckDb: columns and tasks', () => {
  it('takes columns by another name, quotes and all', async () => {
    const path = file('mapped.csv', '"Sub ""x""; DROP","instance,id",resolved,n\n001,t1,1,2\n');
    const columns = { model: 'Sub "x"; DROP', task: 'instance,id', passed: 'resolved', attempts: 'n' };
    const table = await read(path, { columns });
    expect(table.models).toEqual(['001']);
    expect(table.outcomes).toMatchObject({
      kind: 'counts',
      passes: Float64Array.of(1),
      attempts: Float64Array.of(2),
    });
  });

  it('lays tasks out in the order of a task list, those without a row too', async () => {
    const path = file('listed.csv', 'model,task,passed\na,t1,1\na,t3,0\n');
    const table = await read(path, { tasks: ['t3', 't2', 't1'] });
    expect(table.tasks).toEqual(['t3', 't2', 't1']);
    expect([0, 1, 2].map((t) => rateAt(table.outcomes, 0, t))).toEqual([0, Number.NaN, 1]);
  });

  it('keeps a model and a task whose every outcome is missing', async () => {
    const table = await read(file('missing.csv', 'model,task,passed\na,t1,1\nb,t2,\n'));
    expect([table.models, table.tasks]).toEqual([
      ['a', 'b'],
      ['t1', 't2'],
    ]);
    expect(rateAt(table.outcomes, 1, 1)).toBeNaN();
  });

  it('cuts blanks around cells of delimited files, skips empty lines, drops a byte-order mark, takes CRLF', async () => {
    const path = file('blanks.csv', '\ufeffmodel, task ,passed\r\n a, t1 ,1\r\n\r\na,t2 , true \r\n');
    const table = await read(path);
    expect([table.models, table.tasks]).toEqual([['a'], ['t1', 't2']]);
    expect(table.outcomes).toMatchObject({ passed: Uint32Array.of(3), present: null });
  });

  it('reads Parquet with other types: numbers as ids, booleans, floats, decimals, bytes', async () => {
    const select = `SELECT 7::UTINYINT AS model, 'é'::BLOB AS task, true AS passed, 1.0::DOUBLE AS attempts`;
    await sql(
      `COPY (${select.replace("'é'::BLOB", "encode('é')")}) TO '${at('typed.parquet')}' (FORMAT parquet)`,
    );
    const table = await read(at('typed.parquet'));
    expect([table.models, table.tasks]).toEqual([['7'], ['é']]);
    expect(table.outcomes).toMatchObject({ kind: 'binary', passed: Uint32Array.of(1), present: null });
    await sql(
      `COPY (SELECT 'a' AS model, 't' AS task, 2.0::DECIMAL(4,1) AS passed, 3 AS attempts) TO '${at('decimal.parquet')}' (FORMAT parquet)`,
    );
    expect((await read(at('decimal.parquet'))).outcomes).toMatchObject({
      passes: Float64Array.of(2),
      attempts: Float64Array.of(3),
    });
  });

  it('fills an optional column that one of the Parquet files lacks', async () => {
    await sql(
      `COPY (SELECT 'a' AS model, 't1' AS task, 1 AS passed) TO '${at('part-a.parquet')}' (FORMAT parquet)`,
    );
    await sql(
      `COPY (SELECT 5 AS attempts, 2 AS passed, 'a' AS model, 't2' AS task) TO '${at('part-b.parquet')}' (FORMAT parquet)`,
    );
    const table = await read(at('part-?.parquet'));
    expect(table.outcomes).toMatchObject({ passes: Float64Array.of(1, 2), attempts: Float64Array.of(1, 5) });
  });

  it('reads a file whose name is full of special characters, and only that one', async () => {
    const name = `it's [1]*?.csv`;
    file(name, 'model,task,passed\na,t,1\n');
    file(`it's 1xx.csv`, 'model,task,passed\nb,t,1\n');
    expect((await read(at(name))).models).toEqual(['a']);
  });
});

describe('readFromDuckDb: bad input is one line with file, row, value and what is allowed', () => {
  const head = 'model,task,passed\n';
  it.each<readonly [string, string, string]>([
    [
      '2.csv',
      `${head}a,t1,1\nb,t1,2\n`,
      '2.csv, row 2, column "passed": "2" is no outcome (model "b", task "t1"); allowed are 0, 1 or null for missing',
    ],
    [
      'half.csv',
      `${head}a,t1,0.5\n`,
      'half.csv, row 1, column "passed": "0.5" is no outcome (model "a", task "t1"); allowed are 0, 1 or null for missing',
    ],
    [
      'ratio.csv',
      `${head}a,t1,3/2\n`,
      'ratio.csv, row 1, column "passed": "3/2" is no outcome (model "a", task "t1"); allowed are 0, 1 or null for missing',
    ],
    [
      'more.csv',
      'model,task,passed,attempts\na,t1,3,2\n',
      'more.csv, row 1, column "passed": "3" of "2" is no outcome (model "a", task "t1"); allowed are whole numbers with 0 <= passed <= attempts, or null for missing',
    ],
    [
      'less.csv',
      'model,task,passed,attempts\na,t1,1,-1\n',
      'less.csv, row 1, column "passed": "1" of "-1" is no outcome (model "a", task "t1"); allowed are whole numbers with 0 <= passed <= attempts, or null for missing',
    ],
    [
      'twice.csv',
      `${head}a,t1,1\nb,t1,1\na,t1,1\na,t1,0\n`,
      'twice.csv, row 4: model "a", task "t1" stands several times with different outcomes (first in row 1); if they are several attempts, name a run column or say that repeated rows are attempts',
    ],
    ['no-model.csv', `${head}a,t1,1\n,t1,1\n`, 'no-model.csv, row 2, column "model": the model id is empty'],
    [
      'no-task.jsonl',
      '{"model":"a","task":"t","passed":1}\n{"model":"a","passed":1}\n',
      'no-task.jsonl, row 2, column "task": the task id is empty',
    ],
    [
      'header.csv',
      'model,task,passed,task\na,t1,1,t1\n',
      'header.csv, line 1, column "task": stands twice in the header (columns 2 and 4); every column name must be unique',
    ],
    [
      'column.csv',
      'model,task,resolved\na,t1,1\n',
      'column.csv: no column "passed"; found "model", "task", "resolved"',
    ],
    [
      'key.jsonl',
      '{"model":"a","task":"t","resolved":true}\n',
      'key.jsonl: no column "passed"; found "model", "task", "resolved"',
    ],
    ['empty.csv', '', 'empty.csv: the file is empty; a header line is needed'],
    ['only-header.csv', head, 'only-header.csv: there is no model in it'],
    [
      'ragged.csv',
      `${head}a,t1,1\na,t2\n`,
      'ragged.csv, line 3: not readable: Expected Number of Columns: 3 Found: 2',
    ],
    [
      'quote.csv',
      `${head}a,"t1,1\n`,
      'quote.csv, line 2: not readable: Value with unterminated quote found.',
    ],
    [
      'broken.jsonl',
      '{"model":"a","task":"t","passed":1}\n{"model":}\n',
      'broken.jsonl, line 2: not readable as JSON: \u2026',
    ],
    ['no.parquet', 'PAR0', `no.parquet: not readable: File '\u2026`],
    [
      'a.xlsx',
      'x',
      'a.xlsx: no known kind of table; allowed are .csv, .tsv, .tab, .jsonl, .ndjson, .json (each also with .gz), .parquet',
    ],
  ])('%s', async (name, content, message) => {
    const found = await messageOf(read(file(name, content)));
    if (message.endsWith('\u2026')) expect(found.startsWith(message.slice(0, -1))).toBe(true);
    else expect(found).toBe(message);
    expect(found).not.toContain('\n');
  });

  it('bytes that are no UTF-8, and a truncated gzip', async () => {
    const bytes = Buffer.concat([Buffer.from(`${head}a`), Buffer.from([0xff]), Buffer.from(',t1,1\n')]);
    expect(await messageOf(read(file('latin.csv', bytes)))).toBe(
      'latin.csv, line 2: not readable: Invalid unicode (byte sequence mismatch) detected. This file is not utf-8 encoded.',
    );
  });

  it('a gzip that was cut at a line end, or whose sum is wrong: what came before is no result', async () => {
    const lines = (from: number) => Array.from({ length: 1000 }, (_, i) => `a,t${from + i},1\n`).join('');
    const first = gzipSync(`${head}${lines(0)}`, { level: 0 });
    const whole = gzipSync(`${head}${lines(0)}${lines(1000)}`, { level: 0 });
    // Stored, not packed: a header of 10 bytes and one of 5 for the block, then the text itself.
    const cut = whole.subarray(0, 15 + head.length + lines(0).length);
    expect(await messageOf(read(file('cut.csv.gz', cut)))).toBe(
      "cut.csv.gz: can't be read: the gzip data end too early",
    );
    const wrong = Buffer.from(first);
    wrong[wrong.length - 8] ^= 1;
    expect(await messageOf(read(file('sum.csv.gz', wrong)))).toBe(
      "sum.csv.gz: can't be read: broken gzip data (incorrect data check)",
    );
    expect((await read(file('first.csv.gz', first))).tasks).toHaveLength(1000);
  });

  it('a task outside the task list', async () => {
    const path = file('outside.csv', `${head}a,t1,1\na,t9,1\na,t8,1\n`);
    expect(await messageOf(read(path, { tasks: ['t1'] }))).toBe(
      'outside.csv, row 3, column "task": task "t8" is not among the 1 tasks of the tasks table',
    );
  });

  it('the file and row among many', async () => {
    file('many-1.jsonl', '{"model":"a","task":"t1","passed":1}\n');
    file(
      'many-2.jsonl',
      '{"model":"a","task":"t2","passed":true}\n{"model":"a","task":"t3","passed":"maybe"}\n',
    );
    expect(await messageOf(read(at('many-*.jsonl')))).toBe(
      'many-2.jsonl, row 2, column "passed": "maybe" is no outcome (model "a", task "t3"); allowed are 0, 1 or null for missing',
    );
  });

  it('files that do not fit together', async () => {
    file('fit-1.csv', `${head}a,t1,1\n`);
    file('fit-2.csv', 'model,passed,task\na,1,t1\n');
    file('mix-1.csv', `${head}a,t1,1\n`);
    file('mix-2.jsonl', '{"model":"a","task":"t1","passed":1}\n');
    expect(await messageOf(read(at('fit-*.csv')))).toBe(
      'fit-2.csv: its header differs from that of "fit-1.csv"; all files need the same',
    );
    expect(await messageOf(read(at('mix-*')))).toBe(
      'mix-2.jsonl: the files are of different kinds: "mix-1.csv" is csv, this one json',
    );
    await sql(
      `COPY (SELECT 'a' AS model, 't' AS task, 1 AS passed) TO '${at('lack-1.parquet')}' (FORMAT parquet)`,
    );
    await sql(
      `COPY (SELECT 'a' AS model, 't' AS task, 1 AS resolved) TO '${at('lack-2.parquet')}' (FORMAT parquet)`,
    );
    expect(await messageOf(read(at('lack-*.parquet')))).toBe(
      'lack-2.parquet: no column "passed"; found "model", "task", "resolved"',
    );
  });

  it('columns of types that hold no ids or outcomes', async () => {
    await sql(
      `COPY (SELECT 1.5::DOUBLE AS model, 't' AS task, 1 AS passed) TO '${at('id.parquet')}' (FORMAT parquet)`,
    );
    await sql(
      `COPY (SELECT 'a' AS model, 't' AS task, [1] AS passed) TO '${at('list.parquet')}' (FORMAT parquet)`,
    );
    expect(await messageOf(read(at('id.parquet')))).toBe(
      'id.parquet, column "model": a column of type DOUBLE holds no ids; allowed are text, whole numbers, UUID',
    );
    expect(await messageOf(read(at('list.parquet')))).toBe(
      'list.parquet, column "passed": a column of type INTEGER[] holds no outcomes; allowed are boolean, numbers, text',
    );
    await sql(
      `COPY (SELECT 'a' AS model, 't' AS task, 'NaN'::DOUBLE AS passed) TO '${at('nan.parquet')}' (FORMAT parquet)`,
    );
    expect(await messageOf(read(at('nan.parquet')))).toBe(
      'nan.parquet, row 1, column "passed": "nan" is no outcome (model "a", task "t"); allowed are 0, 1 or null for missing',
    );
  });

  it('a mapping to what is not there', async () => {
    const path = file('map.csv', `${head}a,t1,1\n`);
    expect(await messageOf(read(path, { columns: { attempts: 'n' } }))).toBe(
      'map.csv: no column "n"; found "model", "task", "passed"',
    );
    expect(await messageOf(read(path, { columns: { modell: 'model' } as object }))).toBe(
      'map.csv: "modell" is no column of ours; allowed are model, task, passed, attempts, run',
    );
    expect(await messageOf(read(path, { columns: { model: 'task' } }))).toBe(
      'map.csv: column "task" stands for both model and task; each needs its own',
    );
  });

  it('no file, a folder, an address, a link to nowhere', async () => {
    expect(await messageOf(read(at('none-*.csv')))).toBe('none-*.csv: no file matches');
    expect(await messageOf(read(at('none.csv')))).toBe('none.csv: no file matches');
    expect(await messageOf(read(folder))).toContain('it is a folder; name its files, as in FOLDER/*.parquet');
    expect(await messageOf(read('https://example.org/a.csv'))).toBe(
      'https://example.org/a.csv: only files of this machine can be read; fetch it first',
    );
    symlinkSync(at('loop.csv'), at('loop.csv'));
    expect(await messageOf(read(at('loop.csv')))).toBe('loop.csv: no file matches');
  });
});
