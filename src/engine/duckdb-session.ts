/** One DuckDB in this process for one read: closed, and its spill folder gone, when the read ends. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { loadPeer } from './peer.ts';

export interface DuckDbSession {
  /** Rows of a small result. Values stand in the SQL as $1, $2, ... */
  rows(sql: string, values?: readonly DuckDBValue[]): Promise<DuckDBValue[][]>;
  run(sql: string): Promise<void>;
  /** Visits a large result chunk by chunk, holding one chunk at a time, until the visitor says false. */
  each(sql: string, visit: (columns: readonly NumberColumn[], rows: number) => boolean): Promise<void>;
}

/** A column of numbers of a chunk. */
export interface NumberColumn {
  getItem(index: number): number | null;
}

export interface DuckDbSettings {
  /** Threads of DuckDB; its own default is one a core. */
  readonly threads?: number;
  /** What DuckDB may hold before it spills to the temporary folder, as `1GB`. */
  readonly memoryLimit?: string;
}

/** What DuckDB may read ahead of `each`. With its own 1 MB it reads on one thread only. */
const STREAMED = '256MB';

let sessions = 0;

/** Opens a session for `work`. No extension is fetched from the network, whatever the SQL or the user asks for. */
export async function withDuckDb<T>(
  settings: DuckDbSettings,
  work: (session: DuckDbSession) => Promise<T>,
): Promise<T> {
  const { DuckDBInstance } = await loadPeer('@duckdb/node-api', () => import('@duckdb/node-api'));
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: settings.memoryLimit ?? '1GB',
    temp_directory: join(tmpdir(), `passgap-duckdb-${process.pid}-${sessions++}`),
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(settings.threads === undefined ? {} : { threads: String(settings.threads) }),
  });
  const connection = await instance.connect();
  await connection.run(`SET streaming_buffer_size = '${STREAMED}'`);
  try {
    return await work(sessionOf(connection));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function sessionOf(connection: DuckDBConnection): DuckDbSession {
  return {
    async rows(sql, values = []) {
      return (await connection.runAndReadAll(sql, [...values])).getRows();
    },
    async run(sql) {
      await connection.run(sql);
    },
    async each(sql, visit) {
      const result = await connection.stream(sql);
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return;
        const columns = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
        if (!visit(columns as unknown as NumberColumn[], chunk.rowCount)) return;
      }
    },
  };
}
