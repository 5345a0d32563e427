/** Seconds within which strikes count together, and for which nothing is asked after too many of them. */
const STRIKES_WITHIN = 120;
const OPEN_FOR = 300;

/** Lets nobody ask for a while after answers that failed or came too late, so that a sick resolver is left alone. */
export class Breaker {
  #strikes: number[] = [];
  #openUntil = Number.NEGATIVE_INFINITY;

  /** @param now Unix seconds */
  isOpen(now: number): boolean {
    return now < this.#openUntil;
  }

  /** @param trip strikes that are too many */
  strike(trip: number, now: number): void {
    this.#strikes = [...this.#strikes.filter((at) => now - at < STRIKES_WITHIN), now];
    if (this.#strikes.length < trip) return;
    this.#openUntil = now + OPEN_FOR;
    this.#strikes = [];
  }
}
