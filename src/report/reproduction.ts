/** The page of a published study: its figures beside the same pipeline on open flags, then every analysis. */
import { levelText } from '../format.ts';
import type { Reproduction } from '../studies/reproduce.ts';
import { comparisonTable } from './comparison.ts';
import { figureBlock } from './figure-block.ts';
import { comparison } from './figures/comparison.ts';
import { html } from './html.ts';
import { reportHtml } from './page.ts';
import type { Section } from './section.ts';
import type { Table } from './table.ts';
import { tableBlock } from './table-html.ts';

/** What a chapter shows; `passgap report` shows all figures of one analysis. */
const CHAPTER = [
  'readings',
  'forest',
  'gap-histogram',
  'models',
  'strata',
  'task-scatter',
  'heatmap',
  'subgroups',
  'moderators',
  'permutation',
  'sensitivity',
];

/** One HTML document; the analyses shown in full are those of all submissions, one a flag set. */
export async function reproductionHtml(result: Reproduction): Promise<string> {
  const { study } = result;
  const full = result.runs.filter((run) => run.submissions === 'all').map((run) => run.analysis);
  return reportHtml(full, {
    title: `Reproducing ${study.id}`,
    subtitle: `${study.title}. ${study.reference}`,
    sections: [await published(result), arithmetic(result), ...paragraphs(result)],
    only: CHAPTER,
  });
}

async function published(result: Reproduction): Promise<Section> {
  const { study, runs } = result;
  const { gap, ciLower, ciUpper } = study.published;
  const { hackable, robust } = study.sample;
  const line = { label: `${study.id}, as published`, gap, ciLower, ciUpper, hackable, robust };
  const ours = runs.map(({ flags, submissions, analysis }) => ({
    label: `${flags}, ${submissions}`,
    analysis,
  }));
  const drawing = await figureBlock(comparison(line, ours), '');
  const level = levelText(runs[0].analysis.options.level);
  return {
    id: 'published',
    title: 'Published, and what the data here give',
    body: html`<p>The gap between hackable and robust tasks of the same ${study.published.stratum}, in percentage points. Independent: models as independent studies (${study.settings.method}, z), as published. Task-aware: the shared tasks counted as shared (t). p: flags permuted within strata, two sided. Intervals are ${level}.</p>
${drawing}${tableBlock(comparisonTable(result), '')}`,
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
