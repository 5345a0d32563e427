/** Codes and tokens, and how long they are valid. */

import { randomBytes } from 'node:crypto';

/** Seconds for which a code can be redeemed. */
export const CODE_LIFETIME = 60;
/** Lifetime of an access token in seconds. */
export const ACCESS_LIFETIME = 3600;
/** Lifetime of a refresh token in seconds; each use returns a new one. */
export const REFRESH_LIFETIME = 30 * 86_400;

/** The prefix of each kind, so that kinds can't be confused. */
export const PREFIX = {
  client: 'svcoc_',
  access: 'svcoa_',
  refresh: 'svcor_',
  sharedRead: 'svcmcp_r_',
  sharedWrite: 'svcmcp_w_',
} as const;

/** Number of random bytes of each kind; they follow the prefix in hexadecimal. */
const BYTES = { client: 16, access: 32, refresh: 32, sharedRead: 20, sharedWrite: 20 } as const;

/** Creates an id or token of a kind. */
export function newToken(kind: keyof typeof PREFIX): string {
  return PREFIX[kind] + randomBytes(BYTES[kind]).toString('hex');
}

/** Creates an authorization code: 256 bits, without a prefix. */
export function newCode(): string {
  return randomBytes(32).toString('hex');
}
