/**
 * The SQL for DuckDB. A row becomes (model, task[, run], k passes, n attempts) with n = 0 for a missing outcome and
 * n = -1 for what is no outcome; the rules are those of the file readers.
 */
import type { FileKind } from './duckdb-files.ts';
import type { ResolvedColumns } from './types.ts';

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A list of files by their very names: characters that a glob would expand stand in brackets. */
export const fileList = (files: readonly string[]) =>
  `[${files.map((file) => literal(file.replace(/[*?[]/g, '[$&]'))).join(', ')}]`;

/** Space, tab, line ends and form feed: what the CSV reader cuts off around a cell. */
const trimmed = (sql: string) => `trim(${sql}, E' \\t\\n\\r\\f')`;

/** The table function that reads files; `columns` are the header of delimited files or the keys of JSON records. */
export function scanSql(kind: FileKind, files: readonly string[], columns: readonly string[]): string {
  const list = fileList(files);
  const texts = `{${columns.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')}}`;
  if (kind === 'parquet') return `read_parquet(${list}, union_by_name=true, binary_as_string=true)`;
  if (kind === 'json') return `read_json(${list}, format='auto', columns=${texts})`;
  const delimiter = kind === 'csv' ? `','` : `E'\\t'`;
  return (
    `read_csv(${list}, auto_detect=false, header=true, columns=${texts}, delim=${delimiter}, quote='"', ` +
    `escape='"', comment='', null_padding=false, strict_mode=true)`
  );
}

export interface RowSource {
  /** Table function over all files. */
  readonly scan: string;
  readonly columns: ResolvedColumns;
  /** DuckDB's type of a column. */
  readonly typeOf: (name: string) => string;
  /** Blanks stand around ids and are to be cut off (delimited files). */
  readonly trims: boolean;
}

export const ID_TYPES = /^(VARCHAR|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|UUID|ENUM\(.*\))$/;
export const COUNT_TYPES =
  /^(VARCHAR|BOOLEAN|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\))$/;

export function idSql(source: RowSource, name: string): string {
  const column = identifier(name);
  const text = source.typeOf(name) === 'VARCHAR' ? column : `CAST(${column} AS VARCHAR)`;
  return source.trims ? trimmed(text) : text;
}

/** `m, t[, r], k, n` of every row; models and tasks by their codes. */
export function rowSql(source: RowSource): string {
  const { columns, scan } = source;
  const { k, n } = countsSql(source);
  const run = columns.run === null ? '' : `coalesce(${idSql(source, columns.run)}, '') AS r, `;
  const code = (name: string, type: string) =>
    `CAST(enum_code(CAST(${idSql(source, name)} AS ${type})) AS INTEGER)`;
  return (
    `SELECT ${code(columns.model, 'passgap_model')} AS m, ${code(columns.task, 'passgap_task')} AS t, ${run}` +
    `${k} AS k, ${n} AS n FROM ${scan}`
  );
}

/** k and n of a row. */
export function countsSql(source: RowSource): { readonly k: string; readonly n: string } {
  const { passed, attempts } = source.columns;
  const names = attempts === null ? [passed] : [passed, attempts];
  if (names.some((name) => source.typeOf(name) === 'VARCHAR')) return textCounts(source);
  const number = (name: string) =>
    `CAST(${source.typeOf(name) === 'BOOLEAN' ? `CAST(${identifier(name)} AS INTEGER)` : identifier(name)} AS DOUBLE)`;
  const k = number(passed);
  const n = attempts === null ? '1e0' : `coalesce(${number(attempts)}, 1e0)`;
  const isSound = `${k} >= 0 AND ${k} <= ${n} AND ${k} = floor(${k}) AND ${n} = floor(${n}) AND ${n} < 1e15`;
  return {
    k: `coalesce(${k}, 0e0)`,
    n: `CASE WHEN ${identifier(passed)} IS NULL THEN 0e0 WHEN ${isSound} THEN ${n} ELSE -1e0 END`,
  };
}

function textCounts(source: RowSource) {
  const { passed, attempts } = source.columns;
  const raw = (name: string) => {
    const column = identifier(name);
    return source.typeOf(name) === 'VARCHAR' ? column : `CAST(${column} AS VARCHAR)`;
  };
  const cell = cellSql(raw(passed));
  if (attempts === null) return cell;
  const k = wholeSql(raw(passed));
  const n = wholeSql(raw(attempts));
  const alone = `coalesce(${trimmed(raw(attempts))}, '') = ''`;
  const isMissing = `coalesce(${trimmed(raw(passed))}, '') = ''`;
  return {
    k: `CASE WHEN ${alone} THEN ${cell.k} ELSE ${k} END`,
    n: `CASE WHEN ${alone} THEN ${cell.n} WHEN ${isMissing} THEN 0e0 WHEN ${k} >= 0 AND ${n} >= 0 AND ${k} <= ${n} THEN ${n} ELSE -1e0 END`,
  };
}

/**
 * A cell that stands alone: 0, 1, true, false, k/n or empty. The two plain spellings are told first. Lists of more than
 * five would be made a join of all rows.
 */
function cellSql(raw: string) {
  const text = `lower(${trimmed(raw)})`;
  const part = (i: number) => `CAST(split_part(${text}, '/', ${i}) AS DOUBLE)`;
  const isRatio = `regexp_full_match(${text}, '[0-9]{1,15}/[0-9]{1,15}')`;
  return {
    k: `CASE WHEN ${raw} = '0' THEN 0e0 WHEN ${raw} = '1' THEN 1e0 WHEN ${text} IN ('1', '1.0', 'true') THEN 1e0 WHEN ${isRatio} THEN ${part(1)} ELSE 0e0 END`,
    n:
      `CASE WHEN ${raw} = '0' OR ${raw} = '1' THEN 1e0 WHEN coalesce(${text}, '') = '' THEN 0e0 ` +
      `WHEN ${text} IN ('0', '0.0', 'false') OR ${text} IN ('1', '1.0', 'true') THEN 1e0 ` +
      `WHEN ${isRatio} THEN CASE WHEN ${part(1)} <= ${part(2)} THEN ${part(2)} ELSE -1e0 END ELSE -1e0 END`,
  };
}

/** A whole number from 0, or -1. */
function wholeSql(raw: string): string {
  const text = `lower(${trimmed(raw)})`;
  return (
    `CASE WHEN ${text} = 'true' THEN 1e0 WHEN ${text} = 'false' THEN 0e0 ` +
    `WHEN regexp_full_match(${text}, '[0-9]{1,15}(\\.0)?') THEN CAST(${text} AS DOUBLE) ELSE -1e0 END`
  );
}

/**
 * Rows grouped in DuckDB: `m, t, k, n, again, conflict`, one row a cell that has an outcome. Runs are told apart
 * first and then pooled.
 */
export function groupedSql(rows: string, hasRun: boolean, repeats: 'error' | 'attempts'): string {
  const present = `(${rows}) WHERE n <> 0`;
  const pooled = 'sum(k) AS k, CASE WHEN min(n) < 0 THEN -1e0 ELSE sum(n) END AS n';
  if (repeats === 'attempts') {
    return `SELECT m, t, ${pooled}, 0e0 AS again, 0e0 AS conflict FROM ${present} GROUP BY m, t`;
  }
  const single =
    `min(k) AS k, min(n) AS n, count(*) - 1e0 AS again, ` +
    `CASE WHEN min(k) <> max(k) OR min(n) <> max(n) THEN 1e0 ELSE 0e0 END AS conflict`;
  if (!hasRun) return `SELECT m, t, ${single} FROM ${present} GROUP BY m, t`;
  return (
    `SELECT m, t, ${pooled}, sum(again) AS again, max(conflict) AS conflict ` +
    `FROM (SELECT m, t, r, ${single} FROM ${present} GROUP BY m, t, r) GROUP BY m, t`
  );
}
