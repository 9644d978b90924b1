/** Radial (Galbraith) plot: the slope through 0 and a point is its effect. */
import { effect, levelText, plural, significant } from '../../../format.ts';
import { radialPoints } from '../../../meta/plot-points.ts';
import { normalQuantile } from '../../../stats/distributions.ts';
import { colour } from '../../theme.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';
import { caution, effectData, type MetaView } from './view.ts';

export function radial(view: MetaView): Figure | null {
  const { estimate, measure, options } = view;
  if (view.yi.length === 0 || !finite(estimate)) return null;
  const values = radialPoints(effectData(view), view.options).map((point) => ({
    x: point.x,
    y: point.y,
    description: `${point.slab}: z ${significant(point.y)} at precision ${significant(point.x)}`,
  }));
  const far = 1.05 * Math.max(...values.map((value) => value.x));
  const z = normalQuantile(1 - (1 - options.level / 100) / 2);
  const line = (shift: number) => [
    { x: 0, y: shift },
    { x: far, y: estimate * far + shift },
  ];
  const x = {
    field: 'x',
    type: 'quantitative',
    title: 'Precision: 1 / √(v + τ²)',
    scale: { domain: [0, far], nice: false },
  };
  const y = { field: 'y', type: 'quantitative', title: 'Effect / √(v + τ²)' };
  const drawn = (shift: number, mark: object) => ({
    data: { values: line(shift) },
    mark: { type: 'line', aria: false, ...mark },
    encoding: { x, y },
  });
  const outside = values.filter((value) => Math.abs(value.y - estimate * value.x) > z).length;
  return figure(
    {
      name: 'radial',
      title: 'Radial plot',
      subtitle: `${view.line}. Line: the pooled value ${effect(estimate, measure)}; dashed: ±${significant(z)} around it.${caution(view)}`,
      description: `Radial plot of ${plural(values.length, 'row')}; ${outside} lie outside the ${levelText(options.level)} band.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        drawn(0, { color: colour('naive') }),
        drawn(z, { color: colour('soft'), strokeDash: [4, 3] }),
        drawn(-z, { color: colour('soft'), strokeDash: [4, 3] }),
        {
          data: { values },
          mark: { type: 'point', filled: true, size: 24, opacity: 0.7, color: colour('mark') },
          encoding: {
            x,
            y,
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}
