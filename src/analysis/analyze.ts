/**
 *   leaderboard -> sample -> effects -> pooled            (published method: models as independent studies)
 *                                    \-> shared tasks, permutation, crossed model   (task-aware)
 *                                     \-> sign test, Wilcoxon, moderators, specifications
 */

import { sharedHeterogeneity } from '../inference/heterogeneity.ts';
import { signTest } from '../inference/sign-test.ts';
import { wilcoxon } from '../inference/wilcoxon.ts';
import { inCanonicalOrder } from '../leaderboard/order.ts';
import type { Leaderboard } from '../leaderboard/types.ts';
import { VERSION } from '../version.ts';
import { calibrateSample } from './calibrate.ts';
import { packCells } from './cells.ts';
import { crossedModel } from './crossed.ts';
import { modelEffects } from './effects.ts';
import { flagErrors } from './flag-errors/flag-errors.ts';
import { moderator } from './moderators.ts';
import { type AnalyzeOptions, resolveOptions } from './options.ts';
import { permuteFlags, withPermutation } from './permute.ts';
import { modelResults, poolModels, unstratifiedMeanGap } from './pooled.ts';
import { resampling } from './resampling.ts';
import { plainRuntime, type Runtime } from './runtime.ts';
import { chooseSample, countSample, summariseStrata, summariseTasks } from './sample.ts';
import { sensitivityAnalysis } from './sensitivity/robustness.ts';
import { sharedReading } from './shared.ts';
import { saturationRules } from './specifications.ts';
import { stratumIntervals } from './stratum-intervals.ts';
import type { Analysis, Provenance } from './types.ts';
import { estimandSentence, hasStrata, verdictSentence } from './verdict.ts';
import { sampleWarnings } from './warnings.ts';

/** What stands beside the numbers: a title and where the data came from. */
export interface Labels {
  readonly title?: string;
  readonly provenance?: Partial<Provenance>;
}

/**
 * The whole analysis of one leaderboard under one set of options.
 *
 * Defaults: `DEFAULT_OPTIONS`. Same leaderboard, options and seed give the same value to the last bit, whatever the
 * runtime and the order of models and tasks (they are put in the order of their ids first).
 * A leaderboard without a contrast gives nulls with the reason in `warnings`; it never throws on data.
 *
 * @throws InputError on an option out of its range
 * @example
 * // One model, hackable tasks passed and failed, both robust ones failed: 1/2 - 0
 * (await analyze(leaderboard, { permutations: 0 })).pooled.estimate // 0.5
 */
export async function analyze(
  given: Leaderboard,
  options: Partial<AnalyzeOptions> = {},
  labels: Labels = {},
  runtime: Runtime = plainRuntime,
): Promise<Analysis> {
  const chosen = resolveOptions(options);
  const leaderboard = inCanonicalOrder(given);
  const sample = chooseSample(leaderboard, chosen);
  const effects = modelEffects(sample, chosen);
  const overall = poolModels(effects, effects.used, chosen);
  const pooled = overall.fit;
  const counts = countSample(
    leaderboard,
    sample,
    effects.dropped,
    effects.saturatedModels,
    effects.correctedTables,
  );
  const shared = sharedReading(sample, overall, chosen);
  const heterogeneity = sharedHeterogeneity({
    outcomes: sample.leaderboard.outcomes,
    contrast: sample.contrast,
    effects: chosen,
    counts: sample.counts,
  });
  const permuted = await permuteFlags(sample, chosen, runtime);
  const permutation = permuted?.permutation ?? null;
  const resampled = resampling(sample, effects, chosen, shared.se);
  const strata = summariseStrata(sample, chosen, stratumIntervals(sample, chosen));
  const stratified = hasStrata(strata);
  const usedYi = effects.used.map((m) => effects.yi[m]);
  return {
    schema: 'passgap-analysis-1',
    version: VERSION,
    title: labels.title ?? 'Pass rates on hackable and robust tasks',
    options: chosen,
    estimand: estimandSentence(chosen, counts, stratified),
    verdict: verdictSentence(pooled, shared, permutation, stratified),
    counts,
    strata,
    models: modelResults(sample, effects, overall.weights, chosen.level),
    tasks: summariseTasks(sample),
    cells: packCells(sample.leaderboard.outcomes),
    unstratified: { meanGap: unstratifiedMeanGap(sample) },
    pooled,
    sharedTasks: shared,
    heterogeneity,
    permutation,
    crossed: crossedModel(sample, chosen),
    resampling: resampled,
    signTest: signTest(usedYi),
    wilcoxon: wilcoxon(usedYi),
    moderators: chosen.moderators.map((name) =>
      withPermutation(moderator(name, sample, effects, chosen), permuted?.moderators ?? []),
    ),
    ...sensitivityAnalysis(leaderboard, sample, chosen, saturationRules(sample, chosen)),
    flagErrors: flagErrors(sample, chosen),
    calibration: await calibrateSample(sample, chosen, runtime),
    provenance: { inputs: [], command: null, notes: leaderboard.notes, ...labels.provenance },
    warnings: [
      ...sampleWarnings(counts, chosen),
      ...(permutation?.warnings ?? []),
      ...(resampled?.warnings ?? []),
    ],
  };
}
