/** The pooled fit without each row, every column, and the fit of all rows last. */
import type { Analysis } from '../../analysis/types.ts';
import { leaveOneOut } from '../../meta/leave-one-out.ts';
import { effectData, metaView } from '../figures/meta/view.ts';
import type { Table } from '../table.ts';

export function leaveOneOutTable(analysis: Analysis): Table {
  const view = metaView(analysis, '');
  const fits = view.yi.length < 2 ? [] : leaveOneOut(effectData(view), view.options);
  return {
    name: 'leave-one-out',
    title: 'The pooled fit without each model',
    measure: view.measure,
    columns: [
      { key: 'leftOut', title: 'Left out', kind: 'text' },
      { key: 'estimate', title: 'Pooled', kind: 'effect' },
      { key: 'se', title: 'SE', kind: 'spread' },
      { key: 'ciLower', title: 'Lower', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper', kind: 'effect' },
      { key: 'statistic', title: 'Statistic', kind: 'number' },
      { key: 'df', title: 'df', kind: 'df' },
      { key: 'p', title: 'p', kind: 'p' },
      { key: 'q', title: 'Q', kind: 'number' },
      { key: 'qP', title: 'p of Q', kind: 'p' },
      { key: 'tau2', title: 'τ²', kind: 'number' },
      { key: 'i2', title: 'I² (from τ²)', kind: 'percent' },
      { key: 'h2', title: 'H²', kind: 'number' },
    ],
    rows: fits.map((fit) => [
      fit.slab ?? 'none: all rows',
      fit.estimate,
      fit.se,
      fit.ciLower,
      fit.ciUpper,
      fit.statistic,
      fit.df,
      fit.p,
      fit.q,
      fit.qP,
      fit.tau2,
      fit.i2,
      fit.h2,
    ]),
  };
}
