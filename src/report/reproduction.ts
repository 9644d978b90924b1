/** The page of a published study: its figures beside the same pipeline on open flags, then every analysis. */
import { levelText } from '../format.ts';
import type { Reproduction } from '../studies/reproduce.ts';
import { comparisonTable } from './comparison.ts';
import { html } from './html.ts';
import { reportHtml } from './page.ts';
import type { Section } from './section.ts';
import type { Table } from './table.ts';
import { tableBlock } from './table-html.ts';

/** One HTML document; the analyses shown in full are those of all submissions, one a flag set. */
export function reproductionHtml(result: Reproduction): Promise<string> {
  const { study } = result;
  const full = result.runs.filter((run) => run.submissions === 'all').map((run) => run.analysis);
  return reportHtml(full, {
    title: `Reproducing ${study.id}`,
    subtitle: `${study.title}. ${study.reference}`,
    sections: [comparison(result), arithmetic(result), ...paragraphs(result)],
  });
}

function comparison(result: Reproduction): Section {
  const { study, runs } = result;
  const level = levelText(runs[0].analysis.options.level);
  return {
    id: 'published',
    title: 'Published, and what the data here give',
    body: html`<p>The gap between hackable and robust tasks of the same ${study.published.stratum}, in percentage points. Independent: models as independent studies (${study.settings.method}, z), as published. Task-aware: the shared tasks counted as shared (t). p: flags permuted within strata, two sided. Intervals are ${level}.</p>
${tableBlock(comparisonTable(result), '')}`,
  };
}

function arithmetic({ arithmetic: found }: Reproduction): Section {
  const text = (key: string, title: string) => ({ key, title, kind: 'text' as const });
  const table: Table = {
    name: 'arithmetic',
    title: 'What the published figures imply',
    measure: 'RD',
    columns: [
      text('figure', 'Figure'),
      text('published', 'Published'),
      text('implied', 'Implied'),
      text('agrees', 'Agree'),
      text('how', 'How'),
    ],
    rows: found.checks.map((check) => [
      check.name,
      check.published,
      check.implied,
      check.agrees === null ? '' : check.agrees ? 'yes' : 'no',
      check.how,
    ]),
  };
  return { id: 'arithmetic', title: 'The published arithmetic', body: tableBlock(table, '') };
}

function paragraphs(result: Reproduction): Section[] {
  return result.paragraphs.map(({ id, title, text }) => ({ id, title, body: html`<p>${text}</p>` }));
}
