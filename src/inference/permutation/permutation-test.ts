/** The permutation test on one thread, in any JavaScript host; `inference/node` has it on several. */
import { countArms } from '../../effects/arms.ts';
import { gaps } from '../../effects/gaps.ts';
import { tau2Kernel } from '../../meta/kernel.ts';
import { type BlockResult, permutationEngine } from './engine.ts';
import type { ModeratorGroups } from './moderators.ts';
import { blockCount, type PermutationInput, type PermutationPlan, permutationPlan } from './plan.ts';
import { type PermutationResult, summarise } from './summary.ts';

export interface PermutationTestInput extends Omit<PermutationInput, 'groups'> {
  readonly moderators?: readonly ModeratorGroups[];
  /** Percent. Default 95. */
  readonly level?: number;
}

/**
 * Permutation test of the pooled gap: flags are shuffled within strata among the audited tasks, and every draw runs
 * the whole analysis again (counts, gaps, variances, tau2, weights). It needs no variance formula and no independence
 * of models: a hard task stays hard for all models wherever its flag goes.
 *
 * - p = (1 + hits) / (1 + draws), a hit being a draw with |gap| (or gap, for `pGreater`) at least the observed one;
 *   ties count as hits, with a tolerance of 1e-12 of the observed one or 1e-14, whichever is more (Phipson and Smyth
 *   2010, doi:10.2202/1544-6115.1585).
 * - With at most 100,000 arrangements of the flags all are enumerated and p = hits / arrangements is exact; their
 *   number is counted on the log scale, so that it can't overflow.
 * - Interval: `invertShift`; RD only.
 * - Draws come in blocks of 100 with a random stream each: the result depends on seed and draws, not on threads.
 *
 * Statistic: the pooled estimate by `method` on all models of the analysis; models without a gap or with vi = 0 in a
 * draw are left out of that draw, as the analysis leaves them out. A draw in which no model can be pooled counts as a
 * hit and is warned of.
 *
 * @returns null when the data have no contrast (no stratum with both arms)
 *
 * @example
 * // One stratum, one model, hackable passes 10 10 10 of rates scaled to 1, 1, 1 and robust 0: C(4, 3) = 4
 * // arrangements; |gap| is 1 for the observed one and 1/3 for the others: p = 1/4 (case D4).
 */
export function permutationTest(
  input: PermutationTestInput,
  onBlock: (done: number, total: number) => boolean = () => true,
): PermutationResult | null {
  const plan = planOf(input);
  if (plan === null) return null;
  const engine = permutationEngine(plan);
  const blocks: BlockResult[] = [];
  const total = blockCount(plan);
  for (let block = 0; block < total; block++) {
    blocks.push(engine.run(block));
    if (!onBlock(Math.min(plan.draws, (block + 1) * blocks[0].draws), plan.draws)) break;
  }
  return summarise(plan, engine.observed(), blocks, input.moderators ?? [], input.level ?? 95);
}

/** The plan with the observed weights 1 / (vi + tau2) held for the interval; null without a contrast. */
export function planOf(input: PermutationTestInput): PermutationPlan | null {
  const { outcomes, contrast, effects } = input;
  const { yi, vi } = gaps(countArms(outcomes, contrast), effects);
  const models = input.models ?? Array.from({ length: outcomes.models }, (_, m) => m);
  const used = models.filter((m) => Number.isFinite(yi[m]) && vi[m] > 0);
  if (used.length === 0) return null;
  const tau2 = tau2Kernel(input.method)(
    Float64Array.from(used, (m) => yi[m]),
    Float64Array.from(used, (m) => vi[m]),
    used.length,
  );
  const weights = new Float64Array(outcomes.models);
  for (const m of used) weights[m] = 1 / (vi[m] + (Number.isNaN(tau2) ? 0 : tau2));
  const total = weights.reduce((sum, w) => sum + w, 0);
  const groups = (input.moderators ?? []).flatMap(({ levels }) => levels.map((level) => level.models));
  return permutationPlan(
    { ...input, groups },
    weights.map((w) => w / total),
  );
}
