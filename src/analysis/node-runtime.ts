/** Long phases on all processors, with progress and a way to stop. Node only. */
import { permutationTestThreads } from '../inference/node/permutation-threads.ts';
import type { Runtime } from './runtime.ts';

export interface NodeRuntimeOptions {
  /** Worker threads; default one for each processor. The result does not depend on it. */
  readonly threads?: number;
  /** Ends the long phases early; what is done by then is kept and marked as interrupted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
}

export function nodeRuntime(options: NodeRuntimeOptions = {}): Runtime {
  const { threads, signal, onProgress } = options;
  return {
    permute: (input) =>
      permutationTestThreads(input, {
        threads,
        signal,
        onProgress: onProgress && ((done, total) => onProgress('permutations', done, total)),
      }),
  };
}
