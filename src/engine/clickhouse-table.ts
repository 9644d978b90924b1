/** The table that is asked for, as the server knows it: its columns, their types, and whether answers are whole. */
import { InputError } from '../errors.ts';
import type { ClickHouseAddress } from './clickhouse-address.ts';
import {
  type ClickHouseTable,
  COUNT_TYPES,
  columnsSql,
  ID_TYPES,
  lossySetting,
  plainType,
  settingsSql,
} from './clickhouse-sql.ts';
import { resolveColumns } from './columns.ts';
import {
  badCountType,
  badIdType,
  lossySetting as lossySettingMessage,
  noTable,
  settingsHidden,
} from './messages.ts';
import type { EngineColumns } from './types.ts';

/** Code of "not enough privileges" of newer servers. */
const ACCESS_DENIED = /Code: 497|ACCESS_DENIED/;

/**
 * @param ask rows of a small answer
 * @throws InputError on a table or column that is not there, a column of another kind of type, an account whose
 * settings let the server leave out part of an answer.
 */
export async function openTable(
  ask: (sql: string) => Promise<string[][]>,
  where: ClickHouseAddress,
  mapping: EngineColumns,
): Promise<{ readonly table: ClickHouseTable; readonly notes: readonly string[] }> {
  const rows = await ask(columnsSql(where.database, where.table));
  if (rows.length === 0) throw new InputError(noTable(where.database, where.table), { file: where.source });
  const types = new Map(rows.map(([, , name, type]) => [name, type]));
  const columns = resolveColumns([...types.keys()], mapping, where.source);
  const typeOf = (name: string) => types.get(name) ?? '';
  for (const name of [columns.model, columns.task, columns.run]) {
    if (name === null || ID_TYPES.test(plainType(typeOf(name)))) continue;
    const problem = badIdType(typeOf(name), 'String, FixedString, Enum, UUID and whole numbers');
    throw new InputError(problem, { file: where.source, column: name });
  }
  for (const name of [columns.passed, columns.attempts]) {
    if (name === null || COUNT_TYPES.test(plainType(typeOf(name)))) continue;
    const problem = badCountType(typeOf(name), 'Bool, Int, UInt and Float');
    throw new InputError(problem, { file: where.source, column: name });
  }
  const notes = await checkSettings(ask, where);
  let prefix = 'pg_';
  while ([...types.keys()].some((name) => name.startsWith(prefix))) prefix += '_';
  const [[database, table]] = rows;
  return { table: { database, table, columns, prefix, typeOf }, notes };
}

async function checkSettings(
  ask: (sql: string) => Promise<string[][]>,
  where: ClickHouseAddress,
): Promise<string[]> {
  try {
    const settings = await ask(settingsSql());
    const lossy = lossySetting(new Map(settings.map(([name, value]) => [name, value])));
    if (lossy !== null) throw new InputError(lossySettingMessage(...lossy), { file: where.source });
    return [];
  } catch (cause) {
    if (
      cause instanceof Error &&
      ACCESS_DENIED.test(`${(cause as { type?: string }).type} ${cause.message}`)
    ) {
      return [settingsHidden(where.source)];
    }
    throw cause;
  }
}
