import type { Generated } from 'kysely';
import type { OauthClientRow, OauthCodeRow, OauthTokenRow, SharedTokenRow } from './oauth-rows.js';

/** A value that the service keeps under a name: settings, flags, secrets of its own. */
export interface OptionRow {
  readonly name: string;
  /** JSON. */
  readonly value: string;
  /** Grows with every write, so that a reader sees that something changed. */
  readonly version: number;
}

export interface UserRow {
  readonly id: Generated<number>;
  /** Lower case, unique. */
  readonly name: string;
  readonly display_name: string;
  readonly email: string;
  readonly role: string;
  /** scrypt with its parameters; empty for an account that cannot sign in with a password. */
  readonly password: string;
  /** Unix seconds. */
  readonly created: number;
}

export interface SessionRow {
  /** SHA-256 of the cookie's secret, hexadecimal. */
  readonly id: string;
  readonly user_id: number;
  readonly created: number;
  readonly last_seen: number;
  readonly expires: number;
  readonly user_agent: string;
  readonly address: string;
}

/** A secret that works once: sign-in links and the like. */
export interface SingleUseTokenRow {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly kind: string;
  /** JSON. */
  readonly data: string;
  readonly expires: number;
}

/** A failed sign-in. */
export interface SignInFailureRow {
  readonly id: Generated<number>;
  readonly name: string;
  readonly address: string;
  readonly at: number;
}

/** What the content checks found on a page. */
export interface VerdictRow {
  readonly post_id: number;
  readonly type: string;
  /** 0 or 1. */
  readonly needs_work: number;
  readonly flags: number;
  readonly stake: number;
  /** `answered`, `scattered`, `barely`, `missing`, or empty without a focus. */
  readonly coverage: string;
  /** The search that the page should answer; may be empty. */
  readonly focus: string;
  readonly gradeable: number;
  readonly points: number;
  /** Comma-separated ids of checks. */
  readonly flag_ids: string;
  readonly ruleset: string;
  /** Empty: out of date. */
  readonly content_hash: string;
  readonly graded_at: number;
  readonly title: string;
  readonly url: string;
  /** 0 when nobody knows. */
  readonly modified: number;
  /** Keys of the images that the page shows, with spaces between. */
  readonly images: string;
}

/** A check that a page does not pass: by check, in the order of the worklist. */
export interface VerdictFlagRow {
  readonly flag: string;
  readonly stake: number;
  readonly post_id: number;
}

/** An image that a page shows. */
export interface VerdictImageRow {
  readonly image: string;
  readonly post_id: number;
}

/** A former body of an entry. */
export interface RevisionRow {
  readonly id: Generated<number>;
  readonly post_id: number;
  readonly user_id: number;
  readonly created: number;
  readonly title: string;
  readonly body: string;
  /** What stood before it in its file. */
  readonly head: string;
  /** The file, from the configuration's folder. */
  readonly file: string;
}

/** Who has an entry open. */
export interface LockRow {
  readonly post_id: number;
  readonly user_id: number;
  readonly at: number;
}

/** An entry of the content, for the owner's search. */
export interface ContentIndexRow {
  /** Grows with the time of modification: the order of answers. */
  readonly place: number;
  readonly post_id: number;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly url: string;
  /** Changes with everything else in the row. */
  readonly stamp: string;
  /** Title, excerpt and body, folded. */
  readonly words: string;
}

/** Visits of a day that an assistant sent to a page, and nothing else about them. */
export interface ReferralRow {
  readonly id: Generated<number>;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly source: string;
  /** Without query. */
  readonly path: string;
  readonly hits: number;
}

/** Visits of a day from a site, or with a mark, that no assistant is known by. */
export interface UnknownSourceRow {
  readonly id: Generated<number>;
  readonly day: string;
  /** `host` or `utm`. */
  readonly kind: 'host' | 'utm';
  readonly token: string;
  readonly hits: number;
}

/** An access log that has been read, found again by how it begins. */
export interface LogFileRow {
  readonly id: Generated<number>;
  /** SHA-256 of the first bytes, hexadecimal: files that begin alike. */
  readonly opening: string;
  /** SHA-256 of the first `head_bytes` bytes. */
  readonly head: string;
  readonly head_bytes: number;
  /** Bytes that have been read, unpacked. */
  readonly position: number;
  readonly updated: number;
}

/** What visits have in common: everything of a line of the log but time and User-Agent. */
export interface VisitLabelRow {
  readonly id: Generated<number>;
  readonly endpoint: string;
  readonly agent: string;
  readonly network: string;
  /** 0 unchecked, 1 verified, 2 spoofed. */
  readonly verdict: number;
  readonly signer: string;
  /** 0 or 1. */
  readonly refused: number;
}

/** A label and a User-Agent. */
export interface VisitKindRow {
  readonly id: Generated<number>;
  readonly label_id: number;
  readonly ua: string;
}

/** One visit. The order of ids is that of time. */
export interface VisitRow {
  /** Unix seconds times 2^20, and a number that makes it unique. */
  readonly id: number;
  readonly kind_id: number;
}

/** All visits of a day, which is counted from 1970. */
export interface VisitDayRow {
  readonly day: number;
  readonly hits: number;
}

/** Visits of a label on a day. */
export interface VisitLabelDayRow {
  readonly day: number;
  readonly label_id: number;
  readonly hits: number;
}

/** Visits of a kind on a day. */
export interface VisitKindDayRow {
  readonly day: number;
  readonly kind_id: number;
  readonly hits: number;
  /** Unix seconds. */
  readonly first_at: number;
  readonly last_at: number;
}

/** An address of a flagged client. */
export interface FlaggedAddressRow {
  readonly id: Generated<number>;
  /** Review key. */
  readonly client: string;
  readonly address: string;
  readonly hits: number;
  /** Unix seconds. */
  readonly first_at: number;
  readonly last_at: number;
}

/** What somebody did with an ability through a credential: once for all times that it happened. */
export interface AgentAccessRow {
  readonly id: Generated<number>;
  /** `ability_used`, `ability_refused`, `ability_probed`. */
  readonly kind: string;
  /** 0 for nobody. */
  readonly user_id: number;
  /** Which credential; empty for a session, and for nobody. */
  readonly cred: string;
  /** Name of the ability; empty for a probe. */
  readonly subject: string;
  /** HTTP status of the last refusal. */
  readonly detail: string;
  readonly hits: number;
  readonly first_at: number;
  readonly last_at: number;
  /** 0 or 1: whether the owner has looked at it. */
  readonly seen: number;
}

/** A finished run of citation checks. */
export interface CitationRunRow {
  /** Unix seconds of its start. */
  readonly id: number;
  readonly completed: number;
  readonly checks: number;
  /** 0 or 1: it ended at the ceiling. */
  readonly capped: number;
}

/** An answer of a language model that was asked about the site. */
export interface CitationCheckRow {
  readonly id: Generated<number>;
  readonly run_id: number;
  readonly checked_at: number;
  readonly brand: string;
  readonly provider: string;
  readonly model: string;
  readonly prompt_hash: string;
  readonly prompt: string;
  /** 0 or 1. */
  readonly mentioned: number;
  readonly cited: number;
  readonly position: number;
  /** JSON. */
  readonly competitors: string;
  readonly answer_excerpt: string;
  /** JSON. */
  readonly sources: string;
  readonly error: string;
}

/** Every table, by name. Later features add theirs in a migration of their own. */
export interface Tables {
  readonly options: OptionRow;
  readonly users: UserRow;
  readonly sessions: SessionRow;
  readonly single_use_tokens: SingleUseTokenRow;
  readonly sign_in_failures: SignInFailureRow;
  readonly verdicts: VerdictRow;
  readonly verdict_flags: VerdictFlagRow;
  readonly verdict_images: VerdictImageRow;
  readonly revisions: RevisionRow;
  readonly locks: LockRow;
  readonly content_index: ContentIndexRow;
  readonly agent_access: AgentAccessRow;
  readonly visit_labels: VisitLabelRow;
  readonly visit_kinds: VisitKindRow;
  readonly visits: VisitRow;
  readonly visit_days: VisitDayRow;
  readonly visit_label_days: VisitLabelDayRow;
  readonly visit_kind_days: VisitKindDayRow;
  readonly flagged_addresses: FlaggedAddressRow;
  readonly referrals: ReferralRow;
  readonly unknown_sources: UnknownSourceRow;
  readonly log_files: LogFileRow;
  readonly oauth_clients: OauthClientRow;
  readonly oauth_codes: OauthCodeRow;
  readonly oauth_tokens: OauthTokenRow;
  readonly shared_tokens: SharedTokenRow;
  readonly citation_runs: CitationRunRow;
  readonly citation_checks: CitationCheckRow;
}
