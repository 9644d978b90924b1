/** The models split by a trait: each part pooled, its task-aware interval, and the test of difference. */
import { fitSubgroups } from '../meta/subgroups.ts';
import type { Effects } from './effects.ts';
import { groupModels } from './groups.ts';
import type { AnalyzeOptions } from './options.ts';
import { poolModels } from './pooled.ts';
import type { Sample } from './sample.ts';
import { sharedReading } from './shared.ts';
import type { Moderator, ModeratorLevel } from './types.ts';

/** One moderator: every level with its fit; levels of one model have no pooled value. */
export function moderator(
  name: string,
  sample: Sample,
  effects: Effects,
  options: AnalyzeOptions,
): Moderator {
  const used = new Set(effects.used);
  const groups = groupModels(sample.leaderboard.models, name, sample.rates.passRate);
  const warnings: string[] = [];
  const parts = groups.map(({ level, models }) => ({ level, models: models.filter((m) => used.has(m)) }));
  const levels = parts.map(({ level, models }): ModeratorLevel => {
    if (models.length < 2) return { ...EMPTY_LEVEL, level, k: models.length };
    const pooled = poolModels(effects, models, options);
    const shared = sharedReading(sample, pooled, options);
    return { ...EMPTY_LEVEL, level, k: models.length, pooled: pooled.fit, sharedTasks: shared };
  });
  const single = levels.filter((level) => level.k < 2);
  if (single.length > 0) {
    warnings.push(
      `no pooled value for ${single.map((level) => `"${level.level}" (k = ${level.k})`).join(', ')}`,
    );
  }
  return { name, levels, ...between(parts, effects, options), permutationP: null, warnings };
}

const EMPTY_LEVEL = { pooled: null, sharedTasks: null, p: null, pAdjusted: null };

/** Q between the pooled levels with their own tau2, as if the models were independent. */
function between(
  levels: readonly { readonly level: string; readonly models: readonly number[] }[],
  effects: Effects,
  options: AnalyzeOptions,
): Pick<Moderator, 'qBetween' | 'qBetweenDf' | 'qBetweenP'> {
  const rows = levels.flatMap(({ level, models }) =>
    models.length < 2 ? [] : models.map((m) => ({ level, yi: effects.yi[m], vi: effects.vi[m] })),
  );
  const none = { qBetween: null, qBetweenDf: null, qBetweenP: null };
  if (rows.length === 0) return none;
  const { difference } = fitSubgroups(
    { yi: rows.map((row) => row.yi), vi: rows.map((row) => row.vi) },
    { name: 'level', values: rows.map((row) => row.level) },
    { method: options.method, test: options.test, level: options.level },
  );
  if (difference === null) return none;
  return { qBetween: difference.statistic, qBetweenDf: difference.df1, qBetweenP: difference.p };
}
