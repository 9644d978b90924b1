import { Command } from 'commander';
import { analyze } from '../analysis/analyze.ts';
import { resolveOptions } from '../analysis/options.ts';
import { analysisText } from './analysis-text.ts';
import { type AnalyzeFlags, addAnalyzeOptions, analyzeOptions } from './analyze-options.ts';
import {
  addLeaderboardOptions,
  type LeaderboardFlags,
  loadLeaderboard,
  requireOption,
} from './leaderboard-input.ts';
import { longWork } from './long-work.ts';
import { note, printJson, printResult, writeWhole } from './output.ts';

interface Flags extends AnalyzeFlags, LeaderboardFlags {
  readonly json?: boolean;
  readonly report?: string;
  readonly title?: string;
}

/** `passgap analyze` */
export function analyzeCommand(): Command {
  const command = new Command('analyze').description(
    'the gap between hackable and robust tasks on your leaderboard: models as independent studies and task-aware, side by side',
  );
  addLeaderboardOptions(command);
  addAnalyzeOptions(command);
  return command
    .option('--report <file.html>', 'write the report')
    .option('--title <text>', 'of the report')
    .option('--json', 'print the Analysis as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  $ passgap analyze --outcomes outcomes.csv --tasks tasks.csv --models models.csv --flags flags.csv --report report.html',
    )
    .action(async (flags: Flags) => {
      // Options first: a wrong one must not wait for the reading.
      const options = resolveOptions(analyzeOptions(flags));
      requireOption(flags.flags, '--flags', 'say which tasks are hackable and which robust');
      const read = await loadLeaderboard(flags);
      const labels = {
        title: flags.title,
        provenance: { inputs: read.inputs, command: commandLine(), notes: read.notes },
      };
      const analysis = await longWork((runtime) => analyze(read.leaderboard, options, labels, runtime));
      if (flags.report !== undefined) {
        const { reportHtml } = await import('../report/page.ts');
        writeWhole(flags.report, await reportHtml(analysis));
        note(`wrote ${flags.report}`);
      }
      if (flags.json) printJson(analysis);
      else printResult(analysisText(analysis));
    });
}

/** The command as it was typed, for the report. */
function commandLine(): string {
  const quote = (word: string) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  return ['passgap', ...process.argv.slice(2)].map(quote).join(' ');
}
