import { randomBytes } from 'node:crypto';

/** Seconds that a code can be redeemed. */
export const CODE_LIFETIME = 60;
/** Seconds that an access token is good for. */
export const ACCESS_LIFETIME = 3600;
/** Seconds that a refresh token is good for; each use gives a new one. */
export const REFRESH_LIFETIME = 30 * 86_400;

/** How each kind begins, so that one is never taken for another. */
export const PREFIX = {
  client: 'svcoc_',
  access: 'svcoa_',
  refresh: 'svcor_',
  sharedRead: 'svcmcp_r_',
  sharedWrite: 'svcmcp_w_',
} as const;

/** Random bytes of each kind, after its prefix, in hexadecimal. */
const BYTES = { client: 16, access: 32, refresh: 32, sharedRead: 20, sharedWrite: 20 } as const;

/** A new id or token of a kind. */
export function newToken(kind: keyof typeof PREFIX): string {
  return PREFIX[kind] + randomBytes(BYTES[kind]).toString('hex');
}

/** A new authorization code: 256 bits, without a prefix. */
export function newCode(): string {
  return randomBytes(32).toString('hex');
}
