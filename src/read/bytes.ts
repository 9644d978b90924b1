/** The unpacked bytes of a file: as a stream, whole, or only its head. Gzip is told by its magic number. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { InputError } from '../errors.ts';
import { cannotRead, notUtf8, tooLarge } from './messages.ts';
import { type SourceFile, UNPACK_LIMIT, unreadable } from './source.ts';

/** Sees every byte that is read of a file, as it lies on disk. */
export type Tap = (chunk: Buffer) => void;

/** The unpacked bytes as a stream; errors are InputErrors. */
export async function streamOf(file: SourceFile, tap?: Tap): Promise<AsyncIterable<Buffer>> {
  const isPacked = startsWithGzip(await rawHead(file, 2));
  const raw = tapped(file, tap);
  return isPacked
    ? unpacked(
        file,
        pipeline(raw, createGunzip(), () => {}),
      )
    : raw;
}

async function* tapped(file: SourceFile, tap?: Tap): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await file.open()) {
      tap?.(chunk as Buffer);
      yield chunk as Buffer;
    }
  } catch (cause) {
    throw unreadable(file.name, cause);
  }
}

async function* unpacked(file: SourceFile, stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (cause) {
    throw packedError(file, cause);
  }
}

/** The unpacked bytes, whole; more than `limit` of them are refused. */
export async function readWhole(file: SourceFile, tap?: Tap, limit = UNPACK_LIMIT): Promise<Buffer> {
  const raw = await rawBytes(file, limit);
  tap?.(raw);
  if (!startsWithGzip(raw)) return raw;
  try {
    return gunzipSync(raw, { maxOutputLength: limit });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new InputError(tooLarge(limit), { file: file.name }, { cause });
    }
    throw packedError(file, cause);
  }
}

/** The same as UTF-8 text without its byte-order mark. */
export async function readWholeText(file: SourceFile, tap?: Tap, limit = UNPACK_LIMIT): Promise<string> {
  const bytes = await readWhole(file, tap, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(notUtf8(), { file: file.name }, { cause });
  }
}

/** The first unpacked bytes, at most `length`. */
export async function headOf(file: SourceFile, length: number): Promise<Buffer> {
  if (file.path !== null) {
    const raw = diskHead(file, length);
    if (!startsWithGzip(raw)) return raw;
  }
  return atMost(await streamOf(file), length);
}

function diskHead(file: SourceFile, length: number): Buffer {
  try {
    const handle = openSync(file.path!, 'r');
    try {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(handle, buffer, 0, length, 0));
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    throw unreadable(file.name, cause);
  }
}

async function rawBytes(file: SourceFile, limit: number): Promise<Buffer> {
  try {
    if (file.path !== null) {
      // Trees hold tens of thousands of small files; one call each is a third of the cost of promises.
      if (statSync(file.path).size > limit) throw new InputError(tooLarge(limit), { file: file.name });
      return readFileSync(file.path);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of await file.open()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch (cause) {
    throw unreadable(file.name, cause);
  }
}

async function rawHead(file: SourceFile, length: number): Promise<Buffer> {
  if (file.path !== null) return diskHead(file, length);
  return atMost(tapped(file), length);
}

async function atMost(stream: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let found = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    found += chunk.length;
    if (found >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

const startsWithGzip = (bytes: Buffer) => bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;

function packedError(file: SourceFile, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR')
    return new InputError(cannotRead('the gzip data end too early'), { file: file.name }, { cause });
  if (code.startsWith('Z_'))
    return new InputError(cannotRead(`broken gzip data (${message})`), { file: file.name }, { cause });
  return unreadable(file.name, cause);
}

/** Collects the sums of the files of one source. */
export interface Sums {
  tap(file: SourceFile): Tap;
  /** sha256 of the one file; of the lines `sha256  name`, sorted, when there are several. */
  digest(): string | null;
}

export function sums(root: string): Sums {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  return {
    tap(file) {
      const hash = createHash('sha256');
      const name = file.name.startsWith(root) ? file.name.slice(root.length) : file.name;
      hashes.set(name.replace(/^[/\\]+/, ''), hash);
      return (chunk) => {
        hash.update(chunk);
      };
    },
    digest() {
      if (hashes.size === 0) return null;
      const lines = [...hashes].map(([name, hash]) => `${hash.digest('hex')}  ${name}\n`);
      if (lines.length === 1) return lines[0].slice(0, 64);
      return createHash('sha256').update(lines.sort().join('')).digest('hex');
    },
  };
}

/** The sum of a file on disk, whatever of it is read. */
export function fileSum(path: string): Sums {
  return {
    tap: () => () => {},
    digest() {
      const hash = createHash('sha256');
      const handle = openSync(path, 'r');
      try {
        const chunk = Buffer.alloc(1 << 20);
        for (let n = readSync(handle, chunk); n > 0; n = readSync(handle, chunk))
          hash.update(chunk.subarray(0, n));
      } finally {
        closeSync(handle);
      }
      return hash.digest('hex');
    },
  };
}
