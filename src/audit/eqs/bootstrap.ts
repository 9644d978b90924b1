/** How far the score of a task would move with other candidates. */
import { percentile } from '../../stats/percentile.ts';
import { randomStream } from '../../stats/random.ts';
import type { Interval } from '../types.ts';
import type { Formulas } from './components.ts';
import { type Components, type Decision, decide, type EqsWeights, score, type Thresholds } from './score.ts';
import type { TaskEvidence } from './task-evidence.ts';

export interface Bootstrap {
  readonly interval: Interval | null;
  /** Share of usable draws with each decision. */
  readonly decisions: Readonly<Record<Decision, number>> | null;
  readonly draws: number;
  /** Draws in which every component could be computed. */
  readonly usable: number;
  readonly reason: string | null;
}

/**
 * Percentile bootstrap over the candidates of a task. A candidate is one patch: it enters V, H and F1 together,
 * as often as it was drawn. Right and wrong patches are drawn apart, so their numbers stay as they were; models
 * (and so D) are held fixed. Draws in which F1 can't be computed are counted and left out; below half usable, or
 * with no spread, there is no interval.
 */
export function bootstrapTask(
  evidence: TaskEvidence,
  rule: { formulas: Formulas; weights: EqsWeights; thresholds: Thresholds },
  options: { level: number; seed: number; draws: number },
): Bootstrap {
  const { draws, level } = options;
  const stream = randomStream(options.seed, 'audit eqs', evidence.task);
  const strata = [true, false, null].map((truth) => evidence.units.filter((unit) => unit.truth === truth));
  const values: number[] = [];
  const tally: Record<Decision, number> = { KEEP: 0, FIX: 0, DROP: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const times = new Map<string, number>();
    for (const stratum of strata) {
      for (let i = 0; i < stratum.length; i++) {
        const { id } = stratum[stream.below(stratum.length)];
        times.set(id, (times.get(id) ?? 0) + 1);
      }
    }
    const eqs = score(componentsOf(evidence, rule.formulas, times), rule.weights);
    if (eqs === null) continue;
    values.push(eqs);
    tally[decide(eqs, rule.thresholds)]++;
  }
  const usable = values.length;
  if (usable * 2 < draws) {
    return {
      interval: null,
      decisions: null,
      draws,
      usable,
      reason: 'fewer than half of the draws are usable',
    };
  }
  values.sort((a, b) => a - b);
  const decisions = { KEEP: tally.KEEP / usable, FIX: tally.FIX / usable, DROP: tally.DROP / usable };
  const tail = (100 - level) / 200;
  const [lower, upper] = [percentile(values, tail), percentile(values, 1 - tail)];
  if (upper - lower < 1e-12) {
    const reason = 'the candidates leave no spread: an interval of no width would claim certainty';
    return { interval: null, decisions, draws, usable, reason };
  }
  const interval = { kind: 'bootstrap percentile', level, unit: 'candidate', lower, upper };
  return { interval, decisions, draws, usable, reason: null };
}

/** The components of a task; `times` says how often each patch counts (once without it). */
export function componentsOf(
  evidence: TaskEvidence,
  formulas: Formulas,
  times: ReadonlyMap<string, number> | null = null,
): Components {
  const weighted = <T extends { id: string; weight: number }>(rows: readonly T[]): readonly T[] =>
    times === null ? rows : rows.map((row) => ({ ...row, weight: times.get(row.id) ?? 0 }));
  return {
    V: formulas.V(weighted(evidence.patches)),
    H: formulas.H(weighted(evidence.attacks)),
    F1: formulas.F1(weighted(evidence.judged)),
    D: evidence.passRate === null ? null : formulas.D(evidence.passRate),
  };
}
