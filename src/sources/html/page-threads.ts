import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { EntryContext } from './entry.js';
import type { FolderLimits, HeadsRead } from './head-facts.js';
import type { PageMessage, PagesRead, PageToRead, PageWorkerSetup } from './page-messages.js';

/** Missing when the program runs from its TypeScript sources, which threads can't load. */
const SCRIPT = new URL('./page-worker.js', import.meta.url);

/**
 * Memory limits of each thread; it holds the tree of one page at a time. A page allocates two megabytes: with
 * less room for young objects most of them would be promoted before they are garbage.
 */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

/** Batches that a thread has at once: the current one, and the next one, so that it never idles. */
const PER_THREAD = 2;

/** Threads that read pages in addition to the build's thread, which reads as well whenever all are busy. */
export class PageThreads {
  readonly #threads: PageThread[] = [];

  /** @param count none are started without a compiled program */
  constructor(count: number, limits: FolderLimits) {
    const started = existsSync(SCRIPT) ? count : 0;
    for (let number = 0; number < started; number += 1) this.#threads.push(new PageThread(limits));
  }

  /** How many batches may be under way before the caller has to wait for the first. */
  get room(): number {
    return this.#threads.length * PER_THREAD * 4;
  }

  /**
   * Hands pages to the least busy thread, which reads their heads.
   * @returns undefined where there is none; a promise of undefined where the thread failed
   */
  readHeads(paths: readonly string[], sample: string): Promise<HeadsRead | undefined> | undefined {
    return this.#idle()?.ask<HeadsRead>({ kind: 'heads', paths, sample });
  }

  /** Sends the combined facts of all heads to all threads, which need them to read pages. */
  tell(context: EntryContext): void {
    for (const thread of this.#threads) thread.tell({ kind: 'context', context });
  }

  /** The same as `readHeads` for whole pages. */
  readPages(pages: readonly PageToRead[]): Promise<PagesRead | undefined> | undefined {
    return this.#idle()?.ask<PagesRead>({ kind: 'pages', pages });
  }

  #idle(): PageThread | undefined {
    return this.#threads.find((thread) => thread.hasRoom);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class PageThread {
  readonly #worker: Worker;
  readonly #waiting: ((answer: unknown) => void)[] = [];
  readonly #isReady = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #isDead = false;

  constructor(limits: FolderLimits) {
    const setup: PageWorkerSetup = { ...limits, isReady: this.#isReady };
    this.#worker = new Worker(SCRIPT, { workerData: setup, resourceLimits: LIMITS });
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.(answer));
    // A page too large for a thread: its batch is read again on the main thread.
    this.#worker.on('error', () => this.#die());
    this.#worker.on('exit', () => this.#die());
  }

  /** While it starts, its batches would delay the others. */
  get hasRoom(): boolean {
    return Atomics.load(this.#isReady, 0) === 1 && !this.#isDead && this.#waiting.length < PER_THREAD;
  }

  /** Sends a request; answers come in order; undefined where the thread failed. */
  ask<Answer>(message: PageMessage): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve as (answer: unknown) => void);
      this.#worker.postMessage(message);
    });
  }

  tell(message: PageMessage): void {
    this.#worker.postMessage(message);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #die(): void {
    this.#isDead = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
  }
}
