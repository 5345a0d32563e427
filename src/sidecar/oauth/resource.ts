import { isParsableUrl } from '../../core/parsable-url.js';

/**
 * Checks whether two resource indicators name the same server. Ignores the case of scheme and host, and a trailing
 * slash, since clients add and drop it; everything else must be equal.
 * @see RFC 8707 section 2
 */
export function isSameResource(a: string, b: string): boolean {
  const [left, right] = [normalise(a), normalise(b)];
  return left !== undefined && left === right;
}

/**
 * Checks whether a client's request means this resource: by its address, or by its origin alone, as some clients
 * shorten it. Tokens are always bound to the address.
 */
export function meansResource(asked: string, resource: string): boolean {
  return isSameResource(asked, resource) || isSameResource(asked, new URL(resource).origin);
}

function normalise(text: string): string | undefined {
  if (text.includes('#') || !isParsableUrl(text)) return undefined;
  return new URL(text).href.replace(/\/+$/, '');
}
