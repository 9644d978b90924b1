/** Horizontal bars on a common scale, label and numbers above each; headings part them into groups. */
import { type Colour, colour } from '../../theme.ts';
import { rowAxis } from '../axis.ts';
import { finite, PLOT_WIDTH } from '../figure.ts';

export interface BarRow {
  readonly label: string;
  /** Length; null draws none. A row without `text` is a heading. */
  readonly value: number | null;
  readonly lower?: number | null;
  readonly upper?: number | null;
  readonly colour: Colour;
  readonly text: string;
}

/** Height of a row: a line of text and the mark under it. */
const STEP = 36;

/** Axes, size and texts of rows that carry their text above their mark; a row with `heading` has text only. */
export function rowFrame(
  rows: readonly { readonly label: string; readonly heading: boolean }[],
  title: string,
  domain: readonly [number, number],
) {
  const y = (field: string) => rowAxis([-0.6, Math.max(rows.length, 1) - 0.5], field);
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title,
    scale: { domain, nice: false },
    axis: { tickCount: 5 },
  });
  const text = (isHeading: boolean, fontWeight: string, dy: number) => ({
    data: {
      values: rows.flatMap(({ label, heading }, row) => (heading === isHeading ? [{ row, label }] : [])),
    },
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'middle',
      dy,
      fontWeight,
      color: colour('ink'),
      aria: false,
    },
    encoding: { x: { value: 0 }, y: y('row'), text: { field: 'label', type: 'nominal' } },
  });
  const size = { width: PLOT_WIDTH, height: Math.round(STEP * (Math.max(rows.length, 1) + 0.1)) };
  return { x, y, size, texts: [text(false, 'normal', -11), text(true, 'bold', 6)] };
}

export function barRows(rows: readonly BarRow[], title: string, domain: readonly [number, number]) {
  const drawn = rows.map((row, at) => ({
    top: at - 0.02,
    bottom: at + 0.36,
    middle: at + 0.17,
    zero: 0,
    label: row.text === '' ? row.label : `${row.label}: ${row.text}`,
    value: finite(row.value) ? row.value : 0,
    lo: row.lower ?? null,
    hi: row.upper ?? null,
    tint: colour(row.colour),
    heading: row.text === '',
  }));
  const { x, y, size, texts } = rowFrame(drawn, title, domain);
  const bars = drawn.filter((row) => !row.heading);
  return {
    ...size,
    layer: [
      {
        data: { values: bars },
        mark: { type: 'rect', fillOpacity: 0.6 },
        encoding: {
          x: x('zero'),
          x2: { field: 'value' },
          y: y('top'),
          y2: { field: 'bottom' },
          color: { field: 'tint', type: 'nominal', scale: null, legend: null },
          description: { field: 'label', type: 'nominal' },
          tooltip: { field: 'label', type: 'nominal', title: ' ' },
        },
      },
      {
        data: { values: bars.filter((row) => row.lo !== null && row.hi !== null) },
        mark: { type: 'rule', color: colour('ink'), strokeWidth: 1.5, aria: false },
        encoding: { x: x('lo'), x2: { field: 'hi' }, y: y('middle') },
      },
      ...texts,
    ],
  };
}
