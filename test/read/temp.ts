/** A folder of its own for each test, with the files that the test asks for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Writes files under a new folder; messages are shown without its path. */
export function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'passgap-'));
  made.push(root);
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return {
    root,
    path: (name: string) => join(root, name),
    plain: (text: string) => text.replaceAll(`${root}/`, '').replaceAll(root, ''),
  };
}

export type Temp = ReturnType<typeof tempFolder>;
