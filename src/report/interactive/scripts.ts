/** The scripts of an interactive page, read from the installed packages. Node only. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InteractiveScripts } from './types.ts';

const FILES = [
  ['vega', 'vega.min.js'],
  ['vega-lite', 'vega-lite.min.js'],
  ['vega-embed', 'vega-embed.min.js'],
] as const;

/**
 * Vega, Vega-Lite and Vega-Embed (which carries the interpreter that needs no `eval`) at the installed versions, and
 * our own script.
 *
 * @example await reportHtml(analysis, { interactive: interactiveScripts() }) // a page with scripts in it, still offline
 */
export function interactiveScripts(): InteractiveScripts {
  const { resolve } = createRequire(import.meta.url);
  const libraries = FILES.map(([name, file]) => {
    const folder = join(resolve(name), '..');
    const { version } = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    const text = readFileSync(join(folder, file), 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
    return { name: `${name} ${version}`, text };
  });
  const own = readFileSync(new URL('./client.js', import.meta.url), 'utf8');
  return [...libraries, { name: 'passgap', text: own }];
}
