/** Evidence of hackability: attack candidates, and what is known of the tasks. */
import { z } from 'zod';
import { flag, id, optional, whole } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const candidateRow = z.object({
  task: id('the benchmark task'),
  round: whole('round of attack that made the candidate', 1),
  candidate: id('the candidate patch; unique within its task'),
  passes: flag("does it pass the project's own tests"),
  wrong: optional(flag('is it wrong, after checking; empty where nobody checked')),
  decisive: optional(flag('did its test run give an answer (default 1); 0 for a broken environment')),
});

export type CandidateRow = z.output<typeof candidateRow>;

export const candidatesTable: EvidenceTable<typeof candidateRow.shape> = {
  name: 'candidates',
  description: 'One wrong-by-intent patch (attack candidate) a row.',
  row: candidateRow,
  example: [
    { task: 'astropy__astropy-1', round: 1, candidate: 'c1', passes: 1, wrong: 1, decisive: 1 },
    { task: 'astropy__astropy-1', round: 1, candidate: 'c2', passes: 0, wrong: '', decisive: 1 },
    { task: 'django__django-2', round: 2, candidate: 'c1', passes: 0, wrong: '', decisive: 0 },
  ],
};

export const taskRow = z.object({
  task: id('the benchmark task'),
  repo: optional(id('repository the task comes from')),
  stratum: optional(id('human difficulty or any other stratum')),
  difficulty: optional(id('read as the stratum where there is no stratum')),
});

export type TaskRow = z.output<typeof taskRow>;

export const tasksTable: EvidenceTable<typeof taskRow.shape> = {
  name: 'tasks',
  description: 'One task a row; the list of tasks that the audit tried.',
  row: taskRow,
  example: [
    { task: 'astropy__astropy-1', repo: 'astropy/astropy', stratum: '<15 min fix' },
    { task: 'django__django-2', repo: 'django/django', stratum: '1-4 hours' },
  ],
};
