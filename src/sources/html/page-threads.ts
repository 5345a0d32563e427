import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { PagesRead, PageToRead, PageWorkerSetup } from './page-messages.js';

/** Not there when the program runs from its TypeScript sources, which threads cannot load. */
const SCRIPT = new URL('./page-worker.js', import.meta.url);

/**
 * What each thread may take; it holds the tree of one page at a time. A page allocates two megabytes on its way: in
 * less room for young objects most of them would be moved before they are forgotten.
 */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

/** Batches that a thread has at once: the one it is at, and one that waits so that it never stands idle. */
const PER_THREAD = 2;

/** Threads that read pages beside the thread of the build, which reads as well whenever they all have enough to do. */
export class PageThreads {
  readonly #threads: PageThread[] = [];

  /** @param count none are started where there is no compiled program */
  constructor(count: number, setup: PageWorkerSetup) {
    if (!existsSync(SCRIPT)) return;
    for (let number = 0; number < count; number += 1) this.#threads.push(new PageThread(setup));
  }

  /** How many batches may be under way before somebody has to wait for the first. */
  get room(): number {
    return this.#threads.length * PER_THREAD * 4;
  }

  /**
   * Hands pages to a thread that has little to do.
   * @returns undefined where there is none; a promise of undefined where the thread could not do it
   */
  read(pages: readonly PageToRead[]): Promise<PagesRead | undefined> | undefined {
    return this.#threads.find((thread) => thread.hasRoom)?.read(pages);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class PageThread {
  readonly #worker: Worker;
  readonly #waiting: ((read: PagesRead | undefined) => void)[] = [];
  #isDead = false;

  constructor(setup: PageWorkerSetup) {
    this.#worker = new Worker(SCRIPT, { workerData: setup, resourceLimits: LIMITS });
    this.#worker.on('message', (read: PagesRead | undefined) => this.#waiting.shift()?.(read));
    // Too large a page for a thread: what it had is read again on the main thread.
    this.#worker.on('error', () => this.#die());
    this.#worker.on('exit', () => this.#die());
  }

  get hasRoom(): boolean {
    return !this.#isDead && this.#waiting.length < PER_THREAD;
  }

  read(pages: readonly PageToRead[]): Promise<PagesRead | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.postMessage(pages);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #die(): void {
    this.#isDead = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
  }
}
