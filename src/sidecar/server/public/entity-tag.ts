import { hash } from 'node:crypto';
import type { SeenFile } from '../seen-file.js';

/** A strong entity tag of the bytes that are sent: each variant of an address has its own. */
export function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

/** A tag of a file too long to be read for it: a file that takes its place has another one. */
export function versionTag({ size, mtimeMs, ctimeMs, ino }: SeenFile): string {
  return entityTag(Buffer.from([size, mtimeMs, ctimeMs, ino].join(' ')));
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
