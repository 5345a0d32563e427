import type { Generated } from 'kysely';

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
  /** 0 when unknown. */
  readonly modified: number;
  /** Keys of the images that the page shows, with spaces between. */
  readonly images: string;
}

/** A former body of an entry. */
export interface RevisionRow {
  readonly id: Generated<number>;
  readonly post_id: number;
  readonly user_id: number;
  readonly created: number;
  readonly title: string;
  readonly body: string;
  /** Byte order mark and front matter. */
  readonly head: string;
  /** The file, from the configuration's folder, with `/`. */
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
