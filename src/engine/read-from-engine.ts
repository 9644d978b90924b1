/** Outcomes from wherever `--from` points. */
import { InputError } from '../errors.ts';
import type { OutcomeTable } from '../read/outcomes.ts';
import { readFromClickHouse } from './clickhouse.ts';
import { readFromDuckDb } from './duckdb.ts';
import { unknownSource } from './messages.ts';
import type { EngineColumns, EngineOptions } from './types.ts';

/**
 * Reads a long table of outcomes from an outside engine: `duckdb:GLOB` (files of any size) or
 * `clickhouse://HOST[:PORT]/DATABASE/TABLE`.
 *
 * @param columns names of the outside columns that stand for ours; what is not named is called as ours are
 * @throws InputError on another kind of source; else as `readFromDuckDb` and `readFromClickHouse`
 *
 * @example
 * const outcomes = await readFromEngine('duckdb:runs/*.parquet', { task: 'instance_id' }, { tasks: ['t1', 't2'] });
 */
export async function readFromEngine(
  source: string,
  columns: EngineColumns = {},
  options: EngineOptions = {},
): Promise<OutcomeTable> {
  if (source.startsWith('duckdb:')) {
    return readFromDuckDb(source.slice('duckdb:'.length), { ...options, columns });
  }
  if (/^clickhouses?:/.test(source)) return readFromClickHouse(source, { ...options, columns });
  throw new InputError(unknownSource());
}
