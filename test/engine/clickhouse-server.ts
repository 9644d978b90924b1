/** The ClickHouse servers of the tests, started by .ci/services-start.sh, and a proxy that breaks connections. */
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';

/** `HOST:PORT` of each server; the tests need two. */
export const SERVERS = (process.env['PASSGAP_TEST_CLICKHOUSE'] ?? '').split(',').filter((at) => at !== '');
export const areAbsent = SERVERS.length < 2;
const REASON = 'skipped: PASSGAP_TEST_CLICKHOUSE names no servers; .ci/services-start.sh starts them';
export const title = (name: string) => (areAbsent ? `${name} (${REASON})` : name);
if (areAbsent) console.warn(`ClickHouse tests are ${REASON}`);

/** Runs SQL as the default user, around the code under test. */
export async function sql(text: string, server = 0): Promise<string> {
  const response = await fetch(`http://${SERVERS[server]}/`, {
    method: 'POST',
    body: text,
    // The server closes idle connections after three seconds.
    headers: { connection: 'close' },
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}

export interface BreakingProxy {
  /** `HOST:PORT` to connect to. */
  readonly at: string;
  /** Connections so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/**
 * A TCP proxy to a server. `limit` gives, for the n-th connection from 0, the bytes of the answer after which it is
 * cut (reset when `isReset`, else ended as if complete), or null to leave it whole.
 */
export async function breakingProxy(
  target: string,
  limit: (connection: number) => number | null,
  isReset = true,
): Promise<BreakingProxy> {
  const [host, port] = target.split(':');
  const sockets = new Set<Socket>();
  let count = 0;
  const server: Server = createServer((client) => {
    const most = limit(count++);
    const upstream = tcpConnect(Number(port), host);
    let passed = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      const left = most === null ? chunk.length : Math.max(0, most - passed);
      passed += chunk.length;
      if (left < chunk.length) {
        upstream.pause();
        client.write(chunk.subarray(0, left), () => (isReset ? client.resetAndDestroy() : client.end()));
      } else client.write(chunk);
    });
    upstream.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    at: `127.0.0.1:${address.port}`,
    connections: () => count,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
