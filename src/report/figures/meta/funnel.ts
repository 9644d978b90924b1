/** Funnel plot, with the warning that it shows no selection among models of one leaderboard. */
import { effect, effectNumber, effectValue, levelText, plural } from '../../../format.ts';
import { funnelWarnings } from '../../../meta/small-study.ts';
import { normalQuantile } from '../../../stats/distributions.ts';
import { colour } from '../../theme.ts';
import { titleWithUnit } from '../axis.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';
import { type MetaView, viewTitle } from './view.ts';

export function funnel(view: MetaView): Figure | null {
  const { measure, estimate, options } = view;
  if (view.yi.length === 0) return null;
  const on = (value: number) => effectNumber(value, measure);
  const values = view.yi.map((yi, i) => ({
    gap: on(yi),
    se: on(Math.sqrt(view.vi[i])),
    description: `${view.slab[i]}: ${effectValue(yi, measure)}, SE ${effectValue(Math.sqrt(view.vi[i]), measure).replace('+', '')}`,
  }));
  const deepest = 1.05 * Math.max(...values.map((value) => value.se));
  const half = normalQuantile(1 - (1 - options.level / 100) / 2) * deepest;
  const edges = finite(estimate)
    ? [
        { gap: on(estimate) - half, se: deepest, at: 0 },
        { gap: on(estimate), se: 0, at: 1 },
        { gap: on(estimate) + half, se: deepest, at: 2 },
      ]
    : [];
  const x = {
    field: 'gap',
    type: 'quantitative',
    title: viewTitle(view),
    scale: { zero: false },
    axis: { tickCount: 7 },
  };
  const y = {
    field: 'se',
    type: 'quantitative',
    title: titleWithUnit('Standard error', measure),
    scale: { domain: [0, deepest], reverse: true, nice: false },
    axis: { tickCount: 5 },
  };
  const warning = funnelWarnings(Float64Array.from(view.vi), view.sharedTasks ? measure : null)
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
    .join(' ');
  return figure(
    {
      name: 'funnel',
      title: 'Funnel plot',
      subtitle: `${view.line}. Dashed: ${levelText(options.level)} limits around the pooled value with τ² = 0. ${warning}`,
      description: `Funnel plot of ${plural(values.length, 'row')} around ${effect(estimate, measure)}. ${warning}`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values: edges },
          mark: { type: 'line', color: colour('soft'), strokeDash: [4, 3], aria: false },
          encoding: { x, y, order: { field: 'at', type: 'quantitative' } },
        },
        ...(finite(estimate)
          ? [
              {
                data: { values: [{ gap: on(estimate) }] },
                mark: { type: 'rule', color: colour('naive'), aria: false },
                encoding: { x },
              },
            ]
          : []),
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
