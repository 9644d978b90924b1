import { Command } from 'commander';
import { DEFAULT_OPTIONS, resolveOptions } from '../analysis/options.ts';
import { InputError } from '../errors.ts';
import { type CalibrateOptions, DEFAULT_CALIBRATE_OPTIONS } from '../inference/calibration/design.ts';
import type { CalibrationResult } from '../inference/calibration/summary.ts';
import { calibrateThreads } from '../inference/node/calibrate-threads.ts';
import { missingAsFail, passAtOneModels, selectModels } from '../leaderboard/filter.ts';
import type { Leaderboard } from '../leaderboard/types.ts';
import { calibrationText } from './calibrate-text.ts';
import { addLeaderboardOptions, type LeaderboardFlags, loadLeaderboard } from './leaderboard-input.ts';
import { longWork } from './long-work.ts';
import { optionalNumber } from './numbers.ts';
import { note, printJson, printResult, writeWhole } from './output.ts';

interface Flags extends LeaderboardFlags {
  readonly audited?: string;
  readonly hackable?: string;
  readonly drawFrom?: string;
  readonly draws?: string;
  readonly permutations?: string;
  readonly plant?: string;
  readonly measure?: string;
  readonly weights?: string;
  readonly variance?: string;
  readonly method?: string;
  readonly level?: string;
  readonly generalise?: string;
  readonly attempts?: string;
  readonly missing?: string;
  readonly strata?: boolean;
  readonly jackknife?: boolean;
  readonly crossed?: boolean;
  readonly seed?: string;
  readonly figure?: string;
  readonly json?: boolean;
}

const standard = DEFAULT_CALIBRATE_OPTIONS;

/** `passgap calibrate` */
export function calibrateCommand(): Command {
  const command = new Command('calibrate').description(
    'error rates of every method on placebo flags: how often a gap is called where there is none, on your outcomes',
  );
  addLeaderboardOptions(command);
  return command
    .option('--audited <n>', 'with --hackable, sizes instead of --flags, shared out over strata')
    .option('--hackable <n>', 'flagged tasks among the audited ones')
    .option(
      '--draw-from <where>',
      `leaderboard draws audited tasks anew, audited keeps those of --flags (default ${standard.from})`,
    )
    .option('--draws <n>', `placebo draws (default ${standard.draws})`)
    .option(
      '--permutations <n>',
      `of the permutation test in each draw, 0 for none (default ${standard.permutations})`,
    )
    .option(
      '--plant <share>',
      'turn this share of failures on flagged tasks into passes: coverage and power (default 0)',
    )
    .option('--measure <name>', `RD, RR, OR or AS (default ${standard.measure})`)
    .option('--weights <name>', `over strata: flagged, all or mh (default ${standard.weights})`)
    .option('--variance <rule>', `of a pass rate: raw or agresti-caffo (default ${standard.variance})`)
    .option('--method <name>', `EE, DL, HE, HS, SJ, ML, REML, EB or PM (default ${standard.method})`)
    .option('--level <percent>', `of every interval; tests at 100 less this (default ${standard.level})`)
    .option('--generalise <what>', `tasks, models or both (default ${standard.generalise})`)
    .option('--attempts <1>', '1 keeps pass@1 submissions only (default: all)')
    .option(
      '--missing <policy>',
      `exclude, or fail to count missing outcomes as fails (default ${DEFAULT_OPTIONS.missing})`,
    )
    .option('--no-strata', 'draw from all tasks as one stratum')
    .option('--no-jackknife', 'leave the jackknife out (saves most of the time with many tasks)')
    .option('--crossed', 'also fit the crossed logistic model in every draw (slow)')
    .option('--seed <n>', `of every random draw (default ${standard.seed})`)
    .option('--figure <file.svg>', 'write the figure')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ passgap calibrate --outcomes outcomes.csv --tasks tasks.csv --flags flags.csv\n  $ passgap calibrate --outcomes outcomes.csv --tasks tasks.csv --audited 49 --hackable 14 --draws 400',
    )
    .action(async (flags: Flags) => {
      const options = optionsOf(flags);
      const { leaderboard } = await loadLeaderboard(flags);
      const kept = filtered(leaderboard, flags);
      const result = await longWork((_, { signal, onProgress }) =>
        calibrateThreads(kept, options, {
          signal,
          onProgress: onProgress && ((done, total) => onProgress('placebo draws', done, total)),
        }),
      );
      if (result === null) throw new Error('stopped before the first draws were done');
      if (flags.figure !== undefined) {
        writeWhole(flags.figure, await figureOf(result, options));
        note(`wrote ${flags.figure}`);
      }
      if (flags.json) printJson({ schema: 'passgap-calibration-1', options, ...result });
      else printResult(calibrationText(result, options));
    });
}

function optionsOf(flags: Flags): CalibrateOptions {
  const given = Object.fromEntries(
    Object.entries({
      measure: flags.measure,
      weights: flags.weights,
      variance: flags.variance,
      method: flags.method,
      level: optionalNumber('--level', flags.level),
      generalise: flags.generalise,
      attempts: flags.attempts,
      missing: flags.missing,
      seed: optionalNumber('--seed', flags.seed),
    }).filter(([, value]) => value !== undefined),
  );
  // Ranges that `analyze` knows are checked there; the rest by the design of the calibration.
  const { measure, weights, variance, method, level, generalise, seed } = resolveOptions(given);
  return {
    ...{ measure, weights, variance, method, level, generalise, seed },
    draws: optionalNumber('--draws', flags.draws) ?? standard.draws,
    permutations: optionalNumber('--permutations', flags.permutations) ?? standard.permutations,
    plant: optionalNumber('--plant', flags.plant) ?? standard.plant,
    from: drawFrom(flags.drawFrom),
    sizes: sizesOf(flags),
    stratify: flags.strata !== false,
    jackknife: flags.jackknife !== false,
    crossed: flags.crossed === true,
  };
}

function drawFrom(text: string | undefined): CalibrateOptions['from'] {
  if (text === undefined || text === 'leaderboard' || text === 'audited') return text ?? standard.from;
  throw new InputError(`"${text}" is not allowed; allowed are leaderboard, audited`, { file: '--draw-from' });
}

function sizesOf(flags: Flags): CalibrateOptions['sizes'] {
  const audited = optionalNumber('--audited', flags.audited);
  const hackable = optionalNumber('--hackable', flags.hackable);
  if (audited !== undefined && hackable !== undefined) return { audited, hackable };
  if (audited !== undefined || hackable !== undefined) {
    throw new InputError('--audited and --hackable belong together');
  }
  return null;
}

function filtered(leaderboard: Leaderboard, flags: Flags): Leaderboard {
  const kept = flags.attempts === '1' ? selectModels(leaderboard, passAtOneModels(leaderboard)) : leaderboard;
  return flags.missing === 'fail' ? missingAsFail(kept) : kept;
}

async function figureOf(result: CalibrationResult, options: CalibrateOptions): Promise<string> {
  const [{ calibration }, { renderSvg }] = await Promise.all([
    import('../report/figures/calibration.ts'),
    import('../report/render.ts'),
  ]);
  const drawn = calibration({
    calibration: result,
    options: { ...DEFAULT_OPTIONS, measure: options.measure },
  })!;
  return renderSvg(drawn.spec, {
    id: drawn.name,
    title: drawn.title,
    description: drawn.description,
    colours: 'light',
    background: true,
  });
}
