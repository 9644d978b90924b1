/** Test results without duplicates, each patch with one truth. */
import { InputError, quoteValue } from '../../errors.ts';
import { keyOf, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import type { Dropped } from '../types.ts';
import { truthTwice } from './messages.ts';
import type { TestResultRow } from './tables.ts';

/** @throws InputError when a test has two results on a patch, or a patch two truths. */
export function uniqueTestResults(rows: readonly Placed<TestResultRow>[]): {
  rows: Placed<TestResultRow>[];
  dropped: Dropped[];
} {
  const truth = new Map<string, boolean>();
  for (const row of rows) {
    const key = keyOf(row.task, row.patch);
    const known = truth.get(key);
    if (known !== undefined && known !== row.correct) {
      throw new InputError(truthTwice(quoteValue(row.task), quoteValue(row.patch)), row.place);
    }
    truth.set(key, row.correct);
  }
  return withoutDuplicates('verifiers', rows, ['task', 'test', 'patch']);
}
