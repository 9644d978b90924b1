/** import, inspect and flags through the command line's own function: what they print, write, and refuse. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flagsCommand } from '../../src/cli/flags.ts';
import { importCommand } from '../../src/cli/import.ts';
import { inspectCommand } from '../../src/cli/inspect.ts';
import { runCommand } from '../../src/cli/run.ts';
import { fixture } from '../read/fixture.ts';
import { tempFolder } from '../read/temp.ts';

let out = '';
let err = '';

beforeEach(() => {
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

function run(...argv: string[]): Promise<number> {
  const program = new Command('passgap');
  for (const command of [importCommand(), inspectCommand(), flagsCommand()]) program.addCommand(command);
  return runCommand(program, argv);
}

const GOOD = {
  'o.csv': 'model,t1,t2\nm1,1,0\n=m2,,2/3\n',
  'tasks.csv': 'task,difficulty\nt1,easy\nt2,hard\nt3,hard\n',
};

describe('import', () => {
  it('writes tidy tables and a manifest that say the same as the source', async () => {
    const temp = tempFolder(GOOD);
    const code = await run(
      'import',
      temp.path('o.csv'),
      '--tasks',
      temp.path('tasks.csv'),
      '-o',
      temp.path('tidy'),
      '--json',
    );
    expect(code).toBe(0);
    expect(readdirSync(temp.path('tidy')).sort()).toEqual([
      'manifest.json',
      'models.csv',
      'outcomes.csv',
      'tasks.csv',
    ]);
    const read = (name: string) => readFileSync(temp.path(`tidy/${name}`), 'utf8');
    expect(read('outcomes.csv')).toBe('model,t1,t2,t3\nm1,1,0,\n=m2,,2/3,\n');
    expect(read('tasks.csv')).toBe('task,stratum,difficulty\nt1,easy,easy\nt2,hard,hard\nt3,hard,hard\n');
    expect(read('models.csv')).toBe('model,label,date,family,attempts\nm1,,,,\n=m2,,,,\n');
    const manifest = JSON.parse(read('manifest.json'));
    expect(JSON.parse(out)).toEqual(manifest);
    expect(manifest.counts).toEqual({
      models: 2,
      tasks: 3,
      cells: 6,
      missingCells: 3,
      repeatedCells: 1,
      flagged: 0,
    });
    expect(manifest.notes).toEqual(['1 of 3 tasks have no outcome at all']);
    expect(err).toContain('1 of 3 tasks have no outcome at all');
  });

  it('gives the same bytes again, and reads its own folder', async () => {
    const temp = tempFolder({ ...GOOD, 'flags.csv': 'task,status\nt1,hackable\n' });
    const options = [
      '--tasks',
      temp.path('tasks.csv'),
      '--flags',
      temp.path('flags.csv'),
      '--parquet',
      '--arrow',
    ];
    await run('import', temp.path('o.csv'), ...options, '-o', temp.path('a'));
    await run('import', temp.path('o.csv'), ...options, '-o', temp.path('b'));
    for (const name of readdirSync(temp.path('a'))) {
      expect(readFileSync(temp.path(`a/${name}`)).equals(readFileSync(temp.path(`b/${name}`)))).toBe(true);
    }
    await run('import', temp.path('a'), '-o', temp.path('c'), '--parquet', '--arrow');
    for (const name of [
      'outcomes.csv',
      'tasks.csv',
      'models.csv',
      'flags.csv',
      'outcomes.parquet',
      'joined.arrow',
    ]) {
      expect(readFileSync(temp.path(`a/${name}`)).equals(readFileSync(temp.path(`c/${name}`)))).toBe(true);
    }
  });

  it('notes a table that was changed after the import', async () => {
    const temp = tempFolder(GOOD);
    await run('import', temp.path('o.csv'), '-o', temp.path('a'));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(temp.path('a/outcomes.csv'), 'model,t1,t2\nm1,0,0\n=m2,,2/3\n');
    out = '';
    await run('inspect', temp.path('a'), '--json');
    expect(JSON.parse(out).notes.map(temp.plain)).toEqual([
      'a/outcomes.csv: its sha256 is not the one in a/manifest.json; it was changed after the import',
    ]);
  });

  it('does not write over a folder that holds something, unless forced', async () => {
    const temp = tempFolder({ ...GOOD, 'full/other.txt': 'mine' });
    expect(await run('import', temp.path('o.csv'), '-o', temp.path('full'))).toBe(2);
    expect(temp.plain(err)).toBe(
      'passgap: full: it exists and is not empty; name another folder or give --force\n',
    );
    expect(readdirSync(temp.path('full'))).toEqual(['other.txt']);
    expect(await run('import', temp.path('o.csv'), '-o', temp.path('full'), '--force')).toBe(0);
    expect(readdirSync(temp.path('full')).sort()).toEqual([
      'manifest.json',
      'models.csv',
      'other.txt',
      'outcomes.csv',
      'tasks.csv',
    ]);
  });

  it.each([
    [
      'a bad cell',
      'model,t1\nm1,x\n',
      [],
      'o.csv, line 2, column "t1": "x" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    ],
    ['a bad layout', 'model,t1\nm1,1\n', ['--layout', 'tall'], '--layout tall: allowed are wide, long'],
    [
      'a bad status',
      'model,t1\nm1,1\n',
      ['--status', 'x=maybe'],
      '--status x=maybe: allowed is WORD=pass, WORD=fail or WORD=missing',
    ],
    [
      'bad columns',
      'model,t1\nm1,1\n',
      ['--columns', 'name=x'],
      '--columns name=x: allowed is NAME=COLUMN with NAME one of model, task, passed, attempts, run',
    ],
    [
      'a bad threshold',
      'model,t1\nm1,1\n',
      ['--threshold', '0'],
      '--threshold 0: allowed is a number above 0',
    ],
    [
      'bad samples',
      'model,t1\nm1,1\n',
      ['--samples', 'best'],
      '--samples best: allowed are all, first, last',
    ],
    ['a bad credit', 'model,t1\nm1,1\n', ['--credit', 'x'], '--credit x: allowed are base, plus'],
  ])('%s: exit code 2, one line, nothing written', async (_, csv, options, message) => {
    const temp = tempFolder({ 'o.csv': csv });
    expect(await run('import', temp.path('o.csv'), '-o', temp.path('tidy'), ...options)).toBe(2);
    expect(temp.plain(err)).toBe(`passgap: ${message}\n`);
    expect(out).toBe('');
    expect(readdirSync(temp.root)).toEqual(['o.csv']);
  });
});

describe('inspect', () => {
  it('shows models, tasks, strata, coverage and what the words were taken for', async () => {
    const code = await run(
      'inspect',
      fixture('swe-experiments/evaluation'),
      '--tasks',
      fixture('swe-experiments/tasks.csv'),
      '--explain',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^models +4$/m);
    expect(out).toMatch(/^- more than one attempt +1 +not pass@1/m);
    expect(out).toMatch(/^- never solved +4 +a__a-2, b__b-1, b__b-3 and 1 other$/m);
    expect(out).toMatch(/^- missing +2 +8\.3 %$/m);
    expect(out).toMatch(/^hard +4 +0 +0 +14\.3 % +2$/m);
    expect(out).toMatch(/^swe-experiments +no_generation +fail +2$/m);
    expect(out).toContain('20240402_alpha: the stored verdict of 1 task is contradicted');
  });

  it('fails when a stratum is too thin for what is asked', async () => {
    const temp = tempFolder({ ...GOOD, 'flags.csv': 'task,flag\nt2,1\nt3,0\n' });
    const argv = [temp.path('o.csv'), '--tasks', temp.path('tasks.csv'), '--flags', temp.path('flags.csv')];
    expect(await run('inspect', ...argv, '--min-per-stratum', '1')).toBe(2);
    expect(err).toBe(
      'passgap: stratum "hard" has 1 hackable and 0 robust tasks with outcomes; at least 1 of each are required\n',
    );
    err = '';
    expect(await run('inspect', ...argv, '--min-per-stratum', 'x')).toBe(2);
    expect(err).toBe('passgap: --min-per-stratum x: allowed is a whole number from 1\n');
  });
});

describe('flags', () => {
  it('writes the table, and says whether it depends on outcomes', async () => {
    const temp = tempFolder();
    expect(await run('flags', fixture('evalplus'), '-o', temp.path('flags.csv'))).toBe(0);
    expect(readFileSync(temp.path('flags.csv'), 'utf8')).toMatch(/^task,status,accepted,/);
    expect(out).toMatch(/^hackable +2$/m);
    expect(out).toContain('These flags depend on the outcomes');
  });

  it('prints the table where no file is named', async () => {
    const temp = tempFolder({ 'e.csv': 'task,exploits\na,1\nb,0\n' });
    expect(await run('flags', '--exploits', temp.path('e.csv'))).toBe(0);
    expect(out).toBe(
      'task,status,accepted,solutions,passed,wrong,undecided\na,hackable,1,1,1,1,0\nb,robust,0,1,0,0,0\n',
    );
    expect(err).toContain('do not depend on the outcomes');
  });

  it.each([
    [
      'nothing',
      [],
      'flags needs one kind of evidence: EvalPlus results, or --exploits TABLE, or --base with --plus',
    ],
    [
      'two kinds',
      ['x', '--exploits', 'y'],
      'flags needs one kind of evidence: EvalPlus results, or --exploits TABLE, or --base with --plus',
    ],
    [
      'half a pair',
      ['--base', 'x'],
      '--base and --plus belong together: the same solutions under two sets of tests',
    ],
    ['no file', ['--exploits', 'nowhere.csv'], "nowhere.csv: can't be read: no such file"],
  ])('%s: exit code 2, one line, nothing written', async (_, argv, message) => {
    const temp = tempFolder();
    expect(await run('flags', ...argv, '-o', temp.path('flags.csv'))).toBe(2);
    expect(err).toBe(`passgap: ${message}\n`);
    expect(existsSync(temp.path('flags.csv'))).toBe(false);
  });
});
