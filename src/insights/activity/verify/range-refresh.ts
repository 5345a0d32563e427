import type { PublishedRanges } from './published-ranges.js';

export interface RefreshOptions {
  readonly ranges: PublishedRanges;
  /** Addresses of the range files in use; none while verification is off. */
  wanted(): Promise<readonly string[]>;
  logError(error: unknown, what: string): void;
  /** Milliseconds between a missing copy and its fetch; by default half a minute. */
  readonly catchUpMs?: number;
}

const MINUTE = 60_000;
const CATCH_UP = 30_000;
const CATCH_UP_EVERY = 15 * MINUTE;
const LOOK_EVERY = 60 * MINUTE;

/**
 * Fetches range files when they are due: checked every hour, and soon after one was missed. Never while a request
 * waits.
 */
export class RangeRefresh {
  readonly #options: RefreshOptions;
  readonly #hourly: NodeJS.Timeout;
  #catchUp: NodeJS.Timeout | undefined;
  #mayCatchUpAt = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: RefreshOptions) {
    this.#options = options;
    this.#hourly = setInterval(() => void this.now(), LOOK_EVERY).unref();
  }

  /** A copy was missing or too old: it is fetched soon, but not again and again. */
  needed(): void {
    const time = performance.now();
    if (this.#catchUp !== undefined || time < this.#mayCatchUpAt) return;
    this.#mayCatchUpAt = time + CATCH_UP_EVERY;
    this.#catchUp = setTimeout(() => {
      this.#catchUp = undefined;
      void this.now();
    }, this.#options.catchUpMs ?? CATCH_UP).unref();
  }

  /** Fetches the files that are due; waits for a run in progress. */
  now(): Promise<void> {
    const { ranges, wanted, logError } = this.#options;
    const work = this.#running.then(async () => {
      const urls = await wanted();
      if (urls.length > 0) await ranges.refresh(urls);
    });
    this.#running = work.catch((error: unknown) => logError(error, 'published address ranges'));
    return this.#running;
  }

  /** Stops fetching; a run in progress ends at once, and its results so far are stored. */
  async close(): Promise<void> {
    clearInterval(this.#hourly);
    clearTimeout(this.#catchUp);
    this.#options.ranges.close();
    await this.#running;
  }
}
