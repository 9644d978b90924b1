/** Evidence of verifiers: tests run on patches whose truth is known, and the patches' scores. */
import { z } from 'zod';
import { flag, id, optional, real, whole } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const testResultRow = z.object({
  task: id('the benchmark task'),
  test: id('a generated test; unique within its task'),
  patch: id('a patch; unique within its task'),
  passes: flag('does the patch pass the test'),
  correct: flag('is the patch right in truth; the same in every row of the patch'),
});

export type TestResultRow = z.output<typeof testResultRow>;

export const verifiersTable: EvidenceTable<typeof testResultRow.shape> = {
  name: 'verifiers',
  description: 'One test run on one patch a row, with the truth of the patch.',
  row: testResultRow,
  example: [
    { task: 'django__django-2', test: 't1', patch: 'p1', passes: 1, correct: 1 },
    { task: 'django__django-2', test: 't1', patch: 'p2', passes: 0, correct: 0 },
    { task: 'django__django-2', test: 't2', patch: 'p1', passes: 1, correct: 1 },
  ],
};

export const patchRow = z.object({
  task: id('the benchmark task'),
  patch: id('a sampled patch; unique within its task'),
  correct: flag('is the patch right in truth'),
  regression: optional(whole('regression tests passed (default 0 for all)')),
  logit_yes: optional(real('log probability (or logit) of YES from the execution-free verifier')),
  logit_no: optional(real('log probability (or logit) of NO')),
});

export type PatchRow = z.output<typeof patchRow>;

export const patchesTable: EvidenceTable<typeof patchRow.shape> = {
  name: 'patches',
  description: 'One sampled patch a row, with its truth and the scores of the verifiers.',
  row: patchRow,
  example: [
    { task: 'django__django-2', patch: 'p1', correct: 1, regression: 12, logit_yes: -0.1, logit_no: -2.4 },
    { task: 'django__django-2', patch: 'p2', correct: 0, regression: 12, logit_yes: -1.2, logit_no: -0.4 },
  ],
};
