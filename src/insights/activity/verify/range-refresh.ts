import type { PublishedRanges } from './published-ranges.js';

export interface RefreshOptions {
  readonly ranges: PublishedRanges;
  /** Addresses of range files that are wanted now; none while nothing is verified. */
  wanted(): Promise<readonly string[]>;
  logError(error: unknown, what: string): void;
  /** Milliseconds from the first need of a copy to fetching it; by default half a minute. */
  readonly catchUpMs?: number;
}

const MINUTE = 60_000;
const CATCH_UP = 30_000;
const CATCH_UP_EVERY = 15 * MINUTE;
const LOOK_EVERY = 60 * MINUTE;

/**
 * Fetches range files when they are due: looked after every hour, and soon after one was missed. Never while a request
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

  /** Fetches what is due; a run that is going on is waited for. */
  now(): Promise<void> {
    const { ranges, wanted, logError } = this.#options;
    const work = this.#running.then(async () => {
      const urls = await wanted();
      if (urls.length > 0) await ranges.refresh(urls);
    });
    this.#running = work.catch((error: unknown) => logError(error, 'published address ranges'));
    return this.#running;
  }

  /** Fetches no more; a run that is going on ends at once, and what it has got is stored. */
  async close(): Promise<void> {
    clearInterval(this.#hourly);
    clearTimeout(this.#catchUp);
    this.#options.ranges.close();
    await this.#running;
  }
}
