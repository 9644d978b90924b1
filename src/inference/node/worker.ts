/** Entry of a worker thread: answers block numbers with the block's result until it is terminated. */
import { parentPort, workerData } from 'node:worker_threads';
import { blockRunner, type Job } from './jobs.ts';

const run = blockRunner(workerData as Job);

parentPort?.on('message', (block: number) => {
  parentPort?.postMessage({ block, result: run(block) });
});
