import { count, fixed, percent, plural } from '../../format.ts';
import type { MonitorResult } from '../monitor/monitor.ts';
import type { BenchmarkRates, Rate } from '../monitor/rates.ts';
import {
  bounds,
  columns,
  meanPercent,
  notesOf,
  type PartView,
  pointsText,
  rateText,
  type ViewTable,
} from './types.ts';

const two = (value: number | null) => percent(value, 2);
const withBounds = (rate: Rate) => `${two(rate.value)} (${bounds(rate.clustered.interval)})`;

export function monitorView(result: MonitorResult): PartView {
  const { mean, counts, beforeAfter } = result;
  return {
    part: 'monitor',
    title: 'Behaviour monitor',
    sentences: [
      `${plural(counts.trajectories, 'trajectory', 'trajectories')} of ${plural(counts.models, 'model')} on ${plural(counts.tasks, 'task')}: mean over ${plural(counts.benchmarks, 'benchmark')} clean resolved ${two(mean.cleanResolved)}, hack rate ${two(mean.hackRate)}, hacked resolved ${two(mean.hackedResolved)}.`,
      ...(beforeAfter === null
        ? []
        : [
            `${beforeAfter.runs[0]} to ${beforeAfter.runs[1]}: clean resolved ${two(beforeAfter.meanBefore.cleanResolved)} to ${two(beforeAfter.meanAfter.cleanResolved)}, hacked resolved ${two(beforeAfter.meanBefore.hackedResolved)} to ${two(beforeAfter.meanAfter.hackedResolved)}.`,
          ]),
    ],
    tables: [
      rateTable('monitor-benchmarks', 'By benchmark; intervals have tasks as clusters', result.byBenchmark),
      rateTable('monitor-models', 'By model; intervals have tasks as clusters', result.byModel),
      patternTable(result),
      pooledTable(result),
      changeTable(result),
    ].filter((table) => table.rows.length > 0),
    notes: notesOf(result),
  };
}

function rateTable(name: string, caption: string, rates: readonly BenchmarkRates[]): ViewTable {
  return {
    name,
    caption,
    columns: columns(
      'benchmark',
      'model',
      '>trajectories',
      '>clean resolved',
      '>hack rate',
      '>hacked resolved',
    ),
    rows: rates.map((entry) => [
      entry.benchmark,
      entry.model ?? 'all',
      count(entry.trajectories),
      withBounds(entry.cleanResolved),
      withBounds(entry.hackRate),
      withBounds(entry.hackedResolved),
    ]),
  };
}

function patternTable({ patterns }: MonitorResult): ViewTable {
  return {
    name: 'monitor-patterns',
    caption: 'Patterns and passing: an association, tasks as clusters',
    columns: columns('pattern', '>trajectories', '>pass rate', '>minus all', '>minus those without'),
    rows: patterns.map((pattern) => [
      pattern.pattern,
      rateText(pattern.trajectories),
      meanPercent(pattern.passRate),
      pointsText(pattern.minusAll),
      pointsText(pattern.minusWithout),
    ]),
  };
}

function pooledTable({ patterns }: MonitorResult): ViewTable {
  const points = (x: number | null) => fixed(x === null ? null : 100 * x, 2);
  return {
    name: 'monitor-pooled',
    caption:
      'The difference to those without, pooled over models: as independent studies, and with shared tasks',
    columns: columns(
      'pattern',
      '>models',
      '>independent (pp)',
      '>I2',
      '>shared tasks (pp)',
      '>models above / below 0',
    ),
    rows: patterns.map((pattern) => {
      const { pooled } = pattern;
      if (pooled === null) return [pattern.pattern, '', pattern.reason ?? 'n/a', '', '', ''];
      const { independent, sharedTasks, signTest } = pooled;
      return [
        pattern.pattern,
        count(independent.k),
        `${points(independent.estimate)} [${points(independent.ciLower)}, ${points(independent.ciUpper)}]`,
        independent.i2 === null ? 'n/a' : `${fixed(independent.i2, 1)} %`,
        pointsText(sharedTasks),
        `${count(signTest.positive)} / ${count(signTest.negative)}`,
      ];
    }),
  };
}

function changeTable({ beforeAfter }: MonitorResult): ViewTable {
  return {
    name: 'monitor-change',
    caption: 'Before and after; the paired change has tasks as clusters',
    columns: columns(
      'benchmark',
      '>pairs',
      '>clean before',
      '>clean after',
      '>paired change',
      '>hacked before',
      '>hacked after',
      '>paired change',
    ),
    rows: (beforeAfter?.benchmarks ?? []).map(({ benchmark, pairs, before, after, paired }) => [
      benchmark,
      count(pairs),
      two(before.cleanResolved.value),
      two(after.cleanResolved.value),
      pointsText(paired.cleanResolved),
      two(before.hackedResolved.value),
      two(after.hackedResolved.value),
      pointsText(paired.hackedResolved),
    ]),
  };
}
