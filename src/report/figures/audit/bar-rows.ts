/** Horizontal bars on a common scale, label on the left, text at the end; headings part them into groups. */
import { shortName } from '../../../format.ts';
import { textWidth } from '../../text-width.ts';
import { type Colour, colour } from '../../theme.ts';
import { finite } from '../figure.ts';

export interface BarRow {
  readonly label: string;
  /** Length; null draws none. A row without `text` is a heading. */
  readonly value: number | null;
  readonly lower?: number | null;
  readonly upper?: number | null;
  readonly colour: Colour;
  readonly text: string;
}

export function barRows(
  rows: readonly BarRow[],
  title: string,
  domain: readonly [number, number],
  width = 320,
) {
  const step = 24;
  const drawn = rows.map((row, at) => ({
    row: at,
    top: at - 0.36,
    bottom: at + 0.36,
    zero: 0,
    label: shortName(row.label, 44),
    value: finite(row.value) ? row.value : 0,
    lo: row.lower ?? null,
    hi: row.upper ?? null,
    tint: colour(row.colour),
    text: row.text,
    heading: row.text === '',
    description: `${row.label}: ${row.text}`,
  }));
  const bars = drawn.filter((row) => !row.heading);
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    axis: null,
    scale: { domain: [-0.6, Math.max(rows.length, 1) - 0.4], reverse: true, nice: false, zero: false },
  });
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title,
    scale: { domain, nice: false },
    axis: { tickCount: 5 },
  });
  const left = -Math.round(14 + Math.max(0, ...drawn.map(({ label }) => textWidth(label, 11))));
  const labels = (values: object[], fontWeight: string) => ({
    data: { values },
    mark: { type: 'text', align: 'left', baseline: 'middle', fontWeight, color: colour('ink'), aria: false },
    encoding: { x: { value: left }, y: y('row'), text: { field: 'label', type: 'nominal' } },
  });
  return {
    width,
    height: Math.round(step * (Math.max(rows.length, 1) + 0.2)),
    layer: [
      {
        data: { values: bars },
        mark: { type: 'rect' },
        encoding: {
          x: x('zero'),
          x2: { field: 'value' },
          y: y('top'),
          y2: { field: 'bottom' },
          color: { field: 'tint', type: 'nominal', scale: null, legend: null },
          description: { field: 'description', type: 'nominal' },
          tooltip: { field: 'description', type: 'nominal', title: ' ' },
        },
      },
      {
        data: { values: bars.filter((row) => row.lo !== null && row.hi !== null) },
        mark: { type: 'rule', color: colour('ink'), strokeWidth: 1.5, aria: false },
        encoding: { x: x('lo'), x2: { field: 'hi' }, y: y('row') },
      },
      labels(bars, 'normal'),
      labels(
        drawn.filter((row) => row.heading),
        'bold',
      ),
      {
        data: { values: bars },
        mark: { type: 'text', align: 'left', baseline: 'middle', color: colour('ink'), aria: false },
        encoding: { x: { value: width + 12 }, y: y('row'), text: { field: 'text', type: 'nominal' } },
      },
    ],
  };
}
