/** Runs a command line and turns what went wrong into one line and an exit code. */
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { InputError } from '../errors.ts';

/** 0 done, 1 failed while running, 2 wrong usage or wrong input. */
export async function runCommand(program: Command, argv: readonly string[]): Promise<number> {
  settle(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (argv.includes('--debug')) process.stderr.write(`${(error as Error).stack ?? error}\n`);
    else process.stderr.write(`passgap: ${oneLine((error as Error).message ?? String(error))}\n`);
    return error instanceof InputError ? 2 : 1;
  }
}

/** Every command throws instead of leaving the process, and knows `--debug`. */
function settle(command: Command): void {
  command.exitOverride();
  command.showHelpAfterError('(--help shows the options)');
  if (command.commands.length === 0) command.option('--debug', 'show the stack of an error');
  command.commands.forEach(settle);
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
