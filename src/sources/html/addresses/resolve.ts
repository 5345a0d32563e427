import { plainText } from '../../../content/html/text.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { encodeSegments } from '../../../core/percent.js';
import { MostFrequent } from '../most-frequent.js';
import { headPart } from '../read-page.js';
import type { PageDecision } from '../scan.js';
import type { PageAddress } from './evidence.js';
import { type Canonicals, pageKey, pathBelow, type SiteBase } from './page-address.js';

/** The facts of a head that decide about the address of a page. */
interface AddressNote {
  /** The page's file. */
  readonly path: string;
  readonly canonical: string;
  /** The target of an immediate forward. */
  readonly refresh: string;
}

/** Address of a page by the key of any spelling of it; copies have that of their original. */
export type AddressTable = ReadonlyMap<string, string | undefined>;

/** All that is known about the addresses of the pages. */
interface KnownAddresses {
  readonly base: SiteBase | undefined;
  readonly canonicals: Canonicals;
  addressOf(file: string): PageAddress;
}

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
interface LinkedPages {
  readonly files: readonly string[];
  readonly base: SiteBase | undefined;
  /** Whether a path below the base can be the address of a page. */
  isPlace(path: string): boolean;
  /** @returns undefined for an unusable page */
  read(file: string): string | undefined;
}

/**
 * Gives every page its address, and finds copies. A page whose original is on another site keeps its own place.
 * @param pages by file; changed in place
 */
export function resolveAddresses(
  notes: readonly AddressNote[],
  pages: Map<string, PageDecision>,
  known: KnownAddresses,
): AddressTable {
  const { base, canonicals, addressOf } = known;
  const byKey = new Map(notes.map(({ path }) => [pageKey(`/${path}`), path]));
  const files = new Set(notes.map(({ path }) => path));
  const claims = new Map<string, string>();
  for (const note of notes) {
    const { path } = note;
    const canonical = canonicals.get(path);
    if (isRedirect(note, base, files)) pages.set(path, { leftOut: 'redirect' });
    const own = pageKey(`/${path}`);
    const decision = pages.get(path);
    const isKept = decision !== undefined && 'address' in decision;
    if (canonical === 'foreign') {
      const isCopy = base === undefined && namesAnother(note, byKey);
      if (isKept) pages.set(path, isCopy ? { leftOut: 'copy' } : { ...decision, ...addressOf(path) });
      continue;
    }
    const key = canonical === undefined ? own : pageKey(canonical);
    const holder = key === own ? path : (byKey.get(key) ?? claims.get(key));
    if (key !== own && holder !== undefined) {
      if (isKept) pages.set(path, { leftOut: 'copy' });
    } else if (isKept) {
      claims.set(key, path);
      pages.set(path, { ...decision, ...addressOf(path) });
    }
  }
  return addressTable(notes, pages, canonicals);
}

/** Whether a canonical address has the place of another page of the folder, on a site with an unknown base. */
function namesAnother({ path, canonical }: AddressNote, byKey: ReadonlyMap<string, string>): boolean {
  if (!isParsableUrl(canonical)) return false;
  const key = pageKey(new URL(canonical).pathname);
  return key !== pageKey(`/${path}`) && byKey.has(key);
}

/**
 * False for a page that reloads itself; `tea/index.html` may forward to `tea.html`. Its canonical address doesn't count:
 * that of a forward is its target's.
 */
function isRedirect(note: AddressNote, base: SiteBase | undefined, files: ReadonlySet<string>): boolean {
  if (note.refresh === '') return false;
  const target = forwardPath(note, base);
  if (target === undefined || pageKey(target) !== pageKey(`/${note.path}`)) return true;
  return target !== `/${note.path}` && files.has(target.slice(1));
}

/** The path below the base of the site to which a page forwards; undefined for a target elsewhere. */
function forwardPath({ path, refresh }: AddressNote, base: SiteBase | undefined): string | undefined {
  const home = base ?? { host: 'site.invalid', path: '', url: 'http://site.invalid' };
  const file = `${home.url}/${path}`;
  return isParsableUrl(refresh, file) ? pathBelow(new URL(refresh, file), home) : undefined;
}

/** The key of the page of the site to which a page forwards; undefined for a target elsewhere. */
export function forwardKey(note: AddressNote, base: SiteBase | undefined): string | undefined {
  const below = forwardPath(note, base);
  return below === undefined ? undefined : pageKey(below);
}

/** Undefined where the address of a page is in doubt: links to it keep their own form. */
function addressTable(
  notes: readonly AddressNote[],
  pages: ReadonlyMap<string, PageDecision>,
  canonicals: Canonicals,
): AddressTable {
  const table = new Map<string, string | undefined>();
  const found = [...pages].flatMap(([path, decision]) =>
    'address' in decision
      ? [
          {
            path,
            address: decision.address,
            sure: decision.doubt === 'disagree' ? undefined : decision.address,
          },
        ]
      : [],
  );
  for (const { path, sure } of found) table.set(pageKey(`/${path}`), sure);
  for (const { address, sure } of found) table.set(pageKey(address), sure);
  for (const { path } of notes) {
    const decision = pages.get(path);
    const canonical = canonicals.get(path);
    if (
      decision === undefined ||
      'address' in decision ||
      decision.leftOut !== 'copy' ||
      canonical === undefined
    )
      continue;
    const original = table.get(pageKey(canonical));
    if (original !== undefined && !table.has(pageKey(`/${path}`))) table.set(pageKey(`/${path}`), original);
  }
  return table;
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
