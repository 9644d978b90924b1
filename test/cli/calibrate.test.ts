import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { calibrateCommand } from '../../src/cli/calibrate.ts';
import { runCommand } from '../../src/cli/run.ts';
import { embeddedPath } from '../../src/studies/embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'passgap-calibrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const data = (name: string) => embeddedPath(`swe-bench-verified/${name}`);
const inputs = ['--outcomes', data('outcomes.csv'), '--tasks', data('tasks.csv')];
const sizes = ['--audited', '49', '--hackable', '14'];

/** Exit code and what was written, as a shell sees it. */
async function passgap(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    const program = new Command('passgap').addCommand(calibrateCommand());
    return { code: await runCommand(program, ['calibrate', ...argv]), out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

describe('passgap calibrate', () => {
  it('prints the same JSON again, with every method', async () => {
    const argv = [...inputs, ...sizes, '--draws', '12', '--permutations', '19', '--json'];
    const first = await passgap(...argv);
    expect(first.code).toBe(0);
    expect((await passgap(...argv)).out).toBe(first.out);
    const found = JSON.parse(first.out);
    expect(found).toMatchObject({
      schema: 'passgap-calibration-1',
      draws: 12,
      audited: 49,
      hackable: 14,
      truth: 0,
    });
    expect(found.methods.map(({ method }: { method: string }) => method)).toEqual([
      'models independent, REML, z',
      'models independent, REML, Knapp-Hartung t',
      'sign test over models',
      'Wilcoxon over models',
      'task-aware t',
      'task-aware t, jackknife',
      'permutation of flags',
    ]);
  });

  it('prints a table and writes the figure', async () => {
    const figure = join(folder, 'calibration.svg');
    const argv = [
      ...inputs,
      '--flags',
      data('flags/tripwire-anchor.csv'),
      '--draw-from',
      'audited',
      '--draws',
      '10',
    ];
    const { code, out, err } = await passgap(
      ...argv,
      '--permutations',
      '0',
      '--no-jackknife',
      '--figure',
      figure,
    );
    expect(code).toBe(0);
    expect(out).toContain(
      '10 draws: within strata the audited tasks stay, their flags are drawn at random, 11 flagged of',
    );
    expect(out).toMatch(/task-aware t +\d/);
    expect(err).toContain(`wrote ${figure}`);
    expect(readFileSync(figure, 'utf8')).toMatch(/^<svg .*Placebo flags/s);
  });

  it.each([
    [['--audited', '49'], '--audited and --hackable belong together'],
    [
      [],
      'no stratum has hackable and robust tasks to draw: give flags with both, or sizes (audited and hackable)',
    ],
    [
      [...sizes, '--draw-from', 'here'],
      '--draw-from: "here" is not allowed; allowed are leaderboard, audited',
    ],
    [[...sizes, '--draws', 'many'], '--draws: "many" is not allowed; allowed is a number'],
    [[...sizes, '--measure', 'XX'], '--measure: "XX" is not allowed; allowed are RD, RR, OR, AS'],
  ])('refuses %j with exit code 2 and one line', async (argv, message) => {
    const figure = join(folder, 'none.svg');
    const { code, out, err } = await passgap(...inputs, ...argv, '--figure', figure);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(`passgap: ${message}\n`);
    expect(existsSync(figure)).toBe(false);
  });
});
