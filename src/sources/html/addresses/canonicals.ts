import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Warnings } from '../../../core/warnings.js';
import { MostFrequent } from '../most-frequent.js';
import {
  comparableHost,
  isPlaceholder,
  pageKey,
  parseSiteBase,
  pathBelow,
  type SiteBase,
} from './page-address.js';

/** A canonical address that so many pages share is a mistake of the template. */
const LEAST_SHARED = 3;

/** The addresses that the head of a page states. */
export interface StatedAddresses {
  /** The page's file. */
  readonly path: string;
  readonly canonical: string;
  readonly socialUrl: string;
}

/** Canonical paths below the base by file; `foreign` for those elsewhere. */
export type Canonicals = ReadonlyMap<string, string | 'foreign'>;

/** The base of most pages: their own address without the part that their place in the folder explains. */
export function findBase(pages: readonly StatedAddresses[]): SiteBase | undefined {
  const votes = new MostFrequent();
  const origins = new MostFrequent();
  for (const { path, canonical, socialUrl } of pages) {
    for (const written of [canonical, socialUrl]) {
      if (!/^https?:\/\//i.test(written) || !isParsableUrl(written)) continue;
      const url = new URL(written);
      origins.add(url.origin);
      const [place, key] = [pageKey(`/${path}`), pageKey(url.pathname)];
      if (key.endsWith(place)) votes.add(url.origin + key.slice(0, key.length - place.length));
      break;
    }
  }
  // Where no address fits its file, an origin must be that of most pages: a few may point anywhere.
  return parseSiteBase(votes.top()?.value ?? origins.shared(pages.length, 1) ?? '');
}

/** The canonical address that most pages share, which is then a mistake of their template. */
export function sharedCanonical(pages: readonly StatedAddresses[]): string | undefined {
  const all = new MostFrequent();
  for (const { canonical } of pages) all.add(canonical);
  return all.shared(pages.length, LEAST_SHARED);
}

/** Reads where the pages say that they are. One that they all share is reported and doesn't count. */
export function readCanonicals(
  pages: readonly StatedAddresses[],
  base: SiteBase | undefined,
  warnings: Warnings,
): Canonicals {
  const same = sharedCanonical(pages);
  if (same !== undefined) warnAboutShared(same, warnings);
  const found = new Map<string, string | 'foreign'>();
  for (const { path, canonical, socialUrl } of pages) {
    const stated = canonical === '' || canonical === same ? undefined : canonicalPath(canonical, path, base);
    if (stated !== undefined) found.set(path, stated);
    else {
      const social = canonicalPath(socialUrl, path, base);
      if (social !== undefined && pageKey(social) === pageKey(`/${path}`)) found.set(path, social);
    }
  }
  return found;
}

function canonicalPath(
  written: string,
  file: string,
  base: SiteBase | undefined,
): string | 'foreign' | undefined {
  if (written === '') return undefined;
  const isAbsolute = /^(?:https?:)?\/\//i.test(written);
  const own = `${base?.url ?? 'http://site.invalid'}/${file}`;
  if (!isParsableUrl(written, own)) return undefined;
  const url = new URL(written, own);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const home = base ?? (isAbsolute ? undefined : { host: comparableHost(url), path: '', url: url.origin });
  const below = home === undefined ? undefined : pathBelow(url, home);
  if (below !== undefined) return below.replace(/(^|\/)index\.x?html?$/i, '$1');
  // No page has its original on a developer's machine.
  return isPlaceholder(url) ? undefined : 'foreign';
}

function warnAboutShared(canonical: string, warnings: Warnings): void {
  warnings.add({
    code: 'html-canonical-same',
    message: `Most pages name the same canonical address (${canonical.slice(0, 200)}); it was ignored.`,
    fix: 'Change the template so that it writes the address of each page, or no canonical address.',
  });
}
