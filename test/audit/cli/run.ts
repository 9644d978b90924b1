/** `passgap audit ...` in this process, with what it prints and its exit code. */
import { Command } from 'commander';
import { vi } from 'vitest';
import { auditCommand } from '../../../src/cli/audit.ts';
import { runCommand } from '../../../src/cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runAudit(...args: readonly string[]): Promise<Ran> {
  const printed = { out: '', err: '' };
  const capture = (name: 'out' | 'err') => (text: unknown) => {
    printed[name] += String(text);
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(capture('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(capture('err'));
  try {
    const program = new Command('passgap').addCommand(auditCommand());
    const code = await runCommand(program, ['audit', ...args]);
    return { code, ...printed };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
