/** Partial credit from evidence: what honest and patch-up attempts earn, and the break-even that follows. */
import { InputError } from '../../errors.ts';
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import {
  type ClusterCell,
  type ClusteredEstimate,
  clusteredDifference,
  clusteredMean,
  DIFFERENCE,
  SHARE,
} from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import type { Dropped, Share } from '../types.ts';
import { type BreakEven, breakEven } from './break-even.ts';
import * as say from './messages.ts';
import type { StrategyRow } from './tables.ts';

export interface StrategiesResult {
  readonly attempts: { readonly honest: number; readonly patchUp: number };
  /** Share of honest attempts that pass every test: p. */
  readonly honestSuccess: Share;
  /** Mean passed / total; tasks as clusters. */
  readonly honest: ClusteredEstimate;
  readonly patchUp: ClusteredEstimate;
  readonly honestMinusPatchUp: ClusteredEstimate;
  /** Mean reward of honest attempts that don't pass every test. */
  readonly honestFail: number | null;
  readonly breakEven: BreakEven | null;
  /** The same difference with all-or-nothing tests. */
  readonly allOrNothing: ClusteredEstimate;
}

export function strategies(
  rows: readonly Placed<StrategyRow>[],
  level: number,
): { result: StrategiesResult; dropped: Dropped[]; warnings: string[] } {
  for (const row of rows) {
    if (row.passed > row.total) {
      throw new InputError(say.tooManyPassed(row.passed, row.total), { ...row.place, column: 'passed' });
    }
  }
  const unique = withoutDuplicates('strategies', rows, ['task', 'strategy', 'attempt']);
  const honest = unique.rows.filter((row) => row.strategy === 'honest');
  const patchUp = unique.rows.filter((row) => row.strategy === 'patch_up');
  const partial = (row: StrategyRow) => row.passed / row.total;
  const full = (row: StrategyRow) => (row.passed === row.total ? 1 : 0);
  const pairs = (reward: (row: StrategyRow) => number) =>
    [...groupBy(unique.rows, (row) => row.task).values()].map((own) => {
      const cell = (name: StrategyRow['strategy']): ClusterCell => {
        const some = own.filter((row) => row.strategy === name);
        return { n: some.length, sum: some.reduce((sum, row) => sum + reward(row), 0) };
      };
      return { arm1: cell('honest'), arm0: cell('patch_up') };
    });
  const rewards = pairs(partial);
  const failed = honest.filter((row) => full(row) === 0).map(partial);
  const honestFail = failed.length === 0 ? null : failed.reduce((a, b) => a + b, 0) / failed.length;
  const patchUpMean = clusteredMean(
    rewards.map((pair) => pair.arm0),
    level,
    'task',
    SHARE,
  );
  const warnings: string[] = [];
  if (honest.length === 0) warnings.push(say.oneStrategy('patch_up'));
  else if (patchUp.length === 0) warnings.push(say.oneStrategy('honest'));
  else if (honestFail === null) warnings.push(say.alwaysFull());
  return {
    result: {
      attempts: { honest: honest.length, patchUp: patchUp.length },
      honestSuccess: share(honest.filter((row) => full(row) === 1).length, honest.length, level, 'attempt'),
      honest: clusteredMean(
        rewards.map((pair) => pair.arm1),
        level,
        'task',
        SHARE,
      ),
      patchUp: patchUpMean,
      honestMinusPatchUp: clusteredDifference(rewards, level, 'task', DIFFERENCE),
      honestFail,
      breakEven:
        honestFail === null || patchUpMean.value === null
          ? null
          : breakEven({ honestFail, patchUp: patchUpMean.value }),
      allOrNothing: clusteredDifference(pairs(full), level, 'task', DIFFERENCE),
    },
    dropped: unique.dropped,
    warnings,
  };
}
