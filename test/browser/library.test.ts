/** The public library in a real browser: bundled, then an analysis, a page and a table of evidence made there. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { rateAt } from '../../src/leaderboard/outcomes.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';
import { type Browsing, browse, noChromium, SKIPPED } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const board = embeddedLeaderboard('tripwire-anchor');
const OPTIONS = { permutations: 500, crossed: false } as const;

/** The barrel as one classic script that sets `passgap`. */
async function bundle(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: resolve(root, 'src/index.ts'), formats: ['iife'], name: 'passgap' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [chunk] = (made as Rolldown.RolldownOutput[])[0].output;
  return chunk.code.replaceAll('</script', '<\\/script');
}

/** The analysis and its page, made in the browser from plain cells. */
const RUN = `async ({ models, tasks, cells, options }) => {
  const builder = passgap.outcomesBuilder(models.length, tasks.length);
  cells.forEach((row, m) => row.forEach((pass, t) => builder.set(m, t, pass, 1)));
  const analysis = await passgap.analyze({ models, tasks, outcomes: builder.build(), notes: [] }, options);
  const { pooled, sharedTasks, permutation } = analysis;
  return { pooled, sharedTasks, permutation };
}`;

describe.skipIf(noChromium)(`library in a browser${SKIPPED}`, () => {
  let browsing: Browsing;
  let code: string;
  beforeAll(async () => {
    [browsing, code] = await Promise.all([browse(), bundle()]);
  });
  afterAll(() => browsing?.close());

  const page = (policy: string) =>
    browsing.open(
      `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><body><script>${code}</script>`,
    );
  const input = {
    models: board.models,
    tasks: board.tasks,
    cells: board.models.map((_, m) => board.tasks.map((_, t) => rateAt(board.outcomes, m, t))),
    options: OPTIONS,
  };

  it.each([
    ['with WebAssembly', "script-src 'unsafe-inline' 'wasm-unsafe-eval'"],
    ['where the policy forbids it', "script-src 'unsafe-inline'"],
  ])('analyses as Node does, %s', async (_, policy) => {
    const { page: opened, complaints } = await page(policy);
    const found = (await opened.evaluate(`(${RUN})(${JSON.stringify(input)})`)) as Record<string, unknown>;
    const { pooled, sharedTasks, permutation } = await analyze(board, OPTIONS);
    // through JSON as the page's answer went, and to 11 digits: exp and log may differ in the last one
    const plain = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (_, x) =>
          typeof x === 'number' && !Number.isInteger(x) ? Number(x.toPrecision(11)) : x,
        ),
      );
    expect(plain(found)).toEqual(plain({ pooled, sharedTasks, permutation }));
    expect(complaints.filter((text) => !text.startsWith('CSP: script-src'))).toEqual([]);
  });

  it('draws nothing where the policy forbids eval, and says why', async () => {
    const { page: opened } = await page("script-src 'unsafe-inline'");
    // From a timer: what a debugger calls may use eval whatever the policy.
    const answer = await opened.evaluate(`new Promise((done) => setTimeout(() => {
      const data = { yi: [1, 3], vi: [0.5, 0.5] };
      passgap.metaHtml(passgap.meta.metaAnalysis(data), data).then(() => done('drawn'), (error) => done(error.message));
    }))`);
    expect(answer).toMatch(/Content Security Policy|unsafe-eval|violates/);
  });

  it('reads evidence and draws a page', async () => {
    const { page: opened, complaints } = await page("script-src 'unsafe-inline' 'unsafe-eval'");
    const html = await opened.evaluate(
      `passgap.metaHtml(passgap.meta.metaAnalysis({ yi: [1, 3, 2], vi: [0.5, 0.5, 0.4], slab: ['a', 'b', 'c'] }), { yi: [1, 3, 2], vi: [0.5, 0.5, 0.4], slab: ['a', 'b', 'c'] })`,
    );
    expect(html).toContain('data-figure="forest"');
    const rows = await opened.evaluate(`passgap.audit.evidenceRows('feedback', 'polarity\\nneutral')`);
    expect(rows).toMatchObject([{ polarity: 'neutral' }]);
    expect(complaints).toEqual([]);
  });
});
