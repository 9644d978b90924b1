/** Every reading of the gap in one table: estimate, interval, how it was made. */
import type { Analysis } from '../../analysis/types.ts';
import { count, fixed, levelText } from '../../format.ts';
import { intervalName, sharedName } from '../method-line.ts';
import type { Cell, Table } from '../table.ts';

export function readingsTable(analysis: Analysis): Table {
  const { pooled, sharedTasks, permutation, resampling, options } = analysis;
  const rows: Cell[][] = [
    [
      `Models as independent studies (${pooled.method})`,
      pooled.estimate,
      pooled.se,
      pooled.ciLower,
      pooled.ciUpper,
      pooled.p,
      intervalName(pooled),
    ],
  ];
  if (sharedTasks !== null) {
    const { estimate, se, ciLower, ciUpper, p } = sharedTasks;
    rows.push(['Task-aware', estimate, se, ciLower, ciUpper, p, sharedName(sharedTasks, options.level)]);
  }
  if (permutation !== null) {
    const { observed, nullSd, ciLower, ciUpper, p } = permutation;
    rows.push([
      'Permutation of the flags',
      observed,
      nullSd,
      ciLower,
      ciUpper,
      p,
      'test inverted; se is the spread under the null',
    ]);
  }
  rows.push(...crossedRows(analysis));
  if (resampling !== null) {
    const { bootstrap, jackknife } = resampling;
    const kind = `${levelText(options.level)} t interval, ${fixed(jackknife.df, 1)} df; model weights estimated again`;
    rows.push([
      'Jackknife of tasks',
      pooled.estimate,
      jackknife.se,
      jackknife.ciLower,
      jackknife.ciUpper,
      null,
      kind,
    ]);
    if (bootstrap !== null) {
      const draws = `${levelText(options.level)} percentile interval, ${count(bootstrap.draws)} draws of ${options.generalise}`;
      rows.push([
        'Bootstrap',
        pooled.estimate,
        bootstrap.se,
        bootstrap.ciLower,
        bootstrap.ciUpper,
        null,
        draws,
      ]);
    }
  }
  return {
    name: 'readings',
    title: 'Every reading of the gap',
    measure: options.measure,
    columns: [
      { key: 'reading', title: 'Reading', kind: 'text' },
      { key: 'estimate', title: 'Gap', kind: 'effect' },
      { key: 'se', title: 'SE', kind: 'spread' },
      { key: 'ciLower', title: 'Lower', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper', kind: 'effect' },
      { key: 'p', title: 'p', kind: 'p' },
      { key: 'interval', title: 'Interval', kind: 'text' },
    ],
    rows,
  };
}

/** The crossed model on the scale of the column: RD its marginal difference, OR its log odds; none of RR and AS. */
function crossedRows({ crossed, options }: Analysis): Cell[][] {
  const flag = crossed?.coefficients.find(({ term }) => term === 'hackable');
  if (options.measure === 'OR' && typeof flag?.estimate === 'number') {
    const { estimate, se, ciLower, ciUpper, p } = flag;
    return [
      ['Crossed logistic model', estimate, se, ciLower, ciUpper, p, 'Wald; conditional on model and task'],
    ];
  }
  if (options.measure !== 'RD' || !crossed?.riskDifference) return [];
  const { estimate, se, ciLower, ciUpper } = crossed.riskDifference;
  const name = 'Crossed logistic model, marginal difference';
  return [[name, estimate, se, ciLower, ciUpper, flag?.p ?? null, 'delta method; p of the log odds']];
}
