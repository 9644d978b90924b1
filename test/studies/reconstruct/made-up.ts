/** A made-up sample with planted flags; its numbers mean nothing. */

import { analyze } from '../../../src/analysis/analyze.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import type { Leaderboard } from '../../../src/leaderboard/types.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { ruleOptions, withFlags } from '../../../src/studies/reconstruct/confirm.ts';
import type { FoundAssignment } from '../../../src/studies/reconstruct/search.ts';
import type { FlagPattern, Rule, Targets } from '../../../src/studies/reconstruct/types.ts';

const MODELS = 15;

/** Twelve tasks in two groups and two strata, 15 models. */
export function madeUpSample(): Leaderboard {
  const stream = randomStream(5, 'made-up sample');
  const tasks = Array.from({ length: 12 }, (_, t) => ({
    id: `task-${String.fromCharCode(97 + t)}`,
    stratum: t % 3 === 0 ? 'hard' : 'easy',
    status: 'unaudited' as const,
    accepted: null,
    columns: { repo: t < 6 ? 'one' : 'two' },
  }));
  const models = Array.from({ length: MODELS }, (_, m) => ({
    id: `model-${m}`,
    label: `model-${m}`,
    date: null,
    family: null,
    attempts: '1',
    columns: {},
  }));
  const ease = tasks.map(({ stratum }) => (stratum === 'hard' ? -0.5 : 0.5) + stream.normal());
  const builder = outcomesBuilder(MODELS, tasks.length);
  models.forEach((_, m) => {
    const ability = 0.7 * stream.normal();
    tasks.forEach((_task, t) => {
      builder.set(m, t, stream.uniform() < 1 / (1 + Math.exp(-(ability + ease[t]))) ? 1 : 0, 1);
    });
  });
  return { models, tasks, outcomes: builder.build(), notes: [] };
}

export const MADE_UP_PATTERN: FlagPattern = { groupColumn: 'repo', hackable: { one: 2, two: 1 }, dropped: 1 };
export const TRUE_FLAGS: FoundAssignment = { hackable: ['task-b', 'task-d', 'task-k'], dropped: ['task-e'] };

/** Every assignment of the pattern: 15 x 6 flags x 9 dropped = 810. */
export function everyAssignment(ids: readonly string[]): FoundAssignment[] {
  const all: FoundAssignment[] = [];
  for (let a = 0; a < 6; a++) {
    for (let b = a + 1; b < 6; b++) {
      for (let c = 6; c < 12; c++) {
        for (let d = 0; d < 12; d++) {
          if (d !== a && d !== b && d !== c)
            all.push({ hackable: [ids[a], ids[b], ids[c]], dropped: [ids[d]] });
        }
      }
    }
  }
  return all;
}

/** Figures of an assignment by `analyze`. */
export async function figuresByAnalyze(leaderboard: Leaderboard, flags: FoundAssignment, rule: Rule) {
  const ids = leaderboard.tasks.map((task) => task.id);
  const options = { ...ruleOptions(rule, 95), permutations: 0 };
  const { pooled, signTest, unstratified } = await analyze(withFlags(leaderboard, ids, flags), options);
  return {
    gap: pooled.estimate!,
    ciLower: pooled.ciLower!,
    ciUpper: pooled.ciUpper!,
    i2: pooled.i2!,
    positive: signTest.positive,
    unstratified: unstratified.meanGap!,
  };
}

/** As published: four decimals, whole percent. */
export function published(figures: Awaited<ReturnType<typeof figuresByAnalyze>>): Targets {
  const point = (value: number) => ({ value: Number(value.toFixed(4)), half: 0.00005 });
  return {
    gap: point(figures.gap),
    ciLower: point(figures.ciLower),
    ciUpper: point(figures.ciUpper),
    i2: { value: Math.round(figures.i2), half: 0.5 },
    positive: { value: figures.positive, half: 0 },
    unstratified: null,
  };
}

/** Does a figure round to what was published? Asked of the digits, not of the search. */
export function roundsTo(figures: Awaited<ReturnType<typeof figuresByAnalyze>>, targets: Targets): boolean {
  const same = (a: number, b: number) => Math.abs(a - b) <= 0.00005 + 1e-12;
  return (
    same(figures.gap, targets.gap.value) &&
    same(figures.ciLower, targets.ciLower.value) &&
    same(figures.ciUpper, targets.ciUpper.value) &&
    Math.abs(figures.i2 - targets.i2.value) <= 0.5 + 1e-12 &&
    figures.positive === targets.positive.value
  );
}
