/** Forest of any effects with their pooled value and, where there is one, its prediction interval. */

import { effectValue, fixed, intervalValue, levelText, plural } from '../../../format.ts';
import type { MetaFit } from '../../../meta/types.ts';
import { normalQuantile } from '../../../stats/distributions.ts';
import { type Figure, figure } from '../figure.ts';
import { type ForestRow, forestBody } from '../forest-frame.ts';
import type { MetaView } from './view.ts';

export function effectsForest(view: MetaView, fit: MetaFit): Figure {
  const { measure } = view;
  const z = normalQuantile(1 - (1 - fit.level / 100) / 2);
  const largest = Math.max(1e-12, ...fit.weights);
  const text = (estimate: number | null, lower: number | null, upper: number | null) =>
    `${effectValue(estimate, measure)} ${intervalValue(lower, upper, measure)}`;
  const row = (
    kind: ForestRow['kind'],
    label: string,
    [estimate, lower, upper]: readonly [number | null, number | null, number | null],
    weight: string,
    size = 30,
  ): ForestRow => ({
    kind,
    label,
    estimate,
    lower,
    upper,
    colour: kind === 'diamond' ? 'naive' : 'mark',
    size,
    cells: [text(estimate, lower, upper), weight],
    description: `${label}: ${text(estimate, lower, upper)}`,
  });
  const rows = view.yi.map((yi, i) => {
    const half = z * Math.sqrt(view.vi[i]);
    const weight = fit.weights[i] ?? 0;
    return row(
      'interval',
      view.slab[i],
      [yi, yi - half, yi + half],
      fixed(weight, 2),
      8 + (32 * weight) / largest,
    );
  });
  const blank: ForestRow = { ...row('gap', '', [null, null, null], ''), cells: [] };
  const pooled = row('diamond', 'Pooled', [fit.estimate, fit.ciLower, fit.ciUpper], '');
  const prediction =
    fit.piLower === null
      ? []
      : [row('interval', 'Prediction interval', [fit.estimate, fit.piLower, fit.piUpper], '', 12)];
  return figure(
    {
      name: 'forest',
      title: `Forest plot, ${plural(view.yi.length, 'row')}`,
      subtitle: `${view.line}. ${levelText(fit.level)} z intervals of single rows.`,
      description: `Forest plot of ${plural(view.yi.length, 'row')}, pooled ${text(fit.estimate, fit.ciLower, fit.ciUpper)}.`,
    },
    forestBody({
      rows: [...rows, blank, pooled, ...prediction],
      measure,
      labelTitle: 'Row',
      columns: [`effect [${levelText(fit.level)} interval]`, 'weight %'],
      axisTitle: 'Effect',
      reference: fit.estimate,
    }),
    760,
  );
}
