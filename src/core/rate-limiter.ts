import { FixedWindowLimiter } from './fixed-window-limiter.js';

/** Callers counted at the same time; a larger number is a flood of requests. */
const MAX_KEYS = 10_000;

/** Counts each caller's events in windows of fixed length. */
export class RateLimiter {
  readonly #seconds: number;
  readonly #budgets = new Map<string, FixedWindowLimiter>();

  /** @param seconds length of a window */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /**
   * Counts one event.
   * @param key identifies the caller
   * @param limit events per window
   * @param now Unix seconds
   * @returns 0 when it is allowed, else the seconds after which it is again
   */
  take(key: string, limit: number, now: number): number {
    let budget = this.#budgets.get(key);
    if (budget === undefined || budget.left(now) === 0) {
      this.#budgets.delete(key);
      this.#tidy(now);
      budget = new FixedWindowLimiter(this.#seconds);
      this.#budgets.set(key, budget);
    }
    return budget.take(limit, now) ? 0 : budget.left(now);
  }

  /** Windows are in the order in which they began. */
  #tidy(now: number): void {
    for (const [key, budget] of this.#budgets) {
      if (budget.left(now) > 0 && this.#budgets.size < MAX_KEYS) return;
      this.#budgets.delete(key);
    }
  }
}
