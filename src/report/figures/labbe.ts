/** L'Abbe plot: each model's pass rate on hackable against robust tasks. */
import type { Analysis } from '../../analysis/types.ts';
import { percent, plural } from '../../format.ts';
import { colour } from '../theme.ts';
import { type Figure, figure, finite, PLOT_WIDTH } from './figure.ts';

export function labbe(analysis: Analysis): Figure {
  const largest = Math.max(...analysis.models.map((model) => model.weight ?? 0), 1e-12);
  const values = analysis.models.flatMap((model) =>
    finite(model.passRateFlagged) && finite(model.passRateRobust)
      ? [
          {
            robust: 100 * model.passRateRobust,
            hackable: 100 * model.passRateFlagged,
            size: 12 + 60 * ((model.weight ?? 0) / largest),
            description: `${model.label}: hackable ${percent(model.passRateFlagged)}, robust ${percent(model.passRateRobust)}`,
          },
        ]
      : [],
  );
  const above = values.filter((value) => value.hackable > value.robust).length;
  const axis = (field: string, title: string) => ({
    field,
    type: 'quantitative',
    title,
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  });
  const x = axis('robust', 'Pass rate on robust tasks (%)');
  const y = axis('hackable', 'Pass rate on hackable tasks (%)');
  return figure(
    {
      name: 'labbe',
      title: "L'Abbé plot: hackable against robust",
      subtitle: `${plural(values.length, 'model')}; pass rates over all tasks of a kind, without strata; size by weight in the pooled fit (${analysis.pooled.method}). On the line both rates are equal.`,
      description: `Scatter plot of ${plural(values.length, 'model')}: ${above} lie above the line, with a higher pass rate on hackable tasks.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_WIDTH,
      layer: [
        {
          data: {
            values: [
              { robust: 0, hackable: 0 },
              { robust: 100, hackable: 100 },
            ],
          },
          mark: { type: 'line', color: colour('soft'), strokeWidth: 1, aria: false },
          encoding: { x, y },
        },
        {
          data: { values },
          mark: { type: 'point', filled: true, color: colour('hackable'), opacity: 0.55 },
          encoding: {
            x,
            y,
            size: { field: 'size', type: 'quantitative', scale: null, legend: null },
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}
