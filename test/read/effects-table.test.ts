import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { effectSheet, effectsFromSheet, freeColumn, textColumn } from '../../src/read/effects-table.ts';
import { normalQuantile } from '../../src/stats/distributions.ts';

const csv = (text: string) => effectSheet(text, 'a.csv');
const messageOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'nothing was thrown';
};

describe('effects from a table', () => {
  it('CSV: byte-order mark, missing as empty or NA, labels kept as text', () => {
    const sheet = csv('\ufeffstudy,yi,vi\n001,0.5,0.01\n1e5,NA,0.02\nc,-1e-3,\n');
    const found = effectsFromSheet(sheet, {});
    expect(found.yi).toEqual([0.5, null, -0.001]);
    expect(found.vi).toEqual([0.01, 0.02, null]);
    expect(found.slab).toEqual(['001', '1e5', 'c']);
  });

  it("row names as R's write.csv and pandas' to_csv write them: a first column without a name", () => {
    const r = effectsFromSheet(csv('"","yi","vi"\n"a",0.5,0.01\n'), {});
    expect([r.yi, r.slab]).toEqual([[0.5], ['a']]);
    const pandas = effectsFromSheet(csv(',yi,vi\n0,0.5,0.01\n'), {});
    expect([pandas.yi, pandas.slab]).toEqual([[0.5], ['0']]);
  });

  it('TSV by its tabs; columns by any name, addressed as they are', () => {
    const sheet = effectSheet('Effect (1 =RD)\tv[1].x\n0.5\t0.25\n', 'a.tsv');
    const found = effectsFromSheet(sheet, { yi: 'Effect (1 =RD)', vi: 'v[1].x' });
    expect([found.yi, found.vi, found.slab]).toEqual([[0.5], [0.25], ['1']]);
  });

  it('standard errors are squared', () => {
    expect(effectsFromSheet(csv('yi,sei\n1,0.5\n'), { se: 'sei' }).vi).toEqual([0.25]);
  });

  it('intervals: width over 2 z, the middle where yi is absent, logs on request', () => {
    const z = normalQuantile(0.975);
    const found = effectsFromSheet(csv('lo,hi\n-1,3\n'), { ciLower: 'lo', ciUpper: 'hi' });
    expect(found.yi).toEqual([1]);
    expect(found.vi[0]).toBeCloseTo((2 / z) ** 2, 14);
    const [lo, hi] = [Math.exp(0.2 - z * 0.1), Math.exp(0.2 + z * 0.1)];
    const ratio = effectsFromSheet(csv(`OR,lo,hi\n${Math.exp(0.2)},${lo},${hi}\n`), {
      yi: 'OR',
      ciLower: 'lo',
      ciUpper: 'hi',
      log: true,
    });
    expect(ratio.yi[0]).toBeCloseTo(0.2, 14);
    expect(ratio.vi[0]).toBeCloseTo(0.01, 14);
    expect(ratio.warnings).toEqual([]);
    const plain = effectsFromSheet(csv(`OR,lo,hi\n1.2,0.5,6\n`), { yi: 'OR', ciLower: 'lo', ciUpper: 'hi' });
    expect(plain.warnings).toEqual([
      '1 interval is not symmetric about yi (first: "1"): should these be ratios, --log takes their logs',
    ]);
    const at90 = effectsFromSheet(csv('lo,hi\n-1,3\n'), { ciLower: 'lo', ciUpper: 'hi', ciLevel: 90 });
    expect(at90.vi[0]).toBeCloseTo((2 / normalQuantile(0.95)) ** 2, 14);
  });

  it('JSON: records, columns, and the models of an analysis', () => {
    const records = effectSheet(
      '[{"yi": 0.5, "vi": 0.01, "study": "a"}, {"yi": null, "vi": 0.1, "x": 3}]',
      'a.json',
    );
    expect(effectsFromSheet(records, {})).toMatchObject({
      yi: [0.5, null],
      vi: [0.01, 0.1],
      slab: ['a', '2'],
    });
    expect(freeColumn(records, 'x')).toEqual([null, 3]);
    const columns = effectSheet('{"yi": [1, 2], "vi": [0.1, 0.2]}', 'a.json');
    expect(effectsFromSheet(columns, {})).toMatchObject({ yi: [1, 2], vi: [0.1, 0.2], slab: ['1', '2'] });
    const analysis = effectSheet(
      '{"models": [{"model": "m", "yi": 0.1, "vi": 0.2}], "pooled": {}}',
      'a.json',
    );
    expect(effectsFromSheet(analysis, {})).toMatchObject({ yi: [0.1], vi: [0.2], slab: ['m'] });
  });

  it('columns that hold a word are text, others numbers', () => {
    const sheet = csv('yi,vi,year,place\n1,1,2001,a\n1,1,2002,2\n1,1,NA,\n');
    expect(freeColumn(sheet, 'year')).toEqual([2001, 2002, null]);
    expect(freeColumn(sheet, 'place')).toEqual(['a', '2', null]);
    expect(textColumn(sheet, 'year')).toEqual(['2001', '2002', null]);
  });

  it.each([
    [
      'yi,vi\n1,2\nx,3\n',
      {},
      'a.csv, line 3, column "yi": "x" is no finite number; allowed are numbers such as -0.25 or 1e-3, and empty or NA for missing',
    ],
    [
      'yi,vi\n1,Inf\n',
      {},
      'a.csv, line 2, column "vi": "Inf" is no finite number; allowed are numbers such as -0.25 or 1e-3, and empty or NA for missing',
    ],
    [
      'yi,vi\n1,1e999\n',
      {},
      'a.csv, line 2, column "vi": "1e999" is no finite number; allowed are numbers such as -0.25 or 1e-3, and empty or NA for missing',
    ],
    [
      'yi,vi\n1,-1\n',
      {},
      'a.csv, line 2, column "vi": -1 is below 0: a variance or standard error from 0 up is allowed',
    ],
    ['d,vi\n1,1\n', {}, 'a.csv: no column "yi"; found "d", "vi"; --yi names the column of effects'],
    [
      'yi,w\n1,1\n',
      {},
      'a.csv: no column "vi"; found "yi", "w"; --vi names the column of variances, --se of standard errors, --ci-lower and --ci-upper of intervals',
    ],
    [
      'yi,yi\n1,1\n',
      {},
      'a.csv, line 1, column "yi": stands twice in the header (columns 1 and 2); every column name must be unique',
    ],
    [
      'yi,lo,hi\n1,3,2\n',
      { ciLower: 'lo', ciUpper: 'hi' },
      'a.csv, line 2, column "lo": the lower bound 3 lies above the upper bound 2: the lower one first is allowed',
    ],
    [
      'yi,lo,hi\n1,0,2\n',
      { ciLower: 'lo', ciUpper: 'hi', log: true },
      'a.csv, line 2, column "lo": 0 has no log: with --log a number above 0 is allowed',
    ],
    ['yi,lo\n1,0\n', { ciLower: 'lo' }, '--ci-lower and --ci-upper belong together: give both columns'],
    ['yi,vi,se\n1,1,1\n', { vi: 'vi', se: 'se' }, 'give one of --vi, --se and --ci-lower with --ci-upper'],
  ])('faults name file, line, column, value and what is allowed: %#', (text, columns, message) => {
    expect(messageOf(() => effectsFromSheet(csv(text), columns))).toBe(message);
  });

  it('JSON faults name the row', () => {
    expect(messageOf(() => effectsFromSheet(effectSheet('[{"yi": "x", "vi": 1}]', 'a.json'), {}))).toContain(
      'a.json, row 1, column "yi": "x" is no finite number',
    );
    expect(messageOf(() => effectSheet('{"yi": [1, 2], "vi": [1]}', 'a.json'))).toBe(
      'a.json, column "vi": has 1 values, column "yi" has 2: lists of one length are needed',
    );
  });
});
