/** Every model's effect, and which models the published method can't use. */
import { gaps } from '../effects/gaps.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Sample } from './sample.ts';
import type { Counts } from './types.ts';

export interface Effects {
  readonly yi: Float64Array;
  readonly vi: Float64Array;
  /** Index of each model with an effect and a variance above 0. */
  readonly used: readonly number[];
  readonly dropped: Counts['modelsDropped'];
  readonly saturatedModels: number;
  readonly correctedTables: number;
}

/** The gaps with the reasons of those that can't be pooled: no contrast, or a variance of 0. */
export function modelEffects(sample: Sample, options: AnalyzeOptions): Effects {
  const { yi, vi, corrected } = gaps(sample.counts, options);
  const dropped: { model: string; reason: string }[] = [];
  const used: number[] = [];
  let saturatedModels = 0;
  const isBinary = sample.counts.ss1 === null;
  const noSpread = `all its arms are saturated${isBinary ? '' : ' or have the same k/n in every task'}`;
  sample.leaderboard.models.forEach((model, m) => {
    if (Number.isNaN(yi[m])) {
      dropped.push({ model: model.id, reason: 'no stratum where it has outcomes in both arms' });
    } else if (!(vi[m] > 0)) {
      saturatedModels++;
      dropped.push({
        model: model.id,
        reason: `${noSpread}: the sampling variance is 0 under variance rule "${options.variance}"`,
      });
    } else used.push(m);
  });
  return { yi, vi, used, dropped, saturatedModels, correctedTables: corrected };
}
