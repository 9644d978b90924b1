/** Placebo draws, one method a row. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function calibrationTable({ calibration, options }: Analysis): Table {
  return {
    name: 'calibration',
    title: 'Placebo flags, every method',
    measure: options.measure,
    columns: [
      { key: 'method', title: 'Method', kind: 'text' },
      { key: 'significant', title: 'Significant draws', kind: 'count' },
      { key: 'rate', title: 'Share', kind: 'rate' },
      { key: 'rateLower', title: 'Lower', kind: 'rate' },
      { key: 'rateUpper', title: 'Upper', kind: 'rate' },
      { key: 'coverage', title: 'Coverage of 0', kind: 'rate' },
      { key: 'meanSe', title: 'Mean SE', kind: 'spread' },
    ],
    rows: (calibration?.methods ?? []).map((method) => [
      method.method,
      method.significant,
      ...(method.available === 0 ? [null, null, null] : [method.rate, method.rateLower, method.rateUpper]),
      method.coverage,
      method.meanSe,
    ]),
  };
}
