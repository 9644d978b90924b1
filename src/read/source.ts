/**
 * What the user pointed at, as a list of files: a file, every file under a folder, every entry of a zip, or
 * stdin. Nothing is opened before it is read.
 */
import type { Stats } from 'node:fs';
import { createReadStream } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { InputError } from '../errors.ts';
import { cannotRead, noFiles } from './messages.ts';
import { REASONS } from './text.ts';
import { openZip } from './zip.ts';

/** One file to read, wherever it lies. */
export interface SourceFile {
  /** As shown in messages: `logs/a.eval!samples/x_epoch_1.json`. */
  readonly name: string;
  /** Folders and file name, outermost first; a zip counts as a folder. Model names are taken from the last few. */
  readonly parts: readonly string[];
  /** The path on disk when it is a plain file there. */
  readonly path: string | null;
  /** Bytes as they lie, packed or not. */
  open(): Promise<Readable>;
}

export interface Source {
  /** As the user wrote it. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'zip' | 'stdin';
  readonly files: readonly SourceFile[];
}

/** Bytes above which a file that has to be held whole is refused, after unpacking: 512 MiB. */
export const UNPACK_LIMIT = 512 * 1024 * 1024;

/**
 * Lists what a path holds. Folders are walked in the order of their names; a folder reached twice (a loop of
 * symbolic links) is read once; names that start with a dot are left out. Zips are opened, told by their first
 * bytes when named alone and by `.zip` or `.eval` inside a folder.
 *
 * @throws InputError when nothing can be read there, or a zip is broken or unsafe.
 */
export async function openSource(path: string, limit = UNPACK_LIMIT): Promise<Source> {
  if (path === '-')
    return { name: '-', kind: 'stdin', files: [bufferFile('-', await readAll(process.stdin))] };
  const parts = resolve(path)
    .split(sep)
    .filter((part) => part !== '');
  const info = await infoOf(path);
  if (info.isDirectory()) {
    const files = await filesUnder(path, parts, limit);
    if (files.length === 0) throw new InputError(noFiles(), { file: path });
    return { name: path, kind: 'folder', files };
  }
  // A pipe, such as bash's <(...), can be read once only.
  if (!info.isFile()) return { name: path, kind: 'stdin', files: [bufferFile(path, await readPipe(path))] };
  if (await isZip(path)) return { name: path, kind: 'zip', files: await openZip(path, parts, limit) };
  return { name: path, kind: 'file', files: [diskFile(path, parts)] };
}

async function infoOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function filesUnder(root: string, rootParts: readonly string[], limit: number): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const visited = new Set<string>();
  async function walk(folder: string, parts: readonly string[]): Promise<void> {
    const real = await realpath(folder);
    if (visited.has(real)) return;
    visited.add(real);
    const entries = await readdir(folder, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      const below = [...parts, entry.name];
      // A link that leads nowhere, or round in a circle, has no info and holds nothing.
      const kind = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
      if (kind === null) continue;
      if (kind.isDirectory()) await walk(path, below);
      else if (kind.isFile()) {
        if (/\.(zip|eval)$/i.test(entry.name) && (await isZip(path))) {
          files.push(...(await openZip(path, below, limit)));
        } else files.push(diskFile(path, below));
      }
    }
  }
  try {
    await walk(root, rootParts);
  } catch (cause) {
    throw unreadable((cause as NodeJS.ErrnoException).path ?? root, cause);
  }
  return files;
}

export function diskFile(path: string, parts: readonly string[]): SourceFile {
  return { name: path, parts, path, open: async () => createReadStream(path, { highWaterMark: 1 << 18 }) };
}

/** A file whose bytes are at hand. */
export function bufferFile(name: string, bytes: Buffer): SourceFile {
  return { name, parts: [name], path: null, open: async () => Readable.from([bytes]) };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readPipe(path: string): Promise<Buffer> {
  try {
    return await readAll(createReadStream(path));
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function isZip(path: string): Promise<boolean> {
  try {
    const handle = await open(path);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    await handle.close();
    return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Any failure to read as one clear line; an InputError passes unchanged. */
export function unreadable(name: string, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new InputError(cannotRead(REASONS[code] ?? message), { file: name }, { cause });
}
