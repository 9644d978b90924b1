/** What a leaderboard covers: who ran what, which tasks can tell models apart, what is missing. */
import { InputError } from '../errors.ts';
import { rateAt } from './outcomes.ts';
import type { Leaderboard } from './types.ts';

export interface ModelCoverage {
  readonly model: string;
  /** Tasks with an outcome. */
  readonly tasksRun: number;
  /** Mean of passes over attempts of the tasks run; null when none was. */
  readonly passRate: number | null;
}

export interface StratumCoverage {
  readonly stratum: string;
  readonly tasks: number;
  readonly hackable: number;
  readonly robust: number;
  /** Hackable and robust tasks that at least one model ran. */
  readonly hackableRun: number;
  readonly robustRun: number;
  /** Cells without an outcome, and the share of all cells of the stratum. */
  readonly missingCells: number;
  /** Mean outcome over the cells that hold one. */
  readonly passRate: number | null;
}

export interface Coverage {
  readonly models: number;
  readonly tasks: number;
  readonly cells: number;
  readonly missingCells: number;
  /** Cells with more than one attempt. */
  readonly repeatedCells: number;
  /** Tasks that no model has an outcome for. */
  readonly neverRun: readonly string[];
  /** Tasks that were run and that no model, or every model, passed in every attempt: they tell nobody apart. */
  readonly neverSolved: readonly string[];
  readonly alwaysSolved: readonly string[];
  /** Tasks that some attempt passed and some failed. */
  readonly discriminating: number;
  readonly perModel: readonly ModelCoverage[];
  /** Models with outcomes for less than `fewShare` of the tasks. */
  readonly fewTasks: readonly ModelCoverage[];
  readonly fewShare: number;
  readonly perStratum: readonly StratumCoverage[];
}

/**
 * Counts of a leaderboard, in one pass over its cells. A missing cell is counted as missing and in no rate;
 * counting it as a fail is the caller's choice elsewhere.
 *
 * @param fewShare a model with outcomes for less than this share of the tasks has few (0.5)
 *
 * @example
 * // two models, three tasks: a passes t1 and fails t2; b passes t1; nobody ran t3
 * // coverage(leaderboard).missingCells is 3, alwaysSolved ['t1'], neverSolved ['t2'], neverRun ['t3']
 */
export function coverage(leaderboard: Leaderboard, fewShare = 0.5): Coverage {
  const { models, tasks, outcomes } = leaderboard;
  const run = new Uint32Array(tasks.length);
  const rateSum = new Float64Array(tasks.length);
  let missingCells = 0;
  const perModel = models.map((model, m): ModelCoverage => {
    let tasksRun = 0;
    let sum = 0;
    for (let t = 0; t < tasks.length; t++) {
      const rate = rateAt(outcomes, m, t);
      if (Number.isNaN(rate)) continue;
      tasksRun++;
      sum += rate;
      run[t]++;
      rateSum[t] += rate;
    }
    missingCells += tasks.length - tasksRun;
    return { model: model.id, tasksRun, passRate: tasksRun === 0 ? null : sum / tasksRun };
  });
  const idsWhere = (holds: (t: number) => boolean) => tasks.filter((_, t) => holds(t)).map((task) => task.id);
  const neverRun = idsWhere((t) => run[t] === 0);
  const neverSolved = idsWhere((t) => run[t] > 0 && rateSum[t] === 0);
  const alwaysSolved = idsWhere((t) => run[t] > 0 && rateSum[t] === run[t]);
  return {
    models: models.length,
    tasks: tasks.length,
    cells: models.length * tasks.length,
    missingCells,
    repeatedCells:
      outcomes.kind === 'counts' ? outcomes.attempts.reduce((n, a) => n + (a > 1 ? 1 : 0), 0) : 0,
    neverRun,
    neverSolved,
    alwaysSolved,
    discriminating: tasks.length - neverRun.length - neverSolved.length - alwaysSolved.length,
    perModel,
    fewTasks: perModel.filter((model) => model.tasksRun < fewShare * tasks.length),
    fewShare,
    perStratum: strataOf(leaderboard, run, rateSum),
  };
}

function strataOf(leaderboard: Leaderboard, run: Uint32Array, rateSum: Float64Array): StratumCoverage[] {
  const { models, tasks } = leaderboard;
  return [...new Set(tasks.map((task) => task.stratum))].map((stratum) => {
    const members = tasks.map((_, t) => t).filter((t) => tasks[t].stratum === stratum);
    const count = (holds: (t: number) => boolean) => members.filter(holds).length;
    const cellsRun = members.reduce((n, t) => n + run[t], 0);
    const sum = members.reduce((total, t) => total + rateSum[t], 0);
    return {
      stratum,
      tasks: members.length,
      hackable: count((t) => tasks[t].status === 'hackable'),
      robust: count((t) => tasks[t].status === 'robust'),
      hackableRun: count((t) => tasks[t].status === 'hackable' && run[t] > 0),
      robustRun: count((t) => tasks[t].status === 'robust' && run[t] > 0),
      missingCells: members.length * models.length - cellsRun,
      passRate: cellsRun === 0 ? null : sum / cellsRun,
    };
  });
}

/**
 * Refuses a leaderboard in which some stratum that has both arms has fewer than `least` run tasks in one.
 *
 * @throws InputError that names the stratum and both counts
 */
export function requirePerStratum(found: Coverage, least: number): void {
  for (const { stratum, hackable, robust, hackableRun, robustRun } of found.perStratum) {
    if (hackable === 0 || robust === 0) continue;
    if (hackableRun >= least && robustRun >= least) continue;
    const name = stratum === '' ? 'the one stratum' : `stratum ${JSON.stringify(stratum)}`;
    throw new InputError(
      `${name} has ${hackableRun} hackable and ${robustRun} robust tasks with outcomes; at least ${least} of each are required`,
    );
  }
}
