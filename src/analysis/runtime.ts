/** What the long phases run on: this thread, or more of them. The answer is the same. */
import { type PermutationTestInput, permutationTest } from '../inference/permutation/permutation-test.ts';
import type { PermutationResult } from '../inference/permutation/summary.ts';

export interface Runtime {
  permute(input: PermutationTestInput): Promise<PermutationResult | null>;
}

/** Everything in the calling thread, in any JavaScript host. */
export const plainRuntime: Runtime = {
  permute: async (input) => permutationTest(input),
};
