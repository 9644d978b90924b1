/** Statuses from evidence, by hand. */
import { describe, expect, it } from 'vitest';
import { parseTable } from '../../src/read/csv.ts';
import { evidenceCsv, evidenceOfExploits, statuses } from '../../src/read/evidence.ts';
import { evidenceOfEvalplus, evidenceOfPair } from '../../src/read/evidence-sources.ts';
import { flagsFromTable } from '../../src/read/tables.ts';
import { fixture, messageOf } from './fixture.ts';
import { tempFolder } from './temp.ts';

const byTask = (rows: readonly { task: string; status: string }[]) =>
  Object.fromEntries(rows.map(({ task, status }) => [task, status]));

describe('statuses', () => {
  it('holds the example of its doc block', () => {
    const rows = statuses(
      [
        { task: 'a', passed: true, wrong: true },
        { task: 'b', passed: true, wrong: false },
      ],
      false,
    );
    expect(byTask(rows)).toEqual({ a: 'hackable', b: 'robust' });
  });

  it('takes what the tests reject for evidence only when told so', () => {
    const rejected = [{ task: 'a', passed: false, wrong: null }];
    expect(byTask(statuses(rejected, false))).toEqual({ a: 'unaudited' });
    expect(byTask(statuses(rejected, true))).toEqual({ a: 'robust' });
  });
});

describe('EvalPlus evidence', () => {
  it('is base pass and plus fail; it depends on the outcomes', async () => {
    const evidence = await evidenceOfEvalplus([fixture('evalplus')]);
    expect(
      evidence.rows.map(({ task, status, passed, wrong, undecided }) => [
        task,
        status,
        passed,
        wrong,
        undecided,
      ]),
    ).toEqual([
      // one of org/big's samples passes base and times out on plus
      ['HumanEval/0', 'hackable', 3, 1, 0],
      ['HumanEval/1', 'hackable', 1, 1, 0],
      ['HumanEval/2', 'robust', 1, 0, 0],
      ['HumanEval/3', 'ambiguous', 1, 0, 1],
      ['HumanEval/4', 'unaudited', 0, 0, 0],
    ]);
    expect(evidence.dependsOnOutcomes).toBe(true);
    expect(evidenceCsv(evidence)).toBe(
      'task,status,accepted,solutions,passed,wrong,undecided\n' +
        'HumanEval/0,hackable,1,4,3,1,0\n' +
        'HumanEval/1,hackable,1,2,1,1,0\n' +
        'HumanEval/2,robust,1,2,1,0,0\n' +
        'HumanEval/3,ambiguous,1,1,1,0,1\n',
    );
    const flags = flagsFromTable(parseTable(evidenceCsv(evidence), 'flags.csv'));
    expect(flags.rows.map(({ id, status, accepted }) => [id, status, accepted])).toEqual([
      ['HumanEval/0', 'hackable', true],
      ['HumanEval/1', 'hackable', true],
      ['HumanEval/2', 'robust', true],
      ['HumanEval/3', 'ambiguous', true],
    ]);
  });
});

describe('evidence of a pair', () => {
  it('takes passes that better tests take away for wrong solutions', async () => {
    const temp = tempFolder({
      'base.csv': 'model,t1,t2,t3,t4,t5\na,1,1,0,1,2/3\nb,0,1,0,1,\n',
      'plus.csv': 'model,t1,t2,t3,t5\na,0,1,0,1/3\nb,0,1,0,\n',
    });
    const evidence = await evidenceOfPair([temp.path('base.csv')], [temp.path('plus.csv')]);
    expect(byTask(evidence.rows)).toEqual({
      t1: 'hackable',
      t2: 'robust',
      t3: 'unaudited',
      t4: 'ambiguous',
      t5: 'hackable',
    });
    expect(evidence.rows.find(({ task }) => task === 't5')).toMatchObject({
      solutions: 3,
      passed: 2,
      wrong: 1,
    });
  });

  it('is refused when nothing is shared', async () => {
    const temp = tempFolder({ 'a.csv': 'model,t\na,1\n', 'b.csv': 'model,t\nb,1\n' });
    const work = evidenceOfPair([temp.path('a.csv')], [temp.path('b.csv')]);
    expect(temp.plain(await messageOf(work))).toBe('b.csv: it shares no model and task with a.csv');
  });
});

describe('confirmed exploits', () => {
  const of = (csv: string) => evidenceOfExploits(parseTable(csv, 'e.csv'));

  it('counts by task: some is hackable, none robust, empty ambiguous', () => {
    const evidence = of('task,exploits\na,2\nb,0\nc,\n');
    expect(byTask(evidence.rows)).toEqual({ a: 'hackable', b: 'robust', c: 'ambiguous' });
    expect(evidence.rows.map(({ accepted }) => accepted)).toEqual([true, false, true]);
    expect(evidence.dependsOnOutcomes).toBe(false);
  });

  it('or a row for each candidate', () => {
    const evidence = of('task,passed,wrong\na,0,\na,1,1\nb,0,\nb,1,0\nc,true,\nd,0,1\n');
    expect(byTask(evidence.rows)).toEqual({ a: 'hackable', b: 'robust', c: 'ambiguous', d: 'robust' });
  });

  it('depends on the outcomes when the candidates are those of models', () => {
    expect(of('task,model,passed,wrong\na,m,1,1\n').dependsOnOutcomes).toBe(true);
  });

  it.each([
    ['x,y\n1,2\n', 'e.csv, line 1: no column "task"; found "x", "y"'],
    ['task,y\n1,2\n', 'e.csv, line 1: no column "exploits" or "passed"; found "task", "y"'],
    ['task,passed\n1,1\n', 'e.csv, line 1: no column "wrong"; found "task", "passed"'],
    [
      'task,exploits\na,-1\n',
      'e.csv, line 2, column "exploits": "-1" is no number of exploits; allowed is a whole number from 0',
    ],
    ['task,passed,wrong\na,,1\n', 'e.csv, line 2, column "passed": "" is not allowed; allowed are 1 and 0'],
    [
      'task,passed,wrong\na,1,maybe\n',
      'e.csv, line 2, column "wrong": "maybe" is not allowed; allowed are 1 and 0, or empty for undecided',
    ],
    ['task,exploits\n,1\n', 'e.csv, line 2, column "task": the task id is empty'],
  ])('%j is refused', (csv, message) => {
    expect(() => of(csv)).toThrow(message);
  });
});
