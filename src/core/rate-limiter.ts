/** Callers counted at the same time; a larger number is a flood of requests. */
const MAX_KEYS = 10_000;

/** Counts each caller's events in windows of fixed length. */
export class RateLimiter {
  readonly #windows = new Map<string, FixedWindowLimiter>();

  /** @param seconds length of a window */
  constructor(private readonly seconds: number) {}

  /**
   * Counts one event.
   * @param key identifies the caller
   * @param limit events per window
   * @param now Unix seconds
   * @returns 0 when it is allowed, else the seconds after which it is again
   */
  take(key: string, limit: number, now: number): number {
    let window = this.#windows.get(key);
    if (window === undefined || window.left(now) === 0) {
      this.#windows.delete(key);
      this.#tidy(now);
      window = new FixedWindowLimiter(this.seconds);
      this.#windows.set(key, window);
    }
    return window.take(limit, now) ? 0 : window.left(now);
  }

  /** Windows are in the order in which they began. */
  #tidy(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.left(now) > 0 && this.#windows.size < MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}

/** Counts events within windows of fixed length. */
export class FixedWindowLimiter {
  #began = Number.NEGATIVE_INFINITY;
  #spent = 0;

  /** @param seconds length of a window */
  constructor(private readonly seconds: number) {}

  /**
   * Counts one event.
   * @param limit events per window
   * @param now Unix seconds
   * @returns false, without counting, once the limit is reached
   */
  take(limit: number, now: number): boolean {
    if (this.left(now) === 0) {
      this.#began = now;
      this.#spent = 0;
    }
    if (this.#spent >= limit) return false;
    this.#spent += 1;
    return true;
  }

  /** Whether the limit of the current window is used up. */
  isSpent(limit: number, now: number): boolean {
    return this.#spent >= limit && now >= this.#began && now < this.#began + this.seconds;
  }

  /**
   * The rest of the window. A window whose clock was set back is over.
   * @param now Unix seconds
   * @returns seconds; 0 when the next one begins a new window
   */
  left(now: number): number {
    const end = this.#began + this.seconds;
    return now < end && now >= this.#began ? end - now : 0;
  }
}
