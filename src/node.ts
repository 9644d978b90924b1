/** What needs Node: files, threads, embedded data. Everything else is in `passgap`. */
export { type NodeRuntimeOptions, nodeRuntime } from './analysis/node-runtime.ts';
export { canonicalOrder } from './engine/order.ts';
export { readFromEngine } from './engine/read-from-engine.ts';
export { type EngineColumns, EngineError, type EngineOptions } from './engine/types.ts';
export { type ReadRequest, type ReadResult, readLeaderboard } from './read/leaderboard.ts';
export { interactiveScripts } from './report/interactive/scripts.ts';
export { type Arithmetic, publishedArithmetic } from './studies/arithmetic.ts';
export { embeddedLeaderboard, FLAG_SETS, type FlagSet } from './studies/embedded.ts';
export { type ReconstructOptions, reconstruct } from './studies/reconstruct/reconstruct.ts';
export type { Reconstruction } from './studies/reconstruct/types.ts';
export { type Reproduction, reproduce } from './studies/reproduce.ts';
export { loadStudy, type Study } from './studies/study.ts';
