/** Annealing from many starts: the distinct assignments that give the targets under one rule. */
import { randomStream } from '../../stats/random.ts';
import { anneal } from './anneal.ts';
import { Assignment, DROPPED, HACKABLE } from './assignment.ts';
import type { Candidates } from './candidates.ts';
import { FIGURES, figureKernel } from './kernel.ts';
import { Surrogate } from './surrogate.ts';
import { distanceTo } from './targets.ts';
import type { Rule, Targets } from './types.ts';

export interface SearchOptions {
  readonly seed: number;
  /** Starts at most; each has a random stream of its own. */
  readonly restarts: number;
  /** Evaluations of one start at most. */
  readonly steps: number;
  /** Distinct assignments at which the search ends. */
  readonly keep: number;
  /** Percent. */
  readonly level: number;
}

export interface FoundAssignment {
  readonly hackable: readonly string[];
  readonly dropped: readonly string[];
}

export interface SearchResult {
  readonly found: readonly FoundAssignment[];
  readonly restarts: number;
  readonly evaluations: number;
  readonly closest: { readonly distance: number; readonly figures: Float64Array };
  readonly interrupted: boolean;
}

/** Called after every start; false ends the search. */
export type OnRestart = (restarts: number, found: number) => Promise<boolean> | boolean;

/**
 * One assignment a start at most, so that what is found comes from many places; in the order of the starts. Same
 * candidates, targets, rule and options give the same result.
 */
export async function search(
  candidates: Candidates,
  targets: Targets,
  rule: Rule,
  { seed, restarts, steps, keep, level }: SearchOptions,
  onRestart: OnRestart = () => true,
): Promise<SearchResult> {
  const assignment = new Assignment(candidates);
  const scorer = {
    kernel: figureKernel(candidates, rule, level),
    surrogate: new Surrogate(candidates, rule, targets),
    distanceOf: distanceTo(targets),
  };
  const found = new Map<string, FoundAssignment>();
  let closest: SearchResult['closest'] = {
    distance: Number.POSITIVE_INFINITY,
    figures: new Float64Array(FIGURES),
  };
  let evaluations = 0;
  let done = 0;
  let goesOn = true;
  while (goesOn && done < restarts && found.size < keep) {
    const stream = randomStream(seed, 'reconstruct', rule.weights, rule.variance, done);
    const end = anneal(assignment, scorer, steps, stream);
    done++;
    evaluations += end.evaluations;
    if (end.distance < closest.distance) closest = { distance: end.distance, figures: end.figures };
    if (end.found) found.set(assignment.status.join(''), named(candidates, assignment));
    goesOn = await onRestart(done, found.size);
  }
  return { found: [...found.values()], restarts: done, evaluations, closest, interrupted: !goesOn };
}

function named({ tasks }: Candidates, { status }: Assignment): FoundAssignment {
  const having = (code: number) => tasks.filter((_, i) => status[i] === code);
  return { hackable: having(HACKABLE), dropped: having(DROPPED) };
}
