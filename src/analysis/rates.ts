/** Pass rates of models and solve rates of tasks, straight from the outcomes. */
import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';

export interface Rates {
  /** Mean outcome of each model over the tasks it ran; NaN where it ran none. */
  readonly passRate: Float64Array;
  readonly tasksRun: Float64Array;
  /** Mean outcome of each task over the models that ran it; NaN where none did. */
  readonly solveRate: Float64Array;
  readonly modelsRun: Float64Array;
}

export function rates(outcomes: Outcomes): Rates {
  const { models, tasks } = outcomes;
  const passRate = new Float64Array(models);
  const tasksRun = new Float64Array(models);
  const solveRate = new Float64Array(tasks);
  const modelsRun = new Float64Array(tasks);
  for (let m = 0; m < models; m++) {
    for (let t = 0; t < tasks; t++) {
      const rate = rateAt(outcomes, m, t);
      if (Number.isNaN(rate)) continue;
      passRate[m] += rate;
      tasksRun[m] += 1;
      solveRate[t] += rate;
      modelsRun[t] += 1;
    }
  }
  for (let m = 0; m < models; m++) passRate[m] /= tasksRun[m];
  for (let t = 0; t < tasks; t++) solveRate[t] /= modelsRun[t];
  return { passRate, tasksRun, solveRate, modelsRun };
}
