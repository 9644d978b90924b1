/** Views: every table is whole, names stay names, and nothing reads NaN. */
import { describe, expect, it } from 'vitest';
import { runPart } from '../../../src/audit/all.ts';
import { exampleCsv, partSchema } from '../../../src/audit/evidence/schema-text.ts';
import { hackability } from '../../../src/audit/hackability/hackability.ts';
import { PART_NAMES } from '../../../src/audit/types.ts';
import { partView, viewMarkdown } from '../../../src/audit/view/index.ts';
import { csv, rowsOf } from '../rows.ts';

/** Each part on the few rows of its own schema: small and full of what can't be estimated. */
const views = PART_NAMES.map((part) => {
  const evidence = Object.fromEntries(
    partSchema(part).map(({ name, columns, example }) => [
      name,
      rowsOf(name, exampleCsv(columns, example).join('\n')),
    ]),
  );
  const { result } = runPart(part, evidence);
  if (result === null) throw new Error(`${part} did not run on its example`);
  return partView(part, result);
});

describe.each(views.map((view) => [view.part, view] as const))('%s', (_, view) => {
  it('has a headline and tables whose rows fill their columns', () => {
    expect(view.sentences.length).toBeGreaterThan(0);
    expect(view.tables.length).toBeGreaterThan(0);
    for (const { columns, rows } of view.tables) {
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
  });

  it('reads no NaN, Infinity, undefined or null', () => {
    expect(JSON.stringify(view)).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  it('is Markdown with a heading and one line a row', () => {
    const markdown = viewMarkdown(view);
    expect(markdown.startsWith(`## ${view.title}\n`)).toBe(true);
    const rows = view.tables.reduce((sum, table) => sum + table.rows.length + 2, 0);
    expect(markdown.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(rows);
  });
});

describe('names', () => {
  it('never become markup', () => {
    const task = '<script>|[x](y) *b*';
    const rows = rowsOf('candidates', csv('task,round,candidate,passes,wrong', [[task, 1, 'c', 1, 1]]));
    const markdown = viewMarkdown(partView('hackability', hackability({ candidates: rows })));
    expect(markdown).toContain('\\<script\\>\\|\\[x\\](y) \\*b\\*');
    expect(markdown).not.toContain('<script>');
  });
});
