import { ExpiringMap } from '../../../core/expiring-map.js';

/** Seconds within which strikes add up, and for which a zone isn't queried after too many of them. */
const STRIKES_WITHIN = 120;
const OPEN_FOR = 300;
/** Number of zones with remembered strikes. */
const MAX_ZONES = 2000;

/**
 * Pauses queries of a zone whose name servers failed or answered too late. Each zone counts separately: the
 * owner of an address decides how its zone answers, and must not be able to stop the verification of others.
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
