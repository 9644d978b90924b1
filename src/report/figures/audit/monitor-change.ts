/** Behaviour monitor: clean and hacked pass rates, before and after where both runs are given. */

import type { MonitorResult } from '../../../audit/monitor/monitor.ts';
import type { BenchmarkRates, RateName } from '../../../audit/monitor/rates.ts';
import { count, levelText, percent, signed } from '../../../format.ts';
import { colour } from '../../theme.ts';
import { type Figure, figure, finite } from '../figure.ts';
import { type BarRow, barRows, rowFrame } from './bar-rows.ts';

const RATES: readonly (readonly [RateName, string])[] = [
  ['cleanResolved', 'clean resolved'],
  ['hackedResolved', 'hacked resolved'],
  ['hackRate', 'monitored (hack rate)'],
];
export function monitorChange(monitor: MonitorResult): Figure | null {
  if (monitor.byBenchmark.length === 0) return null;
  return monitor.beforeAfter === null ? rates(monitor) : change(monitor, monitor.beforeAfter);
}

/** One run: three bars a benchmark. */
function rates({ byBenchmark, level }: MonitorResult): Figure {
  const rows = byBenchmark.flatMap((rate): BarRow[] => [
    { label: rate.benchmark, value: null, colour: 'bar', text: '' },
    ...RATES.map(([name, label]): BarRow => {
      const { clustered, value } = rate[name];
      const interval = clustered.interval;
      return {
        label,
        value: value === null ? null : 100 * value,
        lower: interval === null ? null : 100 * interval.lower,
        upper: interval === null ? null : 100 * interval.upper,
        colour: name === 'cleanResolved' ? 'robust' : 'hackable',
        text: percent(value, 2),
      };
    }),
  ]);
  return figure(
    {
      name: 'monitor',
      title: 'What the monitor saw',
      subtitle: `Shares of all trajectories; lines: ${levelText(level)} intervals with tasks as clusters. ${sizes(byBenchmark)}.`,
      description: rows
        .map((row) => (row.text === '' ? `${row.label}:` : `${row.label} ${row.text};`))
        .join(' '),
    },
    barRows(rows, 'Trajectories (%)', [0, 100]),
  );
}

/** Two runs: an arrow from before to after. */
function change(monitor: MonitorResult, beforeAfter: NonNullable<MonitorResult['beforeAfter']>): Figure {
  const [before, after] = beforeAfter.runs;
  const lines = beforeAfter.benchmarks.flatMap((entry) => [
    { label: entry.benchmark, from: null, to: null, text: '', tint: colour('ink'), heading: true },
    ...RATES.map(([name, label]) => {
      const from = entry.before[name].value;
      const to = entry.after[name].value;
      const paired = entry.paired[name];
      const moved =
        paired.value === null ? '' : ` (${signed(100 * paired.value, 2)} pp, ${count(entry.pairs)} pairs)`;
      return {
        label,
        from: finite(from) ? 100 * from : null,
        to: finite(to) ? 100 * to : null,
        text: `${percent(from, 2)} to ${percent(to, 2)}${moved}`,
        tint: colour(name === 'cleanResolved' ? 'robust' : 'hackable'),
        heading: false,
      };
    }),
  ]);
  const rows = lines.map((line, row) => ({
    ...line,
    label: line.heading ? line.label : `${line.label}: ${line.text}`,
    at: row + 0.15,
    shape: (line.to ?? 0) >= (line.from ?? 0) ? 'triangle-right' : 'triangle-left',
  }));
  const { x, y, size, texts } = rowFrame(rows, 'Trajectories (%)', [0, 100]);
  const moves = rows.filter((row) => row.from !== null && row.to !== null);
  const tint = { field: 'tint', type: 'nominal', scale: null, legend: null };
  return figure(
    {
      name: 'monitor',
      title: 'Before and after the monitor',
      subtitle: `Shares of all trajectories, from ${before} (dot) to ${after} (arrow). In brackets the change paired by model and task. ${sizes(monitor.byBenchmark)}.`,
      description: rows.map((row) => `${row.label}.`).join(' '),
    },
    {
      ...size,
      layer: [
        {
          data: { values: moves },
          mark: { type: 'rule', strokeWidth: 3, aria: false },
          encoding: { x: x('from'), x2: { field: 'to' }, y: y('at'), color: tint },
        },
        {
          data: { values: moves },
          mark: { type: 'point', filled: true, size: 50, opacity: 1, aria: false },
          encoding: { x: x('from'), y: y('at'), color: tint },
        },
        {
          data: { values: moves },
          mark: { type: 'point', filled: true, size: 130, opacity: 1 },
          encoding: {
            x: x('to'),
            y: y('at'),
            color: tint,
            shape: { field: 'shape', type: 'nominal', scale: null, legend: null },
            description: { field: 'label', type: 'nominal' },
            tooltip: { field: 'label', type: 'nominal', title: ' ' },
          },
        },
        ...texts,
      ],
    },
  );
}

const sizes = (rates: readonly BenchmarkRates[]): string =>
  rates
    .map((rate) => `${rate.benchmark}: ${count(rate.trajectories)} trajectories, ${count(rate.tasks)} tasks`)
    .join('; ');
