/** Flags of one draw: at random within strata, or the arrangement of a given number. */
import { type RandomStream, randomStream } from '../../stats/random.ts';
import { BLOCK_DRAWS, choose, type PermutationPlan, type PlanStratum } from './plan.ts';

/**
 * Writes the flags of one draw from `out[at]`: the positions of the hackable tasks in their stratum, `hackable` numbers a
 * stratum, stratum after stratum.
 */
export type Arrange = (draw: number, out: Int32Array, at: number) => void;

/** Numbers that an `Arrange` writes. */
export const flagCount = (strata: readonly PlanStratum[]): number =>
  strata.reduce((sum, { hackable }) => sum + hackable, 0);

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
  const orders = strata.map(({ tasks }) => {
    const order = new Int32Array(tasks);
    for (let i = 0; i < tasks; i++) order[i] = i;
    return order;
  });
  return (_, out, at) => {
    let next = at;
    for (let s = 0; s < strata.length; s++) {
      const { tasks, hackable } = strata[s];
      const order = orders[s];
      const few = Math.min(hackable, tasks - hackable);
      stream.shuffleFirst(order, few);
      const from = few === hackable ? 0 : few;
      for (let i = 0; i < hackable; i++) out[next++] = order[from + i];
    }
  };
}

/** The flags of the data, as one draw. */
export function observedFlags(strata: readonly PlanStratum[]): Arrange {
  const all = strata.flatMap(({ flags }) => [...flags.keys()].filter((i) => flags[i] === 1));
  return (_, out, at) => out.set(all, at);
}

/** Arrangement number `first + draw`: mixed radix over strata, within a stratum the combinatorial number system. */
function enumerated(strata: readonly PlanStratum[], first: number): Arrange {
  const sizes = strata.map(({ tasks, hackable }) => choose(tasks, hackable));
  return (draw, out, at) => {
    let number = first + draw;
    let next = at;
    strata.forEach(({ tasks, hackable }, s) => {
      out.set(combination(number % sizes[s], tasks, hackable), next);
      next += hackable;
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
