import { attempt } from './attempt.js';

/**
 * Decodes percent escapes (RFC 3986 section 2.1).
 * @returns the text as it is where an escape isn't valid UTF-8
 */
export function decodePercent(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}

/** Like `decodePercent`, in Unicode's normal form C where the escapes are valid. */
export function decodeToNfc(text: string): string {
  return attempt(() => decodeURIComponent(text).normalize('NFC')) ?? text;
}

/** A path with its names encoded as in addresses (RFC 3986 section 2.1); slashes stay. */
export function encodeSegments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
