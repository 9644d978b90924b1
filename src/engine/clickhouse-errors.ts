/** Errors of a ClickHouse server and of the way to it, without credentials, and whether another try may help. */
import { InputError } from '../errors.ts';
import type { ClickHouseAddress, Credentials } from './clickhouse-address.ts';
import { answerCut, connectionBroke, refusedLogin, serverRefused } from './messages.ts';
import { EngineError } from './types.ts';

/** The text of an exception that the server wrote in the middle of an answer. */
export class ServerFault extends Error {}

/** The answer ended without its totals. */
export class CutAnswer extends Error {
  constructor() {
    super(answerCut());
  }
}

export type Fault =
  | { readonly kind: 'ours'; readonly error: unknown }
  | { readonly kind: 'server'; readonly error: Error }
  | { readonly kind: 'connection'; readonly reason: string };

/** Wrong or unknown user, wrong or absent password; the first three are of old servers. */
const LOGIN_CODES = [192, 193, 194, 516];
/** A server of a Distributed table dropped out: end of file, socket timeout, network error, no connection. */
const SHARD_CODES = [32, 209, 210, 279];
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_STREAM_PREMATURE_CLOSE',
];

export function faultOf(cause: unknown, address: ClickHouseAddress, credentials: Credentials): Fault {
  if (!(cause instanceof Error) || cause instanceof InputError || cause instanceof EngineError) {
    return { kind: 'ours', error: cause };
  }
  const text = scrubbed(messageOf(cause), credentials);
  const code = serverCode(cause, text);
  if (code !== null && LOGIN_CODES.includes(code)) {
    return { kind: 'server', error: new InputError(refusedLogin(), { file: address.source }) };
  }
  const reason = reasonOf(text);
  if (code !== null && SHARD_CODES.includes(code)) return { kind: 'connection', reason };
  if (code !== null || cause instanceof ServerFault) {
    return { kind: 'server', error: new EngineError(serverRefused(address.source, reason)) };
  }
  const network = networkCode(cause);
  if (network !== null || cause instanceof CutAnswer || /socket hang up|aborted|Timeout error/.test(text)) {
    return { kind: 'connection', reason: reason === '' && network !== null ? network : reason };
  }
  if (cause instanceof TypeError || cause instanceof RangeError) return { kind: 'ours', error: cause };
  return { kind: 'server', error: new EngineError(serverRefused(address.source, reason)) };
}

export const brokenConnection = (address: ClickHouseAddress, reason: string, tries: number) =>
  new EngineError(connectionBroke(address.source, reason, tries));

/** Some network errors (both addresses of a host refused) carry their text one level down. */
function messageOf(error: Error): string {
  if (error.message !== '') return error.message;
  const nested = error instanceof AggregateError ? error.errors[0] : null;
  return nested instanceof Error ? nested.message : error.name;
}

function networkCode(error: Error): string | null {
  const code = (error as NodeJS.ErrnoException).code;
  return code !== undefined && NETWORK_CODES.includes(code) ? code : null;
}

function serverCode(error: Error, text: string): number | null {
  const own = (error as { code?: unknown }).code;
  if (typeof own === 'string' && /^\d+$/.test(own)) return Number(own);
  const found = /Code: (\d+)/.exec(text);
  return found === null ? null : Number(found[1]);
}

/** No user and no password, wherever the server may have put them. */
export function scrubbed(text: string, credentials: Credentials): string {
  const secrets = [credentials.password, credentials.user === 'default' ? '' : credentials.user];
  return secrets.reduce((clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '***')), text);
}

/** The server's sentence on one line, without its wrapping. */
function reasonOf(text: string): string {
  return text
    .replace(/^[\s\S]*?DB::\w*Exception: /, '')
    .replace(/, e\.what\(\) = [\s\S]*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}
