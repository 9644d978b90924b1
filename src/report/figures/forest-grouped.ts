/** For very many rows: a strip of models per group with both pooled intervals under it. */

import { groupModels } from '../../analysis/groups.ts';
import type { Analysis, ModelResult } from '../../analysis/types.ts';
import { effectNumber, effectValue, intervalValue, levelText, plural, shortName } from '../../format.ts';
import { effectLine } from '../method-line.ts';
import { textWidth } from '../text-width.ts';
import { colour } from '../theme.ts';
import { effectTitle, rowAxis } from './axis.ts';
import { type Figure, figure, finite } from './figure.ts';
import { spread } from './jitter.ts';

const STEP = 46;
const WIDTH = 420;
const TRAITS = ['family', 'era'];

export function forestGrouped(analysis: Analysis): Figure | null {
  const { measure, level } = analysis.options;
  const groups = TRAITS.flatMap((trait) => levelsOf(analysis, trait));
  if (groups.length === 0) return null;
  const on = (value: number) => effectNumber(value, measure);
  const points = groups.flatMap((group, row) =>
    group.models.map((model, i) => ({
      row: row + 0.16 * spread(i) - 0.12,
      x: on(model.yi),
      description: `${model.label}: ${effectValue(model.yi, measure)}`,
    })),
  );
  const bars = groups.flatMap((group, row) =>
    [
      { fit: group.pooled, shift: 0.16, tint: colour('naive') },
      { fit: group.sharedTasks, shift: 0.3, tint: colour('aware') },
    ].flatMap(({ fit, shift, tint }) =>
      fit && finite(fit.estimate) && finite(fit.ciLower) && finite(fit.ciUpper)
        ? [{ row: row + shift, x: on(fit.estimate), lo: on(fit.ciLower), hi: on(fit.ciUpper), tint }]
        : [],
    ),
  );
  const y = rowAxis([-0.5, groups.length - 0.5]);
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title: effectTitle(measure),
    axis: { tickCount: 8 },
  });
  const tint = { field: 'tint', type: 'nominal', scale: null, legend: null };
  const labels = groups.map((group, row) => ({
    row,
    label: shortName(`${group.trait}: ${group.level}`, 34),
    size: `k = ${group.k}`,
    value:
      group.pooled === null
        ? 'not pooled'
        : `${effectValue(group.pooled.estimate, measure)} ${intervalValue(group.pooled.ciLower, group.pooled.ciUpper, measure)}`,
    aware:
      group.sharedTasks === null
        ? ''
        : `${effectValue(group.sharedTasks.estimate, measure)} ${intervalValue(group.sharedTasks.ciLower, group.sharedTasks.ciUpper, measure)}`,
  }));
  const left = -Math.round(14 + Math.max(...labels.map(({ label }) => textWidth(label, 11))));
  const text = (field: string, at: number, dy: number, name: 'ink' | 'soft' | 'naive' | 'aware') => ({
    data: { values: labels },
    mark: { type: 'text', align: 'left', baseline: 'middle', dy, color: colour(name), aria: false },
    encoding: { x: { value: at }, y, text: { field, type: 'nominal' } },
  });
  return figure(
    {
      name: 'forest-grouped',
      title: 'Gaps by group, every model a point',
      subtitle:
        `${effectLine(analysis)}. Under each strip of models the pooled gap with its ${levelText(level)} interval: ` +
        `orange with models as independent studies (${analysis.pooled.method}), blue task-aware.`,
      description: `Strips of ${plural(points.length, 'model')} in groups. ${labels.map((row) => `${row.label}, ${row.size}: ${row.value}, task-aware ${row.aware || 'not estimable'}.`).join(' ')}`,
    },
    {
      width: WIDTH,
      height: STEP * groups.length,
      layer: [
        {
          data: { values: [{ x: 0 }] },
          mark: { type: 'rule', color: colour('soft'), aria: false },
          encoding: { x: x('x') },
        },
        {
          data: { values: points },
          mark: { type: 'point', filled: true, size: 14, opacity: 0.7, color: colour('mark') },
          encoding: {
            x: x('x'),
            y,
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
        {
          data: { values: bars },
          mark: { type: 'rule', strokeWidth: 3, aria: false },
          encoding: { x: x('lo'), x2: { field: 'hi' }, y, color: tint },
        },
        {
          data: { values: bars },
          mark: { type: 'point', filled: true, shape: 'diamond', size: 60, opacity: 1, aria: false },
          encoding: { x: x('x'), y, color: tint },
        },
        text('label', left, -7, 'ink'),
        text('size', left, 8, 'soft'),
        text('value', WIDTH + 14, -3, 'naive'),
        text('aware', WIDTH + 14, 12, 'aware'),
      ],
    },
    760,
  );
}

/** Levels of a trait that the analysis pooled, with their models. */
function levelsOf({ models, moderators }: Analysis, trait: string) {
  const moderator = moderators.find(({ name }) => name === trait);
  if (moderator === undefined) return [];
  const people = models.map((model) => ({ ...model, id: model.model, columns: {} }));
  const groups = groupModels(
    people,
    trait,
    models.map((model) => model.passRate ?? Number.NaN),
  );
  return moderator.levels.map((level) => {
    const own = groups.find((group) => group.level === level.level)?.models ?? [];
    const known = own
      .map((m) => models[m])
      .filter((model): model is ModelResult & { yi: number } => finite(model.yi));
    return { ...level, trait, models: known };
  });
}
