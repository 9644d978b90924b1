/** `deflate` and the new options of `analyze` through the command line's own function, and their pages. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analyzeCommand } from '../../src/cli/analyze.ts';
import { deflateCommand } from '../../src/cli/deflate.ts';
import { runCommand } from '../../src/cli/run.ts';
import { deflate } from '../../src/decisions/deflate/deflate.ts';
import { bump } from '../../src/report/figures/bump.ts';
import { renderSvg } from '../../src/report/render.ts';
import { tempFolder } from '../read/temp.ts';
import { schemaErrors } from '../report/schema.ts';
import { drawLeaderboard, leaderboardOf } from './made-up.ts';

let out = '';
let err = '';

beforeEach(() => {
  [out, err] = ['', ''];
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
  for (const command of [analyzeCommand(), deflateCommand()]) program.addCommand(command);
  return runCommand(program, argv);
}

// Made up: raw 4/6, 3/6, 1/6; on the four robust tasks 2/4, 2/4, 1/4.
const FILES = {
  'o.csv': 'model,t1,t2,t3,t4,t5,t6\na,1,1,1,1,0,0\nb,0,1,1,1,0,0\nc,0,0,0,0,0,1\n',
  'tasks.csv':
    'task,difficulty,gold_fails\n' +
    [1, 2, 3, 4, 5, 6].map((t) => `t${t},easy,${t === 6 ? 1 : 0}\n`).join(''),
  'flags.csv': 'task,status\nt1,hackable\nt2,hackable\nt3,robust\nt4,robust\nt5,robust\nt6,robust\n',
};
const inputs = (temp: { path(name: string): string }) => [
  '--outcomes',
  temp.path('o.csv'),
  '--tasks',
  temp.path('tasks.csv'),
  '--flags',
  temp.path('flags.csv'),
];

describe('passgap deflate', () => {
  it('prints the table with ranks, tiers and inflation', async () => {
    const temp = tempFolder(FILES);
    expect(await run('deflate', ...inputs(temp), '--draws', '100')).toBe(0);
    expect(out).toContain('a      66.7 %  50.0 %');
    expect(out).toContain('b      50.0 %  50.0 %');
    expect(out).toMatch(/^c {6}16\.7 % {2}25\.0 %/m);
  });

  it('writes JSON, page and figure', async () => {
    const temp = tempFolder(FILES);
    const files = ['--report', temp.path('d.html'), '--figure', temp.path('d.svg')];
    expect(await run('deflate', ...inputs(temp), '--draws', '100', '--json', ...files)).toBe(0);
    const result = JSON.parse(out);
    expect(result.models.map((m: { model: string; corrected: number }) => [m.model, m.corrected])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
      ['c', 0.25],
    ]);
    const page = readFileSync(temp.path('d.html'), 'utf8');
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(page).toContain(result.verdict.replaceAll("'", '&#39;'));
    expect(readFileSync(temp.path('d.svg'), 'utf8').startsWith('<svg ')).toBe(true);
  });

  it('refuses what it can not use with exit code 2', async () => {
    const temp = tempFolder(FILES);
    expect(await run('deflate', ...inputs(temp), '--draws', '3')).toBe(2);
    expect(err).toContain(
      "--draws: 3 is not allowed; allowed is a whole number from 20 (fewer can't reach the level)",
    );
    expect(await run('deflate', '--outcomes', temp.path('o.csv'))).toBe(2);
    expect(err).toContain('--flags is missing');
  });
});

describe('passgap analyze', () => {
  const quick = ['--permutations', '0', '--no-crossed', '--moderator', 'era'];

  it('--exclude, --sensitivity and --flag-sensitivity show their parts', async () => {
    const temp = tempFolder(FILES);
    expect(
      await run('analyze', ...inputs(temp), ...quick, '--sensitivity', '--flag-sensitivity', '0.8', '1'),
    ).toBe(0);
    for (const title of [
      'Errors in the flags',
      'Other choices',
      'Without single tasks and strata',
      'At equal traits',
    ]) {
      expect(out).toContain(title);
    }
    out = '';
    expect(await run('analyze', ...inputs(temp), ...quick, '--exclude', 'gold_fails', '--json')).toBe(0);
    const { counts, options, robustness } = JSON.parse(out);
    expect([counts.robust, counts.excluded, options.exclude, robustness]).toEqual([
      3,
      1,
      ['gold_fails'],
      null,
    ]);
  });

  it('a share above 1 is refused', async () => {
    const temp = tempFolder(FILES);
    expect(await run('analyze', ...inputs(temp), ...quick, '--flag-specificity', '1.2')).toBe(2);
    expect(err).toContain('--flag-specificity: 1.2 is not allowed');
  });

  it('the report has the sections', async () => {
    const temp = tempFolder(FILES);
    const flags = ['--sensitivity', '--flag-sensitivity', '0.9', '--report', temp.path('a.html')];
    expect(await run('analyze', ...inputs(temp), ...quick, ...flags)).toBe(0);
    const page = readFileSync(temp.path('a.html'), 'utf8');
    for (const id of [
      'flag-errors',
      'table-adjusted',
      'table-leave-one-task-out',
      'table-specification-shares',
    ]) {
      expect(page).toContain(`id="${id}"`);
    }
  });
});

describe('the bump chart', () => {
  it('is a valid spec and draws, with many models and with names that look like markup', async () => {
    const board = drawLeaderboard({ models: 70, tasks: 40, seed: 9 });
    const named = {
      ...board,
      models: board.models.map((model, m) => (m === 0 ? { ...model, label: '<b>&"x' } : model)),
    };
    const figure = bump(deflate(named, { draws: 40 }))!;
    expect(schemaErrors(figure.spec)).toEqual([]);
    const { title, description, spec } = figure;
    const svg = await renderSvg(spec, { id: 'bump', title, description });
    expect(svg).not.toContain('<b>');
    expect(figure.subtitle).toContain('The other 10 models stand in the table.');
  });

  it('is null without a ranked model', () => {
    const { tasks } = leaderboardOf([], [{ status: 'hackable' }]);
    expect(tasks.length).toBe(1);
    expect(bump(deflate(leaderboardOf([[1]], [{ status: 'hackable' }]), { draws: 40 }))).toBe(null);
  });
});
