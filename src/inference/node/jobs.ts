/** Work that comes in numbered blocks, each with its own random stream, and runs on any thread with the same answer. */
import { type CalibrationBlock, type CalibrationPlan, calibrationEngine } from '../calibration/engine.ts';
import { type BlockResult, permutationEngine } from '../permutation/engine.ts';
import type { PermutationPlan } from '../permutation/plan.ts';

export type Job =
  | { readonly name: 'permutation'; readonly plan: PermutationPlan }
  | { readonly name: 'calibration'; readonly plan: CalibrationPlan };

export interface JobResults {
  readonly permutation: BlockResult;
  readonly calibration: CalibrationBlock;
}

/** The function of a block. */
export function blockRunner<J extends Job>(job: J): (block: number) => JobResults[J['name']] {
  if (job.name === 'calibration') {
    return calibrationEngine(job.plan) as (block: number) => JobResults[J['name']];
  }
  const engine = permutationEngine(job.plan);
  return (block) => engine.run(block) as JobResults[J['name']];
}
