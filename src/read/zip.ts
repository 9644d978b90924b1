/** Entries of a zip (Inspect's `.eval` is one) as files, by yauzl; unsafe names and oversized entries are refused. */
import type { Readable } from 'node:stream';
import type { Entry } from 'yauzl';
import { InputError } from '../errors.ts';
import { cannotRead, tooLarge } from './messages.ts';
import type { SourceFile } from './source.ts';

/**
 * Lists a zip's files in the order of its directory. An entry is unpacked only when it is read, as a stream, and
 * not at all when it would unpack to more than `limit` bytes; the size that the zip declares is checked against
 * what comes out.
 *
 * @throws InputError on a broken zip and on an entry with an absolute name or with `..` in it.
 */
export async function openZip(path: string, parts: readonly string[], limit: number): Promise<SourceFile[]> {
  const { openPromise } = await import('yauzl');
  const files: SourceFile[] = [];
  try {
    const zip = await openPromise(path, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      files.push({
        name: `${path}!${entry.fileName}`,
        parts: [...parts, ...entry.fileName.split('/')],
        path: null,
        open: () => openEntry(path, entry, limit),
      });
    }
  } catch (cause) {
    throw new InputError(cannotRead(`as a zip: ${(cause as Error).message}`), { file: path }, { cause });
  }
  return files;
}

async function openEntry(path: string, entry: Entry, limit: number): Promise<Readable> {
  const file = `${path}!${entry.fileName}`;
  if (entry.uncompressedSize > limit) throw new InputError(tooLarge(limit), { file });
  const { openPromise } = await import('yauzl');
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    const stream = await zip.openReadStreamPromise(entry);
    stream.on('close', () => zip.close());
    return stream;
  } catch (cause) {
    throw new InputError(cannotRead(`from the zip: ${(cause as Error).message}`), { file }, { cause });
  }
}
