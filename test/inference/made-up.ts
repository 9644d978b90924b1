/** Leaderboards of a reference file: row-major passes and attempts (0 = missing), strata and arms by task. */
import type { Contrast } from '../../src/effects/arms.ts';
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import type { Outcomes } from '../../src/leaderboard/types.ts';

export interface MadeUp {
  readonly models: number;
  readonly passes: readonly number[];
  readonly attempts: readonly number[];
  readonly stratum: readonly string[];
  readonly arm: readonly number[];
}

export function madeUp({ models, passes, attempts, stratum, arm }: MadeUp): {
  outcomes: Outcomes;
  contrast: Contrast;
} {
  const strata = [...new Set(stratum)];
  const tasks = arm.length;
  const builder = outcomesBuilder(models, tasks);
  attempts.forEach((n, cell) => {
    if (n > 0) builder.set(Math.floor(cell / tasks), cell % tasks, passes[cell], n);
  });
  return {
    outcomes: builder.build(),
    contrast: {
      strata,
      stratum: Int32Array.from(stratum, (name) => strata.indexOf(name)),
      arm: Int8Array.from(arm),
    },
  };
}

/** One stratum, rows of 0, 1 and NaN (missing); the first `hackable` tasks are hackable. */
export function oneStratum(rows: readonly (readonly number[])[], hackable: number) {
  const tasks = rows[0].length;
  return madeUp({
    models: rows.length,
    passes: rows.flat().map((y) => (Number.isNaN(y) ? 0 : y)),
    attempts: rows.flat().map((y) => (Number.isNaN(y) ? 0 : 1)),
    stratum: new Array<string>(tasks).fill(''),
    arm: Array.from({ length: tasks }, (_, t) => (t < hackable ? 1 : 0)),
  });
}
