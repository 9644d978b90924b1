/** How the models' gaps spread, with the sign test; it treats models as independent and says so. */
import type { Analysis } from '../../analysis/types.ts';
import { effect, effectNumber, effectUnit, fixed, plural, pText } from '../../format.ts';
import { effectLine } from '../method-line.ts';
import { colour } from '../theme.ts';
import { effectTitle } from './axis.ts';
import { bins } from './bins.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from './figure.ts';

export function gapHistogram(analysis: Analysis): Figure {
  const { measure } = analysis.options;
  const { positive, negative, zero, p, log10P } = analysis.signTest;
  const gaps = analysis.models.map((model) => model.yi).filter(finite);
  const unit = effectUnit(measure);
  const values = bins(gaps.map((gap) => effectNumber(gap, measure))).map((bin) => ({
    ...bin,
    side: bin.lower >= 0 ? 'gap above 0' : 'gap below 0',
    description: `${fixed(bin.lower, 2)} to ${fixed(bin.upper, 2)} ${unit}: ${plural(bin.count, 'model')}`,
  }));
  const test = `Sign test: ${positive} above 0, ${negative} below, ${zero} at 0, ${pText(p, log10P)} (two sided, exact)`;
  const mean = gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const sides = ['gap above 0', 'gap below 0'];
  return figure(
    {
      name: 'gap-histogram',
      title: 'How the gaps of the models spread',
      subtitle: `${effectLine(analysis)}; ${plural(gaps.length, 'model')}. ${test}. The test treats models as independent, which shared tasks break.`,
      description: `Histogram of ${plural(gaps.length, 'gap')}, mean ${effect(mean, measure)}. ${test}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values },
          mark: { type: 'bar', binSpacing: 1 },
          encoding: {
            x: {
              field: 'lower',
              type: 'quantitative',
              bin: { binned: true },
              title: effectTitle(measure),
              axis: { tickCount: 8 },
            },
            x2: { field: 'upper' },
            y: { field: 'count', type: 'quantitative', title: 'Models', axis: { tickMinStep: 1 } },
            color: {
              field: 'side',
              type: 'nominal',
              scale: { domain: sides, range: [colour('hackable'), colour('robust')] },
              legend: { title: null },
            },
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
        {
          data: { values: [{ lower: 0 }] },
          mark: { type: 'rule', color: colour('ink'), aria: false },
          encoding: { x: { field: 'lower', type: 'quantitative' } },
        },
      ],
    },
  );
}
