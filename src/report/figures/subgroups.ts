/** Subgroup forest: every level of every moderator, read both ways. */
import type { Analysis, Moderator, ModeratorLevel } from '../../analysis/types.ts';
import { count, effectValue, intervalValue, levelText, pNumber, pText } from '../../format.ts';
import { effectLine } from '../method-line.ts';
import { type Figure, figure } from './figure.ts';
import { type ForestRow, forestBody } from './forest-frame.ts';

export function subgroups(analysis: Analysis): Figure | null {
  const { measure, level } = analysis.options;
  if (analysis.moderators.length === 0) return null;
  const rows = analysis.moderators.flatMap((moderator) => moderatorRows(moderator, measure));
  const levels = analysis.moderators.reduce((sum, moderator) => sum + moderator.levels.length, 0);
  const tests = analysis.moderators
    .filter((moderator) => moderator.qBetweenP !== null)
    .map((moderator) => `${moderator.name}: ${pText(moderator.qBetweenP)}`);
  return figure(
    {
      name: 'subgroups',
      title: 'Gap by group of models',
      subtitle:
        `${effectLine(analysis)}; ${levelText(level)} intervals, orange with models as independent studies (${analysis.pooled.method}), ` +
        `blue task-aware. p by permutation of the flags where it was run.`,
      description:
        `Forest plot of ${levels} groups of models. ` +
        `Tests of a difference between groups, models as independent: ${tests.length === 0 ? 'none' : tests.join('; ')}.`,
    },
    forestBody({
      rows,
      measure,
      labelTitle: 'Group',
      columns: ['k', `gap [${levelText(level)} interval]`, 'p'],
      step: 15,
      width: 280,
    }),
    760,
  );
}

function moderatorRows(moderator: Moderator, measure: string): ForestRow[] {
  return [
    empty('heading', moderator.name),
    ...moderator.levels.flatMap((level) => levelRows(level, measure)),
  ];
}

function empty(
  kind: 'heading' | 'gap' | 'interval',
  label: string,
  cells: readonly string[] = [],
): ForestRow {
  return { kind, label, estimate: null, lower: null, upper: null, colour: 'ink', cells, description: label };
}

/** Two rows where both readings exist; without a pooled value (k = 1) the row says so and shows no interval. */
function levelRows(level: ModeratorLevel, measure: string): ForestRow[] {
  const k = count(level.k);
  const label = level.level === '' ? 'not given' : level.level;
  if (level.pooled === null)
    return [empty('interval', label, [k, level.k === 1 ? 'one model: not pooled' : 'not estimable'])];
  const row = (
    colour: 'naive' | 'aware',
    fit: { estimate: number | null; ciLower: number | null; ciUpper: number | null },
    first: readonly string[],
  ): ForestRow => {
    const text = `${effectValue(fit.estimate, measure)} ${intervalValue(fit.ciLower, fit.ciUpper, measure)}`;
    return {
      kind: 'interval',
      label: colour === 'naive' ? label : '',
      estimate: fit.estimate,
      lower: fit.ciLower,
      upper: fit.ciUpper,
      colour,
      cells: [first[0], text, first[1]],
      description: `${label}, ${colour === 'naive' ? 'models as independent studies' : 'task-aware'}: ${text}`,
    };
  };
  const rows = [row('naive', level.pooled, [k, ''])];
  if (level.sharedTasks !== null)
    rows.push(row('aware', level.sharedTasks, ['', level.p === null ? '' : pNumber(level.p)]));
  return rows;
}
