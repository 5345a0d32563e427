import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Not there when the program runs from its TypeScript sources, which threads cannot load. */
const SCRIPT = new URL('./join-worker.js', import.meta.url);

const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** A part of a file: a short text, or the file in which it stands, absolute. */
export type Part = string | { readonly file: string };

/** A file to make: its path, absolute, in a folder that is there, and what it holds. */
export interface Joining {
  readonly path: string;
  readonly parts: readonly Part[];
}

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

/** Puts files together on a thread of its own, while this one does something else. */
export class FileJoiner {
  readonly #worker: Worker;
  /** In the order in which they were asked for, which is that in which they are done. */
  readonly #waiting: Waiting[] = [];
  #dead: Error | undefined;

  private constructor(script: URL) {
    this.#worker = new Worker(script, { resourceLimits: LIMITS });
    this.#worker.on('message', () => this.#waiting.shift()?.resolve());
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the thread that joins files ended')));
  }

  /**
   * Starts a thread for as long as some work takes.
   * @param work is given undefined where no thread is wanted, or none can be
   */
  static async during<T>(
    isWanted: boolean,
    work: (joiner: FileJoiner | undefined) => Promise<T>,
    script = SCRIPT,
  ): Promise<T> {
    const joiner = isWanted && existsSync(script) ? new FileJoiner(script) : undefined;
    try {
      return await work(joiner);
    } finally {
      if (joiner !== undefined) await joiner.#close();
    }
  }

  /** @returns rejects with what reading or writing throws; nothing that was asked for afterwards is done then */
  join(joining: Joining): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.#dead !== undefined) return reject(this.#dead);
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(joining);
    });
  }

  #fail(error: Error): void {
    this.#dead ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#dead);
  }

  /** Ends the thread, whatever it is at. */
  async #close(): Promise<void> {
    this.#waiting.length = 0;
    await this.#worker.terminate();
  }
}
