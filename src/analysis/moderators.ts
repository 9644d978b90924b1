/** The models split by a trait: each part pooled, its task-aware interval, and the test of difference. */
import { sharedTasks } from '../inference/shared-tasks.ts';
import { chi2Sf } from '../stats/distributions.ts';
import type { Effects } from './effects.ts';
import { groupModels } from './groups.ts';
import type { AnalyzeOptions } from './options.ts';
import { poolModels } from './pooled.ts';
import type { Sample } from './sample.ts';
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
  const levels = groups.map((group): ModeratorLevel => {
    const models = group.models.filter((m) => used.has(m));
    if (models.length < 2) return { ...EMPTY_LEVEL, level: group.level, k: models.length };
    const { fit, weights } = poolModels(effects, models, options);
    const shared = sharedTasks({
      outcomes: sample.leaderboard.outcomes,
      contrast: sample.contrast,
      effects: options,
      modelWeights: weights,
      generalise: options.generalise,
      level: options.level,
      tau2: fit.tau2 ?? 0,
      counts: sample.counts,
    });
    return { ...EMPTY_LEVEL, level: group.level, k: models.length, pooled: fit, sharedTasks: shared };
  });
  const single = levels.filter((level) => level.k < 2);
  if (single.length > 0) {
    warnings.push(
      `no pooled value for ${single.map((level) => `"${level.level}" (k = ${level.k})`).join(', ')}`,
    );
  }
  return { name, levels, ...between(levels), permutationP: null, warnings };
}

const EMPTY_LEVEL = { pooled: null, sharedTasks: null, p: null, pAdjusted: null };

/** Q between the pooled levels with their own tau2, as models in different levels were independent. */
function between(
  levels: readonly ModeratorLevel[],
): Pick<Moderator, 'qBetween' | 'qBetweenDf' | 'qBetweenP'> {
  const fits = levels.flatMap(({ pooled }) =>
    pooled === null || pooled.estimate === null || pooled.se === null || !(pooled.se > 0)
      ? []
      : [{ estimate: pooled.estimate, w: 1 / pooled.se ** 2 }],
  );
  if (fits.length < 2) return { qBetween: null, qBetweenDf: null, qBetweenP: null };
  const total = fits.reduce((sum, fit) => sum + fit.w, 0);
  const mean = fits.reduce((sum, fit) => sum + fit.w * fit.estimate, 0) / total;
  const q = fits.reduce((sum, fit) => sum + fit.w * (fit.estimate - mean) ** 2, 0);
  return { qBetween: q, qBetweenDf: fits.length - 1, qBetweenP: chi2Sf(q, fits.length - 1) };
}
