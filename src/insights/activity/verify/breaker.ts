import { ExpiringMap } from '../../../core/expiring-map.js';

/** Seconds within which strikes count together, and for which a zone isn't asked after too many of them. */
const STRIKES_WITHIN = 120;
const OPEN_FOR = 300;
/** Zones whose strikes are remembered. */
const MAX_ZONES = 2000;

/**
 * Pauses questions about a zone whose name servers failed or answered too late. Each zone counts for itself: the
 * owner of an address decides how its zone answers, and must not be able to end the verification of others.
 */
export class ZoneBreaker {
  readonly #strikes = new ExpiringMap<readonly number[]>(MAX_ZONES);
  readonly #open = new ExpiringMap<true>(MAX_ZONES);

  /** @param now Unix seconds */
  isOpen(zone: string, now: number): boolean {
    return this.#open.get(zone, now) === true;
  }

  /** @param trip strikes that are too many */
  strike(zone: string, trip: number, now: number): void {
    const strikes = [...(this.#strikes.get(zone, now) ?? []).filter((at) => now - at < STRIKES_WITHIN), now];
    if (strikes.length < trip) {
      this.#strikes.set(zone, strikes, now + STRIKES_WITHIN);
      return;
    }
    this.#open.set(zone, true, now + OPEN_FOR);
    this.#strikes.set(zone, [], now);
  }
}
