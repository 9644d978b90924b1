/** The page of a deflated leaderboard. */
import { hasStrata } from '../analysis/verdict.ts';
import type { Deflation } from '../decisions/deflate/types.ts';
import { levelText, plural, shownName } from '../format.ts';
import { figureBlock } from './figure-block.ts';
import { bump } from './figures/bump.ts';
import { html } from './html.ts';
import { reportHtml } from './page.ts';
import type { Section } from './section.ts';
import { tableBlock } from './table-html.ts';
import { deflationStrataTable, deflationTable } from './tables/deflation.ts';

export async function deflationSections(deflation: Deflation): Promise<Section[]> {
  const drawing = bump(deflation);
  const { options, warnings } = deflation;
  const sections: Section[] = [
    {
      id: 'deflation',
      title: 'Before and after',
      body: html`<p class="verdict">${shownName(deflation.verdict)}</p>
<p class="sub">${shownName(deflation.estimand)}</p>
${drawing === null ? null : await figureBlock(drawing, '')}`,
    },
    { id: 'deflated-models', title: 'Every model', body: tableBlock(deflationTable(deflation), '') },
    { id: 'deflated-strata', title: 'Strata', body: tableBlock(deflationStrataTable(deflation), '') },
    {
      id: 'deflation-methods',
      title: 'How',
      body: html`<p>Intervals: ${levelText(options.level)}, over tasks like these${hasStrata(deflation.strata) ? ' within strata' : ''}, models held; t with Satterthwaite df. Rank intervals: models told apart by the paired bootstrap over tasks (${plural(options.draws, 'draw')}, seed ${options.seed}), each for one model; tiers hold for all models at once. A tier holds the models that can't be told from its first. Pooled inflation: BLUP under REML, models as independent, so it draws too much towards the mean. Ahead of the next: share of draws.</p>
`,
    },
  ];
  if (warnings.length > 0) {
    sections.push({
      id: 'deflation-warnings',
      title: 'Warnings',
      body: html`<ul class="warnings">${warnings.map((text) => html`<li>${shownName(text)}</li>`)}</ul>`,
    });
  }
  return sections;
}

export async function deflationHtml(deflation: Deflation): Promise<string> {
  return reportHtml([], {
    title: deflation.title,
    subtitle: `${plural(deflation.counts.ranked, 'model')} ranked on ${plural(deflation.counts.robust, 'robust task')}`,
    sections: await deflationSections(deflation),
  });
}
