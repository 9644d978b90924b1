/**
 * `Analysis`: one plain JSON value that carries everything a table, figure, text or file shows, so that they
 * cannot disagree. Rates and gaps are proportions (0.1414), i2 is in percent, `null` is "not estimable" and its
 * reason stands in `warnings`.
 */

import type { Measure } from '../effects/types.ts';
import type { CalibrationResult } from '../inference/calibration/summary.ts';
import type { CrossedFit } from '../inference/crossed/types.ts';
import type { SignTestResult } from '../inference/sign-test.ts';
import type { Permutation, Resampling, SharedHeterogeneity, SharedTasks } from '../inference/types.ts';
import type { WilcoxonResult } from '../inference/wilcoxon.ts';
import type { Status } from '../leaderboard/types.ts';
import type { MetaFit } from '../meta/types.ts';
import type { CellGrid } from './cells.ts';
import type { FlagErrors } from './flag-errors/types.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Robustness } from './sensitivity/types.ts';

export type {
  Calibration,
  CalibrationMethod,
  Permutation,
  Resampling,
  SharedHeterogeneity,
  SharedTasks,
} from '../inference/types.ts';

export interface Analysis {
  readonly schema: 'passgap-analysis-1';
  readonly version: string;
  readonly title: string;
  readonly options: AnalyzeOptions;
  /** What the figures are about, in one sentence. */
  readonly estimand: string;
  /** Made from the numbers alone. */
  readonly verdict: string;
  readonly counts: Counts;
  readonly strata: readonly StratumSummary[];
  readonly models: readonly ModelResult[];
  readonly tasks: readonly TaskResult[];
  /** Every outcome of these models and tasks, packed; for heat maps and one model's strata. */
  readonly cells?: CellGrid | null;
  /** Mean over models of the gap without strata. */
  readonly unstratified: { readonly meanGap: number | null };
  /** The published method: models as independent studies. */
  readonly pooled: PooledFit;
  readonly sharedTasks: SharedTasks | null;
  readonly heterogeneity: SharedHeterogeneity | null;
  readonly permutation: Permutation | null;
  readonly crossed: CrossedFit | null;
  readonly resampling: Resampling | null;
  readonly signTest: SignTestResult;
  readonly wilcoxon: WilcoxonResult;
  readonly moderators: readonly Moderator[];
  /** The pooled estimate under every rule for saturated cells, and Mantel-Haenszel; the whole grid on request. */
  readonly sensitivity: readonly Specification[];
  /** What the gap stands on: leave-outs, unmeasured and measured traits; null or absent when not asked for. */
  readonly robustness?: Robustness | null;
  /** What errors in the flags could do; null or absent when neither flags nor options give rise to it. */
  readonly flagErrors?: FlagErrors | null;
  readonly calibration: CalibrationResult | null;
  readonly provenance: Provenance;
  readonly warnings: readonly string[];
}

export interface Counts {
  readonly models: number;
  readonly modelsUsed: number;
  readonly modelsDropped: readonly { readonly model: string; readonly reason: string }[];
  readonly tasks: number;
  readonly audited: number;
  readonly hackable: number;
  readonly robust: number;
  readonly ambiguous: number;
  readonly excluded: number;
  readonly unaudited: number;
  /** Audited tasks in strata with both arms, and those in strata that carry no contrast. */
  readonly inContrast: number;
  readonly outOfContrast: number;
  readonly missingCells: number;
  /** Model x stratum x arm cells with every task passed or none. */
  readonly saturatedArms: number;
  /** Models whose sampling variance is 0 under the variance rule (dropped from the pooled fit). */
  readonly saturatedModels: number;
  /** Model x stratum tables to which 1/2 was added (RR and OR only). */
  readonly correctedTables: number;
  readonly neverSolved: number;
  readonly alwaysSolved: number;
  /** Tasks with no outcome at all. */
  readonly neverRun: number;
  /** By the models table: pass@1, more than one attempt, not said. */
  readonly attempts: { readonly one: number; readonly more: number; readonly unknown: number };
}

export interface StratumSummary {
  readonly stratum: string;
  readonly hackable: number;
  readonly robust: number;
  /** Scaled weight in the gap of a model with all outcomes; 0 where an arm is empty. */
  readonly weight: number;
  /** Mean over used models. */
  readonly passRateHackable: number | null;
  readonly passRateRobust: number | null;
  readonly gap: number | null;
  /** Task-aware interval of this stratum's gap. */
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
}

export interface ModelResult {
  readonly model: string;
  readonly label: string;
  readonly date: string | null;
  readonly family: string | null;
  readonly attempts: string | null;
  readonly yi: number | null;
  readonly vi: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  /** Percent of the pooled estimate; null when dropped. */
  readonly weight: number | null;
  /** Over all tasks with an outcome; pass@1 where attempts is 1. */
  readonly passRate: number | null;
  readonly passRateFlagged: number | null;
  readonly passRateRobust: number | null;
  readonly tasksRun: number;
}

export interface TaskResult {
  readonly task: string;
  readonly stratum: string;
  readonly status: Status;
  /** Mean outcome over used models; null when nobody ran it. */
  readonly solveRate: number | null;
}

/** One random-effects fit with the names of `meta`; the weights of its rows stand with the models. */
export type PooledFit = Omit<MetaFit, 'rows' | 'slab' | 'weights' | 'dropped' | 'alternatives'> & {
  readonly measure: Measure;
};

/** The models split by one column. */
export interface Moderator {
  readonly name: string;
  readonly levels: readonly ModeratorLevel[];
  /** Test of difference between the levels under independence. */
  readonly qBetween: number | null;
  readonly qBetweenDf: number | null;
  readonly qBetweenP: number | null;
  /** The same by permutation of the flags (largest difference between levels); null when not run. */
  readonly permutationP: number | null;
  readonly warnings: readonly string[];
}

export interface ModeratorLevel {
  readonly level: string;
  readonly k: number;
  /** null with k = 1: no pooled value. */
  readonly pooled: PooledFit | null;
  readonly sharedTasks: SharedTasks | null;
  /** Permutation p of this level's gap; `pAdjusted` by max-T over the levels. */
  readonly p: number | null;
  readonly pAdjusted: number | null;
}

export interface Specification {
  readonly name: string;
  readonly measure: string;
  readonly weights: string;
  readonly variance: string;
  readonly method: string;
  readonly filter: string;
  /** "all audited tasks", or "without" the columns by which tasks were excluded. */
  readonly tasks: string;
  readonly stratified: boolean;
  readonly k: number;
  readonly estimate: number | null;
  readonly se: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly taskSe: number | null;
  readonly taskCiLower: number | null;
  readonly taskCiUpper: number | null;
  readonly reason: string | null;
}

export interface Provenance {
  readonly inputs: readonly {
    readonly role: string;
    readonly source: string;
    readonly sha256: string | null;
  }[];
  readonly command: string | null;
  readonly notes: readonly string[];
}
