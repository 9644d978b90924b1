/** What the sensitivity analysis answers beside the curve of specifications. Plain JSON; rates are proportions. */

export interface Robustness {
  /** One row a measure, then one over all measures ("all"). */
  readonly shares: readonly SpecificationShare[];
  /** The gap of the chosen settings without each task of the contrast. */
  readonly leaveOneTaskOut: readonly LeaveOut[];
  readonly leaveOneStratumOut: readonly LeaveOut[];
  readonly unmeasured: UnmeasuredTrait | null;
  /** Traits at hand, as a measure of what a trait can do. */
  readonly measured: readonly MeasuredTrait[];
  readonly adjusted: readonly AdjustedGap[];
  readonly warnings: readonly string[];
}

export interface SpecificationShare {
  readonly measure: string;
  readonly specifications: number;
  /** With an interval under independence; of these, how many leave 0 out. */
  readonly naive: number;
  readonly naiveExcludeZero: number;
  /** The same of task-aware intervals, and as a share; null with none. */
  readonly taskAware: number;
  readonly taskAwareExcludeZero: number;
  readonly taskAwareShare: number | null;
  /** Those with an estimate above 0. */
  readonly positive: number;
  readonly smallest: number | null;
  readonly largest: number | null;
}

export interface LeaveOut {
  readonly leftOut: string;
  readonly stratum: string;
  /** Of a task; null for a stratum. */
  readonly status: string | null;
  readonly estimate: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly taskCiLower: number | null;
  readonly taskCiUpper: number | null;
  readonly reason: string | null;
}

/** How strong an unmeasured trait of tasks would have to be to explain the gap; always of the risk difference. */
export interface UnmeasuredTrait {
  /** Stratum-weighted solve rates of the two arms. */
  readonly rateHackable: number;
  readonly rateRobust: number;
  readonly gap: number;
  readonly gapCiLower: number | null;
  readonly gapCiUpper: number | null;
  /**
   * sqrt of the gap (and of the end of its task-aware interval that is nearer to 0; 0 when the interval holds 0): a
   * yes/no trait that raises solve rates by this much, and is this much more common among hackable tasks, explains it.
   */
  readonly difference: number;
  readonly differenceCi: number | null;
  /** Ratio of the two rates, its task-aware interval, and the E-values of the ratio and of the interval. */
  readonly ratio: number | null;
  readonly ratioCiLower: number | null;
  readonly ratioCiUpper: number | null;
  readonly eValue: number | null;
  readonly eValueCi: number | null;
}

/** A column of the tasks table, read as a trait: what it would explain of the gap if it were all there is. */
export interface MeasuredTrait {
  readonly trait: string;
  /** Mean of the trait on hackable minus robust tasks, by stratum and weighted. */
  readonly imbalance: number;
  /** Change of the solve rate for one unit of the trait, within stratum and arm. */
  readonly effect: number;
  /** imbalance x effect. */
  readonly bias: number;
}

export interface AdjustedGap {
  readonly covariates: readonly string[];
  /** Regression on task scores with HC3 standard errors, or strata cut further by the covariates. */
  readonly way: 'regression' | 'stratification';
  readonly estimate: number | null;
  readonly se: number | null;
  readonly df: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly p: number | null;
  /** Tasks that carry the contrast. */
  readonly hackable: number;
  readonly robust: number;
  /** Terms that say nothing beyond those before them, left out. */
  readonly droppedTerms: readonly string[];
  readonly reason: string | null;
}
