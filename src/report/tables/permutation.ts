/** The null distribution behind its figure. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function permutationTable({ permutation, options }: Analysis): Table {
  const { edges, counts } = permutation?.histogram ?? { edges: [], counts: [] };
  return {
    name: 'permutation',
    title: 'Gaps with shuffled flags',
    measure: options.measure,
    columns: [
      { key: 'from', title: 'From', kind: 'effect' },
      { key: 'to', title: 'To', kind: 'effect' },
      { key: 'draws', title: 'Draws', kind: 'count' },
    ],
    rows: counts.map((n, i) => [edges[i], edges[i + 1], n]),
  };
}
