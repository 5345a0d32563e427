import { hash } from 'node:crypto';
import type { FileVersion } from '../find-file.js';

/** Returns a strong entity tag of the sent bytes: each variant of an address has a different tag. */
export function entityTag(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

/** Returns a tag for a file that is too long to be read: replacing the file changes it. */
export function versionTag({ size, mtimeMs, ctimeMs, ino }: FileVersion): string {
  return entityTag(Buffer.from([size, mtimeMs, ctimeMs, ino].join(' ')));
}

/**
 * Checks whether a client already has this variant.
 * @param condition the value of `If-None-Match`
 * @see RFC 9110 sections 8.8.3.2 and 13.1.2: the comparison is weak
 */
export function matchesTag(condition: string, tag: string): boolean {
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(/(?:W\/)?("[^"]*")/g)].some(
    ([, opaque = '']) => opaque === tag || opaque.replace(COMPRESSED, '"') === tag,
  );
}

/** What Apache, Jetty and others append to the tag of a response that they compress. */
const COMPRESSED = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/;
