import type { Visit } from '../port.js';

/** Visits that are recorded alike: only their times differ. */
export interface VisitGroup {
  /** The first of them. */
  readonly visit: Visit;
  /** Unix seconds of all of them. */
  readonly at: readonly number[];
}

interface OpenGroup extends VisitGroup {
  readonly at: number[];
}

/**
 * Visits to be written. In a flood nearly all are of a few clients that request a few documents: they are
 * counted together, so that their headers need not be kept and their client is looked up only once.
 */
export class VisitGroups {
  #groups: VisitGroup[] = [];
  /** Groups that more visits may join, by document and client. */
  readonly #open = new Map<string, Map<string, OpenGroup>>();
  #size = 0;

  /** The number of pending visits. */
  get size(): number {
    return this.#size;
  }

  /** Adds a visit that is recorded separately. */
  add(visit: Visit): void {
    this.#groups.push({ visit, at: [visit.at] });
    this.#size += 1;
  }

  /** Adds a visit of which only document, client and time are recorded. */
  join(visit: Visit): void {
    const { endpoint = '', userAgent, at } = visit;
    let ofDocument = this.#open.get(endpoint);
    if (ofDocument === undefined) {
      ofDocument = new Map();
      this.#open.set(endpoint, ofDocument);
    }
    const group = ofDocument.get(userAgent);
    if (group === undefined) {
      const opened = { visit, at: [at] };
      ofDocument.set(userAgent, opened);
      this.#groups.push(opened);
    } else group.at.push(at);
    this.#size += 1;
  }

  /** Returns and clears the pending visits. */
  drain(): readonly VisitGroup[] {
    const drained = this.#groups;
    this.#groups = [];
    this.#open.clear();
    this.#size = 0;
    return drained;
  }

  /**
   * Puts groups back before the pending ones.
   * @param room maximum number of visits in all
   * @returns how many visits were dropped
   */
  putBack(groups: readonly VisitGroup[], room: number): number {
    const kept: VisitGroup[] = [];
    let dropped = 0;
    for (const { visit, at } of groups) {
      const fitting = at.slice(0, Math.max(0, room - this.#size));
      dropped += at.length - fitting.length;
      if (fitting.length === 0) continue;
      kept.push({ visit, at: fitting });
      this.#size += fitting.length;
    }
    this.#groups = [...kept, ...this.#groups];
    return dropped;
  }
}
