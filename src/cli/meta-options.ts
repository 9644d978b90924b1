/** The options of `passgap meta`, and what they ask for. */
import type { Command } from 'commander';
import { InputError, quoteValue } from '../errors.ts';
import type { MetaRequest } from '../meta/meta-analysis.ts';
import type { RCallInput } from '../meta/r-call.ts';
import type { RobustType } from '../meta/robust.ts';
import { TAU2_METHODS, type Tau2Method } from '../meta/tau2.ts';
import { MEAN_TESTS, type MeanTest, PREDICTION_DFS, type PredictionDf } from '../meta/types.ts';
import {
  type EffectColumns,
  type EffectSheet,
  type EffectsTable,
  freeColumn,
  textColumn,
} from '../read/effects-table.ts';

/** As commander hands them over. */
export interface MetaFlags {
  readonly yi?: string;
  readonly vi?: string;
  readonly se?: string;
  readonly ciLower?: string;
  readonly ciUpper?: string;
  readonly ciLevel?: string;
  readonly log?: boolean;
  readonly slab?: string;
  readonly weights?: string;
  readonly method?: string;
  readonly test?: string;
  readonly level?: string;
  readonly prediction?: string;
  readonly measure?: string;
  readonly mods?: string;
  readonly factors?: string;
  readonly tested?: string;
  readonly subgroup?: string;
  readonly cluster?: string;
  readonly robust?: string;
  readonly aggregate?: string;
  readonly diagnostics?: boolean;
  readonly order?: string;
  readonly gosh?: string;
  readonly smallStudy?: boolean;
  readonly permutations?: string;
  readonly seed?: string;
  readonly profile?: boolean;
  readonly r?: boolean;
  readonly json?: boolean;
  readonly report?: string;
}

const ROBUST_TYPES = ['CR0', 'CR1', 'CR2'] as const;

export function addMetaOptions(command: Command): Command {
  return command
    .option('--yi <column>', 'effects (default yi)')
    .option('--vi <column>', 'their sampling variances (default vi)')
    .option('--se <column>', 'standard errors instead of variances')
    .option('--ci-lower <column>', 'intervals instead of variances: lower bounds, with --ci-upper')
    .option('--ci-upper <column>', 'upper bounds')
    .option('--ci-level <percent>', 'level of these intervals (default 95)')
    .option('--log', 'yi and bounds are ratios: take their logs')
    .option('--slab <column>', 'labels of the rows (default: slab, study, model, label, name or id)')
    .option('--weights <column>', 'weights of method GENQ')
    .option('--method <name>', `tau2 by ${TAU2_METHODS.join(', ')} (default REML)`)
    .option('--test <name>', `test of the mean: ${MEAN_TESTS.join(', ')} (default knha)`)
    .option('--level <percent>', 'of every interval (default 95)')
    .option(
      '--prediction <df>',
      `prediction interval with ${PREDICTION_DFS.join(', ')} (default k-1; z with --test z)`,
    )
    .option('--measure <name>', 'what the effects are (RD, RR, OR, ...): RD adds a warning to --small-study')
    .option('--mods <a,b>', 'moderators: numeric columns, or factors where a cell is no number')
    .option('--factors <a,b>', 'moderators that are factors though they look like numbers')
    .option('--tested <a,b>', 'moderators to test by permutation while the others stay (default: all)')
    .option('--subgroup <column>', 'pool each group by itself, with separate and common tau2')
    .option('--cluster <column>', 'cluster-robust tests')
    .option('--robust <type>', `their variance: ${ROBUST_TYPES.join(', ')} (default CR2)`)
    .option('--aggregate <rho>', "pool each cluster's effects first, correlated by rho")
    .option('--diagnostics', 'leave-one-out, cumulative, influence, BLUPs')
    .option('--order <column>', 'order of the cumulative fit (default: of the file)')
    .option('--gosh <subsets>', 'fit all subsets of the rows, or this many drawn with the seed')
    .option('--small-study', 'Egger, Begg, trim and fill, fail-safe N')
    .option('--permutations <draws>', 'permutation tests: exact where listable, else this many draws')
    .option('--seed <n>', 'of every random draw (default 1)')
    .option('--profile', 'profile likelihood interval of tau2 (REML, or ML with --method ML)')
    .option('--r', 'print the R code that gives the same fit')
    .option('--json', 'print one JSON document');
}

export function effectColumns(flags: MetaFlags): EffectColumns {
  const { yi, vi, se, ciLower, ciUpper, slab, log } = flags;
  const ciLevel = numberFlag('--ci-level', flags.ciLevel);
  if (ciLevel !== undefined && !(ciLevel >= 1 && ciLevel < 100)) {
    throw new InputError(`--ci-level is ${ciLevel}: a percentage from 1 up to below 100 is allowed`);
  }
  return { yi, vi, se, ciLower, ciUpper, slab, log, ciLevel };
}

export function metaRequest(flags: MetaFlags, sheet: EffectSheet): MetaRequest {
  const column = (name: string | undefined) =>
    name === undefined ? undefined : { name, values: textColumn(sheet, name) };
  const { mods, factors, tested, subgroup, cluster, order } = flags;
  for (const [option, given, needed, has] of [
    ['--tested', tested, '--permutations', flags.permutations],
    ['--robust', flags.robust, '--cluster', cluster],
    ['--order', order, '--diagnostics or --report', flags.diagnostics ?? flags.report],
    ['--ci-level', flags.ciLevel, '--ci-lower', flags.ciLower],
  ] as const) {
    if (given !== undefined && has === undefined) {
      throw new InputError(`${option} does nothing without ${needed}: give that too`);
    }
  }
  const wanted = [...listOf(mods), ...listOf(factors).filter((name) => !listOf(mods).includes(name))];
  if (flags.aggregate !== undefined && cluster === undefined) {
    throw new InputError('--aggregate needs --cluster: the column that says which rows belong together');
  }
  if (flags.aggregate !== undefined && (wanted.length > 0 || subgroup !== undefined || order !== undefined)) {
    throw new InputError(
      '--aggregate makes one row a cluster: it cannot be combined with --mods, --subgroup or --order',
    );
  }
  if (flags.aggregate !== undefined && flags.weights !== undefined) {
    throw new InputError('--aggregate makes one row a cluster: it cannot be combined with --weights');
  }
  return {
    method: choice('--method', flags.method, TAU2_METHODS) as Tau2Method | undefined,
    test: choice('--test', flags.test, MEAN_TESTS) as MeanTest | undefined,
    level: numberFlag('--level', flags.level),
    predictionDf: choice('--prediction', flags.prediction, PREDICTION_DFS) as PredictionDf | undefined,
    measure: flags.measure,
    moderators: wanted.map((name) =>
      listOf(factors).includes(name)
        ? { name, values: textColumn(sheet, name), kind: 'factor' as const }
        : { name, values: freeColumn(sheet, name) },
    ),
    tested: tested === undefined ? undefined : listOf(tested),
    subgroup: column(subgroup),
    cluster: column(cluster),
    robustType: choice('--robust', flags.robust, ROBUST_TYPES) as RobustType | undefined,
    aggregateRho: numberFlag('--aggregate', flags.aggregate),
    diagnostics: flags.diagnostics,
    order: order === undefined ? undefined : { name: order, values: freeColumn(sheet, order) },
    gosh: countFlag('--gosh', flags.gosh),
    smallStudy: flags.smallStudy,
    permutations: countFlag('--permutations', flags.permutations),
    seed: countFlag('--seed', flags.seed),
    profile: flags.profile,
  };
}

export function rCallInput(
  file: string,
  flags: MetaFlags,
  { sheet }: EffectsTable,
  request: MetaRequest,
): RCallInput {
  const isJson = sheet.rows[0]?.place.row !== undefined;
  const hasYi = flags.yi !== undefined || sheet.columns.includes('yi');
  return {
    file: file === '-' ? 'stdin' : file,
    kind: isJson ? 'json' : /\.(tsv|tab)(\.gz)?$/i.test(file) ? 'tsv' : 'csv',
    yi: hasYi ? (flags.yi ?? 'yi') : null,
    vi: flags.vi ?? null,
    se: flags.se ?? null,
    ciLower: flags.ciLower ?? null,
    ciUpper: flags.ciUpper ?? null,
    ciLevel: numberFlag('--ci-level', flags.ciLevel) ?? 95,
    log: flags.log === true,
    slab: flags.slab ?? null,
    weights: flags.weights ?? null,
    method: request.method ?? 'REML',
    test: request.test ?? 'knha',
    level: request.level ?? 95,
    predictionDf: request.predictionDf ?? null,
    moderators: (request.moderators ?? []).map(({ name, values, kind }) => ({
      name,
      factor: kind === 'factor' || !Array.from(values).every((x) => x === null || typeof x === 'number'),
    })),
    subgroup: flags.subgroup ?? null,
    cluster: flags.aggregate === undefined ? (flags.cluster ?? null) : null,
    robustType: request.robustType ?? 'CR2',
  };
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function choice(option: string, value: string | undefined, allowed: readonly string[]): string | undefined {
  if (value !== undefined && !allowed.includes(value)) {
    throw new InputError(`${option} is ${quoteValue(value)}: one of ${allowed.join(', ')} is allowed`);
  }
  return value;
}

function numberFlag(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new InputError(`${option} is ${quoteValue(text)}: a number is allowed`);
  }
  return value;
}

function countFlag(option: string, text: string | undefined): number | undefined {
  const value = numberFlag(option, text);
  if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= 1e9)) {
    throw new InputError(`${option} is ${quoteValue(text)}: a whole number from 0 to 1e9 is allowed`);
  }
  return value;
}
