/** Every task with its status and how many models solve it. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function tasksTable({ tasks, options }: Analysis): Table {
  return {
    name: 'tasks',
    title: 'Every task',
    measure: options.measure,
    columns: [
      { key: 'task', title: 'Task', kind: 'text' },
      { key: 'stratum', title: 'Stratum', kind: 'text' },
      { key: 'status', title: 'Status', kind: 'text' },
      { key: 'solveRate', title: 'Solve rate', kind: 'rate' },
    ],
    rows: tasks.map(({ task, stratum, status, solveRate }) => [task, stratum, status, solveRate]),
  };
}
