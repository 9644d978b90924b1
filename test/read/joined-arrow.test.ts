/** joined.arrow: every outcome beside its task and model, read back by flechette and looked up one by one. */
import { tableFromIPC } from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import type { Leaderboard, Model, Task } from '../../src/leaderboard/types.ts';
import { joinedArrow } from '../../src/read/joined-arrow.ts';
import { readLeaderboard } from '../../src/read/leaderboard.ts';
import { cellsText } from './fixture.ts';
import { tempFolder } from './temp.ts';

const model = (id: string, more: Partial<Model> = {}): Model => ({
  id,
  label: id,
  date: null,
  family: null,
  attempts: null,
  columns: {},
  ...more,
});
const task = (id: string, stratum: string, status: Task['status']): Task => ({
  id,
  stratum,
  status,
  accepted: null,
  columns: {},
});

/** Ids that a join by object keys, or a reader that guesses types, would change. */
function board(): Leaderboard {
  const outcomes = outcomesBuilder(3, 4);
  outcomes.set(0, 0, 1, 1);
  outcomes.set(0, 1, 2, 3);
  outcomes.set(2, 1, 0, 1);
  outcomes.set(2, 3, 1, 1);
  return {
    models: [
      model('001', { label: 'One', date: '2025-06', family: 'ü' }),
      model('without outcomes'),
      model('__proto__', { family: '1e5' }),
    ],
    tasks: [
      task('constructor', 'easy', 'hackable'),
      task('1', 'hard', 'robust'),
      task('never run', 'hard', 'robust'),
      task('', '', 'unaudited'),
    ],
    outcomes: outcomes.build(),
    notes: [],
  };
}

it('has a row an outcome with the columns of its task and model', () => {
  const table = tableFromIPC(joinedArrow(board()));
  expect(table.names).toEqual([
    'model',
    'task',
    'passed',
    'attempts',
    'stratum',
    'status',
    'label',
    'date',
    'family',
  ]);
  expect(table.toArray().map((row) => Object.values(row))).toEqual([
    ['001', 'constructor', 1, 1, 'easy', 'hackable', 'One', '2025-06', 'ü'],
    ['001', '1', 2, 3, 'hard', 'robust', 'One', '2025-06', 'ü'],
    ['__proto__', '1', 0, 1, 'hard', 'robust', '__proto__', null, '1e5'],
    ['__proto__', '', 1, 1, '', 'unaudited', '__proto__', null, '1e5'],
  ]);
});

it('keeps its columns when nothing is known of any model, or there is no outcome', () => {
  const { tasks } = board();
  const empty = { models: [model('m')], tasks, outcomes: outcomesBuilder(1, 4).build(), notes: [] };
  const table = tableFromIPC(joinedArrow(empty));
  expect([table.numRows, table.names.length]).toEqual([0, 9]);
});

it('is a long outcomes table that passgap reads', async () => {
  const { models, tasks, outcomes, notes } = board();
  const named = {
    models,
    tasks: tasks.map((one) => (one.id === '' ? { ...one, id: 'x' } : one)),
    outcomes,
    notes,
  };
  const temp = tempFolder({ 'joined.arrow': joinedArrow(named) });
  const back = await readLeaderboard({ outcomes: [temp.path('joined.arrow')] });
  expect(cellsText(back.leaderboard)).toEqual({
    '001': { constructor: '1', 1: '2/3' },
    ['__proto__']: { 1: '0', x: '1' },
  });
});
