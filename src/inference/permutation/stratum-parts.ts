/** What one stratum gives to a model's gap and variance, for every number of hackable passes: made once a plan. */
import { stratumWeight } from '../../effects/gaps.ts';
import { stratumEffect } from '../../effects/stratum-effect.ts';
import type { EffectOptions } from '../../effects/types.ts';
import type { PlanStratum } from './plan.ts';

/** Writes w_s d and w_s^2 v at x1 hackable passes of `total` into parts[at + 2 x1] and beside it; returns the end. */
export type StratumParts = (s: number, total: number, parts: Float64Array, at: number) => number;

/**
 * With 0/1 cells and none missing a stratum's effect depends on x1 alone: x0 is the rest of the model's passes. Where
 * x1 can't be, because x0 would be none of 0 .. n0, the parts stay as they are.
 */
export function stratumParts(strata: readonly PlanStratum[], effects: EffectOptions): StratumParts {
  const weights = strata.map(({ tasks, hackable }) =>
    stratumWeight(effects.weights, hackable, tasks - hackable),
  );
  const scale = weights.reduce((sum, w) => sum + w, 0);
  const out = new Float64Array(3);
  return (s, total, parts, at) => {
    const { tasks, hackable: n1 } = strata[s];
    const n0 = tasks - n1;
    const w = weights[s] / scale;
    for (let x1 = Math.max(0, total - n0); x1 <= Math.min(n1, total); x1++) {
      stratumEffect(effects.measure, effects.variance, x1, n1, null, total - x1, n0, null, out);
      parts[at + 2 * x1] = w * out[0];
      parts[at + 2 * x1 + 1] = w * w * out[1];
    }
    return at + 2 * (n1 + 1);
  };
}
