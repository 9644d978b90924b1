/** Scores of patches by their verifiers, and the choice that a score makes in a set of patches. */

/** A sampled patch as the selection curves see it. */
export interface Candidate {
  readonly id: string;
  readonly correct: boolean;
  /** Regression tests passed. */
  readonly regression: number;
  /** Generated tests passed; null when the task has no test results. */
  readonly tests: number | null;
  /** Execution-free score in [0, 1]; null when the patch has no log odds. */
  readonly executionFree: number | null;
}

/**
 * Execution-free score, also SWE-Gym's outcome reward: exp(y) / (exp(y) + exp(n)), computed as
 * 1 / (1 + exp(n - y)) so that no large logit overflows.
 *
 * @example executionFreeScore(0, 0) // 0.5
 * @example executionFreeScore(1000, 998) // 0.8807970779778823
 */
export function executionFreeScore(logitYes: number, logitNo: number): number {
  return 1 / (1 + Math.exp(logitNo - logitYes));
}

/** Among the patches with the best regression score the number of generated tests passed, else 0 (R2E-Gym). */
export function executionBasedScores(set: readonly Candidate[]): number[] {
  const best = set.reduce((most, patch) => Math.max(most, patch.regression), -Infinity);
  return set.map((patch) => (patch.regression === best ? (patch.tests ?? 0) : 0));
}

/**
 * Hybrid score (R2E-Gym): execution-based plus execution-free score for the `top` patches by execution-free score,
 * -Infinity for the rest. Patches tied with the last of the top stay in.
 */
export function hybridScores(set: readonly Candidate[], top: number): number[] {
  const free = set.map((patch) => patch.executionFree ?? -Infinity);
  const cut = [...free].sort((a, b) => b - a)[Math.min(top, free.length) - 1];
  const based = executionBasedScores(set);
  return free.map((value, i) => (value >= cut ? based[i] + value : -Infinity));
}

/** Probability that the patch with the highest score is correct; ties are broken at random. */
export function chosenIsCorrect(set: readonly Candidate[], scores: readonly number[]): number {
  const best = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let tied = 0;
  let correct = 0;
  for (let i = 0; i < set.length; i++) {
    if (scores[i] !== best) continue;
    tied++;
    if (set[i].correct) correct++;
  }
  return correct / tied;
}
