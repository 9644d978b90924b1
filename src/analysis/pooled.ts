/** The published method: the models' gaps pooled as if the models were independent studies. */
import { fitMeta } from '../meta/fit.ts';
import { normalQuantile } from '../stats/distributions.ts';
import type { Effects } from './effects.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';
import type { ModelResult, PooledFit } from './types.ts';

/** Pools the given models (by index); `weights` are scaled to sum 1 and 0 for every other model. */
export function poolModels(
  effects: Effects,
  models: readonly number[],
  options: AnalyzeOptions,
): { fit: PooledFit; weights: Float64Array } {
  const full = fitMeta(
    { yi: models.map((m) => effects.yi[m]), vi: models.map((m) => effects.vi[m]) },
    { method: options.method, test: options.test, level: options.level },
  );
  const { rows, slab: _slab, weights: percents, dropped: _dropped, alternatives: _other, ...fit } = full;
  const weights = new Float64Array(effects.yi.length);
  rows.forEach((row, i) => {
    weights[models[row - 1]] = percents[i] / 100;
  });
  return { fit: { measure: options.measure, ...fit }, weights };
}

/** One row a model, with its z interval and its share of the pooled estimate. */
export function modelResults(
  sample: Sample,
  effects: Effects,
  weights: Float64Array,
  level: number,
): ModelResult[] {
  const crit = normalQuantile(1 - (1 - level / 100) / 2);
  const finite = (value: number) => (Number.isNaN(value) ? null : value);
  const used = new Set(effects.used);
  return sample.leaderboard.models.map((model, m) => {
    const yi = finite(effects.yi[m]);
    const half = used.has(m) ? crit * Math.sqrt(effects.vi[m]) : null;
    return {
      model: model.id,
      label: model.label,
      date: model.date,
      family: model.family,
      attempts: model.attempts,
      yi,
      vi: finite(effects.vi[m]),
      ciLower: yi === null || half === null ? null : yi - half,
      ciUpper: yi === null || half === null ? null : yi + half,
      weight: used.has(m) ? 100 * weights[m] : null,
      passRate: finite(sample.rates.passRate[m]),
      passRateFlagged: finite(armRate(sample, sample.counts.x1, sample.counts.n1, m)),
      passRateRobust: finite(armRate(sample, sample.counts.x0, sample.counts.n0, m)),
      tasksRun: sample.rates.tasksRun[m],
    };
  });
}

/** Mean of the models' gaps without strata; null where no model has both arms. */
export function unstratifiedMeanGap(sample: Sample): number | null {
  const { counts } = sample;
  let sum = 0;
  let models = 0;
  for (let m = 0; m < counts.models; m++) {
    const gap = armRate(sample, counts.x1, counts.n1, m) - armRate(sample, counts.x0, counts.n0, m);
    if (Number.isNaN(gap)) continue;
    sum += gap;
    models++;
  }
  return models === 0 ? null : sum / models;
}

/** A model's pass rate in one arm over all strata; NaN where it ran nothing there. */
function armRate(sample: Sample, x: Float64Array, n: Float64Array, m: number): number {
  const { strata } = sample.counts;
  let passes = 0;
  let tasks = 0;
  for (let s = 0; s < strata; s++) {
    passes += x[m * strata + s];
    tasks += n[m * strata + s];
  }
  return passes / tasks;
}
