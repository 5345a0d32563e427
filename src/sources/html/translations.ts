import type { ResolveReference } from '../../content/html/rebase.js';
import { compareText } from '../../core/compare.js';
import { withoutQuery } from '../../core/paths.js';
import { pageKey, prefixOf } from './addresses/page-address.js';
import type { PageHead } from './head.js';
import type { FolderScan } from './scan.js';
/** Keys that translations share, by the keys of their pages. */
export type Translations = ReadonlyMap<string, string>;

/**
 * A key that the translations of one page share: of the addresses in their `hreflang` links, the first
 * that is a page of the folder.
 * @returns undefined for a page without translations
 */
export function translationKey(
  head: PageHead,
  resolve: ResolveReference,
  scan: FolderScan,
): string | undefined {
  const base = prefixOf(scan.base);
  const pages = head.links
    .filter(({ rel, hreflang }) => rel.split(/\s+/).includes('alternate') && hreflang !== '')
    .map(({ href }) => resolve(href, 'link'))
    .flatMap((url) => (url.startsWith(`${base}/`) ? pageKey(withoutQuery(url.slice(base.length))) : []))
    .filter((key) => scan.addresses.has(key));
  return sharedKey(pages);
}

/** The keys of translations that the `hreflang` links of sitemaps give; see `translationKey`. */
export function translationsOf(
  groups: readonly (readonly string[])[],
  isPage: (key: string) => boolean,
): Translations {
  const found = new Map<string, string>();
  for (const group of groups) {
    const pages = group.filter(isPage);
    const key = sharedKey(pages);
    const [page] = pages;
    if (key !== undefined && page !== undefined && page === group[0]) found.set(page, key);
  }
  return found;
}

function sharedKey(pages: readonly string[]): string | undefined {
  const [first, ...others] = [...new Set(pages)].sort(compareText);
  return first === undefined || others.length === 0 ? undefined : first || '/';
}
