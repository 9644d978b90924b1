/** The public library: what it exports, that it needs no Node, and that it says its version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as library from '../src/index.ts';
import * as node from '../src/node.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Every file of ours that a file imports, directly or not. */
function reached(from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from)) return seen;
  seen.add(from);
  const text = readFileSync(from, 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const file = resolve(dirname(from), name);
    if (existsSync(file)) reached(file, seen);
  }
  return seen;
}

it('reaches no node: module, so that it runs in a browser', () => {
  const offenders = [...reached(resolve(root, 'src/index.ts'))].filter((file) =>
    /^import (?!type).*'node:/m.test(readFileSync(file, 'utf8')),
  );
  expect(offenders).toEqual([]);
});

it('says the version of the package', () => {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  expect(library.VERSION).toBe(version);
});

it('exports functions, constants and errors by name', () => {
  expect(Object.keys(library)).toEqual(
    expect.arrayContaining(['analyze', 'fitMeta', 'sharedTasks', 'reportHtml']),
  );
  expect(Object.keys(node)).toEqual(
    expect.arrayContaining(['readLeaderboard', 'embeddedLeaderboard', 'nodeRuntime']),
  );
});
