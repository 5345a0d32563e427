import { isParsableUrl } from '../core/parsable-url.js';
import { decodeToNfc } from '../core/percent.js';
import type { RawEntry } from '../sources/port.js';

/** An entry's addresses in its source. */
type Named = Pick<RawEntry, 'url' | 'extra'>;

/**
 * The canonical address that a source names for an entry, where it differs from the entry's own.
 * @returns as in the source; undefined where it has none, its own, or no web address
 */
export function namedElsewhere({ url, extra }: Named): string | undefined {
  const written = extra?.['canonical'];
  if (typeof written !== 'string' || written.trim() === '') return undefined;
  const canonical = written.trim();
  return url !== undefined && isSamePage(canonical, url) ? undefined : canonical;
}

/**
 * The canonical address of an entry as an absolute one.
 * @param named as in the source, see `namedElsewhere`
 * @param own the entry's address on the new base
 * @param bases addresses of the site without trailing slash: the new one, then that of the source
 * @returns undefined where it is the entry's own after all, or isn't a web address
 */
export function canonicalElsewhere(
  named: string | undefined,
  own: string,
  bases: readonly [string, string | undefined],
): string | undefined {
  if (named === undefined || !isParsableUrl(named, own)) return undefined;
  const url = new URL(named, named.startsWith('/') ? `${bases[0]}/` : own);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const rooted = /^\/(?!\/)/.test(named) ? bases[0] + named : url.href;
  const moved = moveBelow(rooted, bases);
  return isSamePage(moved, own) ? undefined : moved;
}

/** An address below the base of the source, below the new one. */
function moveBelow(address: string, [base, old]: readonly [string, string | undefined]): string {
  if (old === undefined || old === '') return address;
  const [from, to] = [withoutScheme(old), withoutScheme(address)];
  return to === from || to.startsWith(`${from}/`) ? base + to.slice(from.length) : address;
}

/** Spellings of one address: with and without slash, `index.html`, scheme, `www.` and fragment. */
function isSamePage(one: string, other: string): boolean {
  return pageOf(one) === pageOf(other);
}

function pageOf(address: string): string {
  const plain = withoutScheme(address)
    .replace(/#.*$/s, '')
    .replace(/(^|\/)index\.x?html?$/i, '$1');
  return decodeToNfc(plain).replace(/\/+$/, '');
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/i, '');
}
