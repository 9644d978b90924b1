/** Data flow one way: a folder of src imports only from folders to its left (CONTRIBUTING.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const LAYERS = [
  'stats',
  'leaderboard',
  'read',
  'engine',
  'effects',
  'meta',
  'inference',
  'analysis',
  'audit',
  'studies',
  'decisions',
  'report',
  'cli',
];
const src = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const layer = (file: string) => LAYERS.indexOf(file.split(/[\\/]/)[0]);

it('no folder imports from one to its right', () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => layer(name) >= 0)) {
    const text = readFileSync(join(src, file), 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(file), from));
      if (layer(target) > layer(file)) wrong.push(`${file} -> ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('every folder of src has its place', () => {
  const folders = new Set(files.flatMap((name) => (/[\\/]/.test(name) ? [name.split(/[\\/]/)[0]] : [])));
  expect([...folders].sort()).toEqual([...LAYERS].filter((name) => folders.has(name)).sort());
});
