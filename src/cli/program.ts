/** Every command of passgap, loaded when it is wanted: `passgap meta` need not wait for the code of the others. */
import { Command } from 'commander';
import { VERSION } from '../version.ts';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  reproduce: async () => (await import('./reproduce.ts')).reproduceCommand(),
  analyze: async () => (await import('./analyze.ts')).analyzeCommand(),
  meta: async () => {
    const [{ metaCommand }, { writeMetaReport }] = await Promise.all([
      import('./meta.ts'),
      import('./meta-report.ts'),
    ]);
    return metaCommand(writeMetaReport);
  },
  calibrate: async () => (await import('./calibrate.ts')).calibrateCommand(),
  deflate: async () => (await import('./deflate.ts')).deflateCommand(),
  plan: async () => (await import('./plan.ts')).planCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  report: async () => (await import('./report.ts')).reportCommand(),
  inspect: async () => (await import('./inspect.ts')).inspectCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  flags: async () => (await import('./flags.ts')).flagsCommand(),
};

/** The program with the command that `argv` begins with, or with all of them (for help and for wrong names). */
export async function passgap(argv: readonly string[]): Promise<Command> {
  const program = new Command('passgap')
    .description("How much of a leaderboard's score comes from tasks whose tests accept wrong solutions?")
    .version(VERSION)
    .addHelpText('after', '\nExample:\n  $ passgap reproduce rajan-2026');
  const wanted = Object.hasOwn(COMMANDS, argv[0] ?? '') ? [argv[0]] : Object.keys(COMMANDS);
  for (const name of wanted) program.addCommand(await COMMANDS[name]());
  return program;
}
