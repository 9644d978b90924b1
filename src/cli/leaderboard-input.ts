/** The inputs of a leaderboard on a command line, and the leaderboard that they make. */
import type { Command } from 'commander';
import { InputError } from '../errors.ts';

export interface LeaderboardFlags {
  readonly outcomes?: string[];
  readonly flags?: string;
  readonly tasks?: string;
  readonly models?: string;
  readonly from?: string;
  readonly format?: string;
}

/** Adds `--outcomes`, `--flags`, `--tasks`, `--models`, `--from` and `--format` to a command. */
export function addLeaderboardOptions(command: Command): Command {
  return command
    .option('--outcomes <paths...>', 'outcomes: tables, result files or folders; - reads stdin')
    .option('--flags <path>', 'which tasks are hackable: CSV task,status[,accepted] or task,flag')
    .option('--tasks <path>', 'the task list with strata: CSV task,stratum or task,difficulty')
    .option('--models <path>', 'CSV model[,date,family,attempts,...]')
    .option('--format <name>', 'of the outcomes, when it should not be told from the content')
    .option('--from <url>', 'outcomes in clickhouse://host/db/table or duckdb:GLOB');
}

export function requireOption<T>(value: T | undefined, name: string, what: string): T {
  if (value === undefined) throw new InputError(`${name} is missing: ${what}`);
  return value;
}
