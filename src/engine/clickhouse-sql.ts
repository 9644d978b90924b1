/**
 * The SQL for ClickHouse, in what servers of 2018 and of today both take: no query parameters, no newer formats.
 * Text from outside enters it in two ways only: as hexadecimal digits, and as names that the server itself gave.
 */
import type { ResolvedColumns } from './types.ts';

export const hexText = (text: string) => `unhex('${Buffer.from(text).toString('hex')}')`;
export const identifier = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** Names and types of a table's columns; also the names of database and table as the server writes them. */
export const columnsSql = (database: string, table: string) =>
  `SELECT database, table, name, type FROM system.columns WHERE database = ${hexText(database)} ` +
  `AND table = ${hexText(table)} FORMAT TabSeparated`;

/** Settings under which an answer may be short without an error, each with the limits that make it matter. */
const LOSSY: Readonly<Record<string, readonly string[]>> = {
  read_overflow_mode: ['max_rows_to_read', 'max_bytes_to_read'],
  read_overflow_mode_leaf: ['max_rows_to_read_leaf', 'max_bytes_to_read_leaf'],
  group_by_overflow_mode: ['max_rows_to_group_by'],
  result_overflow_mode: ['max_result_rows', 'max_result_bytes'],
  timeout_overflow_mode: ['max_execution_time'],
};
const MUST_BE_0 = ['skip_unavailable_shards', 'distributed_group_by_no_merge'];

export const settingsSql = () => {
  const names = [...MUST_BE_0, ...Object.keys(LOSSY), ...Object.values(LOSSY).flat()];
  return `SELECT name, value FROM system.settings WHERE name IN (${names.map((name) => `'${name}'`).join(', ')}) FORMAT TabSeparated`;
};

/** The first setting under which the server may leave out part of an answer; null when there is none. */
export function lossySetting(settings: ReadonlyMap<string, string>): readonly [string, string] | null {
  for (const name of MUST_BE_0) {
    const value = settings.get(name) ?? '0';
    if (value !== '0') return [name, value];
  }
  for (const [name, limits] of Object.entries(LOSSY)) {
    const value = settings.get(name) ?? 'throw';
    const isLimited = limits.some((limit) => (settings.get(limit) ?? '0') !== '0');
    if (isLimited && value !== 'throw') return [name, value];
  }
  return null;
}

export interface ClickHouseTable {
  readonly database: string;
  readonly table: string;
  readonly columns: ResolvedColumns;
  /** Start of names that no column of the table has: servers put an alias in the place of a column of its name. */
  readonly prefix: string;
  /** ClickHouse's type of a column. */
  readonly typeOf: (name: string) => string;
}

const inner = (type: string): string => /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1] ?? type;
/** The type without Nullable and LowCardinality. */
export const plainType = (type: string) => inner(inner(type));
const isNullable = (type: string) => /^(LowCardinality\()?Nullable\(/.test(type);

export const ID_TYPES = /^(String|FixedString\(\d+\)|U?Int(8|16|32|64|128|256)|UUID|Enum(8|16)\(.*\))$/;
export const COUNT_TYPES = /^(U?Int(8|16|32|64)|Bool|Float(32|64))$/;

/** Columns of the answer of `cellsSql`, in order. */
export const CELL_FIELDS = 8;

/**
 * Cells of the table: `model, task, rows, again, k, n, conflict, bad`, then, after an empty line, the totals. The
 * sum over `rows` against its total shows that no line is missing.
 *
 * The innermost GROUP BY stands directly on the table, so that on a Distributed table every server groups its own
 * rows. n = 0 is a cell without outcome.
 */
export function cellsSql(table: ClickHouseTable, repeats: 'error' | 'attempts'): string {
  const { columns } = table;
  const { k, n, present, bad } = rowSql(table);
  const from = `${identifier(table.database)}.${identifier(table.table)}`;
  const [model, task] = [idSql(table, columns.model), idSql(table, columns.task)];
  const end = 'WITH TOTALS FORMAT TabSeparated';
  const isWhole = present === ALWAYS;
  const rows = isWhole ? 'count()' : `countIf(${present})`;
  const sumK = isWhole ? `sum(${k})` : `sumIf(${k}, ${present})`;
  const sumN = `sumIf(${n}, ${present})`;
  if (repeats === 'attempts') {
    const counts = `count(), 0, ${sumK}, ${sumN}, 0, countIf(${bad})`;
    return `SELECT ${model}, ${task}, ${counts} FROM ${from} GROUP BY ${model}, ${task} ${end}`;
  }
  if (columns.run === null && columns.attempts === null) {
    // Every outcome is 0 or 1 of 1: the sum tells all that least and most would, in half of the server's memory.
    const differ = `${sumK} > 0 AND ${sumK} < ${rows}`;
    const counts = `count(), if(${rows} > 0, ${rows} - 1, 0), ${sumK} > 0, ${rows} > 0, ${differ}, countIf(${bad})`;
    return `SELECT ${model}, ${task}, ${counts} FROM ${from} GROUP BY ${model}, ${task} ${end}`;
  }
  const lone = (sql: string) => `minIf(${sql}, ${present})`;
  const differs = (sql: string) => `minIf(${sql}, ${present}) != maxIf(${sql}, ${present})`;
  const conflict = `(${differs(k)}) OR (${differs(n)})`;
  if (columns.run === null) {
    const again = `if(${rows} > 0, ${rows} - 1, 0)`;
    const counts = `count(), ${again}, ${lone(k)}, ${lone(n)}, ${conflict}, countIf(${bad})`;
    return `SELECT ${model}, ${task}, ${counts} FROM ${from} GROUP BY ${model}, ${task} ${end}`;
  }
  const [m, t, r, c, outcomes, lk, ln, lc, lb] = 'mtrcoknxb'.split('').map((name) => table.prefix + name);
  const byRun =
    `SELECT ${model} AS ${m}, ${task} AS ${t}, ${idSql(table, columns.run)} AS ${r}, count() AS ${c}, ` +
    `${rows} AS ${outcomes}, ${lone(k)} AS ${lk}, ${lone(n)} AS ${ln}, ${conflict} AS ${lc}, ` +
    `countIf(${bad}) AS ${lb} FROM ${from} GROUP BY ${m}, ${t}, ${r}`;
  return (
    `SELECT ${m}, ${t}, sum(${c}), sum(${outcomes}) - countIf(${outcomes} > 0), sum(${lk}), sum(${ln}), ` +
    `max(${lc}), sum(${lb}) FROM (${byRun}) GROUP BY ${m}, ${t} ${end}`
  );
}

/** The first row, by its ids and values, that is no outcome: `model, task, passed, attempts`. */
export function badRowSql(table: ClickHouseTable): string {
  const { columns } = table;
  const { bad } = rowSql(table);
  const fields = [
    idSql(table, columns.model),
    idSql(table, columns.task),
    `toString(${identifier(columns.passed)})`,
  ];
  fields.push(columns.attempts === null ? `''` : `ifNull(toString(${identifier(columns.attempts)}), '')`);
  return (
    `SELECT ${fields.join(', ')} FROM ${identifier(table.database)}.${identifier(table.table)} WHERE ${bad} ` +
    `ORDER BY ${fields.slice(0, 3).join(', ')} LIMIT 1 FORMAT TabSeparated`
  );
}

function idSql(table: ClickHouseTable, name: string): string {
  const type = table.typeOf(name);
  const text = /FixedString/.test(type) ? 'toStringCutToZero' : 'toString';
  const id = `${text}(${identifier(name)})`;
  return isNullable(type) ? `ifNull(${id}, '')` : id;
}

/** True of every row. */
const ALWAYS = 'toUInt8(1)';

/** Passes and attempts of a row, whether it has an outcome, and whether it breaks the rules. */
function rowSql(table: ClickHouseTable) {
  const { passed, attempts } = table.columns;
  const number = (name: string, absent: string) => {
    const whole = `toInt64(${identifier(name)})`;
    return isNullable(table.typeOf(name)) ? `ifNull(${whole}, ${absent})` : whole;
  };
  const k = number(passed, 'toInt64(0)');
  const n = attempts === null ? 'toInt64(1)' : number(attempts, 'toInt64(1)');
  const isGiven = isNullable(table.typeOf(passed)) ? `isNotNull(${identifier(passed)})` : ALWAYS;
  const fractional = [passed, attempts].flatMap((name) => {
    if (name === null || !plainType(table.typeOf(name)).startsWith('Float')) return [];
    const column = isNullable(table.typeOf(name)) ? `ifNull(${identifier(name)}, 0)` : identifier(name);
    return [`NOT (toFloat64(toInt64(${column})) = ${column})`];
  });
  const broken = [`${k} < 0`, `${n} < 0`, `${k} > ${n}`, ...fractional].join(' OR ');
  return {
    k,
    n,
    present: attempts === null ? isGiven : `(${isGiven} AND ${n} != 0)`,
    bad: `(${isGiven} AND (${broken}))`,
  };
}
