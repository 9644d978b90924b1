/** The data that come with passgap: real outcomes of SWE-bench Verified, open flag sets, published figures. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InputError } from '../errors.ts';
import type { Leaderboard } from '../leaderboard/types.ts';
import { parseTable } from '../read/csv.ts';
import { joinLeaderboard, type LeaderboardParts } from '../read/join.ts';
import { outcomesFromTable } from '../read/outcomes.ts';
import { flagsFromTable, modelsFromTable, tasksFromTable } from '../read/tables.ts';

/** Flag sets over the 500 tasks of SWE-bench Verified; see data/README.md for what each is. */
export const FLAG_SETS = ['utboost', 'tripwire-anchor', 'tripwire-accepted'] as const;
export type FlagSet = (typeof FLAG_SETS)[number];

const DATA = new URL('../../data/', import.meta.url);
const BENCHMARK = 'swe-bench-verified';

/**
 * The 134 x 500 outcomes joined with tasks, models and one flag set.
 *
 * @throws InputError when a file's sha256 is not that of data/SHA256SUMS
 * @example embeddedLeaderboard('utboost').tasks.filter(({ status }) => status === 'hackable').length // 26
 */
export function embeddedLeaderboard(flags: FlagSet): Leaderboard {
  parts ??= {
    outcomes: outcomesFromTable(table('outcomes.csv')),
    tasks: tasksFromTable(table('tasks.csv')),
    models: modelsFromTable(table('models.csv')),
  };
  return joinLeaderboard({ ...parts, flags: flagsFromTable(table(`flags/${flags}.csv`)) });
}

/** What all flag sets share, read once a process. */
let parts: Omit<LeaderboardParts, 'flags'> | null = null;

const table = (name: string) => parseTable(embeddedText(`${BENCHMARK}/${name}`), `data/${BENCHMARK}/${name}`);

/**
 * Text of a file under data/, after its sha256 has been checked against data/SHA256SUMS.
 *
 * @throws InputError when the sum differs: the figures of a changed file would be nobody's.
 */
export function embeddedText(name: string): string {
  const bytes = readFileSync(new URL(name, DATA));
  const found = createHash('sha256').update(bytes).digest('hex');
  const wanted = sums().get(name);
  if (found !== wanted) {
    const problem = `the sha256 is ${found}, data/SHA256SUMS says ${wanted ?? 'nothing of this file'}`;
    throw new InputError(problem, { file: `data/${name}` });
  }
  return bytes.toString('utf8');
}

/** Role, source and sum of each embedded file behind a flag set. */
export function embeddedInputs(flags: FlagSet) {
  const files = {
    outcomes: 'outcomes.csv',
    tasks: 'tasks.csv',
    models: 'models.csv',
    flags: `flags/${flags}.csv`,
  };
  return Object.entries(files).map(([role, file]) => {
    const name = `${BENCHMARK}/${file}`;
    return { role, source: `data/${name}`, sha256: sums().get(name) ?? null };
  });
}

/** File name of embedded data on this machine. */
export const embeddedPath = (name: string): string => fileURLToPath(new URL(name, DATA));

function sums(): Map<string, string> {
  const lines = readFileSync(new URL('SHA256SUMS', DATA), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
