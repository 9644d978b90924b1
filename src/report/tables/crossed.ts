/** Coefficients of the crossed logistic model; no rows where none could be estimated. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function crossedTable({ crossed, options }: Analysis): Table {
  const all = crossed?.coefficients ?? [];
  const coefficients = all.some(({ estimate }) => estimate !== null) ? all : [];
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
    rows: coefficients.map(({ term, estimate, se, ciLower, ciUpper, z, p }) => [
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
