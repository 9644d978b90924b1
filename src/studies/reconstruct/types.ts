/** What a reconstruction is asked and what it answers; all plain JSON values. */
import type { VarianceRule, Weights } from '../../effects/types.ts';

/** A published figure and half a unit of its last digit: whatever is at most that far away rounds to it. */
export interface Target {
  readonly value: number;
  readonly half: number;
}

/** The figures that an assignment must give. Proportions, but `i2` in percent and `positive` a count. */
export interface Targets {
  readonly gap: Target;
  readonly ciLower: Target;
  readonly ciUpper: Target;
  readonly i2: Target;
  readonly positive: Target;
  /** Mean gap without strata; null leaves it out of the search. */
  readonly unstratified: Target | null;
}
export type TargetName = keyof Targets;

/** How strata are weighted within a model, and how a pass rate's variance is taken. */
export interface Rule {
  readonly weights: Weights;
  readonly variance: VarianceRule;
}

/** What is known of the flags. */
export interface FlagPattern {
  /** Column of the tasks table that `hackable` is counted by. */
  readonly groupColumn: string;
  /** Hackable tasks in each group; a group that is not named has none. */
  readonly hackable: Readonly<Record<string, number>>;
  /** Candidate tasks that were not audited in the end; which ones is part of the search. */
  readonly dropped: number;
}

/** Figures of one assignment, as `Targets`; `models` are those in the pooled fit (`raw` drops saturated ones). */
export interface Figures {
  readonly gap: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly i2: number | null;
  readonly positive: number;
  readonly models: number;
  readonly unstratified: number | null;
}

/** One assignment that gives the targets: found by the search, then run through `analyze`. */
export interface Solution {
  readonly hackable: readonly string[];
  readonly dropped: readonly string[];
  /** By `analyze`. */
  readonly figures: Figures;
  readonly taskAware: {
    readonly se: number | null;
    readonly df: number | null;
    readonly ciLower: number | null;
    readonly ciUpper: number | null;
    readonly p: number | null;
  };
  /** null when no permutations were asked for. */
  readonly permutation: {
    readonly p: number;
    readonly pGreater: number;
    readonly permutations: number;
  } | null;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}

/** How the solutions of a set differ and what they have in common. */
export interface SolutionSet {
  readonly solutions: number;
  /** Hackable tasks that two solutions share, over all pairs; null with fewer than two. */
  readonly sharedHackable: { readonly mean: number; readonly least: number; readonly most: number } | null;
  /** How many solutions flag each candidate, and how many drop it. */
  readonly tasks: readonly { readonly task: string; readonly hackable: number; readonly dropped: number }[];
  readonly alwaysHackable: readonly string[];
  readonly neverHackable: readonly string[];
  readonly unstratified: Range | null;
  readonly taskAwareSe: Range | null;
  readonly taskAwareLower: Range | null;
  readonly taskAwareUpper: Range | null;
  readonly taskAwareP: Range | null;
  /** Solutions whose task-aware interval holds 0, of those that have one. */
  readonly intervalsWithZero: number;
  readonly intervals: number;
  readonly permutationP: Range | null;
  readonly permutationPGreater: Range | null;
}

/** The search under one rule. */
export interface RuleReconstruction {
  readonly rule: Rule;
  readonly restarts: number;
  readonly evaluations: number;
  /** Distinct assignments whose fast figures gave the targets; those that `analyze` did not confirm are left out. */
  readonly found: number;
  readonly unconfirmed: number;
  readonly solutions: readonly Solution[];
  readonly set: SolutionSet;
  /** The closest that was met, when nothing gave the targets. */
  readonly closest: { readonly distance: number; readonly figures: Figures } | null;
  readonly interrupted: boolean;
}

export interface Reconstruction {
  readonly schema: 'passgap-reconstruction-1';
  readonly version: string;
  /** What it is and is not; goes with every output. */
  readonly caveats: readonly string[];
  readonly study: string;
  readonly options: {
    readonly seed: number;
    readonly restarts: number;
    readonly steps: number;
    readonly keep: number;
    readonly permutations: number;
    readonly level: number;
    readonly unstratified: boolean;
    readonly pattern: FlagPattern;
  };
  readonly targets: Targets;
  readonly candidates: readonly { readonly task: string; readonly group: string; readonly stratum: string }[];
  readonly log10Assignments: number;
  readonly rules: readonly RuleReconstruction[];
  /** Over the solutions of all rules. */
  readonly all: SolutionSet;
  readonly warnings: readonly string[];
}
