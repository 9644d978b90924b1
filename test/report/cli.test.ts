/** `passgap report`: what it writes, what it refuses, and that a refused run writes nothing. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportCommand } from '../../src/cli/report.ts';
import { runCommand } from '../../src/cli/run.ts';
import { reportHtml } from '../../src/report/page.ts';
import { markdownSummary } from '../../src/report/summary.ts';
import { makeAnalysis } from './make-analysis.ts';

const analysis = makeAnalysis({ models: 4 });
let folder: string;
let out: string;
let err: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passgap-report-'));
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  writeFileSync(join(folder, 'a.json'), JSON.stringify(analysis));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  runCommand(new Command('passgap').addCommand(reportCommand()), ['report', ...args]);
const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');

describe('passgap report', () => {
  it('prints the page when nothing else is asked for', async () => {
    expect(await run(file('a.json'))).toBe(0);
    expect(out).toBe(await reportHtml(analysis));
  });

  it('writes the page, and says so on stderr', async () => {
    expect(await run(file('a.json'), '-o', file('page.html'), '--title', 'A <b> title')).toBe(0);
    expect(read('page.html')).toContain('<h1>A &lt;b&gt; title</h1>');
    expect(out).toBe('');
    expect(err).toBe(`wrote ${file('page.html')}\n`);
  });

  it('writes an interactive page', async () => {
    expect(await run(file('a.json'), '--interactive', '-o', file('page.html'))).toBe(0);
    expect(read('page.html').match(/<script>/g)).toHaveLength(4);
  });

  it('writes figures and tables in every format, named ones only', async () => {
    const formats = ['--format', 'svg,json', 'png', 'csv', 'md', 'tex'];
    const code = await run(
      file('a.json'),
      '--figures',
      file('f'),
      '--tables',
      file('t'),
      '--only',
      'forest',
      'models',
      ...formats,
    );
    expect(err).toContain('wrote');
    expect(code).toBe(0);
    expect(readdirSync(file('f')).sort()).toEqual(['forest.json', 'forest.png', 'forest.svg']);
    expect(readdirSync(file('t')).sort()).toEqual(['models.csv', 'models.md', 'models.tex']);
    expect(JSON.parse(read('f/forest.json'))).toHaveProperty(
      '$schema',
      'https://vega.github.io/schema/vega-lite/v6.json',
    );
    expect(read('f/forest.svg')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(read('f/forest.svg')).not.toContain('var(--');
    expect(readFileSync(file('f/forest.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(read('t/models.csv').split('\n')).toHaveLength(6);
  });

  it('takes svg and csv when no format is given', async () => {
    expect(await run(file('a.json'), '--figures', file('f'), '--tables', file('t'))).toBe(0);
    expect(new Set(readdirSync(file('f')).map((name) => name.split('.')[1]))).toEqual(new Set(['svg']));
    expect(new Set(readdirSync(file('t')).map((name) => name.split('.')[1]))).toEqual(new Set(['csv']));
  });

  it('prints the summary as Markdown', async () => {
    expect(await run(file('a.json'), '--markdown')).toBe(0);
    expect(out).toBe(markdownSummary(analysis));
  });

  it.each([
    ['broken.json', '{', /broken\.json: no JSON: /],
    ['list.json', '[]', /list\.json: no "schema" in it; allowed is what `passgap analyze --json` writes$/],
    [
      'other.json',
      '{"schema":"x"}',
      /other\.json, column "schema": the schema is "x"; allowed is "passgap-analysis-1"$/,
    ],
    ['part.json', '{"schema":"passgap-analysis-1"}', /part\.json, column "strata": is no list$/],
  ])('refuses %s', async (name, text, message) => {
    writeFileSync(file(name), text);
    expect(await run(file(name), '-o', file('page.html'))).toBe(2);
    expect(err.trimEnd()).toMatch(message);
    expect(readdirSync(folder).sort()).toEqual(['a.json', name].sort());
  });

  it('refuses a format and a name it does not know, and a file that is not there', async () => {
    expect(await run(file('a.json'), '--figures', file('f'), '--format', 'gif')).toBe(2);
    expect(err).toBe('passgap: --format "gif" is none of svg, png, json, csv, md, tex\n');
    err = '';
    expect(await run(file('a.json'), '--only', 'frost')).toBe(2);
    expect(err).toMatch(
      /^passgap: --only "frost" is no figure or table of this analysis; it has headline, forest, /,
    );
    err = '';
    expect(await run(file('none.json'))).toBe(2);
    expect(err).toMatch(/none\.json: can't be read: no such file/);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });
});
