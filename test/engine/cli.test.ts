/** `--from` of the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analyzeCommand } from '../../src/cli/analyze.ts';
import { runCommand } from '../../src/cli/run.ts';

let folder: string;
let out = '';
let err = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passgap-test-'));
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
  // Three models by four tasks: on h1 and h2 all pass, on r1 and r2 only `a` passes one of two. Gaps .5, 1, 1.
  const rows = ['a,h1,1', 'a,h2,1', 'a,r1,1', 'a,r2,0'];
  for (const model of ['b', 'c'])
    rows.push(...['h1,1', 'h2,1', 'r1,0', 'r2,0'].map((row) => `${model},${row}`));
  writeFileSync(join(folder, 'runs.csv'), `agent,task,passed\n${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'flags.csv'), 'task,flag\nh1,1\nh2,1\nr1,0\nr2,0\n');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function run(...argv: string[]): Promise<number> {
  const program = new Command('passgap');
  program.addCommand(analyzeCommand());
  return runCommand(program, ['analyze', '--flags', join(folder, 'flags.csv'), ...argv]);
}

describe('--from', () => {
  it('analyses what an engine gives', async () => {
    const code = await run('--from', `duckdb:${folder}/run*.csv`, '--columns', 'model=agent', '--json');
    expect([code, err]).toEqual([0, expect.stringContaining('3 models, 4 tasks')]);
    const { models, provenance } = JSON.parse(out);
    expect(models.map(({ model, yi }: { model: string; yi: number }) => [model, yi])).toEqual([
      ['a', 0.5],
      ['b', 1],
      ['c', 1],
    ]);
    expect(provenance.inputs[0]).toEqual({ role: 'outcomes', source: `${folder}/run*.csv`, sha256: null });
  });

  it.each([
    [['--samples', 'first'], '--samples has no meaning with --from, which takes 0, 1, booleans and k of n'],
    [
      ['--unpack-limit', '1'],
      '--unpack-limit has no meaning with --from, which takes 0, 1, booleans and k of n',
    ],
    [['--format', 'tau'], '--format has no meaning with --from, which takes 0, 1, booleans and k of n'],
    [['--outcomes', 'o.csv'], 'give --outcomes or --from, not both'],
    [['--repeats', 'all'], '--repeats all: allowed are error, attempts'],
  ])('refuses %j', async (argv, message) => {
    expect(await run('--from', `duckdb:${folder}/runs.csv`, ...argv)).toBe(2);
    expect([out, err]).toEqual(['', `passgap: ${message}\n`]);
  });

  it('fails with exit code 1 and one line when the server is not there, and shows no password', async () => {
    process.env['PASSGAP_CLICKHOUSE_PASSWORD'] = 'hunter2';
    try {
      expect(await run('--from', 'clickhouse://127.0.0.1:1/d/t')).toBe(1);
      expect(await run('--from', 'clickhouse://x:hunter2@127.0.0.1:1/d/t', '--debug')).toBe(2);
    } finally {
      delete process.env['PASSGAP_CLICKHOUSE_PASSWORD'];
    }
    expect(out).toBe('');
    expect(err.split('\n')[0]).toBe(
      'passgap: clickhouse://127.0.0.1:1/d/t: the connection broke (connect ECONNREFUSED 127.0.0.1:1), 3 times in a row; nothing was kept',
    );
    expect(err).not.toContain('hunter2');
  });
});
