import { FixedWindowLimiter } from './fixed-window-limiter.js';

/** Keys that are remembered at the same time; more than that many callers are no callers but a flood. */
const MAX_KEYS = 10_000;

/** Counts what each caller does in windows of fixed length. */
export class RateLimiter {
  readonly #seconds: number;
  readonly #budgets = new Map<string, FixedWindowLimiter>();

  /** @param seconds of a window */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /**
   * Counts one.
   * @param key who it is
   * @param limit of a window
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
