/** What the pooled gap is when flags are shuffled among tasks of the same stratum, and where the real flags fall. */
import type { Analysis } from '../../analysis/types.ts';
import { count, effect, effectNumber, effectSpread, fixed, pNumber, pText } from '../../format.ts';
import { colour } from '../theme.ts';
import { effectTitle } from './axis.ts';
import { type Figure, figure, PLOT_HEIGHT, PLOT_WIDTH } from './figure.ts';

export function permutationNull({ permutation, options }: Analysis): Figure | null {
  if (permutation === null) return null;
  const { measure } = options;
  const { edges, counts } = permutation.histogram;
  const on = (x: number) => effectNumber(x, measure);
  const values = counts.map((n, i) => ({
    lower: on(edges[i]),
    upper: on(edges[i + 1]),
    count: n,
    description: `${fixed(on(edges[i]), 2)} to ${fixed(on(edges[i + 1]), 2)}: ${count(n)}`,
  }));
  const verdict = `${pText(permutation.p)} two sided, ${pText(permutation.pGreater)} that the gap is greater`;
  const observed = effect(permutation.observed, measure);
  const domain = extent([...edges.map(on), on(permutation.observed)]);
  const right = on(permutation.observed) < (domain[0] + domain[1]) / 2;
  return figure(
    {
      name: 'permutation',
      title: 'The gap when flags are shuffled',
      subtitle: `Statistic: ${permutation.statistic}. ${verdict}; smallest attainable p ${pNumber(permutation.smallestP)}.`,
      description: `Histogram of the gap under shuffled flags: mean ${effect(permutation.nullMean, measure)}, standard deviation ${effectSpread(permutation.nullSd, measure)}. Observed ${observed}, ${verdict}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values },
          mark: { type: 'bar', binSpacing: 0, color: colour('bar') },
          encoding: {
            x: {
              field: 'lower',
              type: 'quantitative',
              bin: { binned: true },
              title: effectTitle(measure),
              scale: { domain },
              axis: { tickCount: 6 },
            },
            x2: { field: 'upper' },
            y: { field: 'count', type: 'quantitative', title: 'Draws' },
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
        {
          data: { values: [{ lower: on(permutation.observed), text: `with the real flags ${observed}` }] },
          layer: [
            {
              mark: { type: 'rule', color: colour('aware'), strokeWidth: 2.5, aria: false },
              encoding: { x: { field: 'lower', type: 'quantitative' } },
            },
            {
              mark: {
                type: 'text',
                align: right ? 'left' : 'right',
                dx: right ? 6 : -6,
                baseline: 'bottom',
                color: colour('aware'),
                fontWeight: 'bold',
                aria: false,
              },
              encoding: {
                x: { field: 'lower', type: 'quantitative' },
                y: { value: -4 },
                text: { field: 'text', type: 'nominal' },
              },
            },
          ],
        },
      ],
    },
  );
}

/** Of finite values; 0 to 1 without any. */
function extent(values: readonly number[]): [number, number] {
  const own = values.filter(Number.isFinite);
  return own.length === 0 ? [0, 1] : [Math.min(...own), Math.max(...own)];
}
