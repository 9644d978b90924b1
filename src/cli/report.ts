/** `passgap report ANALYSIS.json` */
import { join } from 'node:path';
import { Command } from 'commander';
import type { Analysis } from '../analysis/types.ts';
import { InputError, quoteValue } from '../errors.ts';
import { readText } from '../read/text.ts';
import { note, printResult, writeWhole } from './output.ts';

const FIGURE_FORMATS = ['svg', 'png', 'json'] as const;
const TABLE_FORMATS = ['csv', 'md', 'tex'] as const;
type FigureFormat = (typeof FIGURE_FORMATS)[number];
type TableFormat = (typeof TABLE_FORMATS)[number];

interface Flags {
  readonly output?: string;
  readonly interactive?: boolean;
  readonly figures?: string;
  readonly tables?: string;
  readonly format?: string[];
  readonly only?: string[];
  readonly markdown?: string | true;
  readonly title?: string;
}

export function reportCommand(): Command {
  return new Command('report')
    .description('a page, figures and tables of an analysis')
    .argument('<analysis>', 'what `passgap analyze --json` wrote; - reads stdin')
    .option('-o, --output <file>', 'write the page there (default: stdout when nothing else is asked for)')
    .option('--interactive', 'tooltips, filters and brushing: scripts inside the page, still offline')
    .option('--title <text>', 'title of the page (default: of the analysis)')
    .option('--figures <folder>', 'write every figure as a file')
    .option('--tables <folder>', 'write every table as a file')
    .option('--format <names...>', 'of figures: svg, png, json; of tables: csv, md, tex (default: svg csv)')
    .option('--only <names...>', 'these figures and tables only')
    .option('--markdown [file]', 'a summary for a comment on a pull request (default: to stdout)')
    .addHelpText(
      'after',
      '\nExample:\n  $ passgap report analysis.json -o report.html --figures out --format svg json',
    )
    .action(report);
}

async function report(path: string, flags: Flags): Promise<void> {
  const formats = checkFormats(flags);
  const { readAnalysis } = await import('../report/read-analysis.ts');
  const analysis = readAnalysis(readText(path), path === '-' ? 'stdin' : path);
  await checkNames(analysis, flags.only);
  const files = new Map<string, string | Uint8Array>();
  if (flags.figures !== undefined)
    await addFigures(files, analysis, flags.figures, formats.figures, flags.only);
  if (flags.tables !== undefined) await addTables(files, analysis, flags.tables, formats.tables, flags.only);
  const asked = flags.figures !== undefined || flags.tables !== undefined || flags.markdown !== undefined;
  if (flags.output !== undefined || !asked) {
    const page = await pageOf(analysis, flags);
    if (flags.output === undefined) printResult(page);
    else files.set(flags.output, page);
  }
  if (flags.markdown !== undefined) {
    const { markdownSummary } = await import('../report/summary.ts');
    if (flags.markdown === true) printResult(markdownSummary(analysis));
    else files.set(flags.markdown, markdownSummary(analysis));
  }
  // Everything is made before anything is written.
  for (const [file, content] of files) writeWhole(file, content);
  for (const file of files.keys()) note(`wrote ${file}`);
}

async function pageOf(analysis: Analysis, flags: Flags): Promise<string> {
  const { reportHtml } = await import('../report/page.ts');
  const { title, only } = flags;
  const interactive = flags.interactive === true ? await scripts() : undefined;
  return reportHtml(analysis, {
    ...(title === undefined ? {} : { title }),
    ...(only && { only }),
    interactive,
  });
}

async function scripts() {
  const { interactiveScripts } = await import('../report/interactive/scripts.ts');
  return interactiveScripts();
}

async function addFigures(
  files: Map<string, string | Uint8Array>,
  analysis: Analysis,
  folder: string,
  formats: readonly FigureFormat[],
  only: readonly string[] | undefined,
): Promise<void> {
  const { figureSpecs } = await import('../report/figures/index.ts');
  const { renderSvg } = await import('../report/render.ts');
  for (const { name, title, description, spec } of figureSpecs(analysis)) {
    if (only !== undefined && !only.includes(name)) continue;
    const at = (format: FigureFormat) => join(folder, `${name}.${format}`);
    if (formats.includes('json')) files.set(at('json'), `${JSON.stringify(spec, null, 2)}\n`);
    if (!formats.includes('svg') && !formats.includes('png')) continue;
    const svg = await renderSvg(spec, { id: name, title, description, colours: 'light', background: true });
    if (formats.includes('svg')) files.set(at('svg'), `${svg}\n`);
    if (formats.includes('png')) {
      const { pngOf } = await import('../report/png.ts');
      files.set(at('png'), await pngOf(svg));
    }
  }
}

async function addTables(
  files: Map<string, string | Uint8Array>,
  analysis: Analysis,
  folder: string,
  formats: readonly TableFormat[],
  only: readonly string[] | undefined,
): Promise<void> {
  const { reportTables } = await import('../report/tables/index.ts');
  const { tableText } = await import('../report/table-formats.ts');
  for (const table of reportTables(analysis)) {
    if (only !== undefined && !only.includes(table.name)) continue;
    for (const format of formats)
      files.set(join(folder, `${table.name}.${format}`), tableText(table, format));
  }
}

/** One `--format` serves both; a kind that none of the names speaks of keeps its default. */
function checkFormats({ format = [] }: Flags): { figures: FigureFormat[]; tables: TableFormat[] } {
  const names = format.flatMap((text) => text.split(','));
  const allowed: readonly string[] = [...FIGURE_FORMATS, ...TABLE_FORMATS];
  for (const name of names) {
    if (!allowed.includes(name)) {
      throw new InputError(`--format ${quoteValue(name)} is none of ${allowed.join(', ')}`);
    }
  }
  const figures = FIGURE_FORMATS.filter((name) => names.includes(name));
  const tables = TABLE_FORMATS.filter((name) => names.includes(name));
  return {
    figures: figures.length === 0 ? ['svg'] : figures,
    tables: tables.length === 0 ? ['csv'] : tables,
  };
}

async function checkNames(analysis: Analysis, only: readonly string[] | undefined): Promise<void> {
  if (only === undefined) return;
  const { figureSpecs } = await import('../report/figures/index.ts');
  const { reportTables } = await import('../report/tables/index.ts');
  const names = [...figureSpecs(analysis), ...reportTables(analysis)].map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new InputError(
    `--only ${quoteValue(unknown)} is no figure or table of this analysis; it has ${[...new Set(names)].join(', ')}`,
  );
}
