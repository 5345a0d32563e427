import { FixedWindowLimiter } from '../../../core/rate-limiter.js';

/** Length of a window in seconds, and the number of its visits that are all kept. */
const WINDOW = 60;
const RECOGNISED = 300;
const OTHERS = 60;
/** Beyond that, one of so many is kept. */
const ONE_IN = 20;

/**
 * Decides which visits of a flood are kept. All clients share two budgets: a name can be forged, so no name
 * has one of its own.
 */
export class Sampler {
  readonly #recognised = new FixedWindowLimiter(WINDOW);
  readonly #others = new FixedWindowLimiter(WINDOW);
  /** Visits of a flood to skip before the next one is kept. */
  #passing: number;

  /** @param random from 0 to 1 */
  constructor(private readonly random: () => number) {
    this.#passing = this.#gap();
  }

  /**
   * @param isRecognised called only while it makes a difference
   * @param at Unix seconds
   */
  keeps(isRecognised: () => boolean, at: number): boolean {
    if (!this.isFlooded(at)) return this.#takes(isRecognised(), at) || this.random() < 1 / ONE_IN;
    // As if each were drawn separately, at the cost of one draw for each kept one.
    if (this.#passing > 0) {
      this.#passing -= 1;
      return false;
    }
    this.#passing = this.#gap();
    return true;
  }

  /** The number of skipped visits until one is kept, where each is drawn separately. */
  #gap(): number {
    return Math.floor(Math.log(1 - this.random()) / Math.log(1 - 1 / ONE_IN));
  }

  /** Whether the flood is so large that only samples are kept. @param at Unix seconds */
  isFlooded(at: number): boolean {
    return this.#recognised.isSpent(RECOGNISED, at) && this.#others.isSpent(OTHERS, at);
  }

  #takes(isRecognised: boolean, at: number): boolean {
    return isRecognised ? this.#recognised.take(RECOGNISED, at) : this.#others.take(OTHERS, at);
  }
}
