/** Unbiased estimates of Pass@k and Best@k from n sampled patches of one task. */
import { randomStream } from '../../stats/random.ts';
import { type Candidate, chosenIsCorrect } from './scores.ts';

/**
 * Pass@k = 1 - C(n - c, k) / C(n, k): the chance that k of the n patches hold a correct one. Null when n < k.
 * Computed as a product, so no binomial coefficient overflows.
 *
 * Source: Chen et al. (2021), arXiv:2107.03374.
 *
 * @example passAtK(4, 1, 2) // 0.5
 */
export function passAtK(n: number, correct: number, k: number): number | null {
  if (n < k) return null;
  if (n - correct < k) return 1;
  let none = 1;
  for (let i = n - correct + 1; i <= n; i++) none *= 1 - k / i;
  return 1 - none;
}

/**
 * Best@k under a fixed score: the expected correctness of the best scored of k patches drawn from n, ties one by
 * one at random. Patches sorted by score from the top; the group at ranks i+1..j is chosen with probability
 * (C(n - i, k) - C(n - j, k)) / C(n, k). Null when n < k.
 *
 * @example bestAtK([{ correct: true, score: 2 }, { correct: false, score: 1 }, { correct: false, score: 0 }], 2) // 2/3
 */
export function bestAtK(
  patches: readonly { readonly correct: boolean; readonly score: number }[],
  k: number,
): number | null {
  const n = patches.length;
  if (n < k) return null;
  const sorted = [...patches].sort((a, b) => b.score - a.score);
  let expected = 0;
  let i = 0;
  while (i < n) {
    let j = i;
    let correct = 0;
    while (j < n && sorted[j].score === sorted[i].score) {
      if (sorted[j].correct) correct++;
      j++;
    }
    expected += (shareWithoutTop(n, i, k) - shareWithoutTop(n, j, k)) * (correct / (j - i));
    i = j;
  }
  return expected;
}

/** C(n - i, k) / C(n, k): the share of k-subsets without any of the i patches on top. */
function shareWithoutTop(n: number, i: number, k: number): number {
  if (n - i < k) return 0;
  let share = 1;
  for (let m = 0; m < i; m++) share *= 1 - k / (n - m);
  return share;
}

/** Above this many subsets a sample of them stands for all. */
const MOST_SUBSETS = 2000;

/**
 * Best@k under a score that depends on the set it is computed in (execution-based, hybrid): the mean over all
 * k-subsets when there are at most 2000, else over `draws` seeded random ones, which is unbiased too.
 * Null when n < k.
 */
export function bestAtKOfSets(
  patches: readonly Candidate[],
  k: number,
  scores: (set: readonly Candidate[]) => readonly number[],
  sampling: { readonly seed: number; readonly label: string; readonly draws: number },
): { value: number; exact: boolean } | null {
  const n = patches.length;
  if (n < k) return null;
  const correctOf = (indices: readonly number[]) => {
    const set = indices.map((i) => patches[i]);
    return chosenIsCorrect(set, scores(set));
  };
  if (subsetCount(n, k) <= MOST_SUBSETS) {
    let sum = 0;
    let subsets = 0;
    const indices = Array.from({ length: k }, (_, i) => i);
    for (;;) {
      sum += correctOf(indices);
      subsets++;
      let i = k - 1;
      while (i >= 0 && indices[i] === n - k + i) i--;
      if (i < 0) break;
      indices[i]++;
      for (let j = i + 1; j < k; j++) indices[j] = indices[j - 1] + 1;
    }
    return { value: sum / subsets, exact: true };
  }
  const stream = randomStream(sampling.seed, 'audit best@k', sampling.label, k);
  const order = Array.from({ length: n }, (_, i) => i);
  let sum = 0;
  for (let draw = 0; draw < sampling.draws; draw++) {
    for (let i = 0; i < k; i++) {
      const j = i + stream.below(n - i);
      const held = order[i];
      order[i] = order[j];
      order[j] = held;
    }
    sum += correctOf(order.slice(0, k));
  }
  return { value: sum / sampling.draws, exact: false };
}

function subsetCount(n: number, k: number): number {
  let count = 1;
  for (let i = 1; i <= k; i++) {
    count = (count * (n - k + i)) / i;
    if (count > MOST_SUBSETS * 2) return Infinity;
  }
  return count;
}
