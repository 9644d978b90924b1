/** Long phases on all processors, with progress and a way to stop. Node only. */
import { calibrateThreads } from '../inference/node/calibrate-threads.ts';
import { permutationTestThreads } from '../inference/node/permutation-threads.ts';
import type { Runtime } from './runtime.ts';

export interface NodeRuntimeOptions {
  /** Worker threads; default one for each processor. The result does not depend on it. */
  readonly threads?: number;
  /** Ends the long phases early; what is done by then is kept and marked as interrupted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
}

/**
 * Permutations and placebo draws of `analyze` on worker threads. The figures are those without it, to the last bit.
 *
 * @example await analyze(leaderboard, { permutations: 10_000 }, {}, nodeRuntime({ threads: 2 }))
 */
export function nodeRuntime(options: NodeRuntimeOptions = {}): Runtime {
  const { threads, signal, onProgress } = options;
  const phase = (name: string) => ({
    threads,
    signal,
    onProgress: onProgress && ((done: number, total: number) => onProgress(name, done, total)),
  });
  return {
    permute: (input) => permutationTestThreads(input, phase('permutations')),
    calibrate: (leaderboard, given) => calibrateThreads(leaderboard, given, phase('placebo draws')),
  };
}
