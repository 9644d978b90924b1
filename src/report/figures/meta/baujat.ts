/** Baujat plot: which rows make the heterogeneity, and which move the estimate. */
import { plural, shortName, significant } from '../../../format.ts';
import { influence } from '../../../meta/influence.ts';
import { colour } from '../../theme.ts';
import { type Figure, figure, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';
import { caution, effectData, type MetaView } from './view.ts';

/** Rows whose names are written beside their points. */
const NAMED = 5;

export function baujat(view: MetaView): Figure | null {
  if (view.yi.length < 3) return null;
  const values = influence(effectData(view), view.options).map((row) => ({
    x: row.baujatX,
    y: row.baujatY,
    label: shortName(row.slab, 28),
    description: `${row.slab}: heterogeneity ${significant(row.baujatX)}, influence ${significant(row.baujatY)}`,
  }));
  const top = [...values].sort((a, b) => b.x * b.y - a.x * a.y).slice(0, NAMED);
  const middle = Math.max(...values.map((value) => value.x)) / 2;
  const side = (align: 'left' | 'right') => ({
    data: { values: apart(top, align, middle) },
    mark: {
      type: 'text',
      align,
      baseline: 'middle',
      dx: align === 'left' ? 6 : -6,
      fontSize: 10,
      color: colour('ink'),
      aria: false,
    },
    encoding: { x, y: { field: 'place', type: 'quantitative' }, text: { field: 'label', type: 'nominal' } },
  });
  const x = { field: 'x', type: 'quantitative', title: 'Share in heterogeneity: squared Pearson residual' };
  const y = { field: 'y', type: 'quantitative', title: 'Influence on the pooled value' };
  return figure(
    {
      name: 'baujat',
      title: 'Baujat plot',
      subtitle: `${view.line}. The ${Math.min(NAMED, values.length)} rows furthest out are named.${caution(view)}`,
      description: `Baujat plot of ${plural(values.length, 'row')}. Furthest out: ${top.map((value) => value.description).join('; ')}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values },
          mark: { type: 'point', filled: true, size: 26, opacity: 0.75, color: colour('mark') },
          encoding: {
            x,
            y,
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
        side('left'),
        side('right'),
        {
          data: { values: [...apart(top, 'left', middle), ...apart(top, 'right', middle)] },
          mark: { type: 'rule', color: colour('bar'), aria: false },
          encoding: { x, y, y2: { field: 'place' } },
        },
      ],
    },
  );
}

/** Labels of one side, moved up where two would lie on each other. */
function apart<T extends { readonly x: number; readonly y: number }>(
  top: readonly T[],
  align: string,
  middle: number,
) {
  const least = (13 / PLOT_HEIGHT) * Math.max(...top.map((value) => value.y));
  let below = Number.NEGATIVE_INFINITY;
  return top
    .filter((value) => (align === 'left') === value.x < middle)
    .sort((a, b) => a.y - b.y)
    .map((value) => {
      below = Math.max(value.y, below + least);
      return { ...value, place: below };
    });
}
