/** Every group of models, read both ways. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function moderatorsTable(analysis: Analysis): Table {
  return {
    name: 'moderators',
    title: 'Every group of models',
    measure: analysis.options.measure,
    columns: [
      { key: 'moderator', title: 'Column', kind: 'text' },
      { key: 'level', title: 'Group', kind: 'text' },
      { key: 'k', title: 'k', kind: 'count' },
      { key: 'estimate', title: 'Gap', kind: 'effect' },
      { key: 'ciLower', title: 'Lower, independent', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper, independent', kind: 'effect' },
      { key: 'i2', title: 'I² (from τ²)', kind: 'percent' },
      { key: 'taskEstimate', title: 'Gap, task-aware', kind: 'effect' },
      { key: 'taskCiLower', title: 'Lower, task-aware', kind: 'effect' },
      { key: 'taskCiUpper', title: 'Upper, task-aware', kind: 'effect' },
      { key: 'p', title: 'p, permutation', kind: 'p' },
      { key: 'pAdjusted', title: 'p, adjusted over groups', kind: 'p' },
    ],
    rows: analysis.moderators.flatMap(({ name, levels }) =>
      levels.map(({ level, k, pooled, sharedTasks, p, pAdjusted }) => [
        name,
        level,
        k,
        pooled?.estimate ?? null,
        pooled?.ciLower ?? null,
        pooled?.ciUpper ?? null,
        pooled?.i2 ?? null,
        sharedTasks?.estimate ?? null,
        sharedTasks?.ciLower ?? null,
        sharedTasks?.ciUpper ?? null,
        p,
        pAdjusted,
      ]),
    ),
  };
}
