import type { Generated } from 'kysely';

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

/** Visits of a day from a site, or with a mark, that belongs to no known assistant. */
export interface UnknownSourceRow {
  readonly id: Generated<number>;
  readonly day: string;
  /** `host` or `utm`. */
  readonly kind: 'host' | 'utm';
  readonly token: string;
  readonly hits: number;
}

/** An access log that has been read, identified by its beginning. */
export interface LogFileRow {
  readonly id: Generated<number>;
  /** First digits of a hash of the very first bytes: files that may be the same. */
  readonly opening: string;
  /** SHA-256 of the first `head_bytes` bytes. */
  readonly head: string;
  readonly head_bytes: number;
  /** Bytes that have been read, unpacked. */
  readonly position: number;
  /** Bytes up to which referrals from assistants have been counted. */
  readonly counted: number;
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
