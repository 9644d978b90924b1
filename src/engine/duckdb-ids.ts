/** The distinct models and tasks of the files, as enumerated types of DuckDB, so that rows come out as numbers. */
import type { DuckDbSession } from './duckdb-session.ts';
import { identifier, idSql, type RowSource } from './duckdb-sql.ts';

export interface Dictionary {
  /** Id of code i; '' stands for an empty or absent id. Sorted by their bytes. */
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  readonly rows: number;
  /** Rows that have a value in the column, for the columns asked about. */
  readonly filled: { readonly passed: number; readonly attempts: number; readonly run: number };
}

/** One scan of the id columns; makes the types `passgap_model` and `passgap_task`. */
export async function readDictionary(session: DuckDbSession, source: RowSource): Promise<Dictionary> {
  const { columns, scan } = source;
  const id = (name: string) => `coalesce(${idSql(source, name)}, '')`;
  const column = (name: string | null) => (name === null ? 'NULL' : identifier(name));
  await session.run('DROP TYPE IF EXISTS passgap_model; DROP TYPE IF EXISTS passgap_task');
  await session.run(
    `CREATE OR REPLACE TEMP TABLE passgap_ids AS SELECT grouping(m) AS g, m, t, count(*) AS c, ` +
      `count(p) AS cp, count(a) AS ca, count(r) AS cr FROM (SELECT ${id(columns.model)} AS m, ` +
      `${id(columns.task)} AS t, ${column(columns.passed)} AS p, ${column(columns.attempts)} AS a, ` +
      `${column(columns.run)} AS r FROM ${scan}) GROUP BY GROUPING SETS ((m), (t))`,
  );
  await session.run(
    'CREATE TYPE passgap_model AS ENUM (SELECT m FROM passgap_ids WHERE g = 0 ORDER BY m);' +
      'CREATE TYPE passgap_task AS ENUM (SELECT t FROM passgap_ids WHERE g = 1 ORDER BY t)',
  );
  const idsOf = async (name: 'm' | 't', g: number) => {
    const rows = await session.rows(`SELECT ${name} FROM passgap_ids WHERE g = ${g} ORDER BY ${name}`);
    return rows.map(([value]) => String(value));
  };
  const [totals] = await session.rows(
    'SELECT CAST(coalesce(sum(c), 0) AS DOUBLE), CAST(coalesce(sum(cp), 0) AS DOUBLE), ' +
      'CAST(coalesce(sum(ca), 0) AS DOUBLE), CAST(coalesce(sum(cr), 0) AS DOUBLE) FROM passgap_ids WHERE g = 0',
  );
  const [rows, passed, attempts, run] = totals.map(Number);
  return { models: await idsOf('m', 0), tasks: await idsOf('t', 1), rows, filled: { passed, attempts, run } };
}
