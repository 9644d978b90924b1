/**
 *   leaderboard -> candidates -> search (for each rule) -> confirm by analyze -> what the solutions have in common
 */
import { plainRuntime, type Runtime } from '../../analysis/runtime.ts';
import { VARIANCE_RULES, WEIGHTS } from '../../effects/types.ts';
import { InputError } from '../../errors.ts';
import type { Leaderboard } from '../../leaderboard/types.ts';
import { VERSION } from '../../version.ts';
import type { Study } from '../study.ts';
import { type Candidates, chooseCandidates, firstById, log10Assignments } from './candidates.ts';
import { confirm, packFigures, ruleOptions, unpackFigures } from './confirm.ts';
import * as messages from './messages.ts';
import { search } from './search.ts';
import { solutionSet } from './solution-set.ts';
import { distanceTo, studyPattern, studyTargets } from './targets.ts';
import type { FlagPattern, Reconstruction, Rule, RuleReconstruction, Solution, Targets } from './types.ts';

export interface ReconstructOptions {
  /** Default 1. */
  readonly seed?: number;
  /** Starts for each rule, at most. Default 1000. */
  readonly restarts?: number;
  /** Evaluations of one start, at most. Default 30,000. */
  readonly steps?: number;
  /** Distinct solutions for each rule at which its search ends. Default 12. */
  readonly keep?: number;
  /** Draws of the permutation test of every solution; 0 for none. Default 10,000. */
  readonly permutations?: number;
  /** Percent. Default 95, that of the published interval. */
  readonly level?: number;
  /** Also ask for the published mean gap without strata. Default false. */
  readonly unstratified?: boolean;
  /** Default: every weights x variance rule. */
  readonly rules?: readonly Rule[];
  /** Ids of the candidate tasks. Default: the first `study.sample.drawn` in the order of their ids. */
  readonly candidates?: readonly string[];
  /** Default: the study's. */
  readonly pattern?: FlagPattern;
  /** Default: the study's. */
  readonly targets?: Targets;
  readonly signal?: AbortSignal;
  readonly onProgress?: (rule: string, found: number, keep: number) => void;
}

/** Every weights x variance rule. */
export const RULES: readonly Rule[] = WEIGHTS.flatMap((weights) =>
  VARIANCE_RULES.map((variance) => ({ weights, variance })),
);

export const ruleName = ({ weights, variance }: Rule): string => `${weights}/${variance}`;

const STANDARD = { seed: 1, restarts: 1000, steps: 30_000, keep: 12, permutations: 10_000, level: 95 };

/**
 * Which assignments of flags to a candidate sample give a study's published figures within their rounding, under
 * each way to weight strata and take variances (DerSimonian and Laird, z interval).
 *
 * Figures: pooled gap and interval ends (proportions, to the fourth decimal), I2 (percent, to whole ones), positive
 * gaps (a count), and on request the mean gap without strata. The flags keep the number of hackable tasks in each
 * group (repository); which candidates were dropped is part of the search.
 *
 * Search: simulated annealing from random starts (`anneal`), at most one solution a start, until `keep` distinct ones
 * are found or the starts are used up. Every solution is run through `analyze`, from which its figures, task-aware
 * interval and permutation p come; what `analyze` does not confirm is left out and counted. Deterministic given seed.
 *
 * It answers what the published figures allow, not what is true: many assignments give the same figures. Nothing
 * found is no proof that there is nothing. A rule may leave saturated models out (`figures.models`).
 *
 * @throws InputError on candidates without complete 0/1 outcomes or without room for the pattern, or an option out of
 * its range
 *
 * @example
 * // Planted flags on a made-up sample of ten tasks: the search finds them (see the test).
 */
export async function reconstruct(
  leaderboard: Leaderboard,
  study: Study,
  options: ReconstructOptions = {},
  runtime: Runtime = plainRuntime,
): Promise<Reconstruction> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen = { ...STANDARD, ...given } as ReconstructOptions & typeof STANDARD;
  checkOptions(chosen);
  const pattern = chosen.pattern ?? studyPattern(study);
  const targets = chosen.targets ?? studyTargets(study, chosen.unstratified === true);
  const tasks = chosen.candidates ?? firstById(leaderboard, study.sample.drawn);
  const candidates = chooseCandidates(leaderboard, tasks, pattern);
  const rules: RuleReconstruction[] = [];
  for (const rule of chosen.rules ?? RULES) {
    if (chosen.signal?.aborted) break;
    rules.push(await reconstructRule(leaderboard, candidates, targets, rule, chosen, runtime));
  }
  const { seed, restarts, steps, keep, permutations, level } = chosen;
  return {
    schema: 'passgap-reconstruction-1',
    version: VERSION,
    caveats: messages.caveats(study.id, tasks.length),
    study: study.id,
    options: {
      seed,
      restarts,
      steps,
      keep,
      permutations,
      level,
      unstratified: targets.unstratified !== null,
      pattern,
    },
    targets,
    candidates: tasks.map((task, i) => ({
      task,
      group: candidates.groups[candidates.group[i]],
      stratum: candidates.strata[candidates.stratum[i]],
    })),
    log10Assignments: log10Assignments(candidates),
    rules,
    all: solutionSet(
      tasks,
      rules.flatMap(({ solutions }) => solutions),
    ),
    warnings: rules.flatMap((one) => warningsOf(one, candidates.models)),
  };
}

async function reconstructRule(
  leaderboard: Leaderboard,
  candidates: Candidates,
  targets: Targets,
  rule: Rule,
  options: ReconstructOptions & typeof STANDARD,
  runtime: Runtime,
): Promise<RuleReconstruction> {
  const { signal, onProgress, keep } = options;
  const searched = await search(candidates, targets, rule, options, async (_restarts, found) => {
    onProgress?.(ruleName(rule), found, keep);
    await new Promise((resolve) => setTimeout(resolve));
    return signal?.aborted !== true;
  });
  const distanceOf = distanceTo(targets);
  const { level, permutations, seed } = options;
  const analysis = { ...ruleOptions(rule, level), permutations, seed };
  const solutions: Solution[] = [];
  let left = 0;
  for (const assignment of searched.found) {
    const solution = await confirm(leaderboard, candidates.tasks, assignment, analysis, runtime);
    if (distanceOf(packFigures(solution.figures)) === 0) solutions.push(solution);
    else left++;
  }
  const { closest } = searched;
  return {
    rule,
    restarts: searched.restarts,
    evaluations: searched.evaluations,
    found: searched.found.length,
    unconfirmed: left,
    solutions,
    set: solutionSet(candidates.tasks, solutions),
    closest:
      solutions.length > 0 || !Number.isFinite(closest.distance)
        ? null
        : { distance: closest.distance, figures: unpackFigures(closest.figures) },
    interrupted: searched.interrupted,
  };
}

function warningsOf(result: RuleReconstruction, models: number): string[] {
  const name = ruleName(result.rule);
  const warnings: string[] = [];
  if (result.closest !== null) {
    warnings.push(messages.nothingFound(name, result.restarts, result.closest.distance));
  }
  if (result.unconfirmed > 0) warnings.push(messages.unconfirmed(name, result.unconfirmed));
  if (result.interrupted) warnings.push(messages.interrupted(name, result.restarts));
  const pooled = result.solutions.map(({ figures }) => figures.models);
  if (pooled.some((k) => k < models)) {
    warnings.push(messages.saturatedModels(name, Math.min(...pooled), Math.max(...pooled), models));
  }
  return warnings;
}

/** As they are called on the command line, where they are there. */
const OPTION_NAMES = {
  seed: '--seed',
  restarts: '--reconstruct-starts',
  steps: 'steps',
  keep: '--reconstruct-keep',
  permutations: '--permutations',
} as const;

function checkOptions(options: typeof STANDARD): void {
  const whole = (name: keyof typeof OPTION_NAMES, least: number) => {
    const value = options[name];
    if (Number.isInteger(value) && value >= least && value <= 1e9) return;
    throw new InputError(`${value} is not allowed; allowed is a whole number from ${least} to 1e9`, {
      file: OPTION_NAMES[name],
    });
  };
  whole('seed', 0);
  whole('restarts', 1);
  whole('steps', 1);
  whole('keep', 1);
  whole('permutations', 0);
}
