/** Every command of passgap. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { analyzeCommand } from './analyze.ts';
import { auditCommand } from './audit.ts';
import { calibrateCommand } from './calibrate.ts';
import { deflateCommand } from './deflate.ts';
import { flagsCommand } from './flags.ts';
import { importCommand } from './import.ts';
import { inspectCommand } from './inspect.ts';
import { metaCommand } from './meta.ts';
import { writeMetaReport } from './meta-report.ts';
import { planCommand } from './plan.ts';
import { reportCommand } from './report.ts';
import { reproduceCommand } from './reproduce.ts';

export function passgap(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const program = new Command('passgap')
    .description("How much of a leaderboard's score comes from tasks whose tests accept wrong solutions?")
    .version(version)
    .addHelpText('after', '\nExample:\n  $ passgap reproduce rajan-2026');
  const commands = [
    reproduceCommand(),
    analyzeCommand(),
    metaCommand(writeMetaReport),
    calibrateCommand(),
    deflateCommand(),
    planCommand(),
    auditCommand(),
    reportCommand(),
    inspectCommand(),
    importCommand(),
    flagsCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}
