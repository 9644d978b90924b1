/** Flags of one draw: at random within strata, or the arrangement of a given number. */
import { type RandomStream, randomStream } from '../../stats/random.ts';
import { BLOCK_DRAWS, choose, type PermutationPlan, type PlanStratum } from './plan.ts';

/** Sets the flags of one draw: called with the stratum, and the positions in it that are hackable. */
export type Arrange = (draw: number, each: (stratum: number, hackable: Int32Array) => void) => void;

/** The draws `block * BLOCK_DRAWS ..` of a plan, in order. */
export function arrangements(plan: PermutationPlan, block: number): Arrange {
  return plan.exact
    ? enumerated(plan.strata, block * BLOCK_DRAWS)
    : drawn(plan.strata, randomStream(plan.seed, 'permutation', block));
}

/**
 * Uniform subsets by the first steps of a Fisher-Yates shuffle: the smaller arm is drawn, the other is the rest.
 * The shuffle goes on from the last draw's order, which keeps every draw uniform and independent of the others.
 */
export function drawn(strata: readonly PlanStratum[], stream: RandomStream): Arrange {
  const orders = strata.map(({ tasks }) => Int32Array.from({ length: tasks }, (_, i) => i));
  return (_, each) => {
    strata.forEach(({ tasks, hackable }, s) => {
      const order = orders[s];
      const few = Math.min(hackable, tasks - hackable);
      for (let i = 0; i < few; i++) {
        const j = i + stream.below(tasks - i);
        const held = order[i];
        order[i] = order[j];
        order[j] = held;
      }
      each(s, few === hackable ? order.subarray(0, few) : order.subarray(few));
    });
  };
}

/** Arrangement number `first + draw`: mixed radix over strata, within a stratum the combinatorial number system. */
function enumerated(strata: readonly PlanStratum[], first: number): Arrange {
  const sizes = strata.map(({ tasks, hackable }) => choose(tasks, hackable));
  return (draw, each) => {
    let number = first + draw;
    strata.forEach(({ tasks, hackable }, s) => {
      each(s, combination(number % sizes[s], tasks, hackable));
      number = Math.floor(number / sizes[s]);
    });
  };
}

/** The `rank`-th subset of k of 0 .. n-1, rank from 0 to C(n, k) - 1 (combinatorial number system). */
export function combination(rank: number, n: number, k: number): Int32Array {
  const chosen = new Int32Array(k);
  let left = rank;
  let element = n - 1;
  for (let i = k; i >= 1; i--) {
    while (choose(element, i) > left) element--;
    chosen[i - 1] = element;
    left -= choose(element, i);
    element--;
  }
  return chosen;
}
