/** Counts how often something was done within windows of fixed length. */
export class FixedWindowLimiter {
  readonly #seconds: number;
  #began = Number.NEGATIVE_INFINITY;
  #spent = 0;

  /** @param seconds of a window */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /**
   * Spends one.
   * @param limit of a window
   * @param now Unix seconds
   * @returns false, and nothing is spent, once the limit is reached
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

  /** Whether nothing is left of a window that has begun. */
  isSpent(limit: number, now: number): boolean {
    return this.#spent >= limit && now >= this.#began && now < this.#began + this.#seconds;
  }

  /**
   * What is left of the window. One that a clock has been set back from is over.
   * @param now Unix seconds
   * @returns seconds; 0 when the next one begins a new window
   */
  left(now: number): number {
    const end = this.#began + this.#seconds;
    return now < end && now >= this.#began ? end - now : 0;
  }
}
