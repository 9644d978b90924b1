/** Rows for a phone as for a desk: a name and its numbers stand above each mark instead of in columns beside it. */
import { type Colour, colour } from '../theme.ts';
import { rowAxis } from './axis.ts';
import { PLOT_WIDTH } from './figure.ts';

/** Height of a row: two lines of text and the mark. */
const STEP = 44;

export interface StackedRow {
  /** In bold. */
  readonly label: string;
  /** The numbers, under the label. */
  readonly value: string;
  readonly colour: Colour;
}

/** An interval with its estimate, in units of the axis; null where there is none. */
export interface StackedInterval extends StackedRow {
  readonly x: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
}

export const stackedHeight = (rows: readonly unknown[]): number => STEP * Math.max(rows.length, 1);

/** The place of a row, field `row`. */
export const stackedY = (rows: readonly unknown[]) => rowAxis([-0.8, Math.max(rows.length, 1) - 0.6]);

/** Layers of the two lines of text; one pair a colour, so that a legend of colours is left alone. */
export function stackedText(rows: readonly StackedRow[], y: object): object[] {
  const placed = rows.map((each, row) => ({ ...each, row }));
  return [...new Set(rows.map((row) => row.colour))].flatMap((name) => {
    const values = placed
      .filter((row) => row.colour === name)
      .map(({ row, label, value }) => ({ row, label, value }));
    const text = (field: string, dy: number, fontWeight: string) => ({
      data: { values },
      mark: {
        type: 'text',
        align: 'left',
        baseline: 'middle',
        dy,
        fontWeight,
        color: colour(name),
        aria: false,
      },
      encoding: { x: { value: 0 }, y, text: { field, type: 'nominal' } },
    });
    return [text('label', -26, 'bold'), text('value', -12, 'normal')];
  });
}

/** A vertical line at `x`, drawn only beside the marks, so that it crosses no text. */
export function stackedRule(
  rows: readonly unknown[],
  x: object,
  at: number,
  y: object,
  mark: object,
): object {
  return {
    data: { values: rows.map((_, row) => ({ at, row: row - 0.16, to: row + 0.2 })) },
    mark: { type: 'rule', aria: false, ...mark },
    encoding: { x: { ...x, field: 'at' }, y, y2: { field: 'to' } },
  };
}

/** The body of a figure of intervals on the axis `x` (an encoding without its field), with a line at `reference`. */
export function stackedIntervals(
  rows: readonly StackedInterval[],
  x: object,
  reference: { readonly at: number; readonly mark: object },
) {
  const y = stackedY(rows);
  const values = rows.map((row, at) => ({ ...row, row: at, colour: undefined, tint: colour(row.colour) }));
  const color = { field: 'tint', type: 'nominal', scale: null, legend: null };
  return {
    width: PLOT_WIDTH,
    height: stackedHeight(rows),
    layer: [
      stackedRule(rows, x, reference.at, y, reference.mark),
      {
        data: { values: values.filter((row) => row.lo !== null && row.hi !== null) },
        mark: { type: 'rule', strokeWidth: 3, aria: false },
        encoding: { x: { ...x, field: 'lo' }, x2: { field: 'hi' }, y, color },
      },
      {
        data: { values: values.filter((row) => row.x !== null) },
        mark: { type: 'point', filled: true, size: 90, opacity: 1 },
        encoding: { x: { ...x, field: 'x' }, y, color, description: { field: 'value', type: 'nominal' } },
      },
      ...stackedText(rows, y),
    ],
  };
}
