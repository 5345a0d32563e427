import type { ResolveReference } from '../../content/html/rebase.js';
import { compareText } from '../../core/compare.js';
import { pageKey, prefixOf } from './addresses/page-address.js';
import type { PageHead } from './head.js';
import type { FolderScan } from './scan.js';

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
    .flatMap((url) =>
      url.startsWith(`${base}/`) ? pageKey(url.slice(base.length).replace(/[?#].*$/, '')) : [],
    )
    .filter((key) => scan.addresses.has(key));
  const [first, ...others] = [...new Set(pages)].sort(compareText);
  return first === undefined || others.length === 0 ? undefined : first || '/';
}
