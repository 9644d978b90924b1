/** Long work on a command line: all processors, progress on a terminal, and Ctrl-C that keeps what is done. */
import { type NodeRuntimeOptions, nodeRuntime } from '../analysis/node-runtime.ts';
import type { Runtime } from '../analysis/runtime.ts';
import { note, progressLine } from './output.ts';

/**
 * Runs `work` with a runtime of all processors. The first Ctrl-C stops the draws, keeps those that are done and says
 * so; the second ends the program with exit code 130.
 */
export async function longWork<T>(
  work: (runtime: Runtime, options: NodeRuntimeOptions) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const line = progressLine('draws');
  let since = 0;
  const onInterrupt = () => {
    if (stop.signal.aborted) {
      // npm and timeout pass a signal on that the terminal has sent already: one press comes twice.
      if (performance.now() - since > 500) process.exit(130);
      return;
    }
    since = performance.now();
    stop.abort();
    line.clear();
    note('stopping: the draws that are done are kept (Ctrl-C again ends at once)');
  };
  process.on('SIGINT', onInterrupt);
  const options: NodeRuntimeOptions = {
    signal: stop.signal,
    onProgress: (_phase, done, total) => line.update(done, total),
  };
  try {
    return await work(nodeRuntime(options), options);
  } finally {
    process.off('SIGINT', onInterrupt);
    line.clear();
  }
}
