/** The pair of headline intervals. */
import type { Analysis } from '../../analysis/types.ts';
import { effect, effectNumber, effectUnit, interval } from '../../format.ts';
import { pooledLine, sharedLine } from '../method-line.ts';
import { colour } from '../theme.ts';
import { effectDomain } from './axis.ts';
import { type Figure, figure, finite } from './figure.ts';
import { stackedIntervals } from './stacked.ts';

interface Reading {
  readonly label: string;
  readonly colour: 'naive' | 'aware';
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export function headline(analysis: Analysis): Figure {
  const { measure } = analysis.options;
  const readings = readingsOf(analysis);
  const shared =
    analysis.sharedTasks === null ? '' : `${sharedLine(analysis.sharedTasks, analysis.options.level)}.`;
  const on = (value: number | null) => (finite(value) ? effectNumber(value, measure) : null);
  const rows = readings.map((reading) => ({
    label: reading.label,
    value: finite(reading.estimate)
      ? `${effect(reading.estimate, measure)} ${interval(reading.lower, reading.upper, measure)}`
      : 'not estimable',
    colour: reading.colour,
    x: on(reading.estimate),
    lo: on(reading.lower),
    hi: on(reading.upper),
  }));
  const x = {
    type: 'quantitative',
    title: `Gap (${effectUnit(measure)})`,
    scale: { domain: effectDomain(readings, measure, { clip: false }), nice: false, zero: false },
    axis: { tickCount: 5, grid: true },
  };
  return figure(
    {
      name: 'headline',
      title: 'The gap, read both ways',
      subtitle: `${pooledLine(analysis.pooled)}. ${shared}`,
      description: rows.map((row) => `${row.label}: ${row.value}.`).join(' '),
    },
    stackedIntervals(rows, x, { at: 0, mark: { color: colour('soft') } }),
  );
}

/** Models as independent studies, task-aware, and the interval by inverting the permutation test where it was made. */
function readingsOf({ pooled, sharedTasks, permutation }: Analysis): Reading[] {
  const readings: Reading[] = [
    {
      label: 'Models as independent studies',
      colour: 'naive',
      estimate: pooled.estimate,
      lower: pooled.ciLower,
      upper: pooled.ciUpper,
    },
    {
      label: 'Task-aware',
      colour: 'aware',
      estimate: sharedTasks?.estimate ?? null,
      lower: sharedTasks?.ciLower ?? null,
      upper: sharedTasks?.ciUpper ?? null,
    },
  ];
  if (permutation?.ciLower !== null && permutation?.ciLower !== undefined) {
    readings.push({
      label: 'Task-aware, permutation test inverted',
      colour: 'aware',
      estimate: permutation.observed,
      lower: permutation.ciLower,
      upper: permutation.ciUpper,
    });
  }
  return readings;
}
