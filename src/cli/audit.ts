/** `passgap audit PART FILE...`, `passgap audit all DIR` and `passgap audit schema [PART]`. */
import { Command } from 'commander';
import { type AuditAll, type AuditAllOptions, auditAll, type PartResults, runPart } from '../audit/all.ts';
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, type EqsWeights, type Thresholds } from '../audit/eqs/score.ts';
import { PARTS } from '../audit/evidence/registry.ts';
import { partSchema, schemaText } from '../audit/evidence/schema-text.ts';
import { flagRows } from '../audit/hackability/hackability.ts';
import { breakEven } from '../audit/reward/break-even.ts';
import { PART_NAMES, type PartName } from '../audit/types.ts';
import { partView } from '../audit/view/index.ts';
import { InputError, quoteValue } from '../errors.ts';
import type { MeanTest, Tau2Method } from '../meta/types.ts';
import { csvOf } from '../read/tidy.ts';
import { readAfter, readEvidence, readFolder, readOutcomes } from './audit-input.ts';
import { auditText, viewText } from './audit-text.ts';
import { longWork } from './long-work.ts';
import { numberOf, optionalNumber } from './numbers.ts';
import { note, printJson, printResult, writeWhole } from './output.ts';

interface Flags {
  readonly json?: boolean;
  readonly level?: string;
  readonly seed?: string;
  readonly flagsOut?: string;
  readonly outcomes?: string[];
  readonly weights?: string;
  readonly keep?: string;
  readonly drop?: string;
  readonly draws?: string;
  readonly k?: string;
  readonly hybridTop?: string;
  readonly after?: string;
  readonly method?: string;
  readonly test?: string;
  readonly positive?: string;
  readonly order?: string;
  readonly thresholds?: string;
  readonly autojunk?: boolean;
  readonly honestFail?: string;
  readonly patchUp?: string;
  readonly report?: string;
  readonly permutations?: string;
  readonly crossed?: boolean;
}

export interface AuditHooks {
  /** Makes the page of `audit all --report`. */
  readonly reportHtml?: (audit: AuditAll) => Promise<string>;
}

export function auditCommand(hooks: AuditHooks = {}): Command {
  const audit = new Command('audit').description(
    'from raw evidence to rates, scores and flags: hackability, EQS, gates, verifiers, monitors, judges, rewards',
  );
  for (const part of PART_NAMES) audit.addCommand(partCommand(part));
  audit.addCommand(allCommand(hooks));
  audit.addCommand(schemaCommand());
  audit.addHelpText(
    'after',
    '\nExample:\n  $ passgap audit hackability candidates.csv --flags-out flags.csv',
  );
  return audit;
}

function partCommand(part: PartName): Command {
  const { summary, needs, takes } = PARTS[part];
  const command = new Command(part)
    .description(summary)
    .argument(
      part === 'reward' ? '[files...]' : '<files...>',
      `tables ${[...needs, ...takes].join(', ')}: FILE or table=FILE`,
    );
  addCommon(command);
  addOwn[part](command);
  command.addHelpText('after', `\nExample:\n  $ passgap audit ${part} ${EXAMPLES[part]}`);
  return command.action(async (files: string[], flags: Flags) => {
    if (part === 'reward' && files.length === 0) return printBreakEven(flags);
    const read = readEvidence(files, [...needs, ...takes]);
    const board = flags.outcomes === undefined ? null : await readOutcomes(flags.outcomes);
    const evidence = {
      ...read.evidence,
      leaderboard: board?.leaderboard ?? null,
      trajectoriesAfter: flags.after === undefined ? undefined : readAfter(flags.after),
    };
    const { result, reason } = runPart(part, evidence, optionsOf(flags));
    if (result === null) {
      const taken = read.sources.map(({ file, table }) => `${file} was taken for ${table}`).join(', ');
      throw new InputError(
        `${part} can't run: ${reason} (${taken}; passgap audit schema ${part} shows the columns of each)`,
      );
    }
    if (flags.flagsOut !== undefined) writeFlags(flags.flagsOut, result as PartResults['hackability']);
    for (const text of [...read.notes, ...(board?.notes ?? [])]) note(text);
    if (flags.json === true) printJson(result);
    else printResult(viewText(partView(part, result)));
  });
}

/** Run as they stand in data/examples/audit. */
const EXAMPLES: { readonly [P in PartName]: string } = {
  hackability: 'candidates.csv tasks.csv --flags-out flags.csv',
  eqs: 'candidates.csv verifiers.csv judgements.csv --outcomes outcomes.csv',
  gate: 'gate.csv',
  verifiers: 'verifiers.csv patches.csv',
  monitor: 'trajectories.csv --after trajectories-after.csv',
  judges: 'ratings.csv scores.csv feedback.csv',
  reward: 'reward.csv strategies.csv',
};

const addOwn: { readonly [P in PartName]: (command: Command) => Command } = {
  hackability: (command) =>
    command.option('-o, --flags-out <file>', 'write task,status,accepted for analyze --flags'),
  eqs: (command) =>
    command
      .option(
        '--outcomes <paths...>',
        'outcomes of models on the tasks, for D; any format that analyze reads',
      )
      .option(
        '--weights <V,H,F1,D>',
        `weights of V, 1 - H, F1 and D (default ${Object.values(DEFAULT_WEIGHTS).join(',')})`,
      )
      .option('--keep <x>', `KEEP above (default ${DEFAULT_THRESHOLDS.keepAbove})`)
      .option('--drop <x>', `DROP below (default ${DEFAULT_THRESHOLDS.dropBelow})`)
      .option('--draws <n>', 'bootstrap draws a task (default 1000)'),
  gate: (command) => command,
  verifiers: (command) =>
    command
      .option('--k <list>', 'k of the curves, as in 1,2,4,8 (default: doubling up to the most patches)')
      .option(
        '--hybrid-top <n>',
        'patches that the execution-free score lets through (default: half, rounded up)',
      )
      .option('--draws <n>', 'random subsets where there are more than 2000 (default 1000)'),
  monitor: (command) =>
    command
      .option('--after <file>', 'a later run, compared pair by pair')
      .option('--method <name>', 'tau2 of the meta-analysis over models (default REML)')
      .option('--test <name>', 'z, knha or adhoc (default knha)'),
  judges: (command) =>
    command
      .option('--positive <words>', 'words that count as a positive verdict, as in good,correct')
      .option('--order <words>', 'ratings that are words, from lowest to highest')
      .option('--thresholds <list>', 'of the score (default: tenths, or deciles outside 0..1)'),
  reward: (command) =>
    command
      .option('--autojunk', "difflib's heuristic for long texts (default off, as in SWE-RL)")
      .option('--honest-fail <x>', 'without files: what a failed honest attempt earns')
      .option('--patch-up <x>', 'without files: what a patch-up earns'),
};

function allCommand(hooks: AuditHooks): Command {
  const command = new Command('all')
    .description('every part that a folder has the evidence for, then the analysis of its outcomes')
    .argument('<folder>', 'with candidates.csv, verifiers.csv, trajectories.csv, outcomes.csv, ...')
    .option('--report <file>', 'write one HTML page')
    .option('-o, --flags-out <file>', 'write task,status,accepted for analyze --flags')
    .option('--permutations <n>', 'draws of the permutation test of the analysis, 0 for none (default 10000)')
    .option('--no-crossed', 'leave the crossed logistic model of the analysis out')
    .addHelpText('after', '\nExample:\n  $ passgap audit all data/examples/audit --report audit.html');
  return addCommon(command).action(async (folder: string, flags: Flags) => {
    const { evidence, sources, notes, inputs } = await readFolder(folder);
    const options = { ...optionsOf(flags), labels: { provenance: { inputs, notes } } };
    const audit = await longWork((runtime) => auditAll(evidence, options, runtime));
    const page = flags.report === undefined ? null : await (hooks.reportHtml ?? defaultPage)(audit);
    if (flags.flagsOut !== undefined) {
      const { hackability } = audit.parts;
      if (hackability === null) throw new InputError('--flags-out needs candidates');
      writeFlags(flags.flagsOut, hackability);
    }
    if (flags.report !== undefined && page !== null) writeWhole(flags.report, page);
    for (const text of notes) note(text);
    if (flags.json === true) printJson({ ...audit, sources });
    else printResult(auditText(audit, sources));
    if (flags.report !== undefined) note(`wrote ${flags.report}`);
  });
}

/** Vega and the page are loaded only where a page is wanted. */
async function defaultPage(audit: AuditAll): Promise<string> {
  const { auditPage } = await import('./audit-report.ts');
  return auditPage(audit);
}

function schemaCommand(): Command {
  return new Command('schema')
    .description('the tables of a part: columns, what is allowed, and an example in CSV and JSONL')
    .argument('[part]', PART_NAMES.join(', '))
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ passgap audit schema hackability')
    .action((name: string | undefined, flags: Flags) => {
      const parts = name === undefined ? PART_NAMES : [partNamed(name)];
      if (flags.json === true) printJson(Object.fromEntries(parts.map((part) => [part, partSchema(part)])));
      else printResult(parts.map(schemaText).join('\n\n\n'));
    });
}

function partNamed(name: string): PartName {
  const part = PART_NAMES.find((known) => known === name);
  if (part === undefined) {
    throw new InputError(`${quoteValue(name)} is no part of the audit; allowed are ${PART_NAMES.join(', ')}`);
  }
  return part;
}

function addCommon(command: Command): Command {
  return command
    .option('--json', 'print one JSON document instead of tables')
    .option('--level <percent>', 'of every interval (default 95)')
    .option('--seed <n>', 'of every random draw (default 1)');
}

function printBreakEven({ honestFail, patchUp, json }: Flags): void {
  if (honestFail === undefined || patchUp === undefined) {
    throw new InputError('reward needs files, or --honest-fail and --patch-up for the break-even alone');
  }
  const result = breakEven({
    honestFail: numberOf('--honest-fail', honestFail),
    patchUp: numberOf('--patch-up', patchUp),
  });
  if (json === true) printJson(result);
  else if (result.breakEven === null) printResult(`No break-even: ${result.reason}.`);
  else printResult(`Honesty pays more above a success rate of ${Number(result.breakEven.toPrecision(12))}.`);
}

function writeFlags(file: string, result: PartResults['hackability']): void {
  const rows = flagRows(result).map(({ task, status, accepted }) => [task, status, accepted]);
  writeWhole(file, csvOf(['task', 'status', 'accepted'], rows));
}

/** Only what was given; ranges are checked where the options are used. */
function optionsOf(flags: Flags): AuditAllOptions {
  const words = (text: string | undefined) => text?.split(',').map((word) => word.trim());
  const numbers = (name: string, text: string | undefined) =>
    words(text)?.map((word) => numberOf(name, word));
  const draws = wholeOf('--draws', flags.draws);
  const ks = words(flags.k)?.map((word) => wholeOf('--k', word) as number);
  return {
    level: optionalNumber('--level', flags.level),
    seed: optionalNumber('--seed', flags.seed),
    eqs: defined({ draws, weights: weightsOf(flags.weights), thresholds: thresholdsOf(flags) }),
    verifiers: defined({ draws, ks, hybridTop: wholeOf('--hybrid-top', flags.hybridTop) }),
    monitor: defined({
      method: flags.method as Tau2Method | undefined,
      test: flags.test as MeanTest | undefined,
    }),
    judges: defined({
      positive: words(flags.positive),
      order: words(flags.order),
      thresholds: numbers('--thresholds', flags.thresholds),
    }),
    reward: defined({ autojunk: flags.autojunk }),
    analysis: defined({
      permutations: optionalNumber('--permutations', flags.permutations),
      crossed: flags.crossed === false ? false : undefined,
    }),
  };
}

/** Without the entries that are undefined, so that they don't cover defaults. */
function defined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

function weightsOf(text: string | undefined): EqsWeights | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => numberOf('--weights', part));
  if (parts.length !== 4) {
    throw new InputError(
      `--weights ${quoteValue(text)} is not allowed; allowed are four numbers V,H,F1,D that sum to 1`,
    );
  }
  const [V, H, F1, D] = parts;
  return { V, H, F1, D };
}

function thresholdsOf({ keep, drop }: Flags): Thresholds | undefined {
  if (keep === undefined && drop === undefined) return undefined;
  return {
    keepAbove: keep === undefined ? DEFAULT_THRESHOLDS.keepAbove : numberOf('--keep', keep),
    dropBelow: drop === undefined ? DEFAULT_THRESHOLDS.dropBelow : numberOf('--drop', drop),
  };
}

function wholeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const n = numberOf(name, text);
  if (Number.isSafeInteger(n) && n >= 1) return n;
  throw new InputError(`${name} ${quoteValue(text)} is not allowed; allowed is a whole number from 1`);
}
