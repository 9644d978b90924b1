/** Inputs of the crossed model from embedded data, text rows and reference files. */
import type { CrossedFit, CrossedInput } from '../../../src/inference/crossed/types.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import type { Leaderboard } from '../../../src/leaderboard/types.ts';

/** Human difficulty in its order; lme4's reference level is the first. */
export const DIFFICULTIES = ['<15 min fix', '15 min - 1 hour', '1-4 hours', '>4 hours'];

export function leaderboardInput({ outcomes, tasks }: Leaderboard): CrossedInput {
  return {
    outcomes,
    flags: tasks.map(({ status }) => (status === 'hackable' ? 1 : status === 'robust' ? 0 : null)),
    stratum: tasks.map(({ stratum }) => DIFFICULTIES.indexOf(stratum)),
    strata: DIFFICULTIES,
  };
}

/** One text a model, a character a task: 0, 1 or . for missing. Strata are named a, b, c. */
export function rowsInput(
  rows: readonly string[],
  flags: CrossedInput['flags'],
  stratum: readonly number[] = flags.map(() => 0),
): CrossedInput {
  const builder = outcomesBuilder(rows.length, flags.length);
  rows.forEach((row, m) => {
    [...row].forEach((cell, t) => {
      if (cell !== '.') builder.set(m, t, Number(cell), 1);
    });
  });
  return { outcomes: builder.build(), flags, stratum, strata: ['a', 'b', 'c'] };
}

export function coefficient(fit: CrossedFit, term: string) {
  const found = fit.coefficients.find((c) => c.term === term);
  if (found === undefined) throw new Error(`no coefficient ${term}`);
  return found;
}

/** Every number in a result, however deep. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : [];
}
