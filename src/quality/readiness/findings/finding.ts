/** `urgent`: only the owner can decide. `worth`: worth an hour. `later`: may be put away. `waiting`: done, and not yet seen to work. */
export const TIERS = ['urgent', 'worth', 'later', 'waiting'] as const;

/** How soon something wants to be dealt with. */
export type Tier = (typeof TIERS)[number];

/** Where a finding is dealt with. */
export interface FindingAction {
  readonly label: string;
  /** A screen of the owner's; empty for an address elsewhere. */
  readonly tab: string;
  readonly view: string;
  readonly anchor: string;
  /** An address elsewhere. */
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

/** What `read-findings` answers (reference/readiness-and-score.md section 9). */
export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** What has become better by what the owner did; needs search data. */
  readonly resolved: {
    readonly id: string;
    readonly title: string;
    readonly evidence: readonly string[];
    /** Unix seconds. */
    readonly at: number;
  } | null;
  /** What is in order, a sentence each. */
  readonly clear: readonly string[];
  /** Ids of the sources that could not be asked. */
  readonly failed: readonly string[];
  readonly counts: Readonly<Record<Tier, number>>;
  /** What the owner has put away. */
  readonly hidden: readonly Finding[];
}
