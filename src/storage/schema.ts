import type { Generated } from 'kysely';

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
}
