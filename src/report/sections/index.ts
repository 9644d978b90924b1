/** The sections of one analysis, in order. */
import type { Analysis } from '../../analysis/types.ts';
import { figureBlock } from '../figure-block.ts';
import type { Figure } from '../figures/figure.ts';
import { figureSpecs } from '../figures/index.ts';
import { html, type Markup } from '../html.ts';
import type { Section } from '../section.ts';
import { foldedTable, tableBlock } from '../table-html.ts';
import { reportTables } from '../tables/index.ts';
import { headlineSection } from './headline.ts';
import { methodsSection } from './methods.ts';
import { provenanceSection } from './provenance.ts';
import { unmeasuredText } from './unmeasured.ts';
import { warningsSection } from './warnings.ts';

/** Which figures stand in which section, and the tables that hold their numbers. */
const GROUPS: readonly Group[] = [
  {
    id: 'models',
    title: 'Every model',
    figures: ['forest', 'ranks', 'gap-histogram', 'labbe'],
    tables: ['models'],
  },
  {
    id: 'strata',
    title: 'Strata and tasks',
    figures: ['strata', 'task-scatter', 'heatmap'],
    tables: ['strata'],
  },
  {
    id: 'groups',
    title: 'Groups of models',
    figures: ['subgroups', 'forest-grouped'],
    tables: ['moderators'],
  },
  {
    id: 'shuffled',
    title: 'Shuffled flags',
    figures: ['permutation', 'calibration'],
    tables: ['calibration'],
  },
  {
    id: 'sensitivity',
    title: 'Other choices',
    figures: ['sensitivity'],
    tables: ['specification-shares', 'sensitivity'],
  },
  {
    id: 'robustness',
    title: 'What the gap stands on',
    figures: ['robustness'],
    tables: ['leave-one-stratum-out', 'leave-one-task-out', 'adjusted', 'traits'],
  },
  { id: 'flag-errors', title: 'Errors in the flags', figures: [], tables: ['flag-errors', 'accepted'] },
  {
    id: 'diagnostics',
    title: 'The pooled fit looked into',
    figures: [
      'leave-one-out',
      'cumulative',
      'bubble-pass-rate',
      'bubble-date',
      'funnel',
      'baujat',
      'radial',
      'gosh',
    ],
    tables: ['leave-one-out', 'influence'],
  },
];

/** Longer tables, but that of the models, are for files (`--tables`). */
const MOST_ROWS = 500;

interface Group {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly string[];
  readonly tables: readonly string[];
}

export async function analysisSections(
  analysis: Analysis,
  prefix: string,
  only?: readonly string[],
): Promise<Section[]> {
  const wanted = ({ name }: { readonly name: string }) => only === undefined || only.includes(name);
  const figures = new Map(figureSpecs(analysis, only).map((figure) => [figure.name, figure]));
  const tables = new Map(
    reportTables(analysis)
      .filter(wanted)
      .map((table) => [table.name, table]),
  );
  const twins = (names: readonly string[]) =>
    names
      .flatMap((name) => tables.get(name) ?? [])
      .filter((table) => table.name === 'models' || table.rows.length <= MOST_ROWS)
      .map((table) => foldedTable(table, prefix));
  const sections: Section[] = [
    { id: 'gap', title: 'The gap', body: await headlineSection(analysis, prefix) },
  ];
  const readings = tables.get('readings');
  if (readings !== undefined) {
    sections.push({
      id: 'readings',
      title: 'The readings side by side',
      body: html`${tableBlock(readings, prefix)}${twins(['crossed'])}`,
    });
  }
  for (const group of GROUPS) {
    const own = group.figures
      .map((name) => figures.get(name))
      .filter((figure): figure is Figure => figure !== undefined);
    const blocks: Markup[] = [];
    for (const figure of own) blocks.push(await figureBlock(figure, prefix));
    const words = group.id === 'robustness' ? unmeasuredText(analysis) : null;
    const folded = twins(group.tables);
    if (blocks.length + folded.length > 0) {
      sections.push({ id: group.id, title: group.title, body: html`${words}${blocks}${folded}` });
    }
  }
  sections.push({ id: 'methods', title: 'Methods', body: methodsSection(analysis) });
  const warnings = warningsSection(analysis);
  if (warnings !== null) sections.push({ id: 'warnings', title: 'Warnings', body: warnings });
  sections.push({ id: 'provenance', title: 'Provenance', body: provenanceSection(analysis) });
  return sections;
}
