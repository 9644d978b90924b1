/** What errors in the flags could do to the gap. Plain JSON; rates and gaps are proportions (risk differences). */

export interface FlagErrors {
  readonly corrected: CorrectedGap | null;
  readonly ambiguous: AmbiguousBounds | null;
  readonly accepted: AcceptedContrast | null;
  readonly warnings: readonly string[];
}

/** From and to; equal when one value was given. */
export type Range = readonly [number, number];

export interface CorrectedGap {
  /** Chance that a hackable task is flagged, and that another is not. */
  readonly sensitivity: Range;
  readonly specificity: Range;
  /** Where the sensitivity came from rounds of attack: the fit. */
  readonly rounds: AttackSensitivity | null;
  /** Under no error: the gap as flagged. */
  readonly plain: number;
  /** At the middle of both ranges, or at the estimate from rounds. */
  readonly point: MisclassifiedGap;
  /**
   * Smallest and largest corrected gap over both ranges, and the outermost ends of its intervals, all cut at -1 and 1; null
   * where none can be had.
   */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
}

export interface MisclassifiedGap {
  readonly sensitivity: number;
  readonly specificity: number;
  readonly estimate: number | null;
  readonly se: number | null;
  readonly df: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly strata: readonly MisclassifiedStratum[];
  /** Why there is no estimate. */
  readonly reason: string | null;
}

export interface MisclassifiedStratum {
  readonly stratum: string;
  /** Share flagged, and the share that is hackable in truth. */
  readonly flagged: number;
  readonly hackable: number | null;
  /** Share of flagged tasks that are hackable, of the others that are not. */
  readonly ppv: number | null;
  readonly npv: number | null;
  readonly rateHackable: number | null;
  readonly rateRobust: number | null;
  readonly gap: number | null;
  readonly weight: number;
  readonly reason: string | null;
}

/** How much of what can be hacked the rounds of attack have found. */
export interface AttackSensitivity {
  readonly rounds: number;
  readonly found: number;
  /** Chance that one round finds a hackable task not found before. */
  readonly perRound: number | null;
  readonly sensitivity: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly reason: string | null;
}

/** The gap when every ambiguous task is put in one of the arms, the worst and the best way. */
export interface AmbiguousBounds {
  readonly tasks: number;
  /** The gap with them left out; it need not lie between the bounds. */
  readonly plain: number | null;
  readonly lower: AmbiguousEnd;
  readonly upper: AmbiguousEnd;
}

export interface AmbiguousEnd {
  readonly gap: number;
  /** Task-aware interval at this assignment. */
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  /** Ambiguous tasks that count as hackable here; the others count as robust. */
  readonly hackable: readonly string[];
}

/** Hackable against robust among tasks where some attack patch passed at all, beside all audited tasks. */
export interface AcceptedContrast {
  readonly all: AcceptedSide;
  readonly accepted: AcceptedSide;
  /** Audited tasks of which the flags don't say whether a patch passed; out of the second contrast. */
  readonly unknown: number;
}

export interface AcceptedSide {
  readonly hackable: number;
  readonly robust: number;
  readonly k: number;
  readonly estimate: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly taskCiLower: number | null;
  readonly taskCiUpper: number | null;
  readonly reason: string | null;
}
