import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { SvcError } from '../../core/errors.js';
import { type Answer, type Batch, type Message, type Outcome, unpackAnswer } from './messages.js';
import type { NewLookups, SharedContext } from './shared-context.js';

/**
 * Batches that a worker has at once: the one it is at, and those that wait so that it never stands idle, though the
 * thread of the build converts a batch itself and writes what others have converted before it looks again.
 */
const PER_WORKER = 3;

/** A worker that has been started, and the number by which it tells at which entry it is. */
export interface StartedWorker {
  readonly worker: Worker;
  readonly at: Int32Array;
}

interface Waiting {
  readonly batch: Batch;
  resolve(outcomes: readonly Outcome[]): void;
  reject(error: Error): void;
}

/** Hands batches to worker threads. What comes back is in the order of the batch. */
export class WorkerPool {
  /** There is a core for the thread of the build, which may then convert as well. */
  readonly leavesCore: boolean;
  readonly #members: Member[] = [];

  /** @param start makes one worker that runs `convert-worker.ts` */
  constructor(count: number, start: () => StartedWorker) {
    this.leavesCore = count < availableParallelism();
    for (let number = 0; number < count; number++) this.#members.push(new Member(start()));
  }

  /** Tells all workers about the site; they are given nothing to convert before. */
  share(context: SharedContext): void {
    for (const member of this.#members) member.tell({ context });
  }

  /** Tells all workers more of the site that they know. */
  learn(learned: NewLookups): void {
    for (const member of this.#members) member.tell({ learned });
  }

  /** How many batches may be under way before somebody has to wait for one. */
  get room(): number {
    return this.#members.length * PER_WORKER;
  }

  /** True while a worker could be given a batch; one that still starts would have others wait for it. */
  get hasRoom(): boolean {
    return this.#members.some(({ isReady, load }) => isReady && load < PER_WORKER);
  }

  /**
   * Converts a batch on the worker that has the least to do.
   * @returns rejects with `SVC_INTERNAL`, which names the entry, when the worker dies
   */
  run(batch: Batch): Promise<readonly Outcome[]> {
    const [first, ...others] = this.#members;
    if (first === undefined) throw new SvcError('SVC_INTERNAL', 'a pool without workers was asked to work');
    return others.reduce((best, one) => (one.load < best.load ? one : best), first).run(batch);
  }

  /** Ends all workers, whatever they are at. */
  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.close()));
  }
}

class Member {
  readonly #worker: Worker;
  readonly #at: Int32Array;
  readonly #waiting: Waiting[] = [];
  #dead: Error | undefined;

  constructor({ worker, at }: StartedWorker) {
    this.#worker = worker;
    this.#at = at;
    worker.on('message', (answer: Answer) => this.#waiting.shift()?.resolve(unpackAnswer(answer)));
    worker.on('error', (cause) => this.#fail(cause.message, cause));
    worker.on('exit', (code) => this.#fail(`it ended with exit code ${code}`));
  }

  get isReady(): boolean {
    return Atomics.load(this.#at, 0) >= 0;
  }

  get load(): number {
    return this.#waiting.length;
  }

  run(batch: Batch): Promise<readonly Outcome[]> {
    return new Promise((resolve, reject) => {
      if (this.#dead !== undefined) return reject(this.#dead);
      this.#waiting.push({ batch, resolve, reject });
      this.#worker.postMessage(batch);
    });
  }

  tell(message: Exclude<Message, Batch>): void {
    this.#worker.postMessage(message);
  }

  async close(): Promise<void> {
    this.#waiting.length = 0;
    await this.#worker.terminate();
  }

  #fail(reason: string, cause?: Error): void {
    const ref = this.#waiting[0]?.batch[Atomics.load(this.#at, 0)]?.raw.ref;
    this.#dead ??= new SvcError('SVC_INTERNAL', `a worker thread died while it converted: ${reason}`, {
      ...(ref !== undefined && { file: ref }),
      ...(cause !== undefined && { cause }),
      fix: 'Build without threads: --workers 0. If that helps, report it with this entry.',
    });
    for (const { reject } of this.#waiting.splice(0)) reject(this.#dead);
  }
}
