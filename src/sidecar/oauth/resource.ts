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

function normalise(text: string): string | undefined {
  if (text.includes('#') || !isParsableUrl(text)) return undefined;
  return new URL(text).href.replace(/\/+$/, '');
}
