/** What each row does to the pooled fit. */
import type { Analysis } from '../../analysis/types.ts';
import { influence, type RowInfluence } from '../../meta/influence.ts';
import { effectData, metaView } from '../figures/meta/view.ts';
import type { Table } from '../table.ts';

export function influenceTable(analysis: Analysis): Table {
  const view = metaView(analysis, '');
  const rows = view.yi.length < 3 ? [] : influence(effectData(view), view.options);
  return { ...rowInfluenceTable('model', rows), measure: view.measure };
}

/** @param what a row is: "model" */
export function rowInfluenceTable(what: string, rows: readonly RowInfluence[]): Omit<Table, 'measure'> {
  return {
    name: 'influence',
    title: `Influence of each ${what} on the pooled fit`,
    columns: [
      { key: what, title: what.charAt(0).toUpperCase() + what.slice(1), kind: 'text' },
      { key: 'rstudent', title: 'Deleted residual', kind: 'number' },
      { key: 'dffits', title: 'DFFITS', kind: 'number' },
      { key: 'cook', title: "Cook's distance", kind: 'number' },
      { key: 'covRatio', title: 'Covariance ratio', kind: 'number' },
      { key: 'tau2Deleted', title: 'τ² without', kind: 'number' },
      { key: 'qDeleted', title: 'Q without', kind: 'number' },
      { key: 'hat', title: 'Hat', kind: 'number' },
      { key: 'weight', title: 'Weight', kind: 'percent' },
      { key: 'dfbetas', title: 'DFBETAS', kind: 'number' },
      { key: 'influential', title: 'Influential', kind: 'text' },
    ],
    rows: rows.map((row) => [
      row.slab,
      row.rstudent,
      row.dffits,
      row.cook,
      row.covRatio,
      row.tau2Deleted,
      row.qDeleted,
      row.hat,
      row.weight,
      row.dfbetas,
      row.influential ? 'yes' : 'no',
    ]),
  };
}
