/** The first screen: the pair of figures, equally large, and the sentence that follows from them. */
import type { Analysis } from '../../analysis/types.ts';
import {
  count,
  effect,
  interval,
  levelText,
  NOT_ESTIMABLE,
  percent,
  plural,
  pText,
  significant,
} from '../../format.ts';
import { figureBlock } from '../figure-block.ts';
import { headline } from '../figures/headline.ts';
import { html, type Markup, type Part } from '../html.ts';
import { generalises, intervalName, sharedName } from '../method-line.ts';

export async function headlineSection(analysis: Analysis, prefix: string): Promise<Markup> {
  const drawing = await figureBlock(headline(analysis), prefix);
  return html`<div class="pair">${independent(analysis)}${taskAware(analysis)}</div>
<p class="verdict">${analysis.verdict}</p>
<p class="sub">${analysis.estimand}</p>
${drawing}`;
}

/** As the published method reads them. */
function independent({ pooled, calibration }: Analysis): Markup {
  return card('naive', 'Models as independent studies', effect(pooled.estimate, pooled.measure), [
    html`<p class="bounds">${interval(pooled.ciLower, pooled.ciUpper, pooled.measure)}</p>`,
    html`<p class="sub">${intervalName(pooled)}; ${pooled.method}; ${plural(pooled.k, 'model')}; <span class="nw">${pText(pooled.p, pooled.log10P)}</span></p>`,
    onPlacebo(calibration, `models independent, ${pooled.method}, ${TESTS[pooled.testUsed]}`),
  ]);
}

function taskAware({ sharedTasks, permutation, options, calibration }: Analysis): Markup {
  const permuted =
    permutation === null
      ? 'permutation test not run'
      : `permutation ${pText(permutation.p)} (two sided, ${permutation.exact ? 'all arrangements' : `${count(permutation.permutations)} draws`})`;
  if (sharedTasks === null) {
    return card('aware', 'Task-aware', NOT_ESTIMABLE, [
      html`<p class="sub">See the warnings; ${permuted}.</p>`,
    ]);
  }
  const { measure, effectiveModels, designEffect } = sharedTasks;
  const models =
    effectiveModels === null
      ? ''
      : `; design effect ${significant(designEffect)}, ${significant(effectiveModels)} effective models`;
  return card('aware', 'Task-aware', effect(sharedTasks.estimate, measure), [
    html`<p class="bounds">${interval(sharedTasks.ciLower, sharedTasks.ciUpper, measure)}</p>`,
    html`<p class="sub">${sharedName(sharedTasks, options.level)}; over ${generalises(sharedTasks.generalise)}${models}; ${permuted}</p>`,
    onPlacebo(calibration, 'task-aware t'),
  ]);
}

/** Methods of the calibration by the test of the pooled fit; that of `adhoc` is not among them. */
const TESTS: Readonly<Record<string, string>> = { z: 'z', knha: 'Knapp-Hartung t' };

/** How often this reading calls flags at random significant, where the calibration was run. */
function onPlacebo(calibration: Analysis['calibration'], method: string): Markup | null {
  const found = calibration?.methods.find((one) => one.method === method);
  if (!calibration || found === undefined || found.available === 0) return null;
  const level = levelText(100 - calibration.level);
  return html`<p class="sub">At ${level} it calls ${percent(found.rate)} of ${plural(calibration.draws, 'set')} of flags at random significant</p>`;
}

const card = (kind: 'naive' | 'aware', title: string, big: string, rest: readonly Part[]): Markup =>
  html`<div class="card ${kind}"><h3>${title}</h3><div class="big">${big}</div>${rest}</div>`;
