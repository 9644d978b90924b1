/** Gap by stratum: mean pass rates on hackable and robust tasks as a dumbbell, with their difference beside it. */
import type { Analysis, StratumSummary } from '../../analysis/types.ts';
import { effect, interval, levelText, percent, plural, shortName } from '../../format.ts';
import { colour } from '../theme.ts';
import { type Figure, figure, finite, PLOT_WIDTH } from './figure.ts';
import { stackedHeight, stackedText, stackedY } from './stacked.ts';

export function strata(analysis: Analysis): Figure {
  const rows = analysis.strata.map((stratum, row) => describe(stratum, row));
  const y = stackedY(rows);
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
  return figure(
    {
      name: 'strata',
      title: 'Gap by stratum',
      subtitle:
        `Risk difference, every model weighs the same: mean over ${plural(analysis.counts.modelsUsed, 'model')}; ` +
        `${levelText(analysis.options.level)} task-aware intervals after each gap.`,
      description: `Pass rates on hackable and robust tasks in every stratum. ${rows.map((row) => row.description).join(' ')}`,
    },
    {
      width: PLOT_WIDTH,
      height: stackedHeight(rows),
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
        ...stackedText(rows, y),
      ],
    },
  );
}

function describe(stratum: StratumSummary, row: number) {
  const name = stratum.stratum === '' ? 'all tasks' : stratum.stratum;
  const gap = finite(stratum.gap) ? effect(stratum.gap, 'RD') : 'no contrast';
  const bounds = !finite(stratum.gap)
    ? ''
    : finite(stratum.ciLower)
      ? ` ${interval(stratum.ciLower, stratum.ciUpper, 'RD')}`
      : ', no interval';
  return {
    row,
    label: `${shortName(name, 30)}: ${stratum.hackable} hackable, ${stratum.robust} robust`,
    value: `${gap}${bounds}`,
    colour: 'ink' as const,
    hackable: finite(stratum.passRateHackable) ? 100 * stratum.passRateHackable : null,
    robust: finite(stratum.passRateRobust) ? 100 * stratum.passRateRobust : null,
    description: `${name}: hackable ${percent(stratum.passRateHackable)}, robust ${percent(stratum.passRateRobust)}, gap ${gap}${bounds}.`,
  };
}
