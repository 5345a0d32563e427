import { hash } from 'node:crypto';

/** A strong entity tag of the bytes that are sent: each variant of an address has its own. */
export function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

/**
 * Whether a client has this very variant already.
 * @param condition the value of `If-None-Match`
 * @see RFC 9110 sections 8.8.3.2 and 13.1.2: the comparison is weak
 */
export function matchesTag(condition: string, tag: string): boolean {
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag);
}
