import { plainText } from '../../../content/html/plain.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { encodeSegments } from '../../../core/percent.js';
import { MostFrequent } from '../most-frequent.js';
import { headPart } from '../read-page.js';
import { pageKey, pathBelow, type SiteBase } from './page-address.js';

/** Pages whose links are counted; the links of a frame are on each of them. */
const MAX_PAGES = 1000;
const MAX_LINKS = 5000;
/** The most frequent form has to have this many times the votes of all others. */
const CLEAR = 3;

/** Without `<` in between: the text of a page may have no end of a tag at all. */
const HREF = /<a\s(?:[^<>]*?\s)?href\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi;
const BASE = /<base\s(?:[^<>]*?\s)?href\s*=\s*["']?([^\s"'>]{1,2000})/i;

/** How links write the addresses of pages: path below the base by key, and whether nearly all links agree. */
export type LinkForms = ReadonlyMap<string, { readonly path: string; readonly isClear: boolean }>;

/** The pages to read and where they are. */
export interface LinkedPages {
  readonly files: readonly string[];
  readonly base: SiteBase | undefined;
  /** Whether a path below the base can be the address of a page. */
  isPlace(path: string): boolean;
  /** @returns undefined for an unusable page */
  read(file: string): string | undefined;
}

/**
 * Counts the forms in which links between pages name them: `/a`, `/a/`, `/a.html`. Each page has a vote for each page
 * that it links to. Of a large site, some pages in equal distances are read.
 */
export function readLinkForms({ files, base, isPlace, read }: LinkedPages): LinkForms {
  const votes = new Map<string, MostFrequent>();
  const step = Math.max(1, Math.ceil(files.length / MAX_PAGES));
  for (let at = 0; at < files.length; at += step) {
    const file = files[at] as string;
    for (const path of linkedPaths(read(file) ?? '', file, base)) {
      const key = pageKey(path);
      if (key === '' || !isPlace(path)) continue;
      const counts = votes.get(key) ?? new MostFrequent();
      counts.add(path);
      votes.set(key, counts);
    }
  }
  const paths = new Map<string, { path: string; isClear: boolean }>();
  for (const [key, counts] of votes) {
    const top = counts.top();
    if (top === undefined) continue;
    paths.set(key, { path: top.value, isClear: top.count > (counts.size - top.count) * CLEAR });
  }
  return paths;
}

/** The different paths that a page links to, below the base, without the name of an index file. */
function linkedPaths(text: string, file: string, base: SiteBase | undefined): ReadonlySet<string> {
  const home = base ?? { host: 'site.invalid', path: '', url: 'http://site.invalid' };
  const own = `${home.url}/${encodeSegments(file)}`;
  const start = BASE.exec(headPart(text))?.[1] ?? '';
  const place = isParsableUrl(start, own) ? new URL(start, own).href : own;
  const paths = new Set<string>();
  const targets = new Set<string>();
  let count = 0;
  for (const [, double, single, bare] of text.matchAll(HREF)) {
    count += 1;
    if (count > MAX_LINKS) break;
    const written = double ?? single ?? bare ?? '';
    const href = written.includes('&') ? plainText(written) : written.trim();
    // Most links of a manual differ only in the place of the page that they lead to.
    const [target = ''] = href.split('#', 1);
    if (href.startsWith('#') || targets.has(target)) continue;
    targets.add(target);
    if (!isParsableUrl(target, place)) continue;
    const url = new URL(target, place);
    const below = url.search === '' && /^https?:$/.test(url.protocol) ? pathBelow(url, home) : undefined;
    if (below !== undefined) paths.add(below.replace(/(^|\/)index\.x?html?$/i, '$1'));
  }
  return paths;
}
