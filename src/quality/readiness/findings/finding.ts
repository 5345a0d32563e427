/**
 * `urgent`: only the owner can decide. `worth`: worth an hour. `later`: may be dismissed. `waiting`: done, effect
 * pending.
 */
export const TIERS = ['urgent', 'worth', 'later', 'waiting'] as const;

/** The urgency of a finding. */
export type Tier = (typeof TIERS)[number];

/** Where a finding is handled. */
export interface FindingAction {
  readonly label: string;
  /** A screen of the owner's; empty for another address. */
  readonly tab: string;
  readonly view: string;
  readonly anchor: string;
  /** Another address. */
  readonly url?: string;
  /** Ids of the pages that it is about. */
  readonly pages?: readonly number[];
  /** A panel to open. */
  readonly open?: string;
}

/** Something that the owner should know. */
export interface Finding {
  readonly id: string;
  readonly tier: Tier;
  readonly weight: number;
  readonly title: string;
  readonly why: string;
  readonly points: readonly string[];
  /** At most four, then how many more there are. */
  readonly evidence: readonly string[];
  readonly action: FindingAction | null;
  /** Of readiness rows: the id of the check. */
  readonly check?: string;
}

/** The answer of `read-findings`. */
export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** Improvements through the owner's changes; needs search data. */
  readonly resolved: {
    readonly id: string;
    readonly title: string;
    readonly evidence: readonly string[];
    /** Unix seconds. */
    readonly at: number;
  } | null;
  /** What is in order, a sentence each. */
  readonly clear: readonly string[];
  /** Ids of the sources that failed. */
  readonly failed: readonly string[];
  readonly counts: Readonly<Record<Tier, number>>;
  /** Dismissed by the owner. */
  readonly hidden: readonly Finding[];
}
