/** The inputs of a leaderboard on a command line, and the leaderboard that they make. */
import type { Command } from 'commander';
import { InputError } from '../errors.ts';
import { type ReadRequest, type ReadResult, readLeaderboard, readWithTables } from '../read/leaderboard.ts';
import { note } from './output.ts';
import { addReadOptions, mappingText, type ReadFlags, readChoices } from './read-options.ts';

/** The tables beside the outcomes, and how to read. */
export interface TableFlags extends ReadFlags {
  readonly flags?: string;
  readonly tasks?: string;
  readonly models?: string;
  readonly format?: string;
}

export interface LeaderboardFlags extends TableFlags {
  readonly outcomes?: string[];
  readonly explain?: boolean;
  readonly from?: string;
  readonly repeats?: string;
}

/** Adds `--flags`, `--tasks`, `--models`, `--format` and the options of reading. */
export function addTableOptions(command: Command): Command {
  command
    .option('--flags <path>', 'which tasks are hackable: CSV task,status[,accepted] or task,flag')
    .option('--tasks <path>', 'the task list with strata: CSV task,stratum or task,difficulty')
    .option('--models <path>', 'CSV model[,date,family,attempts,...]')
    .option('--format <name>', 'of the outcomes, when it should not be told from the content');
  return addReadOptions(command);
}

/** What those options ask for. */
export const tableRequest = (flags: TableFlags): Omit<ReadRequest, 'outcomes'> => ({
  flags: flags.flags,
  tasks: flags.tasks,
  models: flags.models,
  format: flags.format,
  choices: readChoices(flags),
});

/** Adds `--outcomes`, `--flags`, `--tasks`, `--models`, `--format`, `--explain` and the options of reading. */
export function addLeaderboardOptions(command: Command): Command {
  command.option('--outcomes <paths...>', 'outcomes: tables, result files or folders; - reads stdin');
  return addTableOptions(command)
    .option(
      '--from <source>',
      'outcomes in duckdb:GLOB or clickhouse://host:port/database/table, aggregated there',
    )
    .option(
      '--repeats <policy>',
      'of one model and task in --from: error, or attempts to add them up (default error)',
    )
    .option('--explain', 'print on stderr what every status word was taken for');
}

/** Reads what the flags name, from files or from an engine; says on stderr what was recognised. */
export async function loadLeaderboard(flags: LeaderboardFlags): Promise<ReadResult> {
  const request = tableRequest(flags);
  if (flags.repeats !== undefined && flags.from === undefined) {
    throw new InputError('--repeats does nothing without --from: give that too');
  }
  const read =
    flags.from === undefined
      ? await readLeaderboard({
          ...request,
          outcomes: requireOption(flags.outcomes, '--outcomes', 'give a table, a result file or a folder'),
        })
      : await readEngine(flags.from, flags, request);
  note(read.recognised);
  if (flags.explain) note(mappingText(read.mapping));
  return read;
}

async function readEngine(
  source: string,
  flags: LeaderboardFlags,
  request: Omit<ReadRequest, 'outcomes'>,
): Promise<ReadResult> {
  if (flags.outcomes !== undefined) throw new InputError('give --outcomes or --from, not both');
  const repeats = flags.repeats ?? 'error';
  if (repeats !== 'error' && repeats !== 'attempts') {
    throw new InputError(`--repeats ${repeats}: allowed are error, attempts`);
  }
  const idle = [...Object.keys(request.choices ?? {}), ...(request.format == null ? [] : ['format'])].find(
    (name) => name !== 'columns',
  );
  if (idle !== undefined) {
    const option = idle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new InputError(`--${option} has no meaning with --from, which takes 0, 1, booleans and k of n`);
  }
  const { readFromEngine } = await import('../engine/read-from-engine.ts');
  return readWithTables(request, (tasks) =>
    readFromEngine(source, request.choices?.columns ?? {}, { tasks, repeats }),
  );
}

export function requireOption<T>(value: T | undefined, name: string, what: string): T {
  if (value === undefined) throw new InputError(`${name} is missing: ${what}`);
  return value;
}
