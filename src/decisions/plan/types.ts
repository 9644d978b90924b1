/** What `plan` is told and what it answers. */
import type { MissingPolicy } from '../../analysis/options.ts';
import type { Weights } from '../../effects/types.ts';

/** How audited tasks are shared out over strata. */
export type Allocation = 'proportional' | 'equal' | 'neyman';
export const ALLOCATIONS: readonly Allocation[] = ['proportional', 'equal', 'neyman'];

/** How hackable tasks come to be solved more often: see `planted`. */
export type Mechanism = 'shift' | 'failures';
export const MECHANISMS: readonly Mechanism[] = ['shift', 'failures'];

export interface PlanOptions {
  /** Gap to detect, a proportion (0.1 is 10 pp). */
  readonly gap: number;
  /** Percent: chance that the test calls that gap significant. */
  readonly power: number;
  /** Percent: the test is two-sided at 100 - level. */
  readonly level: number;
  readonly weights: Weights;
  readonly allocation: Allocation;
  readonly mechanism: Mechanism;
  /** Share of tasks that an audit finds hackable: one for all strata, or by stratum; null takes it from the flags. */
  readonly share: number | Readonly<Record<string, number>> | null;
  /** Sizes of an audit at hand, shared out over strata in proportion; null takes them from the flags, if any. */
  readonly sizes: { readonly audited: number; readonly hackable: number } | null;
  /** Draws of each simulation beside the formula; 0 leaves them out. */
  readonly simulate: number;
  readonly seed: number;
  readonly attempts: '1' | null;
  readonly missing: MissingPolicy;
  readonly stratify: boolean;
}

/** A stratum of the benchmark: what planning knows of it. */
export interface PlanStratum {
  readonly stratum: string;
  /** Tasks that can be audited: not excluded, and with an outcome. */
  readonly tasks: number;
  /** Mean and standard deviation over tasks of the task score (share of models that pass), proportions. */
  readonly mean: number;
  readonly sd: number;
  /** Share of its audited tasks that come out hackable. */
  readonly share: number;
  /** Where the share comes from: given, this stratum's flags, the flags of all strata together, or the given sizes. */
  readonly shareFrom: 'given' | 'flags' | 'all flags' | 'sizes';
  /** Tasks already audited and flagged, from the flags. */
  readonly audited: number;
  readonly hackable: number;
}

/** Power over the random number of hackable tasks that an audit of given size finds. */
export interface PlannedPower {
  readonly power: number;
  /** Chance that there is nothing to test: an arm is empty in every stratum, or shows no spread. */
  readonly noTest: number;
}

export interface CurvePoint extends PlannedPower {
  /** Audited tasks in all. */
  readonly audited: number;
  readonly simulated: Simulated | null;
}

export interface NeededStratum {
  readonly stratum: string;
  readonly audited: number;
  /** Expected number of hackable ones. */
  readonly hackable: number;
  /** Audited already, by the flags: part of `audited` where the plan goes on from that audit. */
  readonly already: number;
  /** Chance that both arms hold a task, so that the stratum takes part. */
  readonly contrast: number;
}

export interface Needed extends CurvePoint {
  readonly strata: readonly NeededStratum[];
}

/** An audit whose numbers of hackable and robust tasks are known. */
export interface AtHand {
  /** From the flags, or from sizes shared out over strata in proportion. */
  readonly from: 'flags' | 'sizes';
  readonly audited: number;
  readonly hackable: number;
  readonly strata: readonly {
    readonly stratum: string;
    readonly hackable: number;
    readonly robust: number;
  }[];
  /** Expected standard error of the pooled gap and its Satterthwaite df. */
  readonly se: number | null;
  readonly df: number | null;
  /** Power for the gap of the options. */
  readonly power: number | null;
  /** Gap that has the power of the options, a proportion. */
  readonly detectable: number | null;
  readonly simulated: Simulated | null;
}

export interface Simulated {
  readonly draws: number;
  readonly power: number;
  /** Monte Carlo standard error of `power`. */
  readonly se: number;
}

export interface Plan {
  readonly schema: 'passgap-plan-1';
  readonly options: PlanOptions;
  /** Each with the same weight in the task scores. */
  readonly models: number;
  readonly strata: readonly PlanStratum[];
  /** Smallest audit with the power asked for; null when even all tasks fall short. */
  readonly needed: Needed | null;
  /** Audit of every task: what the benchmark can show at most. */
  readonly most: CurvePoint & { readonly detectable: number | null };
  readonly curve: readonly CurvePoint[];
  readonly atHand: AtHand | null;
  /** How the average over numbers of hackable tasks was made. */
  readonly averaging: string;
  readonly verdict: string;
  readonly warnings: readonly string[];
}
