/** A reconstruction without its solutions: the ranges that can stand beside a published line. */
import type { Reconstruction, RuleReconstruction, SolutionSet } from './types.ts';

export type SetRanges = Omit<SolutionSet, 'tasks' | 'alwaysHackable' | 'neverHackable'>;

export interface RuleSummary extends Omit<RuleReconstruction, 'solutions' | 'set' | 'closest'> {
  readonly set: SetRanges;
}

export interface ReconstructionSummary
  extends Omit<Reconstruction, 'schema' | 'candidates' | 'rules' | 'all'> {
  readonly schema: 'passgap-reconstruction-summary-1';
  readonly candidates: number;
  readonly rules: readonly RuleSummary[];
  readonly all: SetRanges;
}

/** Everything but the solutions and what is said of single tasks. */
export function reconstructionSummary(whole: Reconstruction): ReconstructionSummary {
  return {
    ...whole,
    schema: 'passgap-reconstruction-summary-1',
    candidates: whole.candidates.length,
    rules: whole.rules.map(({ solutions: _solutions, set, closest: _closest, ...rule }) => ({
      ...rule,
      set: ranges(set),
    })),
    all: ranges(whole.all),
  };
}

function ranges({ tasks: _t, alwaysHackable: _a, neverHackable: _n, ...set }: SolutionSet): SetRanges {
  return set;
}
