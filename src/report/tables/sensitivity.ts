/** Every specification that was fitted. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function sensitivityTable(analysis: Analysis): Table {
  return {
    name: 'sensitivity',
    title: 'Every specification',
    measure: analysis.options.measure,
    columns: [
      { key: 'name', title: 'Specification', kind: 'text' },
      { key: 'measure', title: 'Measure', kind: 'text' },
      { key: 'weights', title: 'Weights', kind: 'text' },
      { key: 'variance', title: 'Variance', kind: 'text' },
      { key: 'method', title: 'Estimator', kind: 'text' },
      { key: 'filter', title: 'Models', kind: 'text' },
      { key: 'tasks', title: 'Tasks', kind: 'text' },
      { key: 'stratified', title: 'Strata', kind: 'text' },
      { key: 'k', title: 'k', kind: 'count' },
      { key: 'estimate', title: 'Estimate', kind: 'number' },
      { key: 'ciLower', title: 'Lower, independent', kind: 'number' },
      { key: 'ciUpper', title: 'Upper, independent', kind: 'number' },
      { key: 'taskCiLower', title: 'Lower, task-aware', kind: 'number' },
      { key: 'taskCiUpper', title: 'Upper, task-aware', kind: 'number' },
      { key: 'reason', title: 'Note', kind: 'text' },
    ],
    rows: analysis.sensitivity.map((spec) => [
      spec.name,
      spec.measure,
      spec.weights,
      spec.variance,
      spec.method,
      spec.filter,
      spec.tasks,
      spec.stratified ? 'yes' : 'no',
      spec.k,
      spec.estimate,
      spec.ciLower,
      spec.ciUpper,
      spec.taskCiLower,
      spec.taskCiUpper,
      spec.reason,
    ]),
  };
}
