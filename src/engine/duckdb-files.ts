/** The files that a glob stands for, what kind of table they are, and how DuckDB is told to read them. */
import { existsSync, statSync } from 'node:fs';
import { InputError } from '../errors.ts';
import { compareCodePoints } from '../leaderboard/order.ts';
import { headOf, streamOf } from '../read/bytes.ts';
import { parseTable } from '../read/csv.ts';
import { diskFile } from '../read/source.ts';
import type { DuckDbSession } from './duckdb-session.ts';
import {
  isFolder,
  longHeader,
  mixedKinds,
  noFiles,
  onlyLocal,
  otherHeader,
  unknownExtension,
} from './messages.ts';

export type FileKind = 'csv' | 'tsv' | 'json' | 'parquet';

const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/\.csv(\.gz)?$/i, 'csv'],
  [/\.(tsv|tab)(\.gz)?$/i, 'tsv'],
  [/\.(jsonl|ndjson|json)(\.gz)?$/i, 'json'],
  [/\.(parquet|pq)$/i, 'parquet'],
];

/** Bytes within which a header must end. */
const HEADER_LIMIT = 1 << 20;

export interface FileSet {
  /** Sorted by their bytes. */
  readonly files: readonly string[];
  readonly kind: FileKind;
}

/**
 * Files of a glob (`*`, `?`, `[ab]`, `**`), all of one kind. A file whose very name is the glob is that file.
 *
 * @throws InputError when nothing matches, on a folder, an address, an unknown or a second kind of file.
 */
export async function listFiles(session: DuckDbSession, glob: string): Promise<FileSet> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(glob)) throw new InputError(onlyLocal(), { file: glob });
  const files = existsSync(glob) ? [glob] : await globbed(session, glob);
  if (files.length === 0) throw new InputError(noFiles(), { file: glob });
  const kind = kindOf(files[0]);
  for (const file of files) {
    const other = kindOf(file);
    if (other !== kind) throw new InputError(mixedKinds(files[0], kind, other), { file });
  }
  return { files, kind };
}

/**
 * DuckDB reads a gzip that was cut short, or whose sum is wrong, as far as it goes and says nothing; so packed files
 * are unpacked once beforehand.
 *
 * @throws InputError on a broken gzip.
 */
export async function checkPacked(set: FileSet): Promise<void> {
  for (const file of set.files) {
    if (!/\.gz$/i.test(file)) continue;
    for await (const _ of await streamOf(diskFile(file, [file])));
  }
}

async function globbed(session: DuckDbSession, glob: string): Promise<string[]> {
  const rows = await session.rows('SELECT file FROM glob($1)', [glob]);
  return rows.map(([file]) => String(file)).sort(compareCodePoints);
}

function kindOf(file: string): FileKind {
  if (statSync(file).isDirectory()) throw new InputError(isFolder(), { file });
  const found = KINDS.find(([pattern]) => pattern.test(file));
  if (found === undefined) throw new InputError(unknownExtension(), { file });
  return found[1];
}

/**
 * Column names of delimited files, which must all have the same header.
 *
 * @throws InputError on an empty file, an empty or repeated name, a header that differs from the first file's.
 */
export async function headerOf(files: readonly string[], delimiter: string): Promise<readonly string[]> {
  let columns: readonly string[] | null = null;
  for (const file of files) {
    const found = parseTable(await firstLine(file), file, delimiter).columns;
    columns ??= found;
    if (found.length !== columns.length || found.some((name, i) => name !== columns?.[i])) {
      throw new InputError(otherHeader(files[0]), { file });
    }
  }
  return columns ?? [];
}

async function firstLine(file: string): Promise<string> {
  const head = (await headOf(diskFile(file, [file]), HEADER_LIMIT)).toString('utf8');
  const end = head.indexOf('\n');
  if (end < 0 && head.length >= HEADER_LIMIT) throw new InputError(longHeader(HEADER_LIMIT), { file });
  return end < 0 ? head : head.slice(0, end);
}
