/** `clickhouse://HOST[:PORT]/DATABASE/TABLE`, without credentials: those come from the environment. */
import { InputError } from '../errors.ts';
import { badAddress, secretInAddress } from './messages.ts';

export interface ClickHouseAddress {
  /** For the HTTP client. */
  readonly url: string;
  readonly database: string;
  readonly table: string;
  /** How messages and notes name it. */
  readonly source: string;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/**
 * Special characters of a database or table stand as %-codes (`%2F` for a slash).
 *
 * @throws InputError that never repeats the address, since a password may stand in it.
 */
export function parseAddress(address: string): ClickHouseAddress {
  const match = /^clickhouse(s?):\/\/([^/?#]*)\/([^/?#]+)\/([^/?#]+)$/.exec(address);
  if (/^clickhouses?:\/\/[^/]*@/.test(address)) throw new InputError(secretInAddress());
  if (match === null) throw new InputError(/[?#]/.test(address) ? secretInAddress() : badAddress());
  const [, tls, authority, database, table] = match;
  const host = /^(\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/.exec(authority);
  const port = host?.[2] ?? (tls === '' ? '8123' : '8443');
  if (host === null || Number(port) < 1 || Number(port) > 65535) throw new InputError(badAddress());
  const at = `${host[1]}:${port}`;
  const [databaseName, tableName] = [decoded(database), decoded(table)];
  const path = [databaseName, tableName].map(encodeURIComponent).join('/');
  return {
    url: `http${tls}://${at}`,
    database: databaseName,
    table: tableName,
    source: `clickhouse${tls}://${at}/${path}`,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new InputError(badAddress(), {}, { cause });
  }
}

/** From PASSGAP_CLICKHOUSE_USER (`default`) and PASSGAP_CLICKHOUSE_PASSWORD (none). */
export function credentialsFrom(environment: Readonly<Record<string, string | undefined>>): Credentials {
  return {
    user: environment['PASSGAP_CLICKHOUSE_USER'] ?? 'default',
    password: environment['PASSGAP_CLICKHOUSE_PASSWORD'] ?? '',
  };
}
