/** Leaderboards made of others: fewer models, or missing cells read as failures. */
import { countAnd } from '../stats/bits.ts';
import { outcomesBuilder, packed, selectOutcomes } from './outcomes.ts';
import type { Leaderboard, Outcomes } from './types.ts';

/** Only the given models, by index. */
export function selectModels(leaderboard: Leaderboard, models: readonly number[]): Leaderboard {
  return {
    ...leaderboard,
    models: models.map((m) => leaderboard.models[m]),
    outcomes: selectOutcomes(leaderboard.outcomes, models),
  };
}

/** Index of every submission that says it is pass@1 (attempts "1"); unknown is not 1. */
export function passAtOneModels(leaderboard: Leaderboard): number[] {
  return leaderboard.models.flatMap((model, m) => (model.attempts === '1' ? [m] : []));
}

/** Every missing cell a fail: only on the user's word. */
export function missingAsFail(leaderboard: Leaderboard): Leaderboard {
  return { ...leaderboard, outcomes: filled(leaderboard.outcomes) };
}

/** Cells without an outcome. */
export function countMissing(outcomes: Outcomes): number {
  if (outcomes.kind === 'counts') return outcomes.attempts.reduce((sum, n) => sum + (n === 0 ? 1 : 0), 0);
  if (outcomes.present === null) return 0;
  return (
    outcomes.models * outcomes.tasks -
    countAnd(outcomes.present, 0, outcomes.present, 0, outcomes.present.length)
  );
}

function filled(outcomes: Outcomes): Outcomes {
  if (outcomes.kind === 'binary') return packed(outcomes.models, outcomes.tasks, outcomes.passed, null);
  const builder = outcomesBuilder(outcomes.models, outcomes.tasks);
  for (let m = 0; m < outcomes.models; m++) {
    for (let t = 0; t < outcomes.tasks; t++) {
      const cell = m * outcomes.tasks + t;
      builder.set(m, t, outcomes.passes[cell], Math.max(1, outcomes.attempts[cell]));
    }
  }
  return builder.build();
}
