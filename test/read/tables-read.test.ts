/** Tables of the input contract in every kind of file; cases F1, F3, F5, F7, E5, E6. */
import { describe, expect, it } from 'vitest';
import { readLeaderboard } from '../../src/read/leaderboard.ts';
import { cellsText, readFixture } from './fixture.ts';
import { tempFolder } from './temp.ts';

describe('CSV and TSV', () => {
  it('reads a wide table with a byte-order mark, CRLF, quotes, unicode and ids that look like numbers', async () => {
    const { leaderboard, recognised } = await readFixture('tables/wide.csv');
    expect(leaderboard.tasks.map((task) => task.id)).toEqual(['001', '1e5', 'müsli task', 'a,b "q"']);
    expect(cellsText(leaderboard)).toEqual({
      'm 1': { '001': '1', '1e5': '0', 'a,b "q"': '3/4' },
      'π-model': { '001': '0', 'müsli task': '1', 'a,b "q"': '2/2' },
      '=cmd': { '001': '1', '1e5': '1', 'müsli task': '0', 'a,b "q"': '0' },
    });
    expect(recognised).toBe(
      'tables/wide.csv: CSV table, a row a model, a column a task (wide): 3 models, 4 tasks.',
    );
  });

  it('reads a long table; a repeated row is counted once and said', async () => {
    const { leaderboard, notes } = await readFixture('tables/long.csv');
    expect(cellsText(leaderboard)).toEqual({ m1: { '001': '1', '1': '0' }, 'm,2': { '001': '1' } });
    expect(notes).toEqual(['tables/long.csv: 1 repeated row identical to an earlier one, counted once']);
  });

  it('reads passes of attempts from two columns; 0 of 0 is missing', async () => {
    const { leaderboard } = await readFixture('tables/counts.tsv');
    expect(cellsText(leaderboard)).toEqual({ m1: { t1: '3/5', t2: '0/5' }, m2: { t1: '1' } });
  });

  it('pools the runs of a cell, or takes the first or last by number (E5)', async () => {
    const all = await readFixture('tables/runs.csv');
    expect(cellsText(all.leaderboard)).toEqual({ m1: { t1: '2/3', t2: '0' }, m2: { t1: '1' } });
    const last = await readFixture('tables/runs.csv', { choices: { samples: 'last' } });
    expect(cellsText(last.leaderboard)['m1']).toEqual({ t1: '1', t2: '0' });
  });

  it('takes columns of other names and status words that the user explains', async () => {
    const { leaderboard } = await readFixture('tables/renamed.csv', {
      choices: {
        columns: { model: 'submission', task: 'instance_id', passed: 'resolved' },
        status: { resolved: 'pass', failed: 'fail', skipped: 'missing' },
      },
    });
    expect(cellsText(leaderboard)).toEqual({ m1: { a: '1', b: '0' }, m2: {} });
  });

  it('takes headers with special characters as they are (F5)', async () => {
    const temp = tempFolder({
      'o.csv': 'model,Measurement (1 =Device),a.b[0],__proto__,constructor\nm,1,0,1,0\n',
    });
    const { leaderboard } = await readLeaderboard({ outcomes: [temp.path('o.csv')] });
    expect(leaderboard.tasks.map((task) => task.id)).toEqual([
      'Measurement (1 =Device)',
      'a.b[0]',
      '__proto__',
      'constructor',
    ]);
  });

  it('keeps two submissions with one label apart (F7)', async () => {
    const temp = tempFolder({ 'o.csv': 'model,t\na,1\nb,0\n', 'm.csv': 'model,label\na,Same\nb,Same\n' });
    const { leaderboard } = await readLeaderboard({
      outcomes: [temp.path('o.csv')],
      models: temp.path('m.csv'),
    });
    expect(leaderboard.models.map(({ id, label }) => [id, label])).toEqual([
      ['a', 'Same'],
      ['b', 'Same'],
    ]);
  });

  it('takes semicolons where there are no commas', async () => {
    const temp = tempFolder({ 'o.csv': 'model;t1;t2\na;1;0\n' });
    const { leaderboard } = await readLeaderboard({ outcomes: [temp.path('o.csv')] });
    expect(cellsText(leaderboard)).toEqual({ a: { t1: '1', t2: '0' } });
  });

  it('takes what pandas writes for booleans and whole numbers with gaps', async () => {
    const temp = tempFolder({ 'o.csv': 'model,task,passed\na,t,True\na,u,False\nb,t,1.0\nb,u,0.0\n' });
    const { leaderboard } = await readLeaderboard({ outcomes: [temp.path('o.csv')] });
    expect(cellsText(leaderboard)).toEqual({ a: { t: '1', u: '0' }, b: { t: '1', u: '0' } });
  });
});

describe('JSON', () => {
  it('reads long JSONL: ids of any kind as text, null as missing, blank lines and CRLF', async () => {
    const { leaderboard } = await readFixture('tables/long.jsonl');
    expect(cellsText(leaderboard)).toEqual({ m1: { '1': '1', b: '0' }, ü: { b: '1' } });
  });

  it('reads wide JSONL whose lines bring different tasks', async () => {
    const { leaderboard } = await readFixture('tables/wide.jsonl');
    expect(cellsText(leaderboard)).toEqual({ m1: { t1: '1', t2: '0' }, m2: { t2: '1', t3: '1/2' } });
  });

  it('reads a list of records', async () => {
    const { leaderboard } = await readFixture('tables/records.json');
    expect(cellsText(leaderboard)).toEqual({ m1: { a: '1', b: '0' } });
  });
});

describe('several inputs', () => {
  it('joins them to one leaderboard; what stands in both is counted once', async () => {
    const temp = tempFolder({
      'a.csv': 'model,t1,t2\nm1,1,0\n',
      'b.csv': 'model,task,passed\nm2,t1,1\nm1,t2,0\nm1,t3,1\n',
      'c.jsonl': '{"model":"m3","task":"t1","passed":1}\n',
    });
    const outcomes = ['a.csv', 'b.csv', 'c.jsonl'].map(temp.path);
    const read = await readLeaderboard({ outcomes });
    expect(cellsText(read.leaderboard)).toEqual({
      m1: { t1: '1', t2: '0', t3: '1' },
      m2: { t1: '1' },
      m3: { t1: '1' },
    });
    expect(read.notes.map(temp.plain)).toEqual([
      'a.csv, b.csv: 1 outcome repeated with the same value, counted once',
    ]);
    expect(read.inputs.map(({ role, source }) => [role, temp.plain(source)])).toEqual([
      ['outcomes', 'a.csv'],
      ['outcomes', 'b.csv'],
      ['outcomes', 'c.jsonl'],
    ]);
  });

  it('takes the tasks table for the task list, and loads a part of it (E6)', async () => {
    const temp = tempFolder({
      'o.csv': 'model,t1\nm1,1\n',
      'tasks.csv': 'task,difficulty\nt1,easy\nt2,hard\nt3,hard\n',
      'flags.csv': 'task,flag\nt1,1\nt3,0\n',
    });
    const { leaderboard } = await readLeaderboard({
      outcomes: [temp.path('o.csv')],
      tasks: temp.path('tasks.csv'),
      flags: temp.path('flags.csv'),
    });
    expect(leaderboard.tasks.map(({ id, stratum, status }) => [id, stratum, status])).toEqual([
      ['t1', 'easy', 'hackable'],
      ['t2', 'hard', 'unaudited'],
      ['t3', 'hard', 'robust'],
    ]);
    expect(cellsText(leaderboard)).toEqual({ m1: { t1: '1' } });
    expect(leaderboard.notes).toEqual(['2 of 3 tasks have no outcome at all']);
  });

  it('gives the sha256 of each file', async () => {
    // sha256 of 'model,t1\nm1,1\n' by Python's hashlib
    const temp = tempFolder({ 'o.csv': 'model,t1\nm1,1\n' });
    const { inputs } = await readLeaderboard({ outcomes: [temp.path('o.csv')] });
    expect(inputs[0].sha256).toBe('15cb025df15698454e65138603928f142aa685fb174c278ebc29a6e67dc64040');
  });
});
