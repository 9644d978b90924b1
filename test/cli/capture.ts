/** Runs passgap in this process and keeps what it prints. */
import { afterEach, vi } from 'vitest';
import { passgap } from '../../src/cli/program.ts';
import { runCommand } from '../../src/cli/run.ts';

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

afterEach(() => vi.restoreAllMocks());

export async function run(...argv: string[]): Promise<Run> {
  let out = '';
  let err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
  const code = await runCommand(await passgap(argv), argv);
  vi.restoreAllMocks();
  return { code, out, err };
}
