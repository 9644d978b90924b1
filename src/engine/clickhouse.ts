/** Outcomes in a ClickHouse table, on one server or on many: grouped there, streamed into the bit-packed matrix. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { InputError } from '../errors.ts';
import type { OutcomeTable } from '../read/outcomes.ts';
import {
  type ClickHouseAddress,
  type Credentials,
  credentialsFrom,
  parseAddress,
} from './clickhouse-address.ts';
import { brokenConnection, CutAnswer, faultOf, ServerFault } from './clickhouse-errors.ts';
import { badRowSql, CELL_FIELDS, type ClickHouseTable, cellsSql } from './clickhouse-sql.ts';
import { openTable } from './clickhouse-table.ts';
import { type Collector, collector } from './collector.ts';
import { answerGarbled, badCellOf, totalsDiffer } from './messages.ts';
import { loadPeer } from './peer.ts';
import { eachLine, unescapeField } from './tab-separated.ts';
import { type EngineColumns, EngineError, type EngineOptions } from './types.ts';

export interface ClickHouseOptions extends EngineOptions {
  readonly columns?: EngineColumns;
  /** Further tries after a broken connection, 2 by default; each starts from nothing. */
  readonly retries?: number;
  /** Milliseconds before the first further try, 500 by default; twice as long before each next one. */
  readonly retryDelay?: number;
  /** Milliseconds without a byte from the server after which the connection counts as broken; 10 minutes. */
  readonly timeout?: number;
}

/**
 * Reads a long table of outcomes (`model,task,passed[,attempts][,run]`) from ClickHouse.
 *
 * The server groups rows to cells (each server of a `Distributed` table its own rows first), and the cells come
 * as a stream. The answer carries its totals, and a result is only given when they agree with what came. Any
 * server from 18.16 on; the account needs no more than to read the table.
 *
 * User and password are taken from PASSGAP_CLICKHOUSE_USER and PASSGAP_CLICKHOUSE_PASSWORD and appear in no message.
 *
 * @param address `clickhouse://HOST[:PORT]/DATABASE/TABLE`, or `clickhouses://` for TLS
 * @returns outcomes equal to those of the file readers on the same rows in canonical order (`canonicalOrder`)
 * @throws InputError on a wrong address, table, column or login, what is no outcome, contradicting rows, an id that
 * is empty or no UTF-8, a task outside `options.tasks`. EngineError when the server fails or the connection breaks
 * on every try.
 *
 * @example
 * // a table runs with the rows ('b', 't1', 1), ('a', 't1', 0), ('a', 't2', 1)
 * const table = await readFromClickHouse('clickhouse://127.0.0.1:8123/default/runs');
 * table.models; // ['a', 'b']
 */
export async function readFromClickHouse(
  address: string,
  options: ClickHouseOptions = {},
): Promise<OutcomeTable> {
  const where = parseAddress(address);
  const credentials = credentialsFrom(process.env);
  const retries = options.retries ?? 2;
  for (let tries = 1; ; tries++) {
    try {
      return await withClient(where, credentials, options, (client) => readOnce(client, where, options));
    } catch (cause) {
      const fault = faultOf(cause, where, credentials);
      if (fault.kind !== 'connection') throw fault.error;
      if (tries > retries) throw brokenConnection(where, fault.reason, tries);
      await sleep((options.retryDelay ?? 500) * 2 ** (tries - 1));
    }
  }
}

async function withClient<T>(
  where: ClickHouseAddress,
  credentials: Credentials,
  options: ClickHouseOptions,
  work: (client: ClickHouseClient) => Promise<T>,
): Promise<T> {
  const { ClickHouseLogLevel, createClient } = await loadPeer(
    '@clickhouse/client',
    () => import('@clickhouse/client'),
  );
  const client = createClient({
    url: where.url,
    username: credentials.user,
    password: credentials.password,
    application: 'passgap',
    request_timeout: options.timeout ?? 600_000,
    keep_alive: { enabled: false },
    // Its log would print addresses, headers and queries.
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function readOnce(
  client: ClickHouseClient,
  where: ClickHouseAddress,
  options: ClickHouseOptions,
): Promise<OutcomeTable> {
  const ask = (sql: string) => askSmall(client, sql);
  const { table, notes } = await openTable(ask, where, options.columns ?? {});
  const into = collector(where.source, options);
  const { stream } = await client.exec({ query: cellsSql(table, options.repeats ?? 'error') });
  const { bad } = await takeCells(stream, into, where);
  if (bad > 0) throw await badRow(ask, table, where);
  return into.table(notes);
}

/** Rows of a small answer. */
async function askSmall(client: ClickHouseClient, query: string): Promise<string[][]> {
  const { stream } = await client.exec({ query });
  const rows: string[][] = [];
  const rest = await eachLine(stream, (fields) => void rows.push(fields.map(unescapeField)));
  if (rest !== '') throw new ServerFault(rest);
  return rows;
}

/** Cells to the collector, up to the totals, which must agree. */
async function takeCells(
  stream: AsyncIterable<Buffer>,
  into: Collector,
  where: ClickHouseAddress,
): Promise<{ readonly bad: number }> {
  let rows = 0;
  let bad = 0;
  let total: number | null = null;
  let isTotals = false;
  let odd = '';
  const rest = await eachLine(stream, (fields, line) => {
    if (total !== null) return;
    if (odd !== '' || (fields.length !== CELL_FIELDS && line !== '')) odd += `${line}\n`;
    else if (line === '') isTotals = true;
    else if (isTotals) total = Number(fields[2]);
    else {
      rows += Number(fields[2]);
      bad += Number(fields[7]);
      const model = into.model(unescapeField(fields[0]));
      const task = into.task(unescapeField(fields[1]));
      const attempts = Number(fields[5]);
      if (attempts > 0) {
        into.add(model, task, Number(fields[4]), attempts, Number(fields[3]), fields[6] !== '0');
      }
    }
  });
  if (total === null) {
    const text = odd + rest;
    if (/Code: \d+|DB::Exception/.test(text)) throw new ServerFault(text);
    if (odd !== '') throw new EngineError(`${where.source}: ${answerGarbled(odd.trim())}`);
    throw new CutAnswer();
  }
  if (total !== rows) throw new EngineError(`${where.source}: ${totalsDiffer(rows, total)}`);
  return { bad };
}

async function badRow(
  ask: (sql: string) => Promise<string[][]>,
  table: ClickHouseTable,
  where: ClickHouseAddress,
): Promise<InputError> {
  const [[model, task, passed, attempts] = ['', '', '', '']] = await ask(badRowSql(table));
  const problem = badCellOf(model, task, passed, attempts === '' ? null : attempts);
  return new InputError(problem, { file: where.source, column: table.columns.passed });
}
