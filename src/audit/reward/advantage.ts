/** Group-relative advantage: how much better an output is than the others for the same prompt. */

export type GroupSd = 'sample' | 'population';

/**
 * (R_i - mean) / sd within one group. `sample` divides by n - 1 (as the common training code does), `population`
 * by n. A group without variance has advantage 0 for all, the limit of (R_i - mean) / (sd + e) for any e > 0: it
 * carries no signal. A group of one is null.
 *
 * Source: Shao et al. (2024), arXiv:2402.03300.
 *
 * @example groupAdvantages([1, 0, 0, 1], 'population') // [1, -1, -1, 1]
 */
export function groupAdvantages(rewards: readonly number[], sd: GroupSd = 'sample'): (number | null)[] {
  const n = rewards.length;
  if (n < 2) return rewards.map(() => null);
  if (rewards.every((reward) => reward === rewards[0])) return rewards.map(() => 0);
  const mean = rewards.reduce((a, b) => a + b, 0) / n;
  const squares = rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0);
  const spread = Math.sqrt(squares / (sd === 'sample' ? n - 1 : n));
  return rewards.map((reward) => (reward - mean) / spread);
}
