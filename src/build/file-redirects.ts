import { compareText } from '../core/compare.js';
import { isParsableUrl } from '../core/parsable-url.js';
import { decodePercent } from '../core/percent.js';
import type { Warnings } from '../core/warnings.js';
import { placeEntry } from '../site/address.js';
import type { RawMedia } from '../sources/port.js';
import type { BuildEntry } from './build-entry.js';
import { listedTest } from './callbacks.js';
import { mediaOf, type SiteFacts } from './site-facts.js';

/** A redirect from the page that WordPress made for a file to the file. */
export interface FileRedirect {
  /** Below the base address, percent-encoded. */
  readonly from: string;
  /** Absolute. */
  readonly to: string;
}

/** Hosts read about 2,000 redirects, and servers compare each request with all of them. */
const MAX_REDIRECTS = 1000;

/** A key for addresses that differ in their last slash only. */
const keyOf = (path: string) => decodePercent(path).replace(/\/+$/, '');

/**
 * Finds the pages that WordPress made for files of the media library. Since version 6.4 it redirects them to the file; a
 * static site has none. Files of entries that aren't public are left out: the address of their page names the entry.
 */
export function fileRedirects(
  media: readonly { readonly media: RawMedia; readonly source: number }[],
  facts: SiteFacts,
  entries: readonly Pick<BuildEntry, 'id' | 'path'>[],
  warnings: Warnings,
): readonly FileRedirect[] {
  const withPages = media.filter(({ media: { page } }) => page !== undefined);
  if (withPages.length === 0) return [];
  const isListed = listedTest(entries);
  const taken = new Set(entries.map(({ path }) => keyOf(path)));
  const found = new Map<string, FileRedirect>();
  for (const { media: raw, source } of withPages) {
    const isShown = raw.parent === undefined || isListed(raw.parent);
    const bases = [facts.sourceBases[source], facts.baseUrl].filter((base) => base !== undefined);
    const address = placeEntry(raw.page as string, bases);
    if (!isShown || 'problem' in address || address.path.includes('?')) continue;
    const key = keyOf(address.path);
    const to = absoluteUrl(mediaOf(facts, source)(raw).url);
    if (key === '' || to === undefined || taken.has(key)) continue;
    found.set(key, { from: address.path, to });
  }
  const all = [...found.values()].sort((a, b) => compareText(a.from, b.from));
  if (all.length > MAX_REDIRECTS) {
    warnings.add({
      code: 'file-redirects',
      message: `The export has ${all.length} pages of files, but only the first ${MAX_REDIRECTS} are redirected.`,
      fix: 'If the others have visitors, redirect them on the host.',
    });
  }
  return all.slice(0, MAX_REDIRECTS);
}

function absoluteUrl(url: string): string | undefined {
  return isParsableUrl(url) && /^https?:/i.test(url) ? new URL(url).href : undefined;
}
