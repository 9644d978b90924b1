import { Command } from 'commander';
import { deflate } from '../decisions/deflate/deflate.ts';
import { DEFAULT_DEFLATE_OPTIONS, resolveDeflateOptions } from '../decisions/deflate/options.ts';
import type { DeflateOptions, Deflation } from '../decisions/deflate/types.ts';
import { deflationText } from './deflate-text.ts';
import {
  addLeaderboardOptions,
  type LeaderboardFlags,
  loadLeaderboard,
  requireOption,
} from './leaderboard-input.ts';
import { optionalNumber } from './numbers.ts';
import { note, printJson, printResult, writeWhole } from './output.ts';

interface Flags extends LeaderboardFlags {
  readonly level?: string;
  readonly draws?: string;
  readonly seed?: string;
  readonly attempts?: string;
  readonly missing?: string;
  readonly strata?: boolean;
  readonly exclude?: string[];
  readonly title?: string;
  readonly figure?: string;
  readonly report?: string;
  readonly json?: boolean;
}

const standard = DEFAULT_DEFLATE_OPTIONS;

/** `passgap deflate` */
export function deflateCommand(): Command {
  const command = new Command('deflate').description(
    'the leaderboard on robust tasks alone: inflation of every model, ranks before and after with intervals, tiers',
  );
  addLeaderboardOptions(command);
  return command
    .option('--level <percent>', `of every interval (default ${standard.level})`)
    .option('--draws <n>', `bootstrap draws behind rank intervals (default ${standard.draws})`)
    .option('--seed <n>', `of every random draw (default ${standard.seed})`)
    .option('--attempts <1>', '1 keeps pass@1 submissions only (default: all)')
    .option(
      '--missing <policy>',
      `exclude, or fail to count missing outcomes as fails (default ${standard.missing})`,
    )
    .option('--no-strata', 'weigh all robust tasks alike, without strata')
    .option(
      '--exclude <columns...>',
      'of the tasks table: tasks that one of them marks count as of unknown status',
    )
    .option('--title <text>', 'of the table and the report')
    .option('--figure <file.svg>', 'write the bump chart')
    .option('--report <file.html>', 'write the report')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  $ passgap deflate --outcomes outcomes.csv --tasks tasks.csv --flags flags.csv --report deflated.html',
    )
    .action(async (flags: Flags) => {
      const options = resolveDeflateOptions(optionsOf(flags));
      requireOption(flags.flags, '--flags', 'say which tasks are hackable and which robust');
      const { leaderboard } = await loadLeaderboard(flags);
      const result = deflate(leaderboard, options, flags.title);
      const files = new Map<string, string>();
      if (flags.figure !== undefined) files.set(flags.figure, await figureOf(result));
      if (flags.report !== undefined) {
        const { deflationHtml } = await import('../report/deflation.ts');
        files.set(flags.report, await deflationHtml(result));
      }
      for (const [file, content] of files) {
        writeWhole(file, content);
        note(`wrote ${file}`);
      }
      if (flags.json) printJson(result);
      else printResult(deflationText(result));
    });
}

function optionsOf(flags: Flags): Partial<DeflateOptions> {
  const given = {
    level: optionalNumber('--level', flags.level),
    draws: optionalNumber('--draws', flags.draws),
    seed: optionalNumber('--seed', flags.seed),
    attempts: flags.attempts,
    missing: flags.missing,
    stratify: flags.strata === false ? false : undefined,
    exclude: flags.exclude,
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<DeflateOptions>;
}

async function figureOf(result: Deflation): Promise<string> {
  const { bump } = await import('../report/figures/bump.ts');
  const { renderSvg } = await import('../report/render.ts');
  const made = bump(result);
  if (made === null) throw new Error('no model has a corrected score: there is nothing to draw');
  const { name, title, description, spec } = made;
  return `${await renderSvg(spec, { id: name, title, description, colours: 'light', background: true })}\n`;
}
