/** Models by ability against tasks by difficulty: who passed what, with the hackable tasks marked above. */
import { cellReader } from '../../analysis/cells.ts';
import type { Analysis } from '../../analysis/types.ts';
import { count, plural } from '../../format.ts';
import { pngDataUrl, type Rgba } from '../png-palette.ts';
import { colour } from '../theme.ts';
import { type Figure, figure, finite } from './figure.ts';

const WIDTH = 640;
const HEIGHT = 340;

/** Fail, half, pass, missing. One blue that stands out on light and dark paper alike. */
const COLOURS: readonly Rgba[] = [
  [0, 0, 0, 0],
  [77, 134, 205, 130],
  [77, 134, 205, 255],
  [128, 128, 128, 90],
];

export function heatmap({ models, tasks, cells, counts }: Analysis): Figure | null {
  if (cells === undefined || cells === null || models.length === 0 || tasks.length === 0) return null;
  const rows = order(models.map((model) => model.passRate));
  const columns = order(tasks.map((task) => task.solveRate));
  const height = Math.max(60, Math.min(HEIGHT, 4 * rows.length));
  const picture = paint(rows, columns, cellReader(cells));
  const at = (x: number) => ((x + 0.5) / columns.length) * WIDTH;
  const flags = (arm: 'hackable' | 'robust') =>
    columns.flatMap((t, x) => (tasks[t].status === arm ? [{ x: at(x), task: tasks[t].task }] : []));
  const hackable = flags('hackable');
  const x = { field: 'x', type: 'quantitative', scale: { domain: [0, WIDTH], nice: false }, axis: null };
  const label = (text: string, px: number, py: number, align: string, name: 'soft' | 'hackable') => ({
    data: { values: [{ text }] },
    mark: { type: 'text', align, baseline: 'middle', fontSize: 14, color: colour(name), aria: false },
    encoding: { x: { value: px }, y: { value: py }, text: { field: 'text', type: 'nominal' } },
  });
  const missing = counts.missingCells === 0 ? '' : ` Grey: no outcome (${count(counts.missingCells)}).`;
  return figure(
    {
      name: 'heatmap',
      title: 'Who passed what',
      subtitle: `${plural(rows.length, 'model')} by pass rate, best at the top, against ${plural(columns.length, 'task')}, most solved at the left. Blue: passed.${missing}${picture.merged} Marks above: the ${plural(hackable.length, 'hackable task')}.`,
      description: `Heat map of ${plural(rows.length, 'model')} and ${plural(columns.length, 'task')}. The hackable tasks stand at places ${places(columns, tasks)} of the order by solve rate.`,
    },
    {
      width: WIDTH,
      height,
      layer: [
        {
          data: { values: [{}] },
          mark: {
            type: 'image',
            url: pngDataUrl(picture.pixels, picture.width, picture.height, COLOURS),
            width: WIDTH,
            height,
            aspect: false,
            align: 'left',
            baseline: 'top',
            aria: false,
          },
          encoding: { x: { value: 0 }, y: { value: 0 } },
        },
        {
          data: { values: [{}] },
          mark: { type: 'rect', fill: null, stroke: colour('soft'), strokeWidth: 0.5, aria: false },
          encoding: { x: { value: 0 }, x2: { value: WIDTH }, y: { value: 0 }, y2: { value: height } },
        },
        {
          data: { values: hackable },
          mark: {
            type: 'point',
            shape: 'triangle-down',
            filled: true,
            size: 26,
            color: colour('hackable'),
            opacity: 1,
          },
          encoding: {
            x,
            y: { value: -7 },
            description: { field: 'task', type: 'nominal' },
            tooltip: { field: 'task', type: 'nominal', title: 'hackable' },
          },
        },
        label('hackable', -8, -7, 'right', 'hackable'),
        label('best', -8, 10, 'right', 'soft'),
        label('worst', -8, height - 10, 'right', 'soft'),
        label('most solved', 0, height + 14, 'left', 'soft'),
        label('least solved', WIDTH, height + 14, 'right', 'soft'),
      ],
    },
    700,
  );
}

/** Which of `into` places item i of `of` falls into; each its own where there is room. */
const place = (i: number, of: number, into: number): number => (of <= into ? i : Math.floor((i * into) / of));

/** A pixel a cell; where there are more cells than the drawing has pixels, the mean of a few. */
function paint(rows: readonly number[], columns: readonly number[], read: (m: number, t: number) => number) {
  const width = Math.min(columns.length, WIDTH);
  const height = Math.min(rows.length, HEIGHT);
  const sums = new Float64Array(width * height);
  const known = new Uint32Array(width * height);
  rows.forEach((m, y) => {
    columns.forEach((t, x) => {
      const rate = read(m, t);
      if (Number.isNaN(rate)) return;
      const at = place(y, rows.length, height) * width + place(x, columns.length, width);
      sums[at] += rate;
      known[at]++;
    });
  });
  const pixels = Uint8Array.from(sums, (sum, at) => {
    if (known[at] === 0) return 3;
    const rate = sum / known[at];
    return rate >= 0.75 ? 2 : rate > 0.25 ? 1 : 0;
  });
  const isMerged = width < columns.length || height < rows.length;
  return {
    ...enlarge(pixels, width, height),
    merged: isMerged ? ' Neighbouring cells are merged: pale where about half passed.' : '',
  };
}

/** Large cells are made of many pixels, since browsers blur those that they stretch. */
function enlarge(pixels: Uint8Array, width: number, height: number) {
  const times = (cells: number, room: number) => (3 * cells <= room ? Math.floor(room / cells) : 1);
  const [across, down] = [times(width, WIDTH), times(height, HEIGHT)];
  const [wide, high] = [across * width, down * height];
  const large = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      large[y * wide + x] = pixels[Math.floor(y / down) * width + Math.floor(x / across)];
    }
  }
  return { pixels: large, width: wide, height: high };
}

/** Largest first; what is not known at the end. */
function order(rates: readonly (number | null)[]): number[] {
  const key = (i: number) => (finite(rates[i]) ? (rates[i] as number) : -1);
  return rates.map((_, i) => i).sort((a, b) => key(b) - key(a) || a - b);
}

/** "3, 17 and 40", the first twenty. */
function places(columns: readonly number[], tasks: Analysis['tasks']): string {
  const all = columns.flatMap((t, i) => (tasks[t].status === 'hackable' ? [i + 1] : []));
  if (all.length === 0) return 'none';
  return all.length > 20 ? `${all.slice(0, 20).join(', ')} and ${all.length - 20} more` : all.join(', ');
}
