/** Blocks of a job over worker threads. Node only. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { blockRunner, type Job, type JobResults } from './jobs.ts';

export interface ThreadOptions {
  /** Worker threads; 1 runs in the calling thread. Default: one for each processor. */
  readonly threads?: number;
  /** Aborting keeps the blocks that are done. */
  readonly signal?: AbortSignal;
  /** Called after every block, never more often than that. */
  readonly onProgress?: (blocksDone: number, blocks: number) => void;
}

/**
 * Results of blocks 0 .. blocks-1, or of those done when the signal came, in order of block. Which thread runs a block
 * never shows in the result. Workers start in about 50 ms (0.5 s from TypeScript source): small jobs are better off with `threads: 1`.
 *
 * @throws what a worker throws
 */
export async function runBlocks<J extends Job>(
  job: J,
  blocks: number,
  options: ThreadOptions = {},
): Promise<JobResults[J['name']][]> {
  const threads = Math.min(blocks, options.threads ?? availableParallelism());
  const results = new Map<number, JobResults[J['name']]>();
  if (threads <= 1) await inline(job, blocks, options, results);
  else await spread(job, blocks, threads, options, results);
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

/** In this thread, giving way to timers and signals between blocks. */
async function inline<J extends Job>(
  job: J,
  blocks: number,
  { signal, onProgress }: ThreadOptions,
  results: Map<number, JobResults[J['name']]>,
): Promise<void> {
  const run = blockRunner(job);
  for (let block = 0; block < blocks; block++) {
    if (signal?.aborted) return;
    results.set(block, run(block));
    onProgress?.(results.size, blocks);
    await new Promise(setImmediate);
  }
}

async function spread<J extends Job>(
  job: J,
  blocks: number,
  threads: number,
  { signal, onProgress }: ThreadOptions,
  results: Map<number, JobResults[J['name']]>,
): Promise<void> {
  if (signal?.aborted) return;
  const workers: Worker[] = [];
  let next = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = () => resolve();
      signal?.addEventListener('abort', stop, { once: true });
      for (let i = 0; i < threads; i++) {
        const worker = startWorker(job);
        workers.push(worker);
        const give = () => {
          if (next < blocks) worker.postMessage(next++);
        };
        worker.on('message', ({ block, result }: { block: number; result: JobResults[J['name']] }) => {
          results.set(block, result);
          onProgress?.(results.size, blocks);
          if (results.size === blocks) resolve();
          else give();
        });
        worker.on('error', reject);
        // Two at a time, so that a worker never waits for the next number.
        give();
        give();
      }
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The entry stands beside this file: `worker.js` in dist, `worker.ts` in the source, where tsx has to be set up first. */
function startWorker(job: Job): Worker {
  const options = { workerData: job };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url), options);
  const entry = new URL('./worker.ts', import.meta.url).href;
  const home = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const tsx = new URL('./dist/esm/api/index.mjs', home).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(code, { ...options, eval: true });
}

/** The same numbers in memory that all threads read, so that a worker starts without a copy. */
export function shareWords(words: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  shared.set(words);
  return shared;
}
