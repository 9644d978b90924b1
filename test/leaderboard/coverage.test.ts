/** Counts by hand; case E3 on the real outcomes. */
import { describe, expect, it } from 'vitest';
import { coverage, requirePerStratum } from '../../src/leaderboard/coverage.ts';
import { parseTable } from '../../src/read/csv.ts';
import { joinLeaderboard } from '../../src/read/join.ts';
import { outcomesFromTable } from '../../src/read/outcomes.ts';
import { flagsFromTable, tasksFromTable } from '../../src/read/tables.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';

const board = (outcomes: string, tasks: string, flags = 'task,flag\n') =>
  joinLeaderboard({
    outcomes: outcomesFromTable(parseTable(outcomes, 'o.csv')),
    tasks: tasksFromTable(parseTable(tasks, 't.csv')),
    flags: flagsFromTable(parseTable(flags, 'f.csv')),
  });

const small = board(
  'model,t1,t2,t3,t4\na,1,0,1/2,\nb,1,,0/2,\nc,,,,\n',
  'task,stratum\nt1,easy\nt2,easy\nt3,hard\nt4,hard\nt5,hard\n',
  'task,flag\nt1,1\nt2,0\nt3,1\nt4,0\n',
);

describe('coverage', () => {
  it('tells what was run, solved by none or all, and missing', () => {
    const found = coverage(small);
    expect(found).toEqual({
      models: 3,
      tasks: 5,
      cells: 15,
      missingCells: 10,
      repeatedCells: 2,
      neverRun: ['t4', 't5'],
      neverSolved: ['t2'],
      alwaysSolved: ['t1'],
      discriminating: 1,
      perModel: [
        { model: 'a', tasksRun: 3, passRate: 0.5 },
        { model: 'b', tasksRun: 2, passRate: 0.5 },
        { model: 'c', tasksRun: 0, passRate: null },
      ],
      fewTasks: [
        { model: 'b', tasksRun: 2, passRate: 0.5 },
        { model: 'c', tasksRun: 0, passRate: null },
      ],
      fewShare: 0.5,
      perStratum: [
        {
          stratum: 'easy',
          tasks: 2,
          hackable: 1,
          robust: 1,
          hackableRun: 1,
          robustRun: 1,
          missingCells: 3,
          passRate: 2 / 3,
        },
        {
          stratum: 'hard',
          tasks: 3,
          hackable: 1,
          robust: 1,
          hackableRun: 1,
          robustRun: 0,
          missingCells: 7,
          passRate: 0.25,
        },
      ],
    });
  });

  it('holds the example of its doc block', () => {
    const found = coverage(board('model,t1,t2\na,1,0\nb,1,\n', 'task\nt1\nt2\nt3\n'));
    expect(found.missingCells).toBe(3);
    expect([found.alwaysSolved, found.neverSolved, found.neverRun]).toEqual([['t1'], ['t2'], ['t3']]);
  });

  it('finds the 32 tasks of SWE-bench Verified that no submission solved (awk over outcomes.csv)', () => {
    const found = coverage(embeddedLeaderboard('utboost'));
    expect(found.neverSolved).toHaveLength(32);
    expect(found.alwaysSolved).toEqual([]);
    expect(found.missingCells).toBe(0);
    expect(found.perStratum.reduce((sum, row) => sum + row.tasks, 0)).toBe(500);
  });
});

describe('requirePerStratum', () => {
  it('names the stratum and both counts', () => {
    expect(() => requirePerStratum(coverage(small), 1)).toThrow(
      'stratum "hard" has 1 hackable and 0 robust tasks with outcomes; at least 1 of each are required',
    );
  });

  it('leaves strata with one arm alone, which carry no contrast', () => {
    const one = board('model,t1\na,1\n', 'task,stratum\nt1,easy\n', 'task,flag\nt1,1\n');
    expect(() => requirePerStratum(coverage(one), 5)).not.toThrow();
  });
});
