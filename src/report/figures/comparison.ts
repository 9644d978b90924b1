/** The published interval beside the same pipeline on every open flag set, and what shared tasks support there. */
import type { Analysis } from '../../analysis/types.ts';
import { count, effectNumber, effectValue, intervalValue, levelText, plural, pText } from '../../format.ts';
import { colour } from '../theme.ts';
import { effectDomain, effectTitle } from './axis.ts';
import { type Figure, figure, finite } from './figure.ts';
import { type StackedInterval, stackedIntervals } from './stacked.ts';

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
  const arms = (hackable: number, robust: number) => `${count(hackable)} hackable, ${count(robust)} robust`;
  const spans = [
    {
      label: published.label,
      reading: 'naive' as const,
      estimate: published.gap,
      lower: published.ciLower,
      upper: published.ciUpper,
      more: arms(published.hackable, published.robust),
    },
    ...runs.flatMap(({ label, analysis: { pooled, sharedTasks, permutation, counts } }) => [
      {
        label,
        reading: 'naive' as const,
        estimate: pooled.estimate,
        lower: pooled.ciLower,
        upper: pooled.ciUpper,
        more: arms(counts.hackable, counts.robust),
      },
      {
        label,
        reading: 'aware' as const,
        estimate: sharedTasks?.estimate ?? null,
        lower: sharedTasks?.ciLower ?? null,
        upper: sharedTasks?.ciUpper ?? null,
        more: permutation === null ? '' : pText(permutation.p),
      },
    ]),
  ];
  const on = (value: number | null) => (finite(value) ? effectNumber(value, measure) : null);
  const rows = spans.map(({ label, reading, estimate, lower, upper, more }): StackedInterval => {
    const gap =
      estimate === null
        ? 'not estimable'
        : `${effectValue(estimate, measure)} ${intervalValue(lower, upper, measure)}`;
    return {
      label: `${label}: ${reading === 'naive' ? 'independent studies' : 'task-aware'}`,
      value: more === '' ? gap : `${gap}; ${more}`,
      colour: reading,
      x: on(estimate),
      lo: on(lower),
      hi: on(upper),
    };
  });
  const x = {
    type: 'quantitative',
    title: effectTitle(measure),
    scale: { domain: effectDomain(spans, measure, { clip: false }), nice: false, zero: false },
    axis: { tickCount: 5, grid: true },
  };
  return figure(
    {
      name: 'comparison',
      title: 'The published gap, and the same pipeline on open flags',
      subtitle: `Orange: models as independent studies (${runs[0].analysis.pooled.method}, z), as published. Blue: task-aware; none can be made of what was published. ${levelText(level)} intervals; p by permutation of the flags, two sided.`,
      description: `Published gap and ${plural(runs.length, 'run')}. ${rows.map((row) => `${row.label} ${row.value}.`).join(' ')}`,
    },
    stackedIntervals(rows, x, { at: 0, mark: { color: colour('soft') } }),
  );
}
