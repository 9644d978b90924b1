/** The files as one table: which of its columns are ours, and of what type. */
import { InputError } from '../errors.ts';
import { missingColumn } from '../read/messages.ts';
import { checkMapping, resolveColumns } from './columns.ts';
import { type FileSet, headerOf } from './duckdb-files.ts';
import type { Dictionary } from './duckdb-ids.ts';
import type { DuckDbSession } from './duckdb-session.ts';
import { COUNT_TYPES, fileList, ID_TYPES, type RowSource, scanSql } from './duckdb-sql.ts';
import { badCountType, badIdType } from './messages.ts';
import { ENGINE_COLUMNS, type EngineColumns, type ResolvedColumns } from './types.ts';

export interface DuckDbSource extends RowSource {
  readonly set: FileSet;
  /** Columns as `scanSql` wants them. */
  readonly header: readonly string[];
}

/** @throws InputError on a missing column or one of a type that holds no ids or outcomes. */
export async function openSource(
  session: DuckDbSession,
  set: FileSet,
  mapping: EngineColumns,
): Promise<DuckDbSource> {
  const file = set.files[0];
  checkMapping(mapping, file);
  if (set.kind === 'parquet') return parquetSource(session, set, mapping);
  // Every record of JSON may lack a key, so what is there is known after a scan: `withoutEmptyColumns`.
  const header =
    set.kind === 'json'
      ? ENGINE_COLUMNS.map((ours) => mapping[ours] ?? ours)
      : await headerOf(set.files, set.kind === 'csv' ? ',' : '\t');
  const columns = resolveColumns(header, mapping, file);
  const scan = scanSql(set.kind, set.files, header);
  return { set, header, scan, columns, typeOf: () => 'VARCHAR', trims: false };
}

async function parquetSource(
  session: DuckDbSession,
  set: FileSet,
  mapping: EngineColumns,
): Promise<DuckDbSource> {
  const scan = scanSql('parquet', set.files, []);
  const described = await session.rows(`DESCRIBE SELECT * FROM ${scan}`);
  const types = new Map(described.map(([name, type]) => [String(name), String(type)]));
  const columns = resolveColumns([...types.keys()], mapping, set.files[0]);
  await checkEachFile(session, set, columns);
  const typeOf = (name: string) => types.get(name) ?? 'VARCHAR';
  for (const name of [columns.model, columns.task]) {
    if (!ID_TYPES.test(typeOf(name)))
      throw wrongType(set, name, badIdType(typeOf(name), 'text, whole numbers, UUID'));
  }
  for (const name of [columns.passed, columns.attempts]) {
    if (name !== null && !COUNT_TYPES.test(typeOf(name))) {
      throw wrongType(set, name, badCountType(typeOf(name), 'boolean, numbers, text'));
    }
  }
  return { set, header: [], scan, columns, typeOf, trims: false };
}

const wrongType = (set: FileSet, column: string, problem: string) =>
  new InputError(problem, { file: set.files[0], column });

/** DuckDB fills a column that one of the files lacks with nulls; here the three needed ones must be in each. */
async function checkEachFile(session: DuckDbSession, set: FileSet, columns: ResolvedColumns): Promise<void> {
  const rows = await session.rows(
    `SELECT file_name, list(name) FROM parquet_schema(${fileList(set.files)}) GROUP BY file_name`,
  );
  const names = new Map(rows.map(([file, found]) => [String(file), namesOf(found)]));
  for (const file of set.files) {
    const found = names.get(file) ?? [];
    for (const name of [columns.model, columns.task, columns.passed]) {
      if (!found.includes(name)) throw new InputError(missingColumn([name], found.slice(1)), { file });
    }
  }
}

function namesOf(value: unknown): string[] {
  return ((value as { items?: readonly unknown[] }).items ?? []).map(String);
}

/** A source that cuts blanks around ids, where ids have any and the files are delimited; else null. */
export function trimming(source: DuckDbSource, ids: Dictionary): DuckDbSource | null {
  const isDelimited = source.set.kind === 'csv' || source.set.kind === 'tsv';
  if (!isDelimited || source.trims) return null;
  const hasBlanks = [...ids.models, ...ids.tasks].some((id) => /^[ \t\n\r\f]|[ \t\n\r\f]$/.test(id));
  return hasBlanks ? { ...source, trims: true } : null;
}

/**
 * Leaves out optional columns without a single value.
 *
 * @throws InputError on JSON records of which none has a needed key, or one mapped by hand.
 */
export async function withoutEmptyColumns(
  session: DuckDbSession,
  source: DuckDbSource,
  ids: Dictionary,
  mapping: EngineColumns,
): Promise<DuckDbSource> {
  const { columns, set } = source;
  const { filled } = ids;
  if (set.kind === 'json' && ids.rows > 0) {
    const has = (list: readonly string[]) => list.some((id) => id !== '');
    const absent = [
      ...(has(ids.models) ? [] : [columns.model]),
      ...(has(ids.tasks) ? [] : [columns.task]),
      ...(filled.passed > 0 ? [] : [columns.passed]),
      ...(filled.attempts > 0 || mapping.attempts === undefined ? [] : [mapping.attempts]),
      ...(filled.run > 0 || mapping.run === undefined ? [] : [mapping.run]),
    ];
    if (absent.length > 0) {
      // A key whose every value is null is there all the same.
      const scan = `read_json(${fileList(set.files)}, union_by_name=true)`;
      const found = (await session.rows(`DESCRIBE SELECT * FROM ${scan}`)).map(([name]) => String(name));
      const missing = absent.filter((name) => !found.includes(name));
      if (missing.length > 0)
        throw new InputError(missingColumn([missing[0]], found), { file: set.files[0] });
    }
  }
  return {
    ...source,
    columns: {
      ...columns,
      attempts: filled.attempts > 0 ? columns.attempts : null,
      run: filled.run > 0 ? columns.run : null,
    },
  };
}
