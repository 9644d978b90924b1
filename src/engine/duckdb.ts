/** Outcomes in files of any size: DuckDB reads, checks and codes the rows, the bit-packed matrix takes them. */
import type { OutcomeTable } from '../read/outcomes.ts';
import { type Collector, collector } from './collector.ts';
import { badCell, checkIds, conflictError, duckDbFault } from './duckdb-faults.ts';
import { checkPacked, listFiles } from './duckdb-files.ts';
import { type Dictionary, readDictionary } from './duckdb-ids.ts';
import { type DuckDbSession, type DuckDbSettings, withDuckDb } from './duckdb-session.ts';
import { type DuckDbSource, openSource, trimming, withoutEmptyColumns } from './duckdb-source.ts';
import { groupedSql, rowSql } from './duckdb-sql.ts';
import type { EngineColumns, EngineOptions } from './types.ts';

export interface DuckDbOptions extends EngineOptions, DuckDbSettings {
  readonly columns?: EngineColumns;
}

/** Rows a cell from which, and cells up to which, grouping in DuckDB is faster than adding row by row. */
const ROWS_A_CELL = 4;
const GROUPED_CELLS = 1 << 20;

/**
 * Reads a long table of outcomes (`model,task,passed[,attempts][,run]`) from CSV, TSV, JSONL, JSON or Parquet files.
 *
 * The files are read twice: once for the distinct ids, which become enumerated types, and once for the rows, which
 * come out as numbers and go into the matrix chunk by chunk. Memory beyond the matrix is one chunk, the ids and
 * DuckDB's own buffers. Rows are grouped in DuckDB first when there is a run column, or many rows to a cell;
 * otherwise the matrix itself is the hash table, and a GROUP BY would only hold every cell a second time.
 *
 * Models are sorted by the bytes of their ids, tasks likewise or in the order of `options.tasks`.
 *
 * @param glob one file or a pattern (`runs/*.parquet`); all of one kind
 * @returns outcomes equal to those of the file readers on the same rows in canonical order (`canonicalOrder`)
 * @throws InputError on no file, a missing column, an empty id, what is no outcome, contradicting rows, a task
 * outside `options.tasks`; with the file and its first such row. EngineError when DuckDB fails.
 *
 * @example
 * // runs.csv: model,task,passed / b,t1,1 / a,t1,0 / a,t2,1
 * const table = await readFromDuckDb('runs.csv');
 * table.models; // ['a', 'b']
 * table.tasks; // ['t1', 't2']
 * rateAt(table.outcomes, 0, 1); // 1
 * rateAt(table.outcomes, 1, 1); // NaN: b has no row for t2
 */
export async function readFromDuckDb(glob: string, options: DuckDbOptions = {}): Promise<OutcomeTable> {
  return withDuckDb(options, async (session) => {
    try {
      return await readFiles(session, glob, options);
    } catch (cause) {
      throw await duckDbFault(cause, glob);
    }
  });
}

async function readFiles(
  session: DuckDbSession,
  glob: string,
  options: DuckDbOptions,
): Promise<OutcomeTable> {
  const set = await listFiles(session, glob);
  await checkPacked(set);
  let source = await openSource(session, set, options.columns ?? {});
  let ids = await readDictionary(session, source);
  const trimmed = trimming(source, ids);
  if (trimmed !== null) {
    source = trimmed;
    ids = await readDictionary(session, source);
  }
  source = await withoutEmptyColumns(session, source, ids, options.columns ?? {});
  await checkIds(session, source, ids, options.tasks ?? null);

  const into = collector(glob, options);
  if (!(await takeCells(session, source, ids, into, options))) throw await badCell(session, source);
  if (into.conflict !== null) throw await conflictError(session, source, into.conflict);
  return into.table();
}

/** Streams the cells into the collector; false when a row is no outcome. */
async function takeCells(
  session: DuckDbSession,
  source: DuckDbSource,
  ids: Dictionary,
  into: Collector,
  options: DuckDbOptions,
): Promise<boolean> {
  const repeats = options.repeats ?? 'error';
  const models = ids.models.map(into.model);
  const tasks = ids.tasks.map(into.task);
  const hasRun = source.columns.run !== null;
  const cells = models.length * tasks.length;
  const isGrouped =
    (hasRun && repeats === 'error') || (ids.rows >= ROWS_A_CELL * cells && cells <= GROUPED_CELLS);
  const rows = rowSql(source);
  let isSound = true;
  if (isGrouped) {
    await session.each(groupedSql(rows, hasRun, repeats), ([m, t, k, n, again, conflict], count) => {
      for (let i = 0; i < count && isSound; i++) {
        const attempts = n.getItem(i)!;
        if (attempts < 0) isSound = false;
        else {
          const [model, task] = [models[m.getItem(i)!], tasks[t.getItem(i)!]];
          into.add(model, task, k.getItem(i)!, attempts, again.getItem(i)!, conflict.getItem(i) === 1);
        }
      }
      return isSound;
    });
    return isSound;
  }
  await session.each(`SELECT m, t, k, n FROM (${rows})`, ([m, t, k, n], count) => {
    for (let i = 0; i < count && isSound; i++) {
      const attempts = n.getItem(i)!;
      if (attempts > 0) into.add(models[m.getItem(i)!], tasks[t.getItem(i)!], k.getItem(i)!, attempts);
      else if (attempts < 0) isSound = false;
    }
    return isSound;
  });
  return isSound;
}
