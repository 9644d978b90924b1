/** Every rule of the input contract, with the exact message. Cases E8, F2, F8. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { type ReadRequest, readLeaderboard } from '../../src/read/leaderboard.ts';
import { messageOf } from './fixture.ts';
import { tempFolder } from './temp.ts';

type Files = Record<string, string>;

/** The message that reading these files gives; `o.csv` unless the request says otherwise. */
async function messageFor(files: Files, request: Partial<ReadRequest> = {}): Promise<string> {
  const temp = tempFolder(files);
  const at = (name: string | null | undefined) => (name == null ? name : temp.path(name));
  const work = readLeaderboard({
    ...request,
    outcomes: (request.outcomes ?? ['o.csv']).map(temp.path),
    tasks: at(request.tasks),
    models: at(request.models),
    flags: at(request.flags),
  });
  await expect(work).rejects.toBeInstanceOf(InputError);
  return temp.plain(await messageOf(work));
}

const wide = (rows: string) => ({ 'o.csv': `model,t1,t2\n${rows}` });
const long = (rows: string) => ({ 'o.csv': `model,task,passed\n${rows}` });
const good = { 'o.csv': 'model,t1,t2\nm1,1,0\nm2,0,1\n' };

describe('outcomes', () => {
  it.each<[string, Files, string]>([
    ['an empty file', { 'o.csv': '' }, 'o.csv: the file is empty; a header line is needed'],
    ['blank lines only', { 'o.csv': '\n \n' }, 'o.csv: the file is empty; a header line is needed'],
    ['a header alone', { 'o.csv': 'model,t1\n' }, 'o.csv: there is no model in it'],
    ['no task column', { 'o.csv': 'model,\n' }, 'o.csv, line 1: the name of column 2 is empty'],
    [
      'a repeated column',
      { 'o.csv': '\nmodel,t1,t2,t1\nm,1,1,0\n' },
      'o.csv, line 2, column "t1": stands twice in the header (columns 2 and 4); every column name must be unique',
    ],
    [
      'no model column',
      { 'o.csv': 'name,t1\nm,1\n' },
      'o.csv, line 1: no column "model"; found "name", "t1"; if it goes by another name, say --columns model=NAME',
    ],
    [
      'a long table without passed',
      { 'o.csv': 'model,task,resolved\nm,t,1\n' },
      'o.csv, line 1: no column "passed"; found "model", "task", "resolved"; if it goes by another name, say --columns passed=NAME',
    ],
    [
      'the model column elsewhere',
      { 'o.csv': 't1,model\n1,m\n' },
      'o.csv, line 1, column "model": it is not the first column; allowed is "model" first, then a column for each task',
    ],
    ['a short row', wide('m1,1\n'), 'o.csv, line 2: the row has 2 cells, the header 3'],
    ['a long row', wide('m1,1,0\nm2,1,0,1\n'), 'o.csv, line 3: the row has 4 cells, the header 3'],
    ['no model id', wide('m1,1,0\n,1,0\n'), 'o.csv, line 3, column "model": the model id is empty'],
    [
      'a word',
      wide('m1,1,yes\n'),
      'o.csv, line 2, column "t2": "yes" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
    [
      'a fraction of a pass',
      wide('m1,0.5,1\n'),
      'o.csv, line 2, column "t1": "0.5" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
    [
      'a negative count',
      wide('m1,-1/3,1\n'),
      'o.csv, line 2, column "t1": "-1/3" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
    [
      'not a number',
      wide('m1,NaN,1\n'),
      'o.csv, line 2, column "t1": "NaN" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
    [
      'more passes than attempts',
      wide('m1,4/3,1\n'),
      'o.csv, line 2, column "t1": 4 passes of 3 attempts; passes can\'t exceed attempts',
    ],
    [
      'a model twice with different outcomes',
      wide('m1,1,0\nm2,1,1\nm1,1,1\n'),
      'o.csv, line 4: model "m1" stands twice with different outcomes (first in line 2)',
    ],
    [
      'a model twice, once with a gap',
      wide('m1,1,0\nm1,1,\n'),
      'o.csv, line 3: model "m1" stands twice with different outcomes (first in line 2)',
    ],
    [
      'a cell twice with different outcomes',
      long('m1,t1,1\nm1,t2,1\n"m\n2",t1,0\nm1,t1,0\n'),
      'o.csv, line 6: model "m1", task "t1" stands twice with different outcomes (first in line 2)',
    ],
    ['a long row without task', long('m1,,1\n'), 'o.csv, line 2, column "task": the task id is empty'],
    [
      'a bad value after a quoted line end',
      long('"m\n1",t1,1\nm2,t1,x\n'),
      'o.csv, line 4, column "passed": "x" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
    [
      'a count that is none',
      { 'o.csv': 'model,task,passed,attempts\nm,t,1,two\n' },
      'o.csv, line 2, column "attempts": "two" is no number of attempts; allowed is a whole number from 0',
    ],
    [
      'more passes than attempts in two columns',
      { 'o.csv': 'model,task,passed,attempts\nm,t,3,2\n' },
      'o.csv, line 2, column "passed": 3 passes of 2 attempts; passes can\'t exceed attempts',
    ],
    [
      'a run twice with different outcomes',
      { 'o.csv': 'model,task,run,passed\nm,t,a,1\nm,t,b,1\nm,t,b,0\n' },
      'o.csv, line 4: model "m", task "t" stands twice with different outcomes (first in line 3)',
    ],
    [
      'a quote in the middle of a cell',
      wide('m1,1,0\nm"2,1,0\n'),
      'o.csv, line 3: not readable as CSV: Invalid Opening Quote: a quote is found on field 0 at line 3, value is "m"',
    ],
    [
      'a quote that never closes in the header',
      { 'o.csv': '"model,t1\nm0,1\n' },
      'o.csv, line 1: not readable as CSV: a quote opens and never closes',
    ],
    [
      'a quote that never closes',
      { 'o.csv': 'model,t1\nm0,1\n"m1,1\nm2,0\n' },
      'o.csv, line 3: not readable as CSV: a quote opens and never closes',
    ],
    [
      'text that is not UTF-8',
      { 'o.csv': 'model,t1\nm\ufffd,1\n' },
      'o.csv, line 2, column "model": the text is not UTF-8; save it as UTF-8',
    ],
  ])('%s', async (_, files, message) => {
    expect(await messageFor(files)).toBe(message);
  });

  it.each<[string, string, string, string]>([
    [
      'no JSON',
      'o.jsonl',
      '{"model":"m","task":"t","passed":1}\n{"model":\n',
      'o.jsonl, line 2: not readable as JSON: it ends where a value is needed',
    ],
    [
      'no object',
      'o.jsonl',
      '{"model":"m","task":"t","passed":1}\n[1]\n',
      'o.jsonl, line 2: [1] is not allowed; allowed is an object',
    ],
    [
      'a solution given as a list (E8)',
      'o.jsonl',
      '{"model":"m","task":"t","passed":1}\n\n{"model":"m","task":"u","passed":["x"]}\n',
      'o.jsonl, line 3, column "passed": ["x"] is a list; allowed are text, numbers, booleans and null',
    ],
    [
      'no columns of ours',
      'o.jsonl',
      '{"name":"m","id":"t","ok":1}\n',
      'o.jsonl, line 1: no column "model"; found "name", "id", "ok"; if it goes by another name, say --columns model=NAME',
    ],
    [
      'a column that comes late',
      'o.jsonl',
      '{"model":"m","task":"t","passed":1}\n{"model":"m","task":"u","passed":1,"attempts":2}\n',
      'o.jsonl, line 2, column "attempts": the first record does not have it; every record needs the same columns',
    ],
    [
      'a bad value in a list of records',
      'o.json',
      '[{"model":"m","task":"t","passed":1},{"model":"m","task":"u","passed":2}]',
      'o.json, row 2, column "passed": "2" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
  ])('%s', async (_, name, content, message) => {
    expect(await messageFor({ [name]: content }, { outcomes: [name] })).toBe(message);
  });

  it('that contradict each other in two files', async () => {
    const files = { 'a.csv': 'model,t1\nm1,1\n', 'b.csv': 'model,t1\nm1,2/3\n' };
    expect(await messageFor(files, { outcomes: ['a.csv', 'b.csv'] })).toBe(
      'b.csv: model "m1", task "t1" is 2/3 here and 1 in a.csv',
    );
  });
});

describe('joins', () => {
  it.each<[string, Files, Partial<ReadRequest>, string]>([
    [
      'a task that the tasks table lacks',
      { ...good, 'tasks.csv': 'task,stratum\nt1,a\n' },
      { tasks: 'tasks.csv' },
      'o.csv, column "t2": task "t2" is not among the 1 tasks of tasks.csv',
    ],
    [
      'a flag for an unknown task',
      { ...good, 'flags.csv': 'task,status\nt1,hackable\nt9,robust\n' },
      { flags: 'flags.csv' },
      'flags.csv, line 3, column "task": task "t9" is not among the 2 tasks of o.csv',
    ],
    [
      'an unknown model',
      { ...good, 'models.csv': 'model,date\nm1,2024\nm9,2024\n' },
      { models: 'models.csv' },
      'models.csv, line 3, column "model": model "m9" is not among the 2 models of o.csv',
    ],
  ])('%s', async (_, files, request, message) => {
    expect(await messageFor(files, request)).toBe(message);
  });
});

describe('tasks, models and flags', () => {
  it.each<[string, 'tasks' | 'models' | 'flags', string, string]>([
    [
      'no task column',
      'tasks',
      'id,stratum\nt1,a\n',
      't.csv, line 1: no column "task"; found "id", "stratum"',
    ],
    ['no task id', 'tasks', 'task,stratum\n,a\n', 't.csv, line 2: the task id is empty'],
    [
      'a task twice',
      'tasks',
      'task,stratum\nt1,a\nt2,a\nt1,b\n',
      't.csv, line 4: task "t1" stands twice with different values (first in line 2)',
    ],
    [
      'a bad date',
      'models',
      'model,date\nm1,2024-02-30\n',
      't.csv, line 2, column "date": "2024-02-30" is no date; allowed are YYYY, YYYY-MM, YYYY-MM-DD or empty',
    ],
    [
      'a model twice',
      'models',
      'model,family\nm1,a\nm1,b\n',
      't.csv, line 3: model "m1" stands twice with different values (first in line 2)',
    ],
    [
      'an unknown status',
      'flags',
      'task,status\nt1,hackble\n',
      't.csv, line 2, column "status": "hackble" is no status; allowed are hackable, robust, ambiguous, excluded, unaudited',
    ],
    [
      'a flag that is neither',
      'flags',
      'task,flag\nt1,2\n',
      't.csv, line 2, column "flag": "2" is no flag; allowed are 1 (hackable) and 0 (robust)',
    ],
    [
      'accepted that is neither',
      'flags',
      'task,status,accepted\nt1,robust,y\n',
      't.csv, line 2, column "accepted": "y" is not allowed; allowed are 1, 0 or empty',
    ],
    [
      'neither status nor flag',
      'flags',
      'task,state\nt1,1\n',
      't.csv, line 1: no column "status" or "flag"; found "task", "state"',
    ],
    [
      'a task with two flags',
      'flags',
      'task,flag\nt1,1\nt1,0\n',
      't.csv, line 3: task "t1" stands twice with different values (first in line 2)',
    ],
    ['a ragged row', 'flags', 'task,flag\nt1,1,1\n', 't.csv, line 2: the row has 3 cells, the header 2'],
  ])('%s', async (_, role, content, message) => {
    expect(await messageFor({ ...good, 't.csv': content }, { [role]: 't.csv' })).toBe(message);
  });
});

describe('requests', () => {
  it.each<[string, Partial<ReadRequest>, string]>([
    ['no outcomes', { outcomes: [] }, 'no outcomes were named; give a file, a folder, or - for stdin'],
    ['no such file', { outcomes: ['x.csv'] }, "x.csv: can't be read: no such file"],
    ['no such table', { flags: 'x.csv' }, "x.csv: can't be read: no such file"],
    [
      'no such format',
      { format: 'swe' },
      '"swe" is no format; allowed are passgap, csv, jsonl, json, parquet, arrow, swe-experiments, swe-report, inspect, lm-eval, helm, evalplus, leaderboards, harbor, terminal-bench',
    ],
    [
      'another format',
      { format: 'evalplus' },
      'o.csv, line 1: not readable as JSON: character 1 begins "model,t1,t2\\n" where a value is needed',
    ],
  ])('%s', async (_, request, message) => {
    expect(await messageFor(good, request)).toBe(message);
  });

  it('stdin can be read once', async () => {
    const work = readLeaderboard({ outcomes: ['-'], tasks: '-' });
    expect(await messageOf(work)).toBe('-: stdin can be read only once; give a file for the others');
  });
});
