/** Forest and table of all models that brush each other, filters, and the strata of a model that is clicked. */
import type { TopLevelSpec } from 'vega-lite';
import { cellReader } from '../../analysis/cells.ts';
import type { Analysis } from '../../analysis/types.ts';
import {
  effectNumber,
  effectValue,
  fixed,
  intervalValue,
  levelText,
  percent,
  shownName,
} from '../../format.ts';
import { effectDomain, effectTitle } from '../figures/axis.ts';
import { finite, SCHEMA } from '../figures/figure.ts';
import { sortedModels } from '../figures/forest.ts';
import { html, type Markup } from '../html.ts';
import { colour } from '../theme.ts';
import type { ExplorerModel } from './types.ts';

const NOT_SAID = 'not said';

export interface Explorer {
  readonly models: readonly ExplorerModel[];
  readonly spec: TopLevelSpec;
}

export function explorer(analysis: Analysis): Explorer {
  return { models: explorerModels(analysis), spec: explorerSpec(analysis) };
}

function explorerModels(analysis: Analysis): ExplorerModel[] {
  const { measure } = analysis.options;
  const on = (value: number | null) => (finite(value) ? effectNumber(value, measure) : null);
  return sortedModels(analysis.models).map((model) => ({
    key: analysis.models.indexOf(model),
    label: shownName(model.label),
    family: model.family ?? NOT_SAID,
    era: model.date?.slice(0, 4) ?? NOT_SAID,
    gap: on(model.yi),
    lower: on(model.ciLower),
    upper: on(model.ciUpper),
    text: finite(model.yi)
      ? `${effectValue(model.yi, measure)} ${intervalValue(model.ciLower, model.ciUpper, measure)}`
      : 'not estimable',
    passRate: percent(model.passRate),
    strata: strataOf(analysis, analysis.models.indexOf(model)),
  }));
}

/** Passes over tasks with an outcome, per stratum and kind; "7 of 12". */
function strataOf(analysis: Analysis, m: number): ExplorerModel['strata'] {
  const { cells, tasks, strata } = analysis;
  if (cells === undefined || cells === null) return [];
  const read = cellReader(cells);
  const cell = (stratum: string, status: string) => {
    const rates = tasks.flatMap((task, t) =>
      task.stratum === stratum && task.status === status && !Number.isNaN(read(m, t)) ? [read(m, t)] : [],
    );
    const passes = rates.reduce((sum, rate) => sum + rate, 0);
    return {
      text: `${fixed(passes, Number.isInteger(passes) ? 0 : 1)} of ${rates.length}`,
      rate: rates.length === 0 ? null : passes / rates.length,
    };
  };
  return strata.map(({ stratum }) => {
    const hackable = cell(stratum, 'hackable');
    const robust = cell(stratum, 'robust');
    const gap =
      hackable.rate === null || robust.rate === null
        ? 'no contrast'
        : `${effectValue(hackable.rate - robust.rate, 'RD')} pp`;
    return [stratum === '' ? 'all tasks' : shownName(stratum), hackable.text, robust.text, gap] as const;
  });
}

/** Rows come by script (`models`), so that filters can change them; a brush tells the script what was chosen. */
function explorerSpec(analysis: Analysis): TopLevelSpec {
  const { measure } = analysis.options;
  const spans = analysis.models.map((model) => ({
    estimate: model.yi,
    lower: model.ciLower,
    upper: model.ciUpper,
  }));
  const domain = effectDomain(spans, measure);
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title: effectTitle(measure),
    scale: { domain, nice: false, zero: false, clamp: true },
    axis: { tickCount: 6, orient: 'top' },
  });
  const y = { field: 'row', type: 'ordinal', axis: null, sort: null };
  const chosen = { condition: { test: 'datum.chosen', value: colour('aware') }, value: colour('mark') };
  return {
    $schema: SCHEMA,
    description: 'Gaps of the models that pass the filters, largest first.',
    width: 300,
    height: { step: 14 },
    data: { name: 'models' },
    layer: [
      { mark: { type: 'rule', aria: false }, encoding: { x: x('zero'), color: { value: colour('soft') } } },
      {
        mark: { type: 'rule', aria: false, strokeWidth: 1.5 },
        encoding: { x: x('lower'), x2: { field: 'upper' }, y, color: chosen },
      },
      {
        params: [{ name: 'brush', select: { type: 'interval', encodings: ['y'] } }],
        mark: { type: 'point', filled: true, size: 45, opacity: 1, cursor: 'pointer' },
        encoding: {
          x: x('gap'),
          y,
          color: chosen,
          description: { field: 'say', type: 'nominal' },
          tooltip: [
            { field: 'label', type: 'nominal', title: 'Model' },
            { field: 'text', type: 'nominal', title: 'Gap' },
            { field: 'passRate', type: 'nominal', title: 'Pass rate' },
          ],
        },
      },
    ],
  } as unknown as TopLevelSpec;
}

/** Controls, an empty box for the drawing, the table and a place for the strata; the script fills them. */
export function explorerSection(analysis: Analysis, prefix: string): Markup {
  const models = explorerModels(analysis);
  const options = (of: (model: ExplorerModel) => string) =>
    [...new Set(models.map(of))].sort().map((name) => html`<option>${shownName(name)}</option>`);
  const control = (
    name: string,
    label: string,
    of: (model: ExplorerModel) => string,
  ) => html`<label for="${prefix}${name}">${label}
<select id="${prefix}${name}" data-filter="${name}"><option value="">all</option>${options(of)}</select></label>
`;
  return html`<div data-explorer="${prefix}explorer-data">
<div class="controls">${control('family', 'Family', (model) => model.family)}${control('era', 'Era', (model) => model.era)}
<label for="${prefix}name">Name holds <input id="${prefix}name" data-filter="name" type="search" autocomplete="off"></label>
<button type="button" data-reset>Show all</button></div>
<p class="sub">Drag over points to keep their models in the table; choose a model, by its point or its name, to see its strata.</p>
<p class="sub" role="status" data-status></p>
<div class="explorer">
<div class="scroll tall" tabindex="0" role="group" aria-label="Gaps of the models that pass the filters" data-chart></div>
<div class="scroll tall" tabindex="0" role="group" aria-label="Table of the models that pass the filters"><table>
<caption>Models that pass the filters</caption>
<thead><tr><th scope="col">Model</th><th scope="col" class="num">Gap [${levelText(analysis.options.level)} interval]</th><th scope="col" class="num">Pass rate</th><th scope="col">Family</th><th scope="col">Era</th></tr></thead>
<tbody data-rows></tbody></table></div>
</div>
<div data-strata aria-live="polite"></div>
</div>
`;
}
