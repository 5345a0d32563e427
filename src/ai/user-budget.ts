import { Budget } from '../core/budget.js';

/** Seconds of a window. */
const WINDOW = 60;

/** What each account may still ask of a model that is paid for. */
export class UserBudget {
  readonly #budgets = new Map<number, Budget>();

  /**
   * Counts a call.
   * @param most calls in a minute; 0 or less for no limit
   * @param now Unix seconds
   * @returns false when there were enough
   */
  take(user: number, most: number, now: number): boolean {
    if (most <= 0) return true;
    const budget = this.#budgets.get(user) ?? new Budget(WINDOW);
    this.#budgets.set(user, budget);
    return budget.take(most, now);
  }
}
