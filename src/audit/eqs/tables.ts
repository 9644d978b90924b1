/** Evidence that only the quality score needs: judgements of a three-way judge beside what execution said. */
import { z } from 'zod';
import { flag, id, oneOf, optional } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const VERDICTS = ['CORRECT', 'PARTIAL', 'INCORRECT'] as const;

export const judgementRow = z.object({
  task: id('the benchmark task'),
  item: id('the patch that was judged; unique within its task'),
  judge: optional(id('which judge; several judges of an item count as several judgements')),
  verdict: oneOf(VERDICTS, 'what the judge said; PARTIAL counts as incorrect'),
  passes: flag('did the patch pass when executed'),
});

export type JudgementRow = z.output<typeof judgementRow>;

export const judgementsTable: EvidenceTable<typeof judgementRow.shape> = {
  name: 'judgements',
  description: 'One verdict of a three-way judge on one patch a row, with the result of execution.',
  row: judgementRow,
  example: [
    { task: 'django__django-2', item: 'p1', judge: 'judge-a', verdict: 'CORRECT', passes: 1 },
    { task: 'django__django-2', item: 'p2', judge: 'judge-a', verdict: 'PARTIAL', passes: 0 },
  ],
};
