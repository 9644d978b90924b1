/** Evidence of a behaviour monitor: trajectories, what they solved and what the monitor saw. */
import { z } from 'zod';
import { flag, id, list, optional } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const trajectoryRow = z.object({
  model: id('the model that ran'),
  task: id('the benchmark task'),
  resolved: flag('did the trajectory pass the tests'),
  flagged: flag('did the monitor flag it'),
  pattern: optional(list('what was seen: one pattern or several')),
  benchmark: optional(id('which benchmark (default: one for all rows)')),
  trajectory: optional(id('needed where a model has several trajectories on a task')),
  run: optional(id('for before and after in one file: two names, the earlier run first')),
});

export type TrajectoryRow = z.output<typeof trajectoryRow>;

export const trajectoriesTable: EvidenceTable<typeof trajectoryRow.shape> = {
  name: 'trajectories',
  description: 'One trajectory of a model on a task a row, with the verdict of the monitor.',
  row: trajectoryRow,
  example: [
    { model: 'model-a', task: 'django__django-2', resolved: 1, flagged: 1, pattern: 'fetched-reference' },
    { model: 'model-a', task: 'django__django-3', resolved: 1, flagged: 0, pattern: '' },
    {
      model: 'model-b',
      task: 'django__django-2',
      resolved: 0,
      flagged: 1,
      pattern: 'fetched-reference|edited-tests',
    },
  ],
};
