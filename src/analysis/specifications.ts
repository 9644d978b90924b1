/** The gap under other choices: each specification naive and task-aware, by the same path as the headline. */
import { mantelHaenszel } from '../effects/mantel-haenszel.ts';
import { sharedTasks } from '../inference/shared-tasks.ts';
import { normalQuantile } from '../stats/distributions.ts';
import { modelEffects } from './effects.ts';
import type { AnalyzeOptions } from './options.ts';
import { poolModels } from './pooled.ts';
import type { Sample } from './sample.ts';
import type { Specification } from './types.ts';

/** The pooled gap under every rule for saturated cells: the two variance rules, and Mantel-Haenszel over all tables. */
export function saturationRules(sample: Sample, options: AnalyzeOptions): Specification[] {
  const rules = (['raw', 'agresti-caffo'] as const).map((variance) =>
    specification(`variance ${variance}`, sample, { ...options, variance }),
  );
  return options.measure === 'AS' ? rules : [...rules, mantelHaenszelRow(sample, options)];
}

/** One specification of a sample that is at hand. */
export function specification(name: string, sample: Sample, options: AnalyzeOptions): Specification {
  const effects = modelEffects(sample, options);
  const row = {
    ...labels(name, options),
    k: effects.used.length,
    ...NO_FIGURES,
  };
  if (effects.used.length === 0) return { ...row, reason: 'no model can be pooled' };
  const { fit, weights } = poolModels(effects, effects.used, options);
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
  return {
    ...row,
    estimate: fit.estimate,
    se: fit.se,
    ciLower: fit.ciLower,
    ciUpper: fit.ciUpper,
    taskSe: shared.se,
    taskCiLower: shared.ciLower,
    taskCiUpper: shared.ciUpper,
    reason: effects.dropped.length === 0 ? null : `${effects.dropped.length} models dropped`,
  };
}

function mantelHaenszelRow(sample: Sample, options: AnalyzeOptions): Specification {
  const { counts } = sample;
  const tables = Array.from(counts.n1, (n1, at) => ({
    x1: counts.x1[at],
    n1,
    x0: counts.x0[at],
    n0: counts.n0[at],
  }));
  const measure = options.measure as 'RD' | 'RR' | 'OR';
  const { estimate, se, k, reason } = mantelHaenszel(tables, measure);
  const half = se === null ? null : normalQuantile(1 - (1 - options.level / 100) / 2) * se;
  return {
    ...labels('Mantel-Haenszel over model x stratum tables', options),
    weights: 'mantel-haenszel',
    variance: measure === 'RD' ? 'Sato' : 'Mantel-Haenszel',
    method: 'MH',
    k,
    ...NO_FIGURES,
    estimate,
    se,
    ciLower: estimate === null || half === null ? null : estimate - half,
    ciUpper: estimate === null || half === null ? null : estimate + half,
    reason,
  };
}

const NO_FIGURES = {
  estimate: null,
  se: null,
  ciLower: null,
  ciUpper: null,
  taskSe: null,
  taskCiLower: null,
  taskCiUpper: null,
};

function labels(name: string, options: AnalyzeOptions) {
  return {
    name,
    measure: options.measure,
    weights: options.weights,
    variance: options.variance,
    method: options.method,
    filter: options.attempts === '1' ? 'pass@1 submissions' : 'all submissions',
    tasks: options.exclude.length === 0 ? 'all audited tasks' : `without ${options.exclude.join(', ')}`,
    stratified: options.stratify,
  };
}
