import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { PluginSetup } from './messages.js';

const BUILT = new URL('./plugin-worker.js', import.meta.url);
/** From the sources, as in tests, there is no compiled one. */
const SOURCE = new URL('plugin-worker.ts', BUILT);

/** Memory limit of a plugin; beyond it its thread ends and not the program. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

/** A thread and the program's ends of its channels. */
export interface StartedThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Answers to the thread's requests. */
  reply(message: unknown): void;
}

/** Starts the thread of a plugin. Its output goes to standard error. */
export function startThread(file: string): StartedThread {
  const messages = new MessageChannel();
  const replies = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const setup: PluginSetup = { file, port: messages.port2, replies: replies.port2, signal };
  const isBuilt = existsSync(fileURLToPath(BUILT));
  const worker = new Worker(isBuilt ? BUILT : fromSource(), {
    eval: !isBuilt,
    workerData: setup,
    transferList: [messages.port2, replies.port2],
    resourceLimits: LIMITS,
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.on('data', (chunk: Uint8Array) => void process.stderr.write(chunk));
  }
  return {
    worker,
    port: messages.port1,
    reply(message) {
      replies.port1.postMessage(message);
      Atomics.store(signal, 0, 1);
      Atomics.notify(signal, 0);
    },
  };
}

/** Starts a thread from the TypeScript sources, as only tests of this program do. */
function fromSource(): string {
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const [first, second] = [compiler, fileURLToPath(SOURCE)].map((path) => JSON.stringify(path));
  return `require(${first}).register(); require(${second});`;
}
