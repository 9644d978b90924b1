/** Text of a file or of stdin; what can't be read is one clear line. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../errors.ts';
import { cannotRead } from './messages.ts';

/** What the system's codes mean. */
export const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ELOOP: 'its symbolic links form a loop',
};

/** The bytes of a file, `-` being stdin. Gzip is unpacked by its magic number. */
export function readBytes(path: string): Buffer {
  try {
    const bytes = readFileSync(path === '-' ? 0 : path);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    throw new InputError(cannotRead(REASONS[code] ?? (cause as Error).message), { file: path }, { cause });
  }
}

/** The same as UTF-8 text. */
export function readText(path: string): string {
  return readBytes(path).toString('utf8');
}
