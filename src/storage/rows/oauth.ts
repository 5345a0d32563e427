import type { Generated } from 'kysely';

/** A client of the authorization server. */
export interface OauthClientRow {
  /** The order of registration. */
  readonly place: Generated<number>;
  /** As we issued it, or the https address of the client's own document. */
  readonly id: string;
  /** The name that the client gives itself: a claim. */
  readonly name: string;
  /** JSON list. */
  readonly redirect_uris: string;
  readonly created: number;
  /** Until when the client's document need not be fetched again; 0 for a client that has registered. */
  readonly fresh_until: number;
  /** Time of the last approval; 0 before the first one. */
  readonly approved: number;
  /** Account that approved last; 0 before. */
  readonly approved_by: number;
  /** Of the last approval; empty before. */
  readonly scope: string;
  /** 0 before the first use. */
  readonly last_used: number;
}

/** An authorization code. It stays after its use, so that a second use is detected. */
export interface OauthCodeRow {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly client_id: string;
  readonly user_id: number;
  readonly redirect_uri: string;
  /** PKCE, S256. */
  readonly challenge: string;
  readonly scope: string;
  /** The server that its tokens will be good for. */
  readonly resource: string;
  /** 0 or 1. */
  readonly used: number;
  readonly expires: number;
  /** When the row may be deleted. */
  readonly forget: number;
}

/** An access or refresh token. A refresh token stays after its rotation, so that a second use is detected. */
export interface OauthTokenRow {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly kind: 'access' | 'refresh';
  /** The same for the two tokens that were issued together. */
  readonly pair: string;
  readonly client_id: string;
  readonly user_id: number;
  readonly scope: string;
  readonly resource: string;
  /** The same for all tokens that descend from one authorization: the hash of its code. */
  readonly family: string;
  /** 0 or 1. */
  readonly rotated: number;
  /** When it was; 0 before. */
  readonly rotated_at: number;
  readonly expires: number;
}

/** The token of the whole site: at most one row. */
export interface SharedTokenRow {
  /** Always 1. */
  readonly id: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly scope: string;
  /** The account that created it. */
  readonly user_id: number;
  readonly created: number;
  /** 0 before the first use. */
  readonly last_used: number;
  readonly last_user_agent: string;
}
