/** The permutation test on all processors, with progress and a way to stop. Node only. */
import { permutationEngine } from '../permutation/engine.ts';
import { type PermutationTestInput, planOf } from '../permutation/permutation-test.ts';
import { BLOCK_DRAWS, blockCount, type PermutationPlan, taskCount } from '../permutation/plan.ts';
import { type PermutationResult, summarise } from '../permutation/summary.ts';
import { runBlocks, shareWords, type ThreadOptions } from './threads.ts';

/** Model cells x draws below which starting threads costs more than it saves. */
const SMALL_WORK = 5e9;

/**
 * `permutationTest` over worker threads: the same bytes for any number of threads. An aborted signal ends it with the
 * draws that are done and `interrupted: true`; null when not one block was done, or without a contrast.
 *
 * @param options.onProgress gets draws done and draws wanted
 */
export async function permutationTestThreads(
  input: PermutationTestInput,
  options: ThreadOptions = {},
): Promise<PermutationResult | null> {
  const plan = planOf(input);
  if (plan === null) return null;
  const engine = permutationEngine(plan);
  const blocks = blockCount(plan);
  const threads =
    options.threads ?? (plan.models * taskCount(plan) * plan.draws < SMALL_WORK ? 1 : undefined);
  const { onProgress } = options;
  const progress =
    onProgress && ((done: number) => onProgress(Math.min(plan.draws, done * BLOCK_DRAWS), plan.draws));
  const job = { name: 'permutation', plan: threads === 1 ? plan : sharedPlan(plan) } as const;
  const results = await runBlocks(job, blocks, { ...options, threads, onProgress: progress });
  return summarise(plan, engine.observed(), results, input.moderators ?? [], input.level ?? 95);
}

function sharedPlan(plan: PermutationPlan): PermutationPlan {
  const { planes } = plan;
  if (planes.kind !== 'bits') return plan;
  const present = planes.present === null ? null : shareWords(planes.present);
  return { ...plan, planes: { kind: 'bits', passed: shareWords(planes.passed), present } };
}
