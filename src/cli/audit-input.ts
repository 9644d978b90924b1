/** Evidence files on a command line: which table each holds, and all of them as typed rows. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEvidence } from '../audit/all.ts';
import { ignoredColumns } from '../audit/evidence/messages.ts';
import { rawTable } from '../audit/evidence/raw.ts';
import {
  type EvidenceRows,
  recogniseTable,
  stemOf,
  TABLE_NAMES,
  TABLES,
  type TableName,
} from '../audit/evidence/registry.ts';
import { type EvidenceTable, readRows } from '../audit/evidence/table.ts';
import { InputError } from '../errors.ts';
import type { Leaderboard } from '../leaderboard/types.ts';
import { type InputSum, readLeaderboard } from '../read/leaderboard.ts';
import { readText } from '../read/text.ts';

export interface Source {
  readonly table: TableName | 'trajectories-after' | 'outcomes' | 'models' | 'flags';
  readonly file: string;
  readonly rows: number | null;
}

export interface ReadEvidence {
  readonly evidence: AuditEvidence;
  readonly sources: readonly Source[];
  readonly notes: readonly string[];
  /** Of the leaderboard's files. */
  readonly inputs?: readonly InputSum[];
}

type Rows = { [T in TableName]?: unknown[] };

/**
 * Reads files given as `FILE` or `table=FILE`; without a name the table is told by file name or columns. Several
 * files of one table are put together. `-` reads stdin.
 */
export function readEvidence(files: readonly string[], among: readonly TableName[]): ReadEvidence {
  const rows: Rows = {};
  const sources: Source[] = [];
  const notes: string[] = [];
  for (const given of files) {
    const [named, file] = splitName(given, among);
    const raw = rawTable(readText(file), file);
    const name = named ?? recogniseTable(file, raw.columns, among);
    const read = readRows(TABLES[name] as unknown as EvidenceTable, raw);
    rows[name] = [...(rows[name] ?? []), ...read.rows];
    sources.push({ table: name, file, rows: read.rows.length });
    if (read.ignored.length > 0) notes.push(`${file}: ${ignoredColumns(name, read.ignored)}`);
  }
  return { evidence: rows as EvidenceRows, sources, notes };
}

/** Rows of a second run of the monitor. */
export function readAfter(file: string): NonNullable<AuditEvidence['trajectoriesAfter']> {
  return readRows(TABLES.trajectories, rawTable(readText(file), file)).rows;
}

export async function readOutcomes(
  outcomes: readonly string[],
  models?: string,
  flags?: string,
): Promise<{ leaderboard: Leaderboard; notes: readonly string[]; inputs: readonly InputSum[] }> {
  const { leaderboard, notes, inputs } = await readLeaderboard({ outcomes, models, flags });
  return { leaderboard, notes, inputs };
}

/** What a folder of evidence may hold besides the tables of the parts. */
const AFTER = 'trajectories-after';

/** Finds every table in a folder by file name: `candidates.csv`, `outcomes.csv`, `trajectories-after.jsonl`, ... */
export async function readFolder(folder: string): Promise<ReadEvidence> {
  if (!existsSync(folder)) throw new InputError("can't be read: no such folder", { file: folder });
  if (!statSync(folder).isDirectory())
    throw new InputError("can't be read: it is no folder", { file: folder });
  const found = new Map<string, string>();
  const strangers: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    const stem = stemOf(file);
    const known = [...TABLE_NAMES, AFTER, 'outcomes', 'models', 'flags'].includes(stem) && stem !== file;
    if (!known) {
      if (!/^readme/i.test(file)) strangers.push(file);
      continue;
    }
    const earlier = found.get(stem);
    if (earlier !== undefined) {
      throw new InputError(`there is ${earlier} as well; allowed is one file a table`, {
        file: join(folder, file),
      });
    }
    found.set(stem, file);
  }
  const pathOf = (stem: string) => {
    const file = found.get(stem);
    return file === undefined ? undefined : join(folder, file);
  };
  const tables = TABLE_NAMES.flatMap((name) => {
    const path = pathOf(name);
    return path === undefined ? [] : [`${name}=${path}`];
  });
  const read = readEvidence(tables, TABLE_NAMES);
  const after = pathOf(AFTER);
  const outcomes = pathOf('outcomes');
  if (tables.length === 0 && outcomes === undefined) {
    throw new InputError(
      `holds no evidence; known files are ${[...TABLE_NAMES, AFTER, 'outcomes'].join(', ')} with .csv, .tsv, .jsonl or .json`,
      { file: folder },
    );
  }
  const board =
    outcomes === undefined ? null : await readOutcomes([outcomes], pathOf('models'), pathOf('flags'));
  const trajectoriesAfter = after === undefined ? undefined : readAfter(after);
  const more: Source[] = [];
  if (after !== undefined) more.push({ table: AFTER, file: after, rows: trajectoriesAfter?.length ?? 0 });
  if (outcomes !== undefined)
    more.push({ table: 'outcomes', file: outcomes, rows: board?.leaderboard.models.length ?? 0 });
  for (const table of ['models', 'flags'] as const) {
    const file = pathOf(table);
    if (file !== undefined && outcomes !== undefined) more.push({ table, file, rows: null });
  }
  const strange = strangers.length === 0 ? [] : [`${folder}: not used: ${strangers.join(', ')}`];
  return {
    evidence: { ...read.evidence, trajectoriesAfter, leaderboard: board?.leaderboard ?? null },
    sources: [...read.sources, ...more],
    notes: [...read.notes, ...(board?.notes ?? []), ...strange],
    inputs: board?.inputs ?? [],
  };
}

function splitName(given: string, among: readonly TableName[]): [TableName | null, string] {
  const cut = given.indexOf('=');
  if (cut < 0) return [null, given];
  const name = among.find((table) => table === given.slice(0, cut));
  if (name === undefined) {
    return existsSync(given) ? [null, given] : unknownName(given.slice(0, cut), among);
  }
  return [name, given.slice(cut + 1)];
}

function unknownName(name: string, among: readonly TableName[]): never {
  throw new InputError(`"${name}" is no table of this part; allowed are ${among.join(', ')}`);
}
