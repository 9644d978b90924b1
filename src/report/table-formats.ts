/** Tables as files: CSV with all digits for machines, Markdown and LaTeX as people read them. */
import { shownName } from '../format.ts';
import { type Cell, type CellKind, type Column, cellText, headingText, type Table } from './table.ts';

export const TABLE_FORMATS = ['csv', 'md', 'tex'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/**
 * The text of a table file: CSV with all digits, Markdown or LaTeX as people read it. No name in it becomes markup
 * or a formula.
 *
 * @example tableText(reportTables(analysis)[0], 'csv').split(',')[0] // 'reading'
 */
export function tableText(table: Table, format: TableFormat): string {
  if (format === 'csv') return csvText(table);
  return format === 'md' ? markdownTable(table) : latexTable(table);
}

/**
 * CSV (RFC 4180, line feeds): every number with all its digits, empty for null. A text that a spreadsheet would
 * run as a formula (it begins with = + - @, tab or return) gets an apostrophe in front.
 */
export function csvText({ columns, rows }: Table): string {
  const lines = [columns.map((column) => csvCell(column.key)), ...rows.map((row) => row.map(csvCell))];
  return `${lines.map((line) => line.join(',')).join('\n')}\n`;
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A GitHub table. */
export function markdownTable({ columns, rows, measure }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = columns.map((column) => (column.kind === 'text' ? '---' : '---:'));
  return `${[
    line(columns.map((column) => markdownText(headingText(column, measure)))),
    line(rule),
    ...rows.map((row) => line(shown(row, columns, measure).map(markdownText))),
  ].join('\n')}\n`;
}

/**
 * Text that Markdown takes as text: no cell, emphasis, link, code, mention or tag comes out of a name. GitHub looks
 * for mentions and issue numbers in what is rendered, where an escape is gone: a space of no width parts them.
 */
export function markdownText(text: string): string {
  return shownName(text)
    .replace(/[\\`*_{}[\]<>()#|~!&]/g, (letter) => `\\${letter}`)
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\./gi, '$1\\.')
    .replace(/@|#(?=\d)/g, (letter) => `${letter}&#8203;`);
}

/** A `tabular` with the rules of booktabs. */
export function latexTable({ title, columns, rows, measure }: Table): string {
  const align = columns.map((column) => (column.kind === 'text' ? 'l' : 'r')).join('');
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  return `${[
    `% ${latexText(title)}; needs \\usepackage{booktabs}`,
    `\\begin{tabular}{${align}}`,
    '\\toprule',
    line(columns.map((column) => latexText(headingText(column, measure)))),
    '\\midrule',
    ...rows.map((row) => line(shown(row, columns, measure).map(latexText))),
    '\\bottomrule',
    '\\end{tabular}',
  ].join('\n')}\n`;
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '²': '\\textsuperscript{2}',
  τ: '$\\tau$',
  '|': '\\textbar{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

const latexText = (text: string): string =>
  shownName(text)
    .replace(/[\\~^²τ|<>&%$#_{}]/g, (letter) => LATEX[letter] ?? `\\${letter}`)
    .replaceAll('[', '{[}');

const shown = (row: readonly Cell[], columns: readonly Column[], measure: string): string[] =>
  row.map((value, c) => cellText(columns[c].kind as CellKind, value, measure));
