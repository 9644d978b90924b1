/** The data model: who sat which task with what outcome, and what one audit says of each task. */

/** Of a task in one audit; a task that the audit did not look at is `unaudited` and stays out of the contrast. */
export type Status = 'hackable' | 'robust' | 'ambiguous' | 'excluded' | 'unaudited';
export const STATUSES: readonly Status[] = ['hackable', 'robust', 'ambiguous', 'excluded', 'unaudited'];

/** One benchmark instance (a column of the outcomes). */
export interface Task {
  readonly id: string;
  /** Human difficulty or any other stratum; '' when the tasks table has none. */
  readonly stratum: string;
  readonly status: Status;
  /** Did any wrong-by-intent attack patch pass at all; null when the audit does not say. */
  readonly accepted: boolean | null;
  /** Every other column of the tasks table, as text; null where the cell is empty. */
  readonly columns: Readonly<Record<string, string | null>>;
}

/** One leaderboard submission (a row of the outcomes). */
export interface Model {
  readonly id: string;
  readonly label: string;
  /** ISO date or its first parts (`2025`, `2025-06`, `2025-06-01`); null when unknown. */
  readonly date: string | null;
  readonly family: string | null;
  /** As written (`1`, `2`, `2+`); null when unknown. Only `1` is pass@1. */
  readonly attempts: string | null;
  readonly columns: Readonly<Record<string, string | null>>;
}

/** Every cell 0/1 or missing, one bit a cell: model m's tasks are the words m*words .. (m+1)*words-1. */
export interface BinaryOutcomes {
  readonly kind: 'binary';
  readonly models: number;
  readonly tasks: number;
  /** 32-bit words a row: ceil(tasks / 32). Task t is bit t & 31 of word t >>> 5. Bits past `tasks` are 0. */
  readonly words: number;
  readonly passed: Uint32Array;
  /** Cells that hold an outcome; null when none is missing. A bit of `passed` is only set where this is. */
  readonly present: Uint32Array | null;
}

/** k passes of n attempts in a cell, row-major (m * tasks + t); n = 0 is missing. */
export interface CountOutcomes {
  readonly kind: 'counts';
  readonly models: number;
  readonly tasks: number;
  readonly passes: Float64Array;
  readonly attempts: Float64Array;
}

export type Outcomes = BinaryOutcomes | CountOutcomes;

export interface Leaderboard {
  readonly models: readonly Model[];
  readonly tasks: readonly Task[];
  readonly outcomes: Outcomes;
  /** What was read and joined, with counts of what was identical, absent or dropped on the way. */
  readonly notes: readonly string[];
}
