/** Parquet and Arrow: ids become text, whatever their type; faults name the row. */
import { bool, float64, int32, int64, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readLeaderboard } from '../../src/read/leaderboard.ts';
import { cellsText, messageOf } from './fixture.ts';
import { tempFolder } from './temp.ts';

const cells = async (file: Uint8Array) => {
  const temp = tempFolder({ table: file });
  return cellsText((await readLeaderboard({ outcomes: [temp.path('table')] })).leaderboard);
};
const refusal = async (file: Uint8Array) => {
  const temp = tempFolder({ table: file });
  return temp.plain(await messageOf(readLeaderboard({ outcomes: [temp.path('table')] })));
};

type Column = Parameters<typeof parquetWriteBuffer>[0]['columnData'][number];
const parquet = (columnData: Column[], rowGroupSize?: number) =>
  new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize }));

describe('Parquet', () => {
  const model: Column = { name: 'model', data: ['ü m', 'ü m', 'b'], type: 'STRING' };

  it('takes 64-bit and 32-bit ids as text, booleans and numbers for outcomes, null for missing', async () => {
    const big: Column = { name: 'task', data: [9007199254740993n, 2n, 2n], type: 'INT64' };
    const small: Column = { name: 'task', data: [1, 2, 2], type: 'INT32' };
    const bools: Column = { name: 'passed', data: [true, null, false], type: 'BOOLEAN', nullable: true };
    const doubles: Column = { name: 'passed', data: [1, 0, 1], type: 'DOUBLE' };
    expect(await cells(parquet([model, big, bools]))).toEqual({
      'ü m': { '9007199254740993': '1' },
      b: { '2': '0' },
    });
    expect(await cells(parquet([model, small, doubles]))).toEqual({
      'ü m': { '1': '1', '2': '0' },
      b: { '2': '1' },
    });
  });

  it('reads several row groups, and names the row of a fault', async () => {
    const n = 2500;
    const ids = Array.from({ length: n }, (_, i) => `t${i}`);
    const long = (passed: number[]) =>
      parquet(
        [
          { name: 'passed', data: passed, type: 'INT32' },
          { name: 'extra', data: ids, type: 'STRING' },
          { name: 'model', data: ids.map(() => 'm'), type: 'STRING' },
          { name: 'task', data: ids, type: 'STRING' },
        ],
        1000,
      );
    const found = await cells(long(ids.map((_, i) => i % 2)));
    expect(Object.keys(found['m'] ?? {})).toHaveLength(n);
    expect(found['m']?.['t2499']).toBe('1');
    expect(await refusal(long(ids.map((_, i) => (i === 1700 ? 7 : 0))))).toBe(
      'table, row 1701, column "passed": "7" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    );
  });

  it('reads a wide table', async () => {
    const columns: Column[] = [
      { name: 'model', data: ['a', 'b'], type: 'STRING' },
      { name: '001', data: [1, 0], type: 'INT32' },
      { name: 'k/n', data: ['1/2', null], type: 'STRING', nullable: true },
    ];
    expect(await cells(parquet(columns))).toEqual({ a: { '001': '1', 'k/n': '1/2' }, b: { '001': '0' } });
  });

  it('is refused when it is cut off', async () => {
    const whole = parquet([model, { name: 't', data: [1, 1, 1], type: 'INT32' }]);
    expect(await refusal(whole.subarray(0, whole.length - 9))).toMatch(/^table: not readable as Parquet: /);
  });
});

type Scalar = ReturnType<typeof bool> | ReturnType<typeof float64> | ReturnType<typeof int32>;

describe('Arrow', () => {
  const table = (passed: unknown[], type: Scalar = bool()) =>
    tableFromArrays(
      { model: ['ü m', 'ü m', 'b'], task: [9007199254740993n, 2n, 2n], passed },
      { types: { model: utf8(), task: int64(), passed: type } },
    );
  const bytes = (value: ReturnType<typeof table>, format: 'file' | 'stream') => {
    const packed = tableToIPC(value, { format });
    if (packed === null) throw new Error('nothing was written');
    return packed;
  };

  it.each(['file', 'stream'] as const)(
    'reads a %s: ids as text, booleans for outcomes, null for missing',
    async (format) => {
      expect(await cells(bytes(table([true, null, false]), format))).toEqual({
        'ü m': { '9007199254740993': '1' },
        b: { '2': '0' },
      });
    },
  );

  it('reads whole numbers as floats, and names the row of a fault', async () => {
    expect(await cells(bytes(table([1, 0, 1], float64()), 'file'))).toEqual({
      'ü m': { '9007199254740993': '1', '2': '0' },
      b: { '2': '1' },
    });
    expect(await refusal(bytes(table([1, 0, 5], int32()), 'file'))).toBe(
      'table, row 3, column "passed": "5" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    );
  });

  it('is refused when it is cut off', async () => {
    const whole = bytes(table([true, true, true]), 'file');
    expect(await refusal(whole.subarray(0, 40))).toMatch(/^table: not readable as Arrow: /);
  });
});
