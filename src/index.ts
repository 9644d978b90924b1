/**
 * passgap: how much of a leaderboard's score comes from tasks whose tests accept wrong solutions.
 * The public library; it runs in browsers too. What needs files, threads or engines is in `passgap/node`.
 */

// the whole analysis
export { analyze } from './analysis/analyze.ts';
export { type AnalyzeOptions, DEFAULT_OPTIONS } from './analysis/options.ts';
export type { Runtime } from './analysis/runtime.ts';
export type { Analysis } from './analysis/types.ts';
// audits: from raw evidence to rates, scores and flags
export * as audit from './audit/index.ts';
// decisions
export { plan } from './decisions/plan/plan.ts';
export type { Plan, PlanOptions } from './decisions/plan/types.ts';
// effects
export { type ArmCounts, type Contrast, countArms } from './effects/arms.ts';
export { contrastOf } from './effects/contrast.ts';
export { type Gaps, gaps } from './effects/gaps.ts';
export { type ArmTable, type MantelHaenszel, mantelHaenszel } from './effects/mantel-haenszel.ts';
export { stratumEffect } from './effects/stratum-effect.ts';
export type { EffectOptions, Measure, VarianceRule, Weights } from './effects/types.ts';
// faults, version
export { InputError } from './errors.ts';
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
export { figureSpecs } from './report/figures/index.ts';
export { reportHtml } from './report/page.ts';
export { renderSvg } from './report/render.ts';
export { reportTables } from './report/tables/index.ts';
export { VERSION } from './version.ts';
