/** What each generated test can tell: right from wrong, nothing, or the wrong way round. */
import { groupBy } from '../evidence/rows.ts';
import type { TestResultRow } from './tables.ts';

export type TestKind = 'discriminating' | 'uninformative' | 'toxic';

export interface AssessedTest {
  readonly task: string;
  readonly test: string;
  /** Pass rate on correct patches minus pass rate on incorrect ones. */
  readonly difference: number;
  readonly kind: TestKind;
  readonly correct: number;
  readonly incorrect: number;
}

/**
 * Tests that ran on at least one correct and one incorrect patch, by their pass rates: higher on correct patches
 * discriminates, equal says nothing, higher on incorrect ones is toxic (it passes wrong patches and fails right
 * ones). After R2E-Gym (Jain et al. 2025, arXiv:2504.07164); the cut at a difference of 0 is ours.
 */
export function assessTests(rows: readonly TestResultRow[]): AssessedTest[] {
  const assessed: AssessedTest[] = [];
  for (const [task, ofTask] of groupBy(rows, (row) => row.task)) {
    for (const [test, runs] of groupBy(ofTask, (row) => row.test)) {
      const correct = runs.filter((run) => run.correct);
      const incorrect = runs.filter((run) => !run.correct);
      if (correct.length === 0 || incorrect.length === 0) continue;
      const passed = (some: readonly TestResultRow[]) => some.filter((run) => run.passes).length;
      // Compared by cross-multiplication: equal shares must not differ in the last bit.
      const one = passed(correct) * incorrect.length;
      const zero = passed(incorrect) * correct.length;
      assessed.push({
        task,
        test,
        difference: (one - zero) / (correct.length * incorrect.length),
        kind: one > zero ? 'discriminating' : one === zero ? 'uninformative' : 'toxic',
        correct: correct.length,
        incorrect: incorrect.length,
      });
    }
  }
  return assessed;
}
