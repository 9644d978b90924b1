/** Forest of all models with both diamonds: models as independent studies, and what shared tasks support. */
import type { Analysis, ModelResult } from '../../analysis/types.ts';
import { effect, effectValue, fixed, intervalValue, levelText, NOT_ESTIMABLE, plural } from '../../format.ts';
import { effectLine, pooledLine, sharedLine } from '../method-line.ts';
import { type Figure, figure, finite } from './figure.ts';
import { type ForestRow, forestBody } from './forest-frame.ts';

export function forest(analysis: Analysis): Figure {
  const { options, pooled, sharedTasks } = analysis;
  const { measure } = options;
  const rows = [
    ...sortedModels(analysis.models).map((model) => modelRow(model, analysis)),
    ...diamonds(analysis),
  ];
  const title = `Gap of every model, ${plural(analysis.models.length, 'model')}`;
  const lines = [`${effectLine(analysis)}.`, `${pooledLine(pooled)}.`];
  if (sharedTasks !== null) lines.push(`${sharedLine(sharedTasks, options.level)}.`);
  const shared =
    sharedTasks === null
      ? ''
      : ` Task-aware: ${effect(sharedTasks.estimate, measure)} ${intervalValue(sharedTasks.ciLower, sharedTasks.ciUpper, measure)}.`;
  return figure(
    {
      name: 'forest',
      title,
      subtitle: lines.join(' '),
      description:
        `Forest plot of ${plural(analysis.models.length, 'model')}, largest gap first, with ${levelText(options.level)} intervals. ` +
        `Models as independent studies: ${effect(pooled.estimate, measure)} ${intervalValue(pooled.ciLower, pooled.ciUpper, measure)}.${shared}`,
    },
    forestBody({
      rows,
      measure,
      labelTitle: 'Model',
      columns: [`gap [${levelText(options.level)} interval]`, 'weight %'],
      reference: pooled.estimate,
    }),
    760,
  );
}

/** Largest gap first; models without one at the end, in their own order. */
export function sortedModels(models: readonly ModelResult[]): ModelResult[] {
  const key = (model: ModelResult) => (finite(model.yi) ? model.yi : Number.NEGATIVE_INFINITY);
  return models
    .map((model, at) => ({ model, at }))
    .sort((a, b) => (key(a.model) === key(b.model) ? a.at - b.at : key(b.model) - key(a.model)))
    .map(({ model }) => model);
}

function modelRow(model: ModelResult, { options, models }: Analysis): ForestRow {
  const { measure } = options;
  const largest = Math.max(...models.map((other) => other.weight ?? 0), 1e-12);
  const gap = effectValue(model.yi, measure);
  const text = finite(model.yi)
    ? `${gap} ${intervalValue(model.ciLower, model.ciUpper, measure)}`
    : 'not estimable';
  return {
    kind: 'interval',
    label: model.label,
    estimate: model.yi,
    lower: model.ciLower,
    upper: model.ciUpper,
    colour: 'mark',
    size: 8 + 32 * ((model.weight ?? 0) / largest),
    cells: [text, model.weight === null ? NOT_ESTIMABLE : fixed(model.weight, 2)],
    description: `${model.label}: ${text}`,
  };
}

/** Both ways of pooling, as the last rows. */
function diamonds({ pooled, sharedTasks, options }: Analysis): ForestRow[] {
  const blank: ForestRow = {
    kind: 'gap',
    label: '',
    estimate: null,
    lower: null,
    upper: null,
    colour: 'ink',
    cells: [],
    description: '',
  };
  const row = (
    label: string,
    name: 'naive' | 'aware',
    fit: { estimate: number | null; ciLower: number | null; ciUpper: number | null },
  ): ForestRow => {
    const text = `${effectValue(fit.estimate, options.measure)} ${intervalValue(fit.ciLower, fit.ciUpper, options.measure)}`;
    return {
      kind: 'diamond',
      label,
      estimate: fit.estimate,
      lower: fit.ciLower,
      upper: fit.ciUpper,
      colour: name,
      cells: [text],
      description: `${label}: ${text}`,
    };
  };
  const rows = [blank, row('Models as independent studies', 'naive', pooled)];
  if (sharedTasks !== null) rows.push(row('Task-aware', 'aware', sharedTasks));
  return rows;
}
