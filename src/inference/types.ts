/** What inference that knows the tasks are shared is asked for, and what it answers; all plain JSON. */

/** Estimators of tau2 that the whole analysis can be run under. */
export type Estimator = 'EE' | 'DL' | 'HE' | 'HS' | 'SJ' | 'ML' | 'REML' | 'EB' | 'PM';
export const ESTIMATORS: readonly Estimator[] = ['EE', 'DL', 'HE', 'HS', 'SJ', 'ML', 'REML', 'EB', 'PM'];

/** What the task-aware interval speaks of: tasks like these, models like these, or both. */
export type Generalise = 'tasks' | 'models' | 'both';
export const GENERALISATIONS: readonly Generalise[] = ['tasks', 'models', 'both'];

/** Interval of the pooled gap when tasks, not models, are what is sampled. */
export interface SharedTasks {
  readonly measure: string;
  readonly generalise: string;
  readonly estimate: number | null;
  readonly se: number | null;
  readonly df: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly statistic: number | null;
  readonly p: number | null;
  readonly log10P: number | null;
  /** This variance over the one under independence. */
  readonly designEffect: number | null;
  /** Models / designEffect. */
  readonly effectiveModels: number | null;
  /** Cells (stratum x arm) with one task, whose variance is borrowed from their arm. */
  readonly borrowedCells: number;
  readonly varianceTasks: number | null;
  readonly varianceModels: number | null;
  readonly varianceCells: number | null;
  readonly warnings: readonly string[];
}

/** What heterogeneity is left once common tasks are accounted for, with the naive figures beside it. */
export interface SharedHeterogeneity {
  readonly q: number;
  readonly naiveTau2: number;
  readonly naiveTau2Raw: number;
  readonly naiveI2: number;
  readonly tau2: number;
  readonly tau2Raw: number;
  readonly i2: number;
  /** tr(AV): what Q is expected to be without any true difference between models. */
  readonly expectedQ: number;
  /** k - 1: what independent models of one gap would give on average. */
  readonly qDf: number;
  /** Satterthwaite df and p of Q under shared tasks; null where they would cost too much. */
  readonly df: number | null;
  readonly p: number | null;
  readonly sentence: string;
}

export interface Permutation {
  readonly statistic: string;
  readonly observed: number;
  /** Two sided, and that the gap is greater. */
  readonly p: number;
  readonly pGreater: number;
  readonly permutations: number;
  readonly exact: boolean;
  /** Number of arrangements of the flags within strata, log10. */
  readonly log10Arrangements: number;
  /** Smallest p that this number of draws or arrangements can give. */
  readonly smallestP: number;
  readonly interrupted: boolean;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  /** Histogram of the null: edges (bins + 1) and counts. */
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
  readonly nullMean: number;
  readonly nullSd: number;
  readonly warnings: readonly string[];
}

/** Cross-checks of the task-aware standard error. */
export interface Resampling {
  /** Percentile interval; null when no draws were asked for. */
  readonly bootstrap: {
    readonly draws: number;
    readonly se: number;
    readonly ciLower: number;
    readonly ciUpper: number;
  } | null;
  /** Leaves each task out and estimates model weights again; t interval. */
  readonly jackknife: {
    readonly se: number;
    readonly df: number;
    readonly ciLower: number;
    readonly ciUpper: number;
    /** Cells (stratum x arm) of one task, which add nothing to it. */
    readonly lonelyCells: number;
  };
  readonly warnings: readonly string[];
}

/** Placebo flags on the same outcomes. */
export interface Calibration {
  readonly draws: number;
  readonly level: number;
  readonly hackable: number;
  readonly audited: number;
  readonly seed: number;
  /** Standard deviation of the estimate over draws. */
  readonly trueSpread: number;
  readonly methods: readonly CalibrationMethod[];
  readonly shareI2Zero: number;
}

export interface CalibrationMethod {
  readonly method: string;
  readonly significant: number;
  readonly rate: number;
  readonly rateLower: number;
  readonly rateUpper: number;
  /** Share of intervals that hold 0; null for tests without an interval. */
  readonly coverage: number | null;
  readonly meanSe: number | null;
}
