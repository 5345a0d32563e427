/** Runs in a worker thread: is told about the site and converts the batches that it is sent, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ConvertContext } from '../convert.js';
import { convertJob } from '../convert-job.js';
import { loadUnifiedConverter } from '../unified-converter.js';
import { type Batch, type Message, type Outcome, packAnswer, type WorkerSetup } from './messages.js';
import { type UnpackedContext, unpackContext } from './shared-context.js';

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

let context: UnpackedContext | undefined;
// Messages may come faster than they are done.
let last = Promise.resolve();
parentPort?.on('message', (message: Message) => {
  last = last.then(() => take(message));
});

async function take(message: Message): Promise<void> {
  if ('context' in message) {
    const { converter } = message.context;
    context = unpackContext(message.context, await loadUnifiedConverter(converter, converter.folder));
  } else if (context === undefined) throw new Error('a worker thread was not told about the site');
  else if ('learned' in message) context.learn(message.learned);
  else await convertBatch(message, context);
}

// Everything has been loaded.
Atomics.store(at, 0, 0);
