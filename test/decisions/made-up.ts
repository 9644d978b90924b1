/** Made-up leaderboards with what is true of them known. */
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import type { Leaderboard, Status, Task } from '../../src/leaderboard/types.ts';
import { randomStream } from '../../src/stats/random.ts';

export interface MadeUpTask {
  readonly stratum?: string;
  readonly status: Status;
  readonly accepted?: boolean | null;
  readonly columns?: Record<string, string | null>;
}

/** Outcomes by model and task: 0, 1 or NaN (missing). */
export function leaderboardOf(
  rows: readonly (readonly number[])[],
  tasks: readonly MadeUpTask[],
  attempts: readonly (string | null)[] = [],
): Leaderboard {
  const builder = outcomesBuilder(rows.length, tasks.length);
  rows.forEach((row, m) => {
    row.forEach((y, t) => {
      if (!Number.isNaN(y)) builder.set(m, t, y, 1);
    });
  });
  const pad = (n: number) => String(n).padStart(4, '0');
  return {
    models: rows.map((_, m) => ({
      id: `m${pad(m)}`,
      label: `m${pad(m)}`,
      date: null,
      family: null,
      attempts: attempts[m] ?? null,
      columns: {},
    })),
    tasks: tasks.map(
      (task, t): Task => ({
        id: `t${pad(t)}`,
        stratum: task.stratum ?? '',
        status: task.status,
        accepted: task.accepted ?? null,
        columns: task.columns ?? {},
      }),
    ),
    outcomes: builder.build(),
    notes: [],
  };
}

export interface DrawOptions {
  readonly models: number;
  readonly tasks: number;
  readonly seed: number;
  /** Share of cells left out; default 0. */
  readonly missing?: number;
}

const STRATA = ['easy', 'medium', 'hard'];

/** Outcomes with abilities and difficulties, tasks with traits, about a third hackable; some ambiguous. */
export function drawLeaderboard({ models, tasks, seed, missing = 0 }: DrawOptions): Leaderboard {
  const stream = randomStream(seed, 'made-up decisions');
  const list = Array.from({ length: tasks }, (_, t): MadeUpTask => {
    const draw = stream.uniform();
    const status: Status = draw < 0.3 ? 'hackable' : draw < 0.9 ? 'robust' : 'ambiguous';
    return {
      stratum: STRATA[t % 3],
      status,
      accepted: status === 'hackable' || stream.uniform() < 0.5,
      columns: {
        gold_fails: stream.uniform() < 0.1 ? '1' : '0',
        rejects_valid: String(stream.below(3) === 0 ? 1 : 0),
        underspecified: String(stream.below(2)),
        repo: ['a/a', 'b/b', 'c/c'][stream.below(3)],
      },
    };
  });
  const ease = list.map(
    (task, t) => 1 - (t % 3) + (task.status === 'hackable' ? 0.8 : 0) + 0.8 * stream.normal(),
  );
  const rows = Array.from({ length: models }, () => {
    const ability = stream.normal();
    return ease.map((e) => {
      if (stream.uniform() < missing) return Number.NaN;
      return stream.uniform() < 1 / (1 + Math.exp(-(ability + e))) ? 1 : 0;
    });
  });
  return leaderboardOf(
    rows,
    list,
    rows.map((_, m) => (m % 4 === 0 ? '2' : '1')),
  );
}
