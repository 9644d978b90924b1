/** What the long phases run on: this thread, or more of them. The answer is the same. */
export interface Runtime {
  /** Ends the long phases early; what is done by then is kept and marked as interrupted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
}

export const plainRuntime: Runtime = {};
