/** What the gap stands on: shares of specifications, leave-outs, adjusted gaps, traits at hand. */

import type { LeaveOut } from '../../analysis/sensitivity/types.ts';
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function robustnessTables({ robustness, options }: Analysis): Table[] {
  if (robustness === undefined || robustness === null) return [];
  const { measure } = options;
  return [
    {
      name: 'specification-shares',
      title: 'Specifications whose intervals leave 0 out',
      measure,
      columns: [
        { key: 'measure', title: 'Measure', kind: 'text' },
        { key: 'specifications', title: 'Specifications', kind: 'count' },
        { key: 'positive', title: 'Above 0', kind: 'count' },
        { key: 'naive', title: 'With an interval, independent', kind: 'count' },
        { key: 'naiveExcludeZero', title: 'leave 0 out', kind: 'count' },
        { key: 'taskAware', title: 'With an interval, task-aware', kind: 'count' },
        { key: 'taskAwareExcludeZero', title: 'leave 0 out', kind: 'count' },
        { key: 'smallest', title: 'Smallest', kind: 'number' },
        { key: 'largest', title: 'Largest', kind: 'number' },
      ],
      rows: robustness.shares.map((row) => [
        row.measure,
        row.specifications,
        row.positive,
        row.naive,
        row.naiveExcludeZero,
        row.taskAware,
        row.taskAwareExcludeZero,
        row.smallest,
        row.largest,
      ]),
    },
    leaveOut('leave-one-stratum-out', 'Without each stratum', robustness.leaveOneStratumOut, measure),
    leaveOut('leave-one-task-out', 'Without each task', robustness.leaveOneTaskOut, measure),
    {
      name: 'adjusted',
      title: 'Gap with covariates of tasks held fixed',
      measure: 'RD',
      columns: [
        { key: 'covariates', title: 'Covariates', kind: 'text' },
        { key: 'way', title: 'By', kind: 'text' },
        { key: 'estimate', title: 'Gap', kind: 'effect' },
        { key: 'se', title: 'SE', kind: 'spread' },
        { key: 'df', title: 'df', kind: 'df' },
        { key: 'ciLower', title: 'Lower', kind: 'effect' },
        { key: 'ciUpper', title: 'Upper', kind: 'effect' },
        { key: 'p', title: 'p', kind: 'p' },
        { key: 'hackable', title: 'Hackable tasks', kind: 'count' },
        { key: 'robust', title: 'Robust tasks', kind: 'count' },
        { key: 'note', title: 'Note', kind: 'text' },
      ],
      rows: robustness.adjusted.map((row) => [
        row.covariates.length === 0 ? 'none' : row.covariates.join(', '),
        row.way,
        row.estimate,
        row.se,
        row.df,
        row.ciLower,
        row.ciUpper,
        row.p,
        row.hackable,
        row.robust,
        row.reason ?? (row.droppedTerms.length === 0 ? null : `left out: ${row.droppedTerms.join(', ')}`),
      ]),
    },
    {
      name: 'traits',
      title: 'Traits of tasks at hand: what each would explain alone',
      measure: 'RD',
      columns: [
        { key: 'trait', title: 'Trait', kind: 'text' },
        { key: 'imbalance', title: 'Hackable minus robust', kind: 'number' },
        { key: 'effect', title: 'Effect of a unit', kind: 'effect' },
        { key: 'bias', title: 'Would explain', kind: 'effect' },
      ],
      rows: robustness.measured.map((row) => [row.trait, row.imbalance, row.effect, row.bias]),
    },
  ];
}

function leaveOut(name: string, title: string, rows: readonly LeaveOut[], measure: string): Table {
  return {
    name,
    title,
    measure,
    columns: [
      { key: 'leftOut', title: 'Left out', kind: 'text' },
      { key: 'stratum', title: 'Stratum', kind: 'text' },
      { key: 'status', title: 'Status', kind: 'text' },
      { key: 'estimate', title: 'Gap', kind: 'effect' },
      { key: 'ciLower', title: 'Lower, independent', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper, independent', kind: 'effect' },
      { key: 'taskCiLower', title: 'Lower, task-aware', kind: 'effect' },
      { key: 'taskCiUpper', title: 'Upper, task-aware', kind: 'effect' },
      { key: 'note', title: 'Note', kind: 'text' },
    ],
    rows: rows.map((row) => [
      row.leftOut,
      row.stratum,
      row.status,
      row.estimate,
      row.ciLower,
      row.ciUpper,
      row.taskCiLower,
      row.taskCiUpper,
      row.reason,
    ]),
  };
}
