import type { Visit } from '../port.js';

/** Visits that are recorded alike: they differ in nothing that is looked at but their time. */
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
 * Visits that wait to be written. In a flood nearly all are of a few clients that ask for a few documents: they are
 * counted together, so that neither their headers are held nor their client is looked up for each.
 */
export class VisitGroups {
  #groups: VisitGroup[] = [];
  /** Groups that more visits may join, by document and client. */
  readonly #open = new Map<string, Map<string, OpenGroup>>();
  #size = 0;

  /** How many visits wait. */
  get size(): number {
    return this.#size;
  }

  /** Takes a visit that is looked at by itself. */
  add(visit: Visit): void {
    this.#groups.push({ visit, at: [visit.at] });
    this.#size += 1;
  }

  /** Takes a visit of which nothing but its document, its client and its time is recorded. */
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

  /** Everything that waits; nothing waits afterwards. */
  drain(): readonly VisitGroup[] {
    const drained = this.#groups;
    this.#groups = [];
    this.#open.clear();
    this.#size = 0;
    return drained;
  }

  /**
   * Takes groups back, in front of what waits.
   * @param room visits that may be held in all
   * @returns how many visits there was no room for
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
