/** Tables: the same numbers as figures and text (case G6), and files that no name can break. */
import { describe, expect, it } from 'vitest';
import { effectValue, intervalValue, pNumber } from '../../src/format.ts';
import { forest } from '../../src/report/figures/forest.ts';
import { leaveOneOutFigure } from '../../src/report/figures/meta/leave-one-out.ts';
import { metaView } from '../../src/report/figures/meta/view.ts';
import { reportHtml } from '../../src/report/page.ts';
import { renderSvg } from '../../src/report/render.ts';
import { markdownSummary } from '../../src/report/summary.ts';
import { cellText, type Table } from '../../src/report/table.ts';
import { csvText, latexTable, markdownTable, markdownText } from '../../src/report/table-formats.ts';
import { reportTables } from '../../src/report/tables/index.ts';
import { AWKWARD } from './awkward.ts';
import { makeAnalysis } from './make-analysis.ts';

const analysis = makeAnalysis({ models: 12 });
const { pooled, sharedTasks } = analysis;

const table = (rows: Table['rows']): Table => ({
  name: 'made-up',
  title: 'Made up',
  measure: 'RD',
  columns: [
    { key: 'name', title: 'Name', kind: 'text' },
    { key: 'gap', title: 'Gap', kind: 'effect' },
  ],
  rows,
});

describe('one number everywhere', () => {
  const named = (name: string) => reportTables(analysis).find((each) => each.name === name)!;

  it('pooled and task-aware interval: page, figure, table, Markdown', async () => {
    for (const fit of [pooled, sharedTasks!]) {
      const text = `${effectValue(fit.estimate, 'RD')} ${intervalValue(fit.ciLower, fit.ciUpper, 'RD')}`;
      const { spec, title, description } = forest(analysis);
      expect(await renderSvg(spec, { id: 'f', title, description })).toContain(`>${text}</text>`);
      const page = await reportHtml(analysis);
      expect(page).toContain(`<div class="big">${effectValue(fit.estimate, 'RD')} pp</div>`);
      expect(page).toContain(`<p class="bounds">${intervalValue(fit.ciLower, fit.ciUpper, 'RD')} pp</p>`);
      expect(markdownSummary(analysis)).toContain(`${effectValue(fit.estimate, 'RD')} pp`);
      expect(markdownSummary(analysis)).toContain(intervalValue(fit.ciLower, fit.ciUpper, 'RD'));
    }
    const readings = named('readings');
    expect(readings.rows[0].slice(1, 5)).toEqual([
      pooled.estimate,
      pooled.se,
      pooled.ciLower,
      pooled.ciUpper,
    ]);
    expect(readings.rows[1].slice(1, 3)).toEqual([sharedTasks!.estimate, sharedTasks!.se]);
  });

  it('leave-one-out exports every column and ends with all rows (case G15)', async () => {
    const all = named('leave-one-out');
    expect(all.rows).toHaveLength(13);
    expect(all.columns.map((column) => column.key)).toEqual([
      'leftOut',
      'estimate',
      'se',
      'ciLower',
      'ciUpper',
      'statistic',
      'df',
      'p',
      'q',
      'qP',
      'tau2',
      'i2',
      'h2',
    ]);
    const last = all.rows[12];
    expect(last[0]).toBe('none: all rows');
    expect(last[1]).toBeCloseTo(pooled.estimate!, 12);
    const made = leaveOneOutFigure(metaView(analysis, 'made up'))!;
    const svg = await renderSvg(made.spec, { id: 'l', title: made.title, description: made.description });
    for (const row of all.rows) {
      const [, estimate, , lower, upper, , , p] = row as number[];
      expect(svg).toContain(`>${effectValue(estimate, 'RD')} ${intervalValue(lower, upper, 'RD')}</text>`);
      expect(svg).toContain(`>${pNumber(p)}</text>`);
    }
  });

  it('gives no NaN for any awkward analysis', () => {
    for (const [, make] of AWKWARD) {
      for (const each of reportTables(make())) {
        for (const row of each.rows) {
          expect(row).toHaveLength(each.columns.length);
          row.forEach((value, c) => {
            if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
            expect(cellText(each.columns[c].kind, value, each.measure)).not.toMatch(/NaN|Infinity|undefined/);
          });
        }
      }
    }
  });
});

describe('csv', () => {
  it('keeps all digits, and leaves null empty', () => {
    expect(
      csvText(
        table([
          ['a', 0.1 + 0.2],
          ['b', null],
        ]),
      ),
    ).toBe('name,gap\na,0.30000000000000004\nb,\n');
  });

  it('quotes, and disarms formulas', () => {
    const names = ['=1+1', '+x', '-y', '@z', '\tt', 'a,b', 'say "hi"', 'two\nlines', "'ok"];
    const lines = csvText(table(names.map((name) => [name, 1])))
      .split('\n')
      .slice(1);
    expect(lines.slice(0, 7)).toEqual([
      "'=1+1,1",
      "'+x,1",
      "'-y,1",
      "'@z,1",
      "'\tt,1",
      '"a,b",1',
      '"say ""hi""",1',
    ]);
    expect(csvText(table([['=a,"b"', 1]])).split('\n')[1]).toBe(`"'=a,""b""",1`);
  });
});

describe('markdown', () => {
  it('escapes what would be markup, a cell border or a mention', () => {
    expect(markdownTable(table([['a|b <i> *c* @d `e`', 0.1414]]))).toBe(
      '| Name | Gap \\(pp\\) |\n| --- | ---: |\n| a\\|b \\<i\\> \\*c\\* @&#8203;d \\`e\\` | +14.14 |\n',
    );
    expect(markdownText('[x](javascript:y)')).toBe('\\[x\\]\\(javascript:y\\)');
  });

  it('makes no link, mention or issue of an address or a number', () => {
    expect(markdownText('https://x.org www.x.org')).toBe('https\\://x.org www\\.x.org');
    expect(markdownText('a#12 @b # @')).toBe('a\\#&#8203;12 @&#8203;b \\# @&#8203;');
    expect(markdownText('time: 3, awww.')).toBe('time: 3, awww.');
  });

  it('summary: title first, both readings, warnings', () => {
    const lines = markdownSummary(analysis).split('\n');
    expect(lines[0]).toBe('### Made-up leaderboard');
    expect(lines.filter((line) => line.startsWith('| Models as independent studies'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('| Task-aware'))).toHaveLength(1);
    expect(lines).toContain('- Made-up data: the figures mean nothing.');
  });
});

describe('latex', () => {
  it('escapes its special characters', () => {
    const text = latexTable(table([['50% & $1 #2 ~x^2 \\y {z} a_b |', 0.1414]]));
    expect(text).toContain(
      '50\\% \\& \\$1 \\#2 \\textasciitilde{}x\\textasciicircum{}2 \\textbackslash{}y \\{z\\} a\\_b \\textbar{} & +14.14 \\\\',
    );
    expect(text).toContain('\\begin{tabular}{lr}');
  });
});
