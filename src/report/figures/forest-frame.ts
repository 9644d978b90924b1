/**
 * The frame of every forest-like figure: labels on the left, intervals in the middle, columns of text on the
 * right (the columns are data). Rows stand at whole numbers of a linear scale, so that neither sorting nor equal
 * labels can merge or move them (cases F7, G4), and no name is ever part of an expression.
 */
import { effectNumber, shortName } from '../../format.ts';
import { textWidth } from '../text-width.ts';
import { type Colour, colour } from '../theme.ts';
import { effectDomain, effectTitle, rowAxis } from './axis.ts';
import { finite } from './figure.ts';

export interface ForestRow {
  readonly kind: 'interval' | 'diamond' | 'heading' | 'gap';
  readonly label: string;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly colour: Colour;
  /** Area of the point in px2; 30 when not given. */
  readonly size?: number;
  /** Texts of the columns. */
  readonly cells: readonly string[];
  /** One sentence with rounded numbers, for screen readers and tooltips. */
  readonly description: string;
}

export interface ForestFrame {
  readonly rows: readonly ForestRow[];
  readonly measure: string;
  readonly labelTitle: string;
  readonly columns: readonly string[];
  /** Height of a row in px. */
  readonly step?: number;
  /** Width of the intervals' part in px. */
  readonly width?: number;
  readonly labelLength?: number;
  readonly axisTitle?: string;
  /** Estimate whose value is drawn as a dashed line through all rows. */
  readonly reference?: number | null;
  /** False where 0 is far from all rows and says nothing. */
  readonly zero?: boolean;
  /** Ends of the axis in its units; from the rows when not given. */
  readonly domain?: readonly [number, number];
}

const GAP = 12;

interface Placed {
  readonly row: number;
  readonly x: number;
  readonly lo: number;
  readonly hi: number;
}

/** The body of a spec: everything but title and description. */
export function forestBody(frame: ForestFrame): Record<string, unknown> {
  const { rows, measure, step = 14, width = 300, labelLength = 46 } = frame;
  const domain = frame.domain ?? effectDomain(rows, measure, { zero: frame.zero ?? true });
  const last = rows.length - 0.5;
  const y = (extra = {}) => ({ ...rowAxis([-1.6, last]), ...extra });
  const x = (field: string, extra = {}) => ({
    field,
    type: 'quantitative',
    title: frame.axisTitle ?? effectTitle(measure),
    scale: { domain, nice: false, zero: false },
    axis: { tickCount: 6, grid: true },
    ...extra,
  });
  const marks = rows.flatMap((row, at) =>
    drawable(row) ? [{ ...place(row, at, measure, domain), ...looks(row) }] : [],
  );
  const intervals = marks.filter((mark) => mark.kind === 'interval' && Number.isFinite(mark.lo));
  const fill = { field: 'colour', type: 'nominal', scale: null, legend: null };
  const layers: object[] = [
    ...(inside(0, domain) ? [rule([{ x: 0 }], { color: colour('soft') })] : []),
    ...(finite(frame.reference)
      ? [
          rule([{ x: effectNumber(frame.reference, measure) }], {
            color: colour('naive'),
            strokeDash: [3, 3],
          }),
        ]
      : []),
    {
      data: { values: intervals },
      mark: { type: 'rule', aria: false, strokeWidth: 1.2 },
      encoding: { y: y(), x: x('lo'), x2: { field: 'hi' }, color: fill },
    },
    ...arrows(marks, domain, x, y, fill),
    {
      data: { values: marks.filter((mark) => mark.kind === 'interval' && inside(mark.x, domain)) },
      mark: { type: 'point', filled: true, shape: 'square', opacity: 1, tooltip: { content: 'encoding' } },
      encoding: {
        y: y(),
        x: x('x'),
        color: fill,
        size: { field: 'size', type: 'quantitative', scale: null, legend: null },
        description: { field: 'description', type: 'nominal' },
        tooltip: { field: 'description', type: 'nominal', title: ' ' },
      },
    },
    ...marks
      .filter((mark) => mark.kind === 'diamond' && Number.isFinite(mark.lo))
      .map((mark) => diamond(mark, x, y)),
    ...texts(frame, labelLength, width, y),
  ];
  return { width, height: Math.round((last + 1.6) * step), layer: layers };

  function rule(values: object[], mark: object): object {
    return {
      data: { values },
      mark: { type: 'rule', aria: false, ...mark },
      encoding: { x: x('x') },
    };
  }
}

const drawable = (row: ForestRow) =>
  (row.kind === 'interval' || row.kind === 'diamond') && finite(row.estimate);
const inside = (x: number, [low, high]: readonly [number, number]) => x >= low && x <= high;

function place(
  row: ForestRow,
  at: number,
  measure: string,
  [low, high]: readonly [number, number],
): Placed & {
  readonly outLow: boolean;
  readonly outHigh: boolean;
} {
  const on = (value: number | null) => (finite(value) ? effectNumber(value, measure) : Number.NaN);
  const lo = on(row.lower);
  const hi = on(row.upper);
  return {
    row: at,
    x: on(row.estimate),
    lo: Math.min(Math.max(lo, low), high),
    hi: Math.max(Math.min(hi, high), low),
    outLow: lo < low,
    outHigh: hi > high,
  };
}

function looks(row: ForestRow) {
  return { kind: row.kind, colour: colour(row.colour), size: row.size ?? 30, description: row.description };
}

type Mark = ReturnType<typeof place> & ReturnType<typeof looks>;
type Channel = (field: string, extra?: object) => object;

/** Ends of intervals that lie outside the axis. */
function arrows(
  marks: readonly Mark[],
  [low, high]: readonly [number, number],
  x: Channel,
  y: () => object,
  color: object,
): object[] {
  const left = marks
    .filter((mark) => mark.outLow)
    .map((mark) => ({ row: mark.row, colour: mark.colour, end: low, shape: 'triangle-left' }));
  const right = marks
    .filter((mark) => mark.outHigh)
    .map((mark) => ({ row: mark.row, colour: mark.colour, end: high, shape: 'triangle-right' }));
  const values = [...left, ...right];
  if (values.length === 0) return [];
  return [
    {
      data: { values },
      mark: { type: 'point', filled: true, size: 28, opacity: 1, aria: false },
      encoding: {
        y: y(),
        x: x('end'),
        color,
        shape: { field: 'shape', type: 'nominal', scale: null, legend: null },
      },
    },
  ];
}

/** Its ends are the interval, its middle the estimate. */
function diamond(mark: Mark, x: Channel, y: (extra?: object) => object): object {
  const values = [
    { x: mark.lo, top: mark.row, bottom: mark.row },
    { x: mark.x, top: mark.row - 0.36, bottom: mark.row + 0.36 },
    { x: mark.hi, top: mark.row, bottom: mark.row },
  ];
  return {
    data: { values },
    mark: { type: 'area', color: mark.colour, opacity: 1, description: mark.description },
    encoding: { x: x('x'), y: y({ field: 'top' }), y2: { field: 'bottom' } },
  };
}

/** Labels on the left and columns on the right, with their headings. */
function texts(frame: ForestFrame, labelLength: number, width: number, y: () => object): object[] {
  const { rows, columns } = frame;
  const lines = rows.map((row, at) => ({
    row: at,
    text: shortName(row.label, labelLength),
    bold: row.kind === 'heading' || row.kind === 'diamond',
  }));
  const labelWidth = Math.max(
    ...lines.map((line) => textWidth(line.text, 11)),
    textWidth(frame.labelTitle, 11),
  );
  const layers = [
    column(
      lines.filter((line) => !line.bold),
      -GAP - labelWidth,
      'left',
      'ink',
      y,
    ),
    column(
      lines.filter((line) => line.bold),
      -GAP - labelWidth,
      'left',
      'ink',
      y,
      'bold',
    ),
    column([{ row: -1.1, text: frame.labelTitle }], -GAP - labelWidth, 'left', 'soft', y),
  ];
  let left = width + GAP;
  columns.forEach((heading, c) => {
    const cells = rows
      .map((row, at) => ({ row: at, text: row.cells[c] ?? '' }))
      .filter((cell) => cell.text !== '');
    const right = left + Math.max(textWidth(heading, 11), ...cells.map((cell) => textWidth(cell.text, 11)));
    layers.push(
      column(cells, right, 'right', 'ink', y),
      column([{ row: -1.1, text: heading }], right, 'right', 'soft', y),
    );
    left = right + GAP;
  });
  return layers;
}

function column(
  values: readonly object[],
  at: number,
  align: 'left' | 'right',
  name: Colour,
  y: () => object,
  weight = 'normal',
) {
  return {
    data: { values },
    mark: { type: 'text', align, baseline: 'middle', color: colour(name), fontWeight: weight, aria: false },
    encoding: { x: { value: Math.round(at) }, y: y(), text: { field: 'text', type: 'nominal' } },
  };
}
