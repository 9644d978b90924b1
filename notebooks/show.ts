/** Figures, tables and sentences of the library as what a notebook shows under a cell. */
import { audit, type Figure, renderSvg, type Table, tableText } from '../dist/index.js';

/** Of Deno's kernel. */
declare const Deno: {
  inspect(value: unknown, options: { readonly colors: boolean }): string;
  readonly jupyter: {
    display(kinds: Readonly<Record<string, string>>, options: { readonly raw: true }): Promise<void>;
  };
};

/**
 * Shows a result in the richest kind that the reader's program knows. Every function here is awaited and gives
 * nothing back. Deno's kernel may say that a cell is done before it has sent what the cell shows, and nbconvert then
 * drops it: so the cell stays at work for a moment longer, and `normalise.ts` counts what was shown.
 */
async function shown(kinds: Readonly<Record<string, string>>): Promise<void> {
  await Deno.jupyter.display(kinds, { raw: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
}

let drawn = 0;

/** One of the figures by name, drawn in fixed light colours on paper, so that dark programs show it too. */
export async function figure(figures: readonly Figure[], name: string) {
  const found = figures.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`no figure ${name}; there are ${figures.map((one) => one.name).join(', ')}`);
  const { title, description, spec } = found;
  // Ids differ between the figures of a notebook, which share a page.
  const id = `figure-${++drawn}`;
  const svg = await renderSvg(spec, { id, title, description, colours: 'light', background: true });
  await shown({ 'image/svg+xml': svg, 'text/plain': `${title}. ${description}` });
}

/** A value as the console writes it. */
export const value = (anything: unknown) =>
  shown({ 'text/plain': Deno.inspect(anything, { colors: false }) });

/** Text with Markdown in it. */
export const markdown = (...paragraphs: readonly string[]) => {
  const text = paragraphs.join('\n\n');
  return shown({ 'text/markdown': text, 'text/plain': text });
};

type Kind = Table['columns'][number]['kind'];

/**
 * Rows under headings. The kind of a column says how its numbers are rounded, as everywhere in passgap:
 * `{ model: 'text', gap: 'effect', p: 'p' }`.
 */
export function table(
  title: string,
  kinds: Readonly<Record<string, Kind>>,
  rows: Table['rows'],
  measure = 'RD',
) {
  const columns = Object.entries(kinds).map(([heading, kind]) => ({ key: heading, title: heading, kind }));
  return given({ name: 'table', title, measure, columns, rows });
}

/** A table that the library made, or its first rows. */
export function given(found: Table, first = found.rows.length) {
  const rest = found.rows.length - first;
  const more = rest > 0 ? [`and ${rest} more rows`] : [];
  const text = tableText({ ...found, rows: found.rows.slice(0, first) }, 'md');
  return markdown(`**${found.title}**`, text.trimEnd(), ...more);
}

/** A part of an audit: what it says, and those of its tables that are named. */
export function part(view: audit.PartView, ...tables: readonly string[]) {
  const chosen = { ...view, tables: view.tables.filter(({ name }) => tables.includes(name)) };
  const [, ...paragraphs] = audit.viewMarkdown(chosen).split('\n\n');
  return markdown(...paragraphs);
}
