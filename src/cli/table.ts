/** Text tables and wrapped paragraphs for the terminal. */
import colors from 'picocolors';

export interface ColumnStyle {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Columns of the terminal, 110 where there is none. */
export const terminalWidth = (): number => Math.max(40, Math.min(process.stdout.columns ?? 110, 160));

/** Bold on a terminal, plain in a file or pipe. */
export const strong = (text: string): string => (process.stdout.isTTY ? colors.bold(text) : text);

/** Dim on a terminal, plain in a file or pipe. */
export const faint = (text: string): string => (process.stdout.isTTY ? colors.dim(text) : text);

/**
 * Rows under a header, two spaces between columns. When the table is wider than the terminal, its widest columns are
 * wrapped.
 */
export function textTable(
  columns: readonly ColumnStyle[],
  rows: readonly (readonly string[])[],
  width = terminalWidth(),
): string {
  const widths = columns.map((column, c) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(row[c] ?? ''))),
  );
  shrink(widths, columns, width);
  const lines: string[] = [];
  const titles = wrapRow(
    columns.map((column) => column.title),
    widths,
  );
  for (const line of titles) lines.push(strong(joinCells(line, widths, columns)));
  lines.push(faint(widths.map((w) => '-'.repeat(w)).join('  ')));
  for (const row of rows) {
    for (const line of wrapRow(
      columns.map((_, c) => row[c] ?? ''),
      widths,
    )) {
      lines.push(joinCells(line, widths, columns));
    }
  }
  return lines.join('\n');
}

/** A paragraph broken at spaces to the terminal's width; `mark` stands before its first line, the others line up. */
export function paragraph(text: string, mark = '', width = terminalWidth()): string {
  return mark + wrap(text, width - mark.length).join(`\n${' '.repeat(mark.length)}`);
}

/** Narrowest that a wrapped column gets: an id, and an interval, stay whole. */
const NARROWEST = { left: 17, right: 18 } as const;

function shrink(widths: number[], columns: readonly ColumnStyle[], width: number): void {
  const total = () => widths.reduce((sum, w) => sum + w, 0) + 2 * (widths.length - 1);
  const least = (c: number) => NARROWEST[columns[c].align ?? 'left'];
  while (total() > width) {
    const spare = widths.map((w, c) => w - least(c));
    const widest = spare.indexOf(Math.max(...spare));
    if (spare[widest] <= 0) return;
    widths[widest] -= Math.min(spare[widest], total() - width);
  }
}

function wrapRow(cells: readonly string[], widths: readonly number[]): string[][] {
  const wrapped = cells.map((cell, c) => wrap(cell, widths[c]));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, i) => wrapped.map((lines) => lines[i] ?? ''));
}

function joinCells(
  cells: readonly string[],
  widths: readonly number[],
  columns: readonly ColumnStyle[],
): string {
  return cells
    .map((cell, c) => {
      const gap = ' '.repeat(Math.max(0, widths[c] - displayWidth(cell)));
      return columns[c].align === 'right' ? gap + cell : cell + gap;
    })
    .join('  ')
    .trimEnd();
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    for (const piece of cut(word, width)) {
      if (line === '') line = piece;
      else if (displayWidth(line) + 1 + displayWidth(piece) <= width) line += ` ${piece}`;
      else {
        lines.push(line);
        line = piece;
      }
    }
  }
  lines.push(line);
  return lines;
}

/** A word longer than the line, in pieces. */
function cut(word: string, width: number): string[] {
  const letters = [...word];
  if (letters.length <= width) return [word];
  const pieces: string[] = [];
  for (let i = 0; i < letters.length; i += width) pieces.push(letters.slice(i, i + width).join(''));
  return pieces;
}

/** Letters, not bytes; good enough for names in Latin, Greek and Cyrillic. Control characters never reach a terminal. */
const displayWidth = (text: string): number => [...text].length;
