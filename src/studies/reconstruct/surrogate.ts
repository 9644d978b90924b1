/** A cheap forecast of the gaps after a move, which saves most evaluations. */
import { stratumWeight } from '../../effects/gaps.ts';
import { type Assignment, DROPPED, HACKABLE, ROBUST } from './assignment.ts';
import type { Candidates } from './candidates.ts';
import { gapScale } from './targets.ts';
import type { Rule, Targets } from './types.ts';

/** Gap and both interval ends move together; half of that keeps the forecast from ruling too strictly. */
const GAP_SHARE = 1.5;

/**
 * With the models' weights held, the pooled gap is linear in the task scores u_t = sum_m a_m Y_mt:
 * sum_s w_s (mean of u over hackable in s - mean over robust in s). So the gap after a move is a sum over strata, and
 * only what the move does to the weights a_m is missed. The gap without strata is forecast without error.
 */
export class Surrogate {
  private readonly candidates: Candidates;
  private readonly rule: Rule;
  private readonly targets: Targets;
  private readonly scale: number;
  /** Models that pass each candidate. */
  private readonly solvers: readonly Int32Array[];
  /** u_t of every candidate, and its sums by stratum and arm. */
  private readonly scores: Float64Array;
  private readonly sum1: Float64Array;
  private readonly sum0: Float64Array;
  /** The same, and the tasks, with a move made. */
  private readonly next1: Float64Array;
  private readonly next0: Float64Array;
  private readonly tasks1: Int32Array;
  private readonly tasks0: Int32Array;

  constructor(candidates: Candidates, rule: Rule, targets: Targets) {
    const strata = candidates.strata.length;
    this.candidates = candidates;
    this.rule = rule;
    this.targets = targets;
    this.scale = gapScale(targets);
    this.solvers = candidates.columns.map((column) =>
      Int32Array.from(column.keys()).filter((m) => column[m] === 1),
    );
    this.scores = new Float64Array(candidates.tasks.length);
    [this.sum1, this.sum0, this.next1, this.next0] = [1, 2, 3, 4].map(() => new Float64Array(strata));
    [this.tasks1, this.tasks0] = [1, 2].map(() => new Int32Array(strata));
  }

  /** Takes the models' weights, on any scale, at the assignment as it stands; answers its own forecast. */
  learn(assignment: Assignment, weights: Float64Array): number {
    const { stratum, models } = this.candidates;
    const { scores, solvers, sum1, sum0 } = this;
    let total = 0;
    for (let m = 0; m < models; m++) total += weights[m];
    sum1.fill(0);
    sum0.fill(0);
    for (let i = 0; i < scores.length; i++) {
      const solved = solvers[i];
      let score = 0;
      for (let j = 0; j < solved.length; j++) score += weights[solved[j]];
      scores[i] = score / total;
      const status = assignment.status[i];
      if (status !== DROPPED) (status === HACKABLE ? sum1 : sum0)[stratum[i]] += scores[i];
    }
    this.reset(assignment);
    return this.forecast(assignment.passes1, assignment.passes0);
  }

  /** Forecast part of the distance (that of the gaps) after the move last drawn, in the units of `distanceTo`. */
  after(assignment: Assignment): number {
    const { first, second, status, passes } = assignment;
    this.reset(assignment);
    this.add(first, status[first], -1);
    this.add(second, status[second], -1);
    this.add(first, status[second], 1);
    this.add(second, status[first], 1);
    const gained = passes[second] - passes[first];
    return this.forecast(
      assignment.passes1 + gained * side(status[first], status[second], HACKABLE),
      assignment.passes0 + gained * side(status[first], status[second], ROBUST),
    );
  }

  private reset({ n1, n0 }: Assignment): void {
    for (let s = 0; s < n1.length; s++) {
      this.next1[s] = this.sum1[s];
      this.next0[s] = this.sum0[s];
      this.tasks1[s] = n1[s];
      this.tasks0[s] = n0[s];
    }
  }

  private add(i: number, status: number, sign: 1 | -1): void {
    if (status === DROPPED) return;
    const s = this.candidates.stratum[i];
    (status === HACKABLE ? this.next1 : this.next0)[s] += sign * this.scores[i];
    (status === HACKABLE ? this.tasks1 : this.tasks0)[s] += sign;
  }

  private forecast(passes1: number, passes0: number): number {
    const { tasks1, tasks0, targets, scale } = this;
    let total = 0;
    let sum = 0;
    let all1 = 0;
    let all0 = 0;
    for (let s = 0; s < tasks1.length; s++) {
      const n1 = tasks1[s];
      const n0 = tasks0[s];
      all1 += n1;
      all0 += n0;
      if (n1 === 0 || n0 === 0) continue;
      const w = stratumWeight(this.rule.weights, n1, n0);
      total += w;
      sum += w * (this.next1[s] / n1 - this.next0[s] / n0);
    }
    const gap = (GAP_SHARE * Math.abs(sum / total - targets.gap.value)) / scale;
    if (targets.unstratified === null) return gap;
    const plain = (passes1 / all1 - passes0 / all0) / this.candidates.models;
    return gap + Math.abs(plain - targets.unstratified.value) / (2 * scale);
  }
}

/** What an exchange of two statuses does to an arm: 1 when the first leaves it for the second, -1 the other way round. */
function side(first: number, second: number, arm: number): number {
  if (first === second) return 0;
  return first === arm ? 1 : second === arm ? -1 : 0;
}
