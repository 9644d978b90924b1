/** The page of a meta-analysis of any table of effects. */
import { effect, interval, intervalKind, measureName, plural, pText } from '../format.ts';
import type { MetaAnalysis } from '../meta/meta-analysis.ts';
import type { EffectData } from '../meta/types.ts';
import { figureBlock } from './figure-block.ts';
import type { Figure } from './figures/figure.ts';
import { effectsForest } from './figures/meta/effects-forest.ts';
import { metaFigures } from './figures/meta/index.ts';
import { type EffectViewOptions, effectMetaView } from './figures/meta/view.ts';
import { html, type Markup } from './html.ts';
import { reportHtml } from './page.ts';
import type { Section } from './section.ts';
import { tableBlock } from './table-html.ts';
import { metaTables } from './tables/meta.ts';

export interface MetaReportOptions extends EffectViewOptions {
  readonly title?: string;
}

/**
 * One offline HTML document of a meta-analysis: the pooled value under every test, heterogeneity, forest,
 * diagnostics, moderators and subgroups where they were asked for.
 *
 * @param data the rows that `result` was made from; aggregated ones when it aggregated
 * @example (await metaHtml(meta.metaAnalysis(data), data)).includes('<section id="pooled">') // true
 */
export async function metaHtml(
  result: MetaAnalysis,
  data: EffectData,
  options: MetaReportOptions = {},
): Promise<string> {
  const view = effectMetaView(result, data, options);
  const draw = async (figures: readonly Figure[]) => {
    const blocks: Markup[] = [];
    for (const figure of figures) blocks.push(await figureBlock(figure, ''));
    return blocks;
  };
  const forest = await draw([effectsForest(view, result)]);
  const rest = metaFigures(view);
  const isBubble = ({ name }: Figure) => name.startsWith('bubble-');
  const tables = metaTables(result, view.measure);
  const table = (names: readonly string[]) =>
    tables.filter(({ name }) => names.includes(name)).map((each) => tableBlock(each, ''));
  const section = (id: string, title: string, parts: readonly Markup[]): Section[] =>
    parts.length === 0 ? [] : [{ id, title, body: html`${parts}` }];
  const { moderators, subgroups, robust, smallStudy, permutation, moderatorPermutation } = result;
  const parts = [
    ...[result, moderators, subgroups?.separate, subgroups?.common, robust],
    ...[smallStudy?.egger, permutation, moderatorPermutation],
  ];
  const warnings = [
    ...new Set(parts.flatMap((part) => part?.warnings ?? [])),
    ...result.dropped.map(({ row, slab, reason }) => `row ${row} (${slab}) left out: ${reason}`),
  ];
  return reportHtml([], {
    title: options.title ?? 'Meta-analysis',
    subtitle: `${plural(result.k, 'row')} of ${result.kSupplied}`,
    sections: [
      {
        id: 'pooled',
        title: 'Pooled value',
        body: html`${pooled(result, view.measure)}${table(['tests', 'heterogeneity'])}`,
      },
      ...section('rows', 'Every row', forest),
      ...section('moderators', 'Moderators', [
        ...table(['moderators']),
        ...(await draw(rest.filter(isBubble))),
      ]),
      ...section('subgroups', 'Subgroups', table(['subgroups'])),
      ...section('joint-tests', 'Joint tests', table(['joint-tests'])),
      ...section('diagnostics', 'The fit looked into', [
        ...(await draw(rest.filter((each) => !isBubble(each)))),
        ...table(['leave-one-out', 'cumulative', 'influence', 'predictions']),
      ]),
      ...section('small-study', 'Small-study effects', table(['small-study'])),
      ...section('permutation', 'Permutation', table(['permutation'])),
      ...section(
        'warnings',
        'Warnings',
        warnings.length === 0
          ? []
          : [html`<ul class="warnings">${warnings.map((text) => html`<li>${text}</li>`)}</ul>`],
      ),
    ],
  });
}

function pooled(fit: MetaAnalysis, measure: string): Markup {
  const name = measureName(measure);
  return html`<div class="pair"><div class="card naive"><h3>Pooled ${name} (${fit.method})</h3><div class="big">${effect(fit.estimate, measure)}</div>
<p class="bounds">${interval(fit.ciLower, fit.ciUpper, measure)}</p>
<p class="sub">${intervalKind(fit.level, fit.testUsed, fit.df)}; k = ${fit.k}; <span class="nw">${pText(fit.p, fit.log10P)}</span></p></div></div>
`;
}
