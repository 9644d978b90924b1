/** Caterpillar: models by rank of their gap, with intervals; no labels, so that 500 of them fit. */
import type { Analysis } from '../../analysis/types.ts';
import {
  count,
  effectNumber,
  effectUnit,
  effectValue,
  intervalValue,
  levelText,
  plural,
} from '../../format.ts';
import { effectLine, pooledLine } from '../method-line.ts';
import { colour } from '../theme.ts';
import { effectDomain } from './axis.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from './figure.ts';
import { sortedModels } from './forest.ts';

export function ranks(analysis: Analysis): Figure {
  const { measure, level } = analysis.options;
  const { pooled, sharedTasks } = analysis;
  const models = sortedModels(analysis.models).filter((model) => finite(model.yi));
  const spans = models.map((model) => ({ estimate: model.yi, lower: model.ciLower, upper: model.ciUpper }));
  const domain = effectDomain(spans, measure);
  const on = (value: number) => Math.min(Math.max(effectNumber(value, measure), domain[0]), domain[1]);
  const values = models.map((model, i) => ({
    rank: i + 1,
    gap: on(model.yi!),
    lo: finite(model.ciLower) ? on(model.ciLower) : null,
    hi: finite(model.ciUpper) ? on(model.ciUpper) : null,
    description: `${i + 1}. ${model.label}: ${effectValue(model.yi, measure)} ${intervalValue(model.ciLower, model.ciUpper, measure)}`,
  }));
  const above = models.filter((model) => finite(model.ciLower) && model.ciLower > 0).length;
  const below = models.filter((model) => finite(model.ciUpper) && model.ciUpper < 0).length;
  const x = {
    field: 'rank',
    type: 'quantitative',
    title: 'Models, largest gap first',
    scale: { domain: [0, models.length + 1], nice: false },
    axis: { grid: false, tickMinStep: 1 },
  };
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    title: `Gap (${effectUnit(measure)})`,
    scale: { domain, nice: false, zero: false },
  });
  const lines = [...(finite(pooled.estimate) ? [{ gap: on(pooled.estimate) }] : [])];
  const band =
    finite(sharedTasks?.ciLower) && finite(sharedTasks?.ciUpper)
      ? [{ lo: on(sharedTasks.ciLower), hi: on(sharedTasks.ciUpper) }]
      : [];
  const isCut = [sharedTasks?.ciLower, sharedTasks?.ciUpper].some(
    (end) => finite(end) && on(end) !== effectNumber(end, measure),
  );
  return figure(
    {
      name: 'ranks',
      title: 'Models in order of their gap',
      subtitle:
        `${effectLine(analysis)}; ${levelText(level)} z intervals of single models. ${pooledLine(pooled)} (line); ` +
        `band: task-aware interval of the pooled gap${isCut ? ', which reaches beyond the axis' : ''}. The order alone is no ranking: compare the intervals.`,
      description: `Caterpillar plot of ${plural(models.length, 'model')}. ${count(above)} intervals lie above 0, ${count(below)} below.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values: band },
          mark: { type: 'rect', color: colour('awareBand'), aria: false },
          encoding: { y: y('lo'), y2: { field: 'hi' } },
        },
        {
          data: { values: [{ gap: 0 }] },
          mark: { type: 'rule', color: colour('soft'), aria: false },
          encoding: { y: y('gap') },
        },
        {
          data: { values: lines },
          mark: { type: 'rule', color: colour('naive'), strokeWidth: 1.5, aria: false },
          encoding: { y: y('gap') },
        },
        {
          data: { values: values.filter((value) => value.lo !== null && value.hi !== null) },
          mark: { type: 'rule', color: colour('bar'), aria: false },
          encoding: { x, y: y('lo'), y2: { field: 'hi' } },
        },
        {
          data: { values },
          mark: { type: 'point', filled: true, size: 14, opacity: 1, color: colour('ink') },
          encoding: {
            x,
            y: y('gap'),
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}
