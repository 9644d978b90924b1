/** Coefficients of the crossed logistic model. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function crossedTable({ crossed, options }: Analysis): Table {
  return {
    name: 'crossed',
    title: 'Crossed logistic model, log odds',
    measure: options.measure,
    columns: [
      { key: 'term', title: 'Term', kind: 'text' },
      { key: 'estimate', title: 'Estimate', kind: 'number' },
      { key: 'se', title: 'SE', kind: 'number' },
      { key: 'ciLower', title: 'Lower', kind: 'number' },
      { key: 'ciUpper', title: 'Upper', kind: 'number' },
      { key: 'z', title: 'z', kind: 'number' },
      { key: 'p', title: 'p', kind: 'p' },
    ],
    rows: (crossed?.coefficients ?? []).map(({ term, estimate, se, ciLower, ciUpper, z, p }) => [
      term,
      estimate,
      se,
      ciLower,
      ciUpper,
      z,
      p,
    ]),
  };
}
