/** The options of `analyze` on a command line; other commands that analyse take the same. */
import type { Command } from 'commander';
import { type AnalyzeOptions, DEFAULT_OPTIONS } from '../analysis/options.ts';
import { InputError } from '../errors.ts';
import { numberOf, optionalNumber } from './numbers.ts';

/** As commander hands them over: everything text but switches. */
export interface AnalyzeFlags {
  readonly measure?: string;
  readonly weights?: string;
  readonly variance?: string;
  readonly method?: string;
  readonly test?: string;
  readonly level?: string;
  readonly permutations?: string;
  readonly seed?: string;
  readonly attempts?: string;
  readonly moderator?: string[];
  readonly generalise?: string;
  readonly missing?: string;
  readonly strata?: boolean;
  readonly crossed?: boolean;
  readonly resamples?: string;
  readonly calibrate?: string;
  readonly sensitivity?: boolean;
  readonly exclude?: string[];
  readonly covariate?: string[];
  readonly flagSensitivity?: string[];
  readonly flagSpecificity?: string[];
  readonly flagRounds?: string[];
}

const standard = DEFAULT_OPTIONS;

/** Adds the options of `analyze` to a command. */
export function addAnalyzeOptions(command: Command): Command {
  return command
    .option('--measure <name>', `RD, RR, OR or AS (default ${standard.measure})`)
    .option('--weights <name>', `over strata: flagged, all or mh (default ${standard.weights})`)
    .option('--variance <rule>', `of a pass rate: raw or agresti-caffo (default ${standard.variance})`)
    .option('--method <name>', `EE, DL, HE, HS, SJ, ML, REML, EB or PM (default ${standard.method})`)
    .option('--test <name>', `z, knha or adhoc (default ${standard.test})`)
    .option('--level <percent>', `of every interval (default ${standard.level})`)
    .option(
      '--permutations <n>',
      `draws of the permutation test, 0 for none (default ${standard.permutations})`,
    )
    .option('--seed <n>', `of every random draw (default ${standard.seed})`)
    .option('--attempts <1>', '1 keeps pass@1 submissions only (default: all)')
    .option(
      '--moderator <columns...>',
      `era, halfYear, family, quartile, attempts or a column of the models table (default ${standard.moderators.join(' ')})`,
    )
    .option('--generalise <what>', `tasks, models or both (default ${standard.generalise})`)
    .option(
      '--missing <policy>',
      `exclude, or fail to count missing outcomes as fails (default ${standard.missing})`,
    )
    .option('--no-strata', 'compare all hackable with all robust tasks, without strata')
    .option('--no-crossed', 'leave the crossed logistic model out')
    .option('--resamples <n>', 'bootstrap draws, a further check of the task-aware interval (default 0)')
    .option('--calibrate <n>', 'placebo draws on these outcomes, beside the headline (default 0)')
    .option('--exclude <columns...>', 'of the tasks table: tasks that one of them marks leave the contrast')
    .option('--sensitivity', 'fit the whole grid of specifications, leave-outs, adjusted gaps')
    .option(
      '--covariate <columns...>',
      'of the tasks table, to adjust for with --sensitivity (default: rejects_valid underspecified repo, where there)',
    )
    .option(
      '--flag-sensitivity <shares...>',
      'chance that a hackable task is flagged, one value or from and to',
    )
    .option(
      '--flag-specificity <shares...>',
      'chance that another task is not flagged, one value or from and to',
    )
    .option(
      '--flag-rounds <counts...>',
      'hackable tasks first found in each round of attack, from which the sensitivity is estimated',
    );
}

/** Text to options; only what was given. Ranges are checked by `resolveOptions`. */
export function analyzeOptions(flags: AnalyzeFlags): Partial<AnalyzeOptions> {
  const given = {
    measure: flags.measure,
    weights: flags.weights,
    variance: flags.variance,
    method: flags.method,
    test: flags.test,
    level: optionalNumber('--level', flags.level),
    permutations: optionalNumber('--permutations', flags.permutations),
    seed: optionalNumber('--seed', flags.seed),
    attempts: flags.attempts,
    moderators: flags.moderator,
    generalise: flags.generalise,
    missing: flags.missing,
    stratify: flags.strata === false ? false : undefined,
    crossed: flags.crossed === false ? false : undefined,
    resamples: optionalNumber('--resamples', flags.resamples),
    calibrate: optionalNumber('--calibrate', flags.calibrate),
    sensitivity: flags.sensitivity,
    exclude: flags.exclude,
    covariates: flags.covariate,
    flagSensitivity: range('--flag-sensitivity', flags.flagSensitivity),
    flagSpecificity: range('--flag-specificity', flags.flagSpecificity),
    flagRounds: flags.flagRounds?.map((text) => numberOf('--flag-rounds', text)),
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<AnalyzeOptions>;
}

/** One number, or from and to. */
function range(name: string, texts: readonly string[] | undefined): [number, number] | undefined {
  if (texts === undefined) return undefined;
  if (texts.length > 2) throw new InputError(`${name} takes one share, or from and to`);
  const [from, to] = texts.map((text) => numberOf(name, text));
  return [from, to ?? from];
}
