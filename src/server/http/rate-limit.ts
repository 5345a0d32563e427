/** Keys that are remembered at the same time; more than that many callers are no callers but a flood. */
const MAX_KEYS = 10_000;

/** How much of something is allowed. */
export interface Rate {
  readonly count: number;
  /** Seconds of a window. */
  readonly window: number;
}

/** Counts what each caller does in windows of fixed length. */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #seen = new Map<string, { readonly began: number; count: number }>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /**
   * Counts one.
   * @param now Unix seconds
   * @returns 0 when it is allowed, else the seconds after which it is again
   */
  take(key: string, now: number): number {
    const { count, window } = this.#rate;
    let seen = this.#seen.get(key);
    if (seen === undefined || now >= seen.began + window || now < seen.began) {
      this.#seen.delete(key);
      this.#tidy(now);
      seen = { began: now, count: 0 };
      this.#seen.set(key, seen);
    }
    seen.count += 1;
    return seen.count > count ? seen.began + window - now : 0;
  }

  /** Windows are in the order in which they began. */
  #tidy(now: number): void {
    for (const [key, { began }] of this.#seen) {
      if (now < began + this.#rate.window && this.#seen.size < MAX_KEYS) return;
      this.#seen.delete(key);
    }
  }
}
