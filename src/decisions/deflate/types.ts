/** A leaderboard with the part that hackable tasks add taken off. Plain JSON; rates are proportions. */

export interface DeflateOptions {
  /** Percent, of every interval. */
  readonly level: number;
  /** Bootstrap draws behind rank intervals. */
  readonly draws: number;
  readonly seed: number;
  /** '1' keeps pass@1 submissions only. */
  readonly attempts: '1' | null;
  /** A missing cell is left out, or counted as a fail. */
  readonly missing: 'exclude' | 'fail';
  readonly stratify: boolean;
  /** Columns of the tasks table: audited tasks that one of them marks count as of unknown status. */
  readonly exclude: readonly string[];
}

export interface Deflation {
  readonly schema: 'passgap-deflate-1';
  readonly version: string;
  readonly title: string;
  readonly options: DeflateOptions;
  /** What the figures are about, and what they take for granted. */
  readonly estimand: string;
  readonly verdict: string;
  readonly counts: {
    readonly models: number;
    readonly ranked: number;
    readonly tasks: number;
    readonly hackable: number;
    readonly robust: number;
    /** Unaudited, ambiguous or excluded: part of the benchmark, in neither arm. */
    readonly unknown: number;
  };
  readonly strata: readonly DeflateStratum[];
  /** Share of the benchmark's tasks in strata with a robust task; the others are left out of the corrected score. */
  readonly covered: number;
  /** Means over the ranked models. */
  readonly mean: MeanInflation | null;
  /** In the order of the corrected score, then those without one. */
  readonly models: readonly DeflatedModel[];
  readonly kendall: KendallDistance | null;
  readonly warnings: readonly string[];
}

export interface DeflateStratum {
  readonly stratum: string;
  readonly tasks: number;
  readonly hackable: number;
  readonly robust: number;
  readonly unknown: number;
  /** Share in the corrected score; 0 where no task is robust. */
  readonly weight: number;
}

export interface Spread {
  readonly se: number | null;
  readonly df: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
}

export interface MeanInflation extends Spread {
  readonly raw: number;
  readonly rawAudited: number;
  readonly corrected: number;
  readonly inflation: number;
}

export interface DeflatedModel {
  readonly model: string;
  readonly label: string;
  /** Mean over all tasks with an outcome: the published score where attempts is 1. */
  readonly raw: number | null;
  readonly tasksRun: number;
  /** The same on audited tasks, reweighted to the benchmark's strata. */
  readonly rawAudited: number | null;
  /** On robust tasks, reweighted to the benchmark's strata. */
  readonly corrected: number | null;
  readonly correctedInterval: Spread;
  /** rawAudited - corrected, with its task-aware interval. */
  readonly inflation: number | null;
  readonly inflationInterval: Spread;
  /** raw - rawAudited: what comes from which tasks were audited, not from the flags. */
  readonly selection: number | null;
  /** raw - corrected = selection + inflation, with its interval over tasks. */
  readonly difference: number | null;
  readonly differenceInterval: Spread;
  /** Inflation drawn towards the mean of the models (models as independent). */
  readonly pooledInflation: number | null;
  readonly rankRaw: RankInterval | null;
  readonly rank: RankInterval | null;
  /** 1 is the best; models of one tier can't be told apart from its first. */
  readonly tierRaw: number | null;
  readonly tier: number | null;
  /** Share of bootstrap draws in which the model stays ahead of the next one below it; null for the last. */
  readonly aheadOfNext: number | null;
  readonly reason: string | null;
}

export interface RankInterval {
  /** 1 + models with a higher score: tied models share it. */
  readonly rank: number;
  /** For this model alone. */
  readonly lower: number;
  readonly upper: number;
  /** For all models at once. */
  readonly jointLower: number;
  readonly jointUpper: number;
}

/** Pairs of models whose order differs between the raw and the corrected ranking. */
export interface KendallDistance {
  readonly pairs: number;
  readonly reversed: number;
  /** Tied in one of the rankings: each counts one half. */
  readonly tiedInOne: number;
  readonly distance: number;
  /** distance / pairs: 0 the same order, 1 the opposite. */
  readonly share: number;
}
