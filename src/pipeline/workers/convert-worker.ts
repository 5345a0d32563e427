/** Runs in a worker thread: converts the batches that it is sent, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { convertJob } from '../convert-job.js';
import { type Batch, type Outcome, packAnswer, type WorkerSetup } from './messages.js';
import { unpackContext } from './shared-context.js';

const { context: shared, at } = workerData as WorkerSetup;
const context = unpackContext(shared);

async function convertBatch(batch: Batch): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const [place, job] of batch.entries()) {
    Atomics.store(at, 0, place);
    outcomes.push(await convert(job));
  }
  const answer = packAnswer(outcomes);
  parentPort?.postMessage(answer, [answer.bytes.buffer]);
}

async function convert(job: Batch[number]): Promise<Outcome> {
  try {
    return { conversion: await convertJob(job, context) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

// Batches may come faster than they are done.
let last = Promise.resolve();
parentPort?.on('message', (batch: Batch) => {
  last = last.then(() => convertBatch(batch));
});
// Everything has been loaded.
Atomics.store(at, 0, 0);
