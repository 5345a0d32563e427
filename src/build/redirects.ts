import { compareText } from '../core/compare.js';
import { isParsableUrl } from '../core/parsable-url.js';
import { decodePercent } from '../core/percent.js';
import type { Warnings } from '../core/warnings.js';
import { placeEntry } from '../site/address.js';
import type { RawMedia } from '../sources/port.js';
import type { BuildEntry } from './build-entry.js';
import { listedTest } from './callbacks.js';
import { mediaOf, type SiteFacts } from './site-facts.js';

/** A redirect from an earlier address of a page, or from the page that WordPress made for a file. */
export interface PageRedirect {
  /** Below the base address, percent-encoded. */
  readonly from: string;
  /** Absolute. */
  readonly to: string;
}

/** What the redirects are made of. */
interface RedirectInput {
  readonly media: readonly { readonly media: RawMedia; readonly source: number }[];
  readonly entries: readonly Pick<BuildEntry, 'id' | 'path' | 'source' | 'formerUrls'>[];
  /** Addresses of generated lists and of the program itself, below the base. */
  readonly kept: readonly string[];
  /** Whether this program writes the pages; otherwise the program that does also redirects their earlier addresses. */
  readonly isRendered: boolean;
}

/** Hosts read about 2,000 redirects, and servers compare each request with all of them. */
const MAX_REDIRECTS = 1000;

/** A key for addresses that differ in their last slash only. */
const keyOf = (path: string) => decodePercent(path).replace(/\/+$/, '');

/**
 * Finds the addresses that lead elsewhere: earlier addresses of entries, and the pages that WordPress made for files of
 * the media library. An address that has a page, a list or a file stays.
 */
export function pageRedirects(
  input: RedirectInput,
  facts: SiteFacts,
  warnings: Warnings,
): readonly PageRedirect[] {
  const { entries, kept, isRendered } = input;
  const candidates = [...(isRendered ? formerPages(entries, facts) : []), ...filePages(input, facts)];
  if (candidates.length === 0) return [];
  const taken = new Set([...entries.map(({ path }) => path), ...kept].map(keyOf));
  const found = new Map<string, PageRedirect>();
  for (const one of candidates) {
    const key = keyOf(one.from);
    // The second and later pages of a list are at `/page/2/` below it.
    const isTaken = taken.has(key) || taken.has(key.replace(/\/page\/\d+$/, '')) || isFile(one.from, facts);
    if (key !== '' && !key.startsWith('/.') && !isTaken && !found.has(one.from)) found.set(one.from, one);
  }
  const all = [...found.values()].sort((a, b) => compareText(a.from, b.from));
  if (all.length > MAX_REDIRECTS) {
    const message = `The site has ${all.length} earlier addresses and pages of files, but only the first ${MAX_REDIRECTS} are redirected.`;
    const fix = 'If the others have visitors, redirect them on the host.';
    warnings.add({ code: 'file-redirects', message, fix });
  }
  return all.slice(0, MAX_REDIRECTS);
}

/** Files of entries that aren't public are left out: the address of their page names the entry. */
function filePages({ media, entries }: RedirectInput, facts: SiteFacts): readonly PageRedirect[] {
  const isListed = listedTest(entries);
  return media.flatMap(({ media: raw, source }) => {
    if (raw.page === undefined || (raw.parent !== undefined && !isListed(raw.parent))) return [];
    const from = pathOf(raw.page, source, facts);
    const to = from && absoluteUrl(mediaOf(facts, source)(raw).url);
    return from === undefined || to === undefined ? [] : { from, to };
  });
}

function formerPages(entries: RedirectInput['entries'], facts: SiteFacts): readonly PageRedirect[] {
  return entries.flatMap(({ path, source, formerUrls = [] }) =>
    formerUrls.flatMap((url) => {
      const [from = ''] = pathOf(url, source, facts)?.split(/\/(?:index\.html?)?$/i) ?? [];
      // Rules of hosts match exactly.
      const forms = /\.\w+$/.test(from) ? [from] : [from, `${from}/`];
      return forms.map((form) => ({ from: form, to: facts.baseUrl + path }));
    }),
  );
}

function pathOf(url: string, source: number, { sourceBases, baseUrl }: SiteFacts): string | undefined {
  const address = placeEntry(
    url,
    [sourceBases[source], baseUrl].filter((base) => base !== undefined),
  );
  return 'problem' in address || address.path.includes('?') ? undefined : address.path;
}

function isFile(from: string, { real: { files } }: SiteFacts): boolean {
  const name = from.replace(/\/$/, '');
  return ['', '.html', '/index.html'].some((ending) => files.has(name + ending));
}

function absoluteUrl(url: string): string | undefined {
  return isParsableUrl(url) && /^https?:/i.test(url) ? new URL(url).href : undefined;
}
