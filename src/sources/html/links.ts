import type { Element, Root } from 'hast';
import { elementsIn, hasClass, property, walk } from '../../content/html/element.js';
import type { ReferenceKind, ResolveReference } from '../../content/html/rebase.js';
import { memoised } from '../../core/memoised.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { encodeSegments } from '../../core/percent.js';
import { comparableHost, pageKey, pathBelow, prefixOf, type SiteBase } from './addresses/page-address.js';
import type { FolderScan } from './scan.js';

/** A placeholder for the site where its address is unknown; `//host/…` takes its scheme. */
const NOWHERE = 'https://site.invalid';

/** Absolute references, and those from the root of the site: they mean the same on every page. */
const SAME_EVERYWHERE = /^(?:https?:)?\//i;

type Resolvers = Readonly<Record<ReferenceKind, (reference: string) => string>>;

const ofAllPages = new WeakMap<FolderScan, Resolvers>();

/**
 * Makes the function that turns the references of one page into addresses that are valid anywhere: relative ones are
 * resolved against the place of the file, and links to other pages get the address of the page.
 * @param file path of the page's file
 * @param baseHref the page's own `<base>`, empty where it has none
 * @returns absolute addresses where the site's base is known, else paths from the site's root
 */
export function makePageResolver(file: string, baseHref: string, scan: FolderScan): ResolveReference {
  const place = new URL(`${homeOf(scan).url}/${encodeSegments(file)}`);
  const start = baseHref !== '' && isParsableUrl(baseHref, place.href) ? new URL(baseHref, place) : place;
  // A base of its own may have another host.
  const all = start === place ? resolversOfAll(scan) : undefined;
  const known = { link: new Map<string, string>(), resource: new Map<string, string>() };

  /** Links are looked up more than once. */
  return function resolve(reference, kind) {
    if (all !== undefined && SAME_EVERYWHERE.test(reference)) return all[kind](reference);
    const before = known[kind].get(reference);
    if (before !== undefined) return before;
    const resolved = resolveAt(start, reference, kind, scan);
    known[kind].set(reference, resolved);
    return resolved;
  };
}

function resolversOfAll(scan: FolderScan): Resolvers {
  const before = ofAllPages.get(scan);
  if (before !== undefined) return before;
  const root = new URL(homeOf(scan).url);
  const resolver = (kind: ReferenceKind) => memoised((reference) => resolveAt(root, reference, kind, scan));
  const resolvers = { link: resolver('link'), resource: resolver('resource') };
  ofAllPages.set(scan, resolvers);
  return resolvers;
}

function homeOf({ base }: FolderScan): SiteBase {
  return base ?? { host: 'site.invalid', path: '', url: NOWHERE };
}

/** Folders in place of those above the site, whose address is unknown. */
const FOLDERS_ABOVE = '/-'.repeat(8);

/** The path of a relative reference that leads out of the folder of the site: `/../api/tea.html`. */
function pathAbove({ pathname }: URL, reference: string): string | undefined {
  if (!reference.startsWith('..')) return undefined;
  const path = new URL(reference, NOWHERE + FOLDERS_ABOVE + pathname).pathname;
  if (path.startsWith(`${FOLDERS_ABOVE}/`)) return undefined;
  const kept = /^(?:\/-)*(?=\/|$)/.exec(path)?.[0] ?? '';
  return '/..'.repeat((FOLDERS_ABOVE.length - kept.length) / 2) + path.slice(kept.length);
}

function resolveAt(start: URL, reference: string, kind: ReferenceKind, scan: FolderScan): string {
  if (!isParsableUrl(reference, start.href)) return reference;
  const url = new URL(reference, start);
  const home = homeOf(scan);
  const outside = scan.base === undefined ? pathAbove(start, reference) : undefined;
  if (outside !== undefined) return outside + url.search + url.hash;
  const path = pathBelow(url, home);
  if (path === undefined) {
    // Files on this host outside the site are still found there.
    const isOwn = comparableHost(url) === home.host && scan.base === undefined;
    return isOwn ? url.pathname + url.search + url.hash : /^[a-z]+:/i.test(reference) ? reference : url.href;
  }
  const address = kind === 'link' ? (scan.addresses.get(pageKey(path)) ?? path) : path;
  return prefixOf(scan.base) + address + url.search + url.hash;
}

/** Classes of the marks of notes, and of the links back to them. */
const NOTE = /foot-?note|^fn(?:[-_]|$)/i;

/**
 * Shortens the links of notes to the part from `#` on, in place, by which they are recognised. Copies of sites, and
 * generators that write whole addresses, put the address of the page before it.
 * @param address the page's own
 */
export function shortenNoteLinks(body: Element, address: string, resolve: ResolveReference): void {
  const shorten = (link: Element): void => {
    const href = property(link, 'href');
    const at = href.indexOf('#');
    if (at > 0 && resolve(href.slice(0, at), 'link') === address) link.properties['href'] = href.slice(at);
  };
  walk(body, (element) => {
    if (element.tagName === 'sup') for (const child of elementsIn(element)) shorten(child);
    if (element.tagName === 'a' && hasClass(element, NOTE)) shorten(element);
    return true;
  });
}

/** Links to missing pages: MediaWiki marks them with a parameter of the address, DokuWiki with a class. */
const MISSING = /[?&]redlink=1(?:&|$)/;
const MISSING_CLASS = 'wikilink2';

/** Turns the links of wikis to missing pages into text, in place. */
export function unlinkMissingPages(tree: Root): void {
  walk(tree, (element) => {
    if (element.tagName !== 'a') return true;
    const isMissing = MISSING.test(property(element, 'href')) || hasClass(element, MISSING_CLASS);
    if (isMissing) delete element.properties['href'];
    return true;
  });
}
