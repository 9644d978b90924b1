/** The public library: what it exports, that it needs no Node, and that it says its version. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import * as library from '../src/index.ts';
import * as node from '../src/node.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('bundles for a browser without a module of Node', async () => {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: resolve(root, 'src/index.ts'), formats: ['es'] } },
  });
  const chunks = (made as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  const code = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
  expect(code).toContain('passgap-analysis-1');
  // Vite leaves a stub of this name where a browser has no such module.
  expect(code).not.toContain('__vite-browser-external');
  expect(code).not.toMatch(/['"]node:/);
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
