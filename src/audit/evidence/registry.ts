/** Every evidence table by name, which part takes which, and how a file is recognised. */
import type { z } from 'zod';
import { InputError } from '../../errors.ts';
import { judgementsTable } from '../eqs/tables.ts';
import { gateTable } from '../gate/tables.ts';
import { candidatesTable, tasksTable } from '../hackability/tables.ts';
import { feedbackTable, ratingsTable, scoresTable } from '../judges/tables.ts';
import { trajectoriesTable } from '../monitor/tables.ts';
import { rewardTable, strategiesTable } from '../reward/tables.ts';
import type { PartName } from '../types.ts';
import { patchesTable, verifiersTable } from '../verifiers/tables.ts';
import { ambiguousTable, unknownTable } from './messages.ts';
import { columnsOf, type EvidenceTable, type Placed } from './table.ts';

export const TABLES = {
  candidates: candidatesTable,
  tasks: tasksTable,
  verifiers: verifiersTable,
  patches: patchesTable,
  judgements: judgementsTable,
  gate: gateTable,
  trajectories: trajectoriesTable,
  ratings: ratingsTable,
  scores: scoresTable,
  feedback: feedbackTable,
  reward: rewardTable,
  strategies: strategiesTable,
} as const;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export type RowOf<T extends TableName> = z.output<(typeof TABLES)[T]['row']>;

/** Rows by table; only what is there. */
export type EvidenceRows = { readonly [T in TableName]?: readonly Placed<RowOf<T>>[] };

export interface PartTables {
  readonly summary: string;
  /** One of these must be there. */
  readonly needs: readonly TableName[];
  /** These add to it. */
  readonly takes: readonly TableName[];
  /** Does it use outcomes of models on tasks? */
  readonly leaderboard: boolean;
}

export const PARTS: Readonly<Record<PartName, PartTables>> = {
  hackability: {
    summary: 'how many tasks accept a wrong patch, from attack candidates; writes flags for analyze',
    needs: ['candidates'],
    takes: ['tasks'],
    leaderboard: false,
  },
  eqs: {
    summary: 'quality score of every task and KEEP, FIX or DROP',
    needs: ['candidates', 'verifiers', 'judgements'],
    takes: [],
    leaderboard: true,
  },
  gate: {
    summary: 'proposed tests: how many are broken, how many tasks the repair loop mends',
    needs: ['gate'],
    takes: [],
    leaderboard: false,
  },
  verifiers: {
    summary: 'what tests can tell, and Best@k of selecting patches by tests, by a judge and by both',
    needs: ['verifiers', 'patches'],
    takes: [],
    leaderboard: false,
  },
  monitor: {
    summary: 'clean and hacked passes under a behaviour monitor, patterns, before against after',
    needs: ['trajectories'],
    takes: [],
    leaderboard: false,
  },
  judges: {
    summary: 'judges against the truth and each other: verdicts, scores, feedback labels',
    needs: ['ratings', 'scores', 'feedback'],
    takes: [],
    leaderboard: false,
  },
  reward: {
    summary: 'similarity and outcome rewards, advantages, and what partial credit rewards',
    needs: ['reward', 'strategies'],
    takes: [],
    leaderboard: false,
  },
};

/**
 * Which table a file holds: by its name (`candidates.csv`), else by its columns (of the tables whose required
 * columns are all there, the one with most of them).
 *
 * @throws InputError when no table fits, or two fit equally well.
 */
export function recogniseTable(
  file: string,
  columns: readonly string[],
  among: readonly TableName[],
): TableName {
  const stem = stemOf(file);
  const named = among.find((name) => name === stem);
  if (named !== undefined) return named;
  const fitting = among
    .map((name) => ({ name, required: requiredOf(name) }))
    .filter(({ required }) => required.every((column) => columns.includes(column)))
    .sort((a, b) => b.required.length - a.required.length);
  if (fitting.length === 0) throw new InputError(unknownTable(among, columns), { file });
  const [best, second] = fitting;
  if (second !== undefined && second.required.length === best.required.length) {
    throw new InputError(ambiguousTable(best.name, second.name), { file });
  }
  return best.name;
}

/** `dir/candidates.csv.gz` is `candidates`. */
export function stemOf(file: string): string {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return base.replace(/\.gz$/i, '').replace(/\.(csv|tsv|tab|jsonl|ndjson|json)$/i, '');
}

function requiredOf(name: TableName): string[] {
  const table = TABLES[name] as unknown as EvidenceTable;
  return columnsOf(table)
    .filter((column) => column.required)
    .map((column) => column.name);
}
