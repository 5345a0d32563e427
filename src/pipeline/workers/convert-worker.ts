/** Runs in a worker thread: is told about the site and converts the batches that it is sent, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ConvertContext } from '../convert.js';
import { convertJob } from '../convert-job.js';
import { type Batch, type Outcome, packAnswer, type WorkerSetup } from './messages.js';
import { type SharedContext, unpackContext } from './shared-context.js';

const { at } = workerData as WorkerSetup;

async function convertBatch(batch: Batch, context: ConvertContext): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const [place, job] of batch.entries()) {
    Atomics.store(at, 0, place);
    outcomes.push(await convert(job, context));
  }
  const answer = packAnswer(outcomes);
  parentPort?.postMessage(answer, [answer.bytes.buffer]);
}

async function convert(job: Batch[number], context: ConvertContext): Promise<Outcome> {
  try {
    return { conversion: await convertJob(job, context) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

parentPort?.once('message', (shared: SharedContext) => {
  const context = unpackContext(shared);
  // Batches may come faster than they are done.
  let last = Promise.resolve();
  parentPort?.on('message', (batch: Batch) => {
    last = last.then(() => convertBatch(batch, context));
  });
});
// Everything has been loaded.
Atomics.store(at, 0, 0);
