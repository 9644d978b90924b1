/** The pooled fit without each row, every column, and the fit of all rows last; and such tables in general. */
import type { Analysis } from '../../analysis/types.ts';
import { leaveOneOut, type RowFit } from '../../meta/leave-one-out.ts';
import { effectData, metaView } from '../figures/meta/view.ts';
import type { Table } from '../table.ts';

export function leaveOneOutTable(analysis: Analysis): Table {
  const view = metaView(analysis, '');
  const fits = view.yi.length < 2 ? [] : leaveOneOut(effectData(view), view.options);
  const title = 'The pooled fit without each model';
  return { ...rowFitTable('leave-one-out', title, fits, LEFT_OUT), measure: view.measure };
}

/** The first column, and what stands there in the row of no row. */
export const LEFT_OUT = { key: 'leftOut', heading: 'Left out', whole: 'none: all rows' };
export const UP_TO = { key: 'upTo', heading: 'Up to', whole: '' };

/** A fit a row. */
export function rowFitTable(
  name: string,
  title: string,
  fits: readonly RowFit[],
  { key, heading, whole }: { readonly key: string; readonly heading: string; readonly whole: string },
): Omit<Table, 'measure'> {
  return {
    name,
    title,
    columns: [
      { key, title: heading, kind: 'text' },
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
      fit.slab ?? whole,
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
