/** GOSH: pooled value and I2 of many subsets of the rows, as a density. */
import { count, effectNumber, fixed, plural } from '../../../format.ts';
import { gosh } from '../../../meta/gosh.ts';
import { colour, STEPS } from '../../theme.ts';
import { titleWithUnit } from '../axis.ts';
import { type Figure, figure, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';
import { caution, effectData, type MetaView } from './view.ts';

const SUBSETS = 1000;
const CELLS = 28;

export function goshFigure(view: MetaView): Figure | null {
  const { measure } = view;
  if (view.yi.length < 3) return null;
  const found = view.gosh ?? gosh(effectData(view), view.options, { subsets: SUBSETS, seed: view.seed });
  const many = found.included.map((rows) => rows.length > 1);
  const points = found.estimate
    .map((estimate, s) => ({ x: effectNumber(estimate, measure), y: found.i2[s] }))
    .filter((_, s) => many[s]);
  const { cells, most } = density(points);
  const zero = points.filter((point) => point.y < 1e-9).length;
  return figure(
    {
      name: 'gosh',
      title: 'GOSH: the fit of subsets',
      subtitle:
        `${view.options.method}; ${found.exact ? 'all' : count(found.subsets)} subsets of ${plural(view.yi.length, 'row')}${found.exact ? '' : `, seed ${view.seed}`}; ` +
        `darker cells hold more subsets (at most ${count(most)}). I² is 0 in ${fixed((100 * zero) / Math.max(points.length, 1), 1)} %.${caution(view)}`,
      description: `Density of pooled value and I² (from τ²) over ${count(points.length)} subsets. I² is 0 in ${fixed((100 * zero) / Math.max(points.length, 1), 1)} % of them.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      data: { values: cells },
      mark: { type: 'rect', stroke: colour('grid'), strokeWidth: 0.5 },
      encoding: {
        x: {
          field: 'x',
          type: 'quantitative',
          title: titleWithUnit('Pooled value', measure),
          scale: { zero: false, nice: false },
        },
        x2: { field: 'x2' },
        y: { field: 'y', type: 'quantitative', title: 'I² (%, from τ²)', scale: { nice: false } },
        y2: { field: 'y2' },
        color: {
          field: 'step',
          type: 'ordinal',
          scale: { domain: [0, 1, 2, 3], range: STEPS.slice(1).map((shade) => shade.light) },
          legend: null,
        },
        description: { field: 'description', type: 'nominal' },
        tooltip: { field: 'description', type: 'nominal', title: ' ' },
      },
    },
  );
}

/** Counts on a grid over the range of the points; shades by the square root of the count. */
function density(points: readonly { readonly x: number; readonly y: number }[]) {
  const [x0, x1] = range(points.map((point) => point.x));
  const [y0, y1] = range(points.map((point) => point.y));
  const at = (value: number, low: number, high: number) =>
    Math.min(CELLS - 1, Math.floor(((value - low) / (high - low)) * CELLS));
  const counts = new Map<number, number>();
  for (const { x, y } of points) {
    const cell = at(y, y0, y1) * CELLS + at(x, x0, x1);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const width = (x1 - x0) / CELLS;
  const height = (y1 - y0) / CELLS;
  const cells = [...counts].map(([cell, n]) => {
    const x = x0 + (cell % CELLS) * width;
    const y = y0 + Math.floor(cell / CELLS) * height;
    return {
      x,
      x2: x + width,
      y,
      y2: y + height,
      step: Math.min(3, Math.floor(4 * Math.sqrt(n / (most + 1)))),
      description: `about ${fixed(x + width / 2, 2)}, I² ${fixed(y + height / 2, 1)} %: ${plural(n, 'subset')}`,
    };
  });
  return { cells, most };
}

function range(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return high > low ? [low, high] : [low - 1, low + 1];
}
