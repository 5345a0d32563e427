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
  /** SHA-256 of name and address, hexadecimal. */
  readonly address: string;
  readonly at: number;
}

/** A caller's count within a window of a limit. */
export interface RateCountRow {
  /** SHA-256 of the limit's name and the caller, hexadecimal. */
  readonly key: string;
  /** Unix seconds at which the window is over. */
  readonly ends: number;
  readonly count: number;
}
