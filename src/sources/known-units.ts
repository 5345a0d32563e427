/** What a source may reuse from the last build: a unit is a file of a folder or an item of an export. */
export interface KnownUnits {
  /** Milliseconds of the system clock. A file that changed later may change again with the same times. */
  readonly sureBefore: number;
  /**
   * Finds the last build's record of a unit.
   * @param key of the unit in its source
   * @param fingerprint changes with the unit and with everything else that its entry depends on
   * @returns undefined when the unit is new, has changed or contains an entry that isn't public now
   */
  find(key: string, fingerprint: string): KnownUnit | undefined;
}

/** A unit as the last build recorded it. */
export interface KnownUnit {
  readonly key: string;
  readonly fingerprint: string;
  /** The source's own data, recorded with the item. */
  readonly facts: unknown;
  /** Key and address of its entry; undefined for a unit without one. An entry without an address has an empty one. */
  readonly entry: { readonly key: string; readonly url: string } | undefined;
}

/** A source's query about other entries or files, and its result; null when there is none. */
export type LookupAnswer = readonly [question: string, answer: string | null];
