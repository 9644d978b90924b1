/** The published interval beside the same pipeline on every open flag set, and what shared tasks support there. */
import type { Analysis } from '../../analysis/types.ts';
import { count, effectValue, intervalValue, levelText, plural, pNumber } from '../../format.ts';
import { effectDomain } from './axis.ts';
import { type Figure, figure } from './figure.ts';
import { type ForestRow, forestBody } from './forest-frame.ts';

export interface PublishedGap {
  readonly label: string;
  readonly gap: number;
  readonly ciLower: number;
  readonly ciUpper: number;
  readonly hackable: number;
  readonly robust: number;
}

export interface ComparedRun {
  readonly label: string;
  readonly analysis: Analysis;
}

export function comparison(published: PublishedGap, runs: readonly ComparedRun[]): Figure {
  const { level, measure } = runs[0].analysis.options;
  const rows = [
    row(published.label, 'naive', published.gap, published.ciLower, published.ciUpper, measure, [
      `${published.hackable} / ${published.robust}`,
      '',
    ]),
    row('', 'aware', null, null, null, measure, ['', '']),
    ...runs.flatMap(({ label, analysis }) => {
      const { pooled, sharedTasks, permutation, counts } = analysis;
      const tasks = `${count(counts.hackable)} / ${count(counts.robust)}`;
      const p = permutation === null ? '' : pNumber(permutation.p);
      return [
        row(label, 'naive', pooled.estimate, pooled.ciLower, pooled.ciUpper, measure, [tasks, '']),
        row(
          '',
          'aware',
          sharedTasks?.estimate ?? null,
          sharedTasks?.ciLower ?? null,
          sharedTasks?.ciUpper ?? null,
          measure,
          ['', p],
        ),
      ];
    }),
  ];
  return figure(
    {
      name: 'comparison',
      title: 'The published gap, and the same pipeline on open flags',
      subtitle: `Orange: models as independent studies (${runs[0].analysis.pooled.method}, z), as published. Blue: task-aware; none can be made of what was published. ${levelText(level)} intervals; p by permutation of the flags, two sided.`,
      description: `Published gap and ${plural(runs.length, 'run')}. ${rows
        .filter((each) => each.description !== '')
        .map((each) => `${each.description}.`)
        .join(' ')}`,
    },
    forestBody({
      rows,
      measure,
      domain: effectDomain(rows, measure, { clip: false }),
      labelTitle: 'Flags, submissions',
      columns: ['hackable / robust', `gap [${levelText(level)} interval]`, 'p'],
      step: 17,
      width: 300,
    }),
    760,
  );
}

function row(
  label: string,
  colour: 'naive' | 'aware',
  estimate: number | null,
  lower: number | null,
  upper: number | null,
  measure: string,
  [tasks, p]: readonly [string, string],
): ForestRow {
  const text =
    estimate === null
      ? colour === 'aware'
        ? 'not published'
        : 'not estimable'
      : `${effectValue(estimate, measure)} ${intervalValue(lower, upper, measure)}`;
  const reading = colour === 'naive' ? 'as independent studies' : 'task-aware';
  return {
    kind: 'interval',
    label,
    estimate,
    lower,
    upper,
    colour,
    size: 45,
    cells: [tasks, text, p],
    description: `${label === '' ? '' : `${label}: `}${reading} ${text}`,
  };
}
