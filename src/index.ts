/**
 * passgap: how much of a leaderboard's score comes from tasks whose tests accept wrong solutions.
 * The public library; it runs in browsers too. What needs files, threads or engines is in `passgap/node`.
 */

// the whole analysis
export { analyze } from './analysis/analyze.ts';
export { attackSensitivity, candidateSensitivity } from './analysis/flag-errors/attack-sensitivity.ts';
export type { FlagErrors } from './analysis/flag-errors/types.ts';
export { type AnalyzeOptions, DEFAULT_OPTIONS } from './analysis/options.ts';
export type { Runtime } from './analysis/runtime.ts';
export type { Robustness } from './analysis/sensitivity/types.ts';
export type { Analysis } from './analysis/types.ts';
// audits: from raw evidence to rates, scores and flags
export * as audit from './audit/index.ts';
// decisions: what the gap means for a ranking, and what it stands on
export { deflate } from './decisions/deflate/deflate.ts';
export type { DeflateOptions, Deflation } from './decisions/deflate/types.ts';
// effects
export { type ArmCounts, type Contrast, countArms } from './effects/arms.ts';
export { contrastOf } from './effects/contrast.ts';
export { type Gaps, gaps } from './effects/gaps.ts';
export { type ArmTable, type MantelHaenszel, mantelHaenszel } from './effects/mantel-haenszel.ts';
export { stratumEffect } from './effects/stratum-effect.ts';
export type { EffectOptions, Measure, VarianceRule, Weights } from './effects/types.ts';
// faults, version
export { InputError } from './errors.ts';
// numbers as text, the same everywhere
export * as format from './format.ts';
// inference that knows the tasks are shared
export { calibrate } from './inference/calibration/calibrate.ts';
export { fitCrossed } from './inference/crossed/fit-crossed.ts';
export type { CrossedFit, CrossedInput, CrossedOptions } from './inference/crossed/types.ts';
export { sharedHeterogeneity } from './inference/heterogeneity.ts';
export { permutationTest } from './inference/permutation/permutation-test.ts';
export { type SharedTasksInput, sharedTasks } from './inference/shared-tasks.ts';
export { signTest } from './inference/sign-test.ts';
export { wilcoxon } from './inference/wilcoxon.ts';
// leaderboards
export { outcomesBuilder, rateAt } from './leaderboard/outcomes.ts';
export type { Leaderboard, Model, Outcomes, Status, Task } from './leaderboard/types.ts';
// meta-analysis of any (yi, vi)
export { fitMeta } from './meta/fit.ts';
export * as meta from './meta/index.ts';
export { fitMetaRegression } from './meta/regression.ts';
export { fitSubgroups } from './meta/subgroups.ts';
export type { EffectData, MetaFit, MetaOptions, MetaRegressionFit } from './meta/types.ts';
// reports
export { auditFigures } from './report/figures/audit/index.ts';
export type { Figure } from './report/figures/figure.ts';
export { figureSpecs } from './report/figures/index.ts';
export { effectsForest } from './report/figures/meta/effects-forest.ts';
export { metaFigures } from './report/figures/meta/index.ts';
export { effectMetaView, type MetaView } from './report/figures/meta/view.ts';
export { html } from './report/html.ts';
export type { InteractiveScripts } from './report/interactive/types.ts';
export { metaHtml } from './report/meta-page.ts';
export { type ReportOptions, reportHtml } from './report/page.ts';
export { renderSvg } from './report/render.ts';
export type { Section } from './report/section.ts';
export { markdownSummary } from './report/summary.ts';
export type { Table } from './report/table.ts';
export { tableText } from './report/table-formats.ts';
export { reportTables } from './report/tables/index.ts';
// random draws that a seed makes again
export { type RandomStream, randomStream } from './stats/random.ts';
export { VERSION } from './version.ts';
