/** Where results, progress and files leave the program. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../errors.ts';

/** The result: goes to stdout, with a closing newline. */
export function printResult(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** One JSON document on stdout. */
export function printJson(value: unknown): void {
  printResult(toJson(value));
}

/** JSON as every file and `--json` of passgap has it: two spaces, and no NaN or Infinity, ever. */
export function toJson(value: unknown): string {
  return JSON.stringify(
    value,
    (key, item) => {
      if (typeof item === 'number' && !Number.isFinite(item)) {
        throw new Error(`a figure named "${key}" is ${item}; this is a fault in passgap`);
      }
      return ArrayBuffer.isView(item) ? Array.from(item as Float64Array) : item;
    },
    2,
  );
}

/** A warning or a word on what is going on: stderr. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Writes beside, then renames: a reader never sees half a file, a failed run leaves none. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(beside, content);
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new InputError(`can't be written: ${(cause as Error).message}`, { file: path }, { cause });
  }
}

/** A progress line on a terminal, redrawn at most ten times a second; silent elsewhere. */
export function progressLine(label: string): { update(done: number, total: number): void; clear(): void } {
  const isTerminal = process.stderr.isTTY === true;
  let last = 0;
  return {
    update(done, total) {
      const now = performance.now();
      if (!isTerminal || (now - last < 100 && done < total)) return;
      last = now;
      const share = total === 0 ? 100 : Math.floor((100 * done) / total);
      process.stderr.write(`\r\u001b[K${label}: ${share} % (${done} of ${total})`);
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}
