/** What every part of the audit shares: intervals that say what they are, and results that say what was left out. */

/** A confidence interval that names its method, its level and what was resampled or counted. */
export interface Interval {
  /** `Wilson`, `Clopper-Pearson`, `cluster-robust t`, `jackknife t`, `bootstrap percentile`, ... */
  readonly kind: string;
  /** Percent: 95. */
  readonly level: number;
  /** What counts as one independent observation: `task`, `candidate`, `item`, ... */
  readonly unit: string;
  readonly lower: number;
  readonly upper: number;
  /** Degrees of freedom where the interval uses t. */
  readonly df?: number;
}

/** `count` of `of`; `value` is null when `of` is 0. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly intervals: readonly Interval[];
}

/** An estimate with at most one interval; what can't be estimated is null and `reason` says why. */
export interface Estimate {
  readonly value: number | null;
  readonly se: number | null;
  readonly interval: Interval | null;
  readonly reason: string | null;
}

/** Rows that did not enter a figure. */
export interface Dropped {
  readonly table: string;
  readonly rows: number;
  readonly reason: string;
}

export type PartName = 'hackability' | 'eqs' | 'gate' | 'verifiers' | 'monitor' | 'judges' | 'reward';

export const PART_NAMES: readonly PartName[] = [
  'hackability',
  'eqs',
  'gate',
  'verifiers',
  'monitor',
  'judges',
  'reward',
];

/** What the result of every part begins with. */
export interface PartResult {
  readonly part: PartName;
  /** Percent. */
  readonly level: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly dropped: readonly Dropped[];
  readonly warnings: readonly string[];
}

/** Options that every part takes. */
export interface AuditOptions {
  /** Confidence level in percent, between 0 and 100 (default 95). */
  readonly level?: number;
  /** Seed of every random draw (default 1). */
  readonly seed?: number;
}
