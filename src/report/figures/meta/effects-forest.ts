/** Forest of any effects, by subgroup where there are some, with the pooled value and its prediction interval. */

import { effectValue, fixed, intervalValue, levelText, plural } from '../../../format.ts';
import type { MetaAnalysis } from '../../../meta/meta-analysis.ts';
import type { MetaFit } from '../../../meta/types.ts';
import { normalQuantile } from '../../../stats/distributions.ts';
import { type Figure, figure } from '../figure.ts';
import { type ForestRow, forestBody } from '../forest-frame.ts';
import { type MetaView, viewTitle } from './view.ts';

/**
 * @param fit with `subgroups`, their rows stand together and are pooled under their own tau2
 * @example effectsForest(effectMetaView(fit, data), fit).name // 'forest'
 */
export function effectsForest(view: MetaView, fit: MetaFit & Pick<MetaAnalysis, 'subgroups'>): Figure {
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
  const singles = view.yi.map((yi, i) => {
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
  const heading = (label: string): ForestRow => ({
    ...row('heading', label, [null, null, null], ''),
    cells: [],
    description: label,
  });
  const groups = fit.subgroups?.separate.groups ?? [];
  const byGroup = groups.flatMap(({ level, rows: own, pooled: mean }) => [
    heading(level),
    ...own.map((number) => singles[fit.rows.indexOf(number)]),
    ...(mean === null
      ? []
      : [row('diamond', `Pooled, ${level}`, [mean.estimate, mean.ciLower, mean.ciUpper], '')]),
    blank,
  ]);
  const grouped = new Set(groups.flatMap((group) => group.rows));
  const others = fit.rows.flatMap((number, i) => (grouped.has(number) ? [] : [singles[i]]));
  const rows =
    groups.length === 0
      ? [...singles, blank]
      : [...byGroup, ...(others.length === 0 ? [] : [heading('no group'), ...others, blank])];
  return figure(
    {
      name: 'forest',
      title: `Forest plot, ${plural(view.yi.length, 'row')}`,
      subtitle: `${view.line}. ${levelText(fit.level)} z intervals of single rows.${groups.length === 0 ? '' : ` Groups (${fit.subgroups!.separate.column}) pooled with a τ² each.`}`,
      description: `Forest plot of ${plural(view.yi.length, 'row')}, pooled ${text(fit.estimate, fit.ciLower, fit.ciUpper)}.`,
    },
    forestBody({
      rows: [...rows, pooled, ...prediction],
      measure,
      labelTitle: 'Row',
      columns: [`effect [${levelText(fit.level)} interval]`, 'weight %'],
      axisTitle: viewTitle(view),
      reference: fit.estimate,
    }),
    760,
  );
}
