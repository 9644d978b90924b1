/** Gap by stratum: mean pass rates on hackable and robust tasks as a dumbbell, with the gap beside it. */
import type { Analysis, StratumSummary } from '../../analysis/types.ts';
import { effect, interval, levelText, percent, shortName } from '../../format.ts';
import { effectLine } from '../method-line.ts';
import { textWidth } from '../text-width.ts';
import { colour } from '../theme.ts';
import { type Figure, figure, finite } from './figure.ts';

const STEP = 46;
const WIDTH = 300;

export function strata(analysis: Analysis): Figure {
  const rows = analysis.strata.map((stratum, row) => describe(stratum, row, analysis));
  const domain = [-0.7, Math.max(rows.length, 1) - 0.5];
  const y = {
    field: 'row',
    type: 'quantitative',
    axis: null,
    scale: { domain, reverse: true, nice: false, zero: false },
  };
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title: 'Mean pass rate over models (%)',
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  });
  const dots = rows.flatMap((row) => [
    ...(finite(row.robust)
      ? [{ row: row.row, rate: row.robust, arm: 'robust', description: row.description }]
      : []),
    ...(finite(row.hackable)
      ? [{ row: row.row, rate: row.hackable, arm: 'hackable', description: row.description }]
      : []),
  ]);
  const left =
    -14 - Math.max(0, ...rows.flatMap((row) => [textWidth(row.label, 11), textWidth(row.tasks, 11)]));
  const text = (field: string, px: number, dy: number, name: 'ink' | 'soft') => ({
    data: { values: rows },
    mark: { type: 'text', align: 'left', baseline: 'middle', dy, color: colour(name), aria: false },
    encoding: { x: { value: px }, y, text: { field, type: 'nominal' } },
  });
  return figure(
    {
      name: 'strata',
      title: 'Gap by stratum',
      subtitle:
        `${effectLine(analysis)}. Mean over ${analysis.counts.modelsUsed} models; ` +
        `${levelText(analysis.options.level)} task-aware intervals beside each gap.`,
      description: `Pass rates on hackable and robust tasks in every stratum. ${rows.map((row) => row.description).join(' ')}`,
    },
    {
      width: WIDTH,
      height: STEP * Math.max(rows.length, 1),
      layer: [
        {
          data: { values: rows.filter((row) => finite(row.robust) && finite(row.hackable)) },
          mark: { type: 'rule', strokeWidth: 3, color: colour('bar'), aria: false },
          encoding: { y, x: x('robust'), x2: { field: 'hackable' } },
        },
        {
          data: { values: dots },
          mark: { type: 'point', filled: true, size: 90, opacity: 1 },
          encoding: {
            y,
            x: x('rate'),
            color: {
              field: 'arm',
              type: 'nominal',
              scale: { domain: ['hackable', 'robust'], range: [colour('hackable'), colour('robust')] },
              legend: { title: null },
            },
            shape: {
              field: 'arm',
              type: 'nominal',
              scale: { domain: ['hackable', 'robust'], range: ['circle', 'square'] },
            },
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
        text('label', Math.round(left), -7, 'ink'),
        text('tasks', Math.round(left), 7, 'soft'),
        text('gap', WIDTH + 14, -7, 'ink'),
        text('bounds', WIDTH + 14, 7, 'soft'),
      ],
    },
  );
}

function describe(stratum: StratumSummary, row: number, { options }: Analysis) {
  const name = stratum.stratum === '' ? 'all tasks' : stratum.stratum;
  const gap = finite(stratum.gap) ? effect(stratum.gap, options.measure) : 'no contrast';
  const bounds = finite(stratum.gap) ? interval(stratum.ciLower, stratum.ciUpper, options.measure) : '';
  return {
    row,
    label: shortName(name, 30),
    tasks: `${stratum.hackable} hackable, ${stratum.robust} robust`,
    hackable: finite(stratum.passRateHackable) ? 100 * stratum.passRateHackable : null,
    robust: finite(stratum.passRateRobust) ? 100 * stratum.passRateRobust : null,
    gap,
    bounds,
    description: `${name}: hackable ${percent(stratum.passRateHackable)}, robust ${percent(stratum.passRateRobust)}, gap ${gap}${bounds === '' ? '' : ` ${bounds}`}.`,
  };
}
