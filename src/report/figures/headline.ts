/** The pair of headline intervals, small enough for a phone: labels stand above their intervals. */
import type { Analysis } from '../../analysis/types.ts';
import { effect, effectNumber, effectUnit, interval } from '../../format.ts';
import { pooledLine, sharedLine } from '../method-line.ts';
import { type Colour, colour } from '../theme.ts';
import { effectDomain } from './axis.ts';
import { type Figure, figure, finite } from './figure.ts';

interface Reading {
  readonly label: string;
  readonly colour: Colour;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

const STEP = 44;

export function headline(analysis: Analysis): Figure {
  const { measure } = analysis.options;
  const readings = readingsOf(analysis);
  const domain = effectDomain(readings, measure, { clip: false });
  const shared =
    analysis.sharedTasks === null ? '' : `${sharedLine(analysis.sharedTasks, analysis.options.level)}.`;
  const drawn = readings.map((reading, row) => ({
    row,
    label: reading.label,
    value: finite(reading.estimate)
      ? `${effect(reading.estimate, measure)} ${interval(reading.lower, reading.upper, measure)}`
      : 'not estimable',
    colour: colour(reading.colour),
    x: finite(reading.estimate) ? effectNumber(reading.estimate, measure) : null,
    lo: finite(reading.lower) ? effectNumber(reading.lower, measure) : null,
    hi: finite(reading.upper) ? effectNumber(reading.upper, measure) : null,
  }));
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title: `Gap (${effectUnit(measure)})`,
    scale: { domain, nice: false, zero: false },
    axis: { tickCount: 5, grid: true },
  });
  const y = {
    field: 'row',
    type: 'quantitative',
    axis: null,
    scale: { domain: [-0.8, readings.length - 0.6], reverse: true, nice: false, zero: false },
  };
  const color = { field: 'colour', type: 'nominal', scale: null, legend: null };
  const text = (field: string, dy: number, weight: string) => ({
    data: { values: drawn },
    mark: { type: 'text', align: 'left', baseline: 'middle', dy, fontWeight: weight, aria: false },
    encoding: { x: { value: 0 }, y, text: { field, type: 'nominal' }, color },
  });
  return figure(
    {
      name: 'headline',
      title: 'The gap, read both ways',
      subtitle: `${pooledLine(analysis.pooled)}. ${shared}`,
      description: drawn.map((row) => `${row.label}: ${row.value}.`).join(' '),
    },
    {
      width: 270,
      height: STEP * readings.length,
      layer: [
        {
          data: { values: drawn.map(({ row }) => ({ x: 0, row: row - 0.16, to: row + 0.2 })) },
          mark: { type: 'rule', color: colour('soft'), aria: false },
          encoding: { x: x('x'), y, y2: { field: 'to' } },
        },
        {
          data: { values: drawn.filter((row) => row.lo !== null && row.hi !== null) },
          mark: { type: 'rule', strokeWidth: 3, aria: false },
          encoding: { x: x('lo'), x2: { field: 'hi' }, y, color },
        },
        {
          data: { values: drawn.filter((row) => row.x !== null) },
          mark: { type: 'point', filled: true, size: 90, opacity: 1 },
          encoding: { x: x('x'), y, color, description: { field: 'value', type: 'nominal' } },
        },
        text('label', -26, 'bold'),
        text('value', -12, 'normal'),
      ],
    },
    320,
  );
}

/** Published method, task-aware, and the interval by inverting the permutation test where it was made. */
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
