/** Every task by how many models solve it and how hard people found it, with the audit's flags marked. */
import type { Analysis, TaskResult } from '../../analysis/types.ts';
import { count, percent, plural, shortName } from '../../format.ts';
import { colour } from '../theme.ts';
import { rowAxis } from './axis.ts';
import { type Figure, figure, finite, PLOT_WIDTH } from './figure.ts';
import { spread } from './jitter.ts';

const STEP = 76;

export function taskScatter({ tasks, strata, counts }: Analysis): Figure | null {
  const solved = tasks.filter((task) => finite(task.solveRate));
  const names = [
    ...new Set([...strata.map(({ stratum }) => stratum), ...tasks.map(({ stratum }) => stratum)]),
  ];
  const points = names.flatMap((name, row) => {
    const own = solved.filter((task) => task.stratum === name);
    return [...own].sort((a, b) => a.solveRate! - b.solveRate!).map((task, i) => place(task, row, i));
  });
  const marked = points.filter((point) => point.arm === 'hackable');
  const others = points.filter((point) => point.arm !== 'hackable');
  const y = rowAxis([-0.5, Math.max(names.length, 1) - 0.5]);
  const x = {
    field: 'rate',
    type: 'quantitative',
    title: 'Models that solve the task (%)',
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  };
  const labels = names.map((name, row) => ({
    row,
    label: `${shortName(name === '' ? 'all tasks' : name, 26)}: ${plural(solved.filter((task) => task.stratum === name).length, 'task')}`,
  }));
  const arms = ['hackable', 'robust', 'not in the contrast'];
  const layer = (values: object[], size: number, opacity: number) => ({
    data: { values },
    mark: { type: 'point', filled: true, size, opacity },
    encoding: {
      x,
      y,
      color: {
        field: 'arm',
        type: 'nominal',
        scale: { domain: arms, range: [colour('hackable'), colour('robust'), colour('bar')] },
        legend: { title: null },
      },
      shape: {
        field: 'arm',
        type: 'nominal',
        scale: { domain: arms, range: ['diamond', 'circle', 'circle'] },
      },
      description: { field: 'description', type: 'nominal' },
      tooltip: { field: 'description', type: 'nominal', title: ' ' },
    },
  });
  const rates = marked.map((point) => point.rate);
  const mean = rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length / 100;
  return figure(
    {
      name: 'task-scatter',
      title: 'Tasks: solve rate by difficulty',
      subtitle: `Share of ${plural(counts.modelsUsed, 'model')} that ${counts.modelsUsed === 1 ? 'solves' : 'solve'} each task; ${count(counts.hackable)} hackable, ${count(counts.robust)} robust, ${count(counts.neverSolved)} solved by none. Height within a row means nothing.`,
      description: `Solve rates of ${plural(points.length, 'task')} in ${plural(names.length, 'stratum', 'strata')}; the hackable ones are solved by ${percent(mean)} of the models on average.`,
    },
    {
      width: PLOT_WIDTH,
      height: STEP * Math.max(names.length, 1),
      layer: [
        layer(others, 14, 0.6),
        layer(marked, 45, 0.95),
        {
          data: { values: labels },
          mark: { type: 'text', align: 'left', baseline: 'middle', dy: -32, aria: false },
          encoding: { x: { value: 0 }, y, text: { field: 'label', type: 'nominal' } },
        },
      ],
    },
  );
}

function place(task: TaskResult, row: number, i: number) {
  const arm = task.status === 'hackable' || task.status === 'robust' ? task.status : 'not in the contrast';
  return {
    row: row + 0.08 + 0.34 * spread(i),
    rate: 100 * task.solveRate!,
    arm,
    description: `${task.task} (${task.status}): ${percent(task.solveRate)}`,
  };
}
