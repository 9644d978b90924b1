/** The commands of the audit on the made-up example of data/examples/audit. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PART_NAMES } from '../../../src/audit/types.ts';
import { runAudit } from './run.ts';

const EXAMPLE = 'data/examples/audit';
const folder = mkdtempSync(join(tmpdir(), 'passgap-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fast = ['--permutations', '50', '--no-crossed'];

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('audit all', () => {
  it('runs every part and the leaderboard, writes page and flags', async () => {
    const report = join(folder, 'a.html');
    const flags = join(folder, 'flags.csv');
    const ran = await runAudit('all', EXAMPLE, '--json', '--report', report, '--flags-out', flags, ...fast);
    expect(ran.code).toBe(0);
    const audit = JSON.parse(ran.out);
    expect(audit.skipped).toEqual([]);
    expect(audit.flagsFrom).toBe('candidates');
    expect(audit.analysis.models).toHaveLength(12);
    expect(audit.analysis.counts).toMatchObject({ hackable: 7, robust: 17, unaudited: 16 });
    expect(Object.values(audit.parts).every((part) => part !== null)).toBe(true);
    const page = readFileSync(report, 'utf8');
    for (const title of [
      'Hackability',
      'Environment quality score',
      'Behaviour monitor',
      'Judges',
      'Rewards',
    ]) {
      expect(page).toContain(`<h2>${title}</h2>`);
    }
    expect(page.indexOf('<h2>Rewards</h2>')).toBeLessThan(page.indexOf('What the data say'));
    expect(readFileSync(flags, 'utf8').split('\n')[0]).toBe('task,status,accepted');
  });

  it('gives the same bytes for the same seed', async () => {
    const first = await runAudit('all', EXAMPLE, '--json', ...fast);
    const second = await runAudit('all', EXAMPLE, '--json', ...fast);
    expect(second.out).toBe(first.out);
  });

  it('says what can not run and why', async () => {
    const part = join(folder, 'partial');
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part);
    writeFileSync(join(part, 'gate.csv'), 'task,test,attempt,passes_gold,judge_blocks\nt,a,1,1,1\n');
    writeFileSync(join(part, 'notes.txt'), 'x');
    const ran = await runAudit('all', part, '--json');
    const audit = JSON.parse(ran.out);
    expect(audit.skipped).toEqual([
      { part: 'hackability', reason: 'no candidates table' },
      { part: 'eqs', reason: 'none of the tables candidates, verifiers, judgements' },
      { part: 'verifiers', reason: 'none of the tables verifiers, patches' },
      { part: 'monitor', reason: 'no trajectories table' },
      { part: 'judges', reason: 'none of the tables ratings, scores, feedback' },
      { part: 'reward', reason: 'none of the tables reward, strategies' },
      { part: 'leaderboard', reason: 'no outcomes' },
    ]);
    expect(ran.err).toContain('not used: notes.txt');
    const text = await runAudit('all', part);
    expect(text.out).toContain('Not run');
    expect(text.out).toContain('  leaderboard: no outcomes');
  });

  it('needs a folder with evidence', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty, { recursive: true });
    expect(await runAudit('all', join(folder, 'nowhere'))).toMatchObject({ code: 2, out: '' });
    const ran = await runAudit('all', empty);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('holds no evidence; known files are candidates, tasks,');
  });

  it('writes nothing when a file is bad', async () => {
    const bad = join(folder, 'bad');
    mkdirSync(bad, { recursive: true });
    writeFileSync(join(bad, 'candidates.csv'), 'task,round,candidate,passes\nt,1,c,1\n');
    writeFileSync(join(bad, 'gate.csv'), 'task,test,attempt\nt,a,zero\n');
    const report = join(folder, 'never.html');
    const ran = await runAudit('all', bad, '--report', report, '--flags-out', join(folder, 'never.csv'));
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(
      'gate.csv, line 2, column "attempt": "zero" is not allowed; allowed is a whole number from 1',
    );
    expect(existsSync(report)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});

describe('parts', () => {
  it.each([
    ['hackability', ['candidates.csv', 'tasks.csv'], 'Of the decisive tasks 7 of 24 = 29.2 %'],
    ['eqs', ['candidates.csv', 'verifiers.csv', 'judgements.csv'], 'KEEP above 0.7, DROP below 0.4'],
    ['gate', ['gate.csv'], 'fail on the reference solution'],
    ['verifiers', ['verifiers.csv', 'patches.csv'], 'Pass@k (ceiling)'],
    ['monitor', ['trajectories.csv'], 'hacked resolved'],
    ['judges', ['ratings.csv', 'scores.csv', 'feedback.csv'], "Krippendorff's alpha"],
    ['reward', ['reward.csv', 'strategies.csv'], 'Honesty pays more above a success rate of 0.400'],
  ])('%s prints a table, and JSON on request', async (part, files, text) => {
    const paths = files.map((file) => join(EXAMPLE, file));
    const more = part === 'eqs' ? ['--outcomes', join(EXAMPLE, 'outcomes.csv'), '--draws', '50'] : [];
    const human = await runAudit(part, ...paths, ...more);
    expect(human.code).toBe(0);
    expect(human.out.replace(/\s+/g, ' ')).toContain(text);
    const json = await runAudit(part, ...paths, ...more, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ part, level: 95 });
  });

  it('takes level, seed and the options of the part', async () => {
    const ran = await runAudit(
      'eqs',
      ...['candidates.csv', 'verifiers.csv', 'judgements.csv'].map((file) => join(EXAMPLE, file)),
      ...[
        '--outcomes',
        join(EXAMPLE, 'outcomes.csv'),
        '--draws',
        '20',
        '--json',
        '--level',
        '90',
        '--seed',
        '7',
      ],
      ...['--weights', '0.25,0.25,0.25,0.25', '--keep', '0.8'],
    );
    expect(JSON.parse(ran.out)).toMatchObject({
      level: 90,
      weights: { V: 0.25, H: 0.25, F1: 0.25, D: 0.25 },
      thresholds: { keepAbove: 0.8, dropBelow: 0.4 },
    });
    const curves = await runAudit('verifiers', join(EXAMPLE, 'patches.csv'), '--k', '1,3', '--json');
    const [pass] = JSON.parse(curves.out).curves;
    expect(pass.points.map(({ k }: { k: number }) => k)).toEqual([1, 3]);
  });

  it('compares two runs of the monitor', async () => {
    const ran = await runAudit(
      ...[
        'monitor',
        join(EXAMPLE, 'trajectories.csv'),
        '--after',
        join(EXAMPLE, 'trajectories-after.csv'),
        '--json',
      ],
    );
    expect(JSON.parse(ran.out).beforeAfter.benchmarks[0].pairs).toBe(120);
  });

  it('hackability writes flags that analyze takes', async () => {
    const out = join(folder, 'out.csv');
    await runAudit('hackability', join(EXAMPLE, 'candidates.csv'), '-o', out);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(25);
    expect(lines[1]).toBe('alpha__parser-100,hackable,1');
  });

  it('gives the break-even without files', async () => {
    const ran = await runAudit('reward', '--honest-fail', '0.5', '--patch-up', '0.7');
    expect(ran.out).toBe('Honesty pays more above a success rate of 0.4.\n');
    expect((await runAudit('reward')).err).toBe(
      'passgap: reward needs files, or --honest-fail and --patch-up for the break-even alone\n',
    );
  });

  it('names columns that it does not use', async () => {
    const file = write('mine.csv', 'polarity,mood\nneutral,fine\n');
    expect((await runAudit('judges', file)).err).toBe(`${file}: feedback: column not used: "mood"\n`);
  });

  it('takes table=FILE, and refuses a table of another part', async () => {
    const file = write('x.csv', 'item,rater,rating\ni,A,good\n');
    expect((await runAudit('judges', `ratings=${file}`)).code).toBe(0);
    expect((await runAudit('judges', `gate=${file}`)).err).toBe(
      'passgap: "gate" is no table of this part; allowed are ratings, scores, feedback\n',
    );
    expect((await runAudit('judges', `scores=${file}`)).err).toBe(
      `passgap: ${file}: the scores table needs columns "score", "truth"; found "item", "rater", "rating"\n`,
    );
  });

  it('says what a file was taken for when its part lacks a table', async () => {
    const file = write('found.csv', 'task,candidate,passes,wrong\na,p1,1,1\n');
    expect(await runAudit('hackability', file)).toMatchObject({
      code: 2,
      err: `passgap: hackability can't run: no candidates table (${file} was taken for tasks; passgap audit schema hackability shows the columns of each)\n`,
    });
  });

  it.each([
    [
      ['eqs', '--weights', '1,2', 'x'],
      '--weights "1,2" is not allowed; allowed are four numbers V,H,F1,D that sum to 1',
    ],
    [['gate', '--level', 'high', 'x'], '--level: "high" is not allowed; allowed is a number'],
    [['verifiers', '--k', '0', 'x'], '--k "0" is not allowed; allowed is a whole number from 1'],
  ])('refuses %j', async ([part, option, value], message) => {
    const tables: Record<string, string> = {
      eqs: 'candidates.csv',
      gate: 'gate.csv',
      verifiers: 'patches.csv',
    };
    const ran = await runAudit(part, join(EXAMPLE, tables[part]), option, value);
    expect(ran).toMatchObject({ code: 2, out: '', err: `passgap: ${message}\n` });
  });
});

describe('schema', () => {
  it('prints one part, all parts, or JSON', async () => {
    expect((await runAudit('schema', 'gate')).out).toContain('gate.csv');
    expect((await runAudit('schema')).out).toContain('strategies.jsonl');
    expect(Object.keys(JSON.parse((await runAudit('schema', '--json')).out))).toHaveLength(7);
    expect(await runAudit('schema', 'gates')).toMatchObject({
      code: 2,
      err: 'passgap: "gates" is no part of the audit; allowed are hackability, eqs, gate, verifiers, monitor, judges, reward\n',
    });
  });
});

describe('help', () => {
  it.each(PART_NAMES)('the example of %s runs on the files that come along', async (part) => {
    const { out } = await runAudit(part, '--help');
    const example = /\$ passgap audit (.*)/.exec(out)![1].split(' ');
    const argv = example.map((word) =>
      word === 'flags.csv' ? join(folder, word) : word.endsWith('.csv') ? `${EXAMPLE}/${word}` : word,
    );
    expect(argv[0]).toBe(part);
    const ran = await runAudit(...argv);
    expect([ran.err, ran.code]).toEqual([expect.not.stringContaining('not allowed'), 0]);
  });
});
