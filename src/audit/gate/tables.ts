/** Evidence of repair: proposed tests, the gold gate and the judge's votes. */
import { z } from 'zod';
import { flag, id, optional, real, votes, whole } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const gateRow = z.object({
  task: id('the task whose tests are to be mended'),
  test: id('the proposed test; unique within its task'),
  attempt: whole('attempt of the loop that proposed it', 1),
  passes_gold: optional(flag('does the reference solution pass it; empty where the run gave no answer')),
  judge_blocks: optional(votes('does the judge say that it blocks the exploit; one vote or several')),
  blocks_exploit: optional(flag('does it block the exploit when executed')),
  cost: optional(real('cost of the attempt, in any one unit', 0)),
});

export type GateRow = z.output<typeof gateRow>;

export const gateTable: EvidenceTable<typeof gateRow.shape> = {
  name: 'gate',
  description:
    'One proposed test a row: does it pass on the reference solution, and what does the judge say.',
  row: gateRow,
  example: [
    {
      task: 'django__django-2',
      test: 't1',
      attempt: 1,
      passes_gold: 0,
      judge_blocks: '1|1|0',
      blocks_exploit: 1,
      cost: 0.4,
    },
    {
      task: 'django__django-2',
      test: 't2',
      attempt: 2,
      passes_gold: 1,
      judge_blocks: '1|1|1',
      blocks_exploit: 1,
      cost: 0.5,
    },
  ],
};
