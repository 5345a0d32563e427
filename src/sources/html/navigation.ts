import type { Element } from 'hast';
import { findAll, property, walk } from '../../content/html/element.js';
import { isVariant } from '../../core/language-names.js';
import { countBy } from '../../core/multimap.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { encodeSegments } from '../../core/percent.js';
import { isHome, pageKey, pathBelow, type SiteBase } from './addresses/page-address.js';
import type { AddressTable } from './addresses/resolve.js';
import { type Neighbours, relationOf } from './link-stats.js';
import { linksWithGroups, type NavLink } from './nav-groups.js';
import type { PageDecision } from './scan.js';
import { type NamedPage, sectionsAbove, sectionsBetween, seriesOf } from './series.js';
import { wordsIn, wordsInAll } from './tree.js';

/** Limits for untrusted pages. */
const MAX_LISTS = 20;
const MAX_LINKS = 2000;
/** A list of fewer pages, neighbours not counted, is a row of neighbours or a trail. */
const MIN_PAGES = 3;

/** `no-sidebar` and `has-sidebar` name a page that lacks or has one. `navbar` is the menu of Bootstrap. */
const SIDEBAR =
  /(?:^|[\s_-])(?<!\b(?:no|has|with|without)[_-])(?:side-?bar|side-?nav|toctree|(?:main|primary|site)[_-]?(?:menu|nav(?:igation)?)(?![a-z]))|(?:^|\s)navbar(?:\s|$)/i;
/** Navigation within a page or next to it: trails, neighbours, the contents of the page. */
const OTHER = /bread|pagin|pager|prev|next|\btoc\b|table.of.contents|on.this.page|related|footer/i;

/** Pages about the uses of a class or a package of Java, to which its page has a link beside those of the site. */
const ABOUT_USES = /(?:^|\/)(?:class-use\/[^/]+|package-(?:use|tree))\.html$/;

/** On the front page, the contents of a manual. */
const CONTENTS = /(?:^|[\s_-])(?:toc|contents|toctree)(?:$|[\s_-])/i;

/** The links of each navigation of a page, as they are written. */
export type NavLists = readonly (readonly NavLink[])[];

/** The parent page in a manual: its address and title, as its child page writes them. */
export interface PageAbove {
  readonly href: string;
  readonly title: string;
}

/** What a page says about the order of pages. */
export interface PageNavigation {
  readonly file: string;
  /** As the page writes it, or empty. */
  readonly lang: string;
  /** The page's own `<base>`, or empty. */
  readonly base: string;
  readonly lists: NavLists;
  /** Whether the lists are those in the text of a front page without a navigation. */
  readonly isText?: boolean | undefined;
  /** The target of its `<link rel=next>`, or empty. */
  readonly next: string;
  /** The target of its `<link rel=up>`. */
  readonly up?: PageAbove | undefined;
}

/**
 * Reads the navigation of a page: landmarks and sidebars outside of its article and footer.
 * @param neighbours as the page's head names them
 * @param isFront whether it's the front page, whose contents are those of the site
 */
export function readNavigation(body: Element, neighbours: Neighbours, isFront = false): NavLists {
  const lists: (readonly NavLink[])[] = [];
  // Sphinx has a box for each part of the contents, with the title of the part.
  const contents: NavLink[] = [];
  const isNeighbour = ({ href }: NavLink) => relationOf(neighbours, href) !== undefined;
  const add = (links: readonly NavLink[]): void => {
    if (links.length < MIN_PAGES || lists.length >= MAX_LISTS) return;
    lists.push(links.map((link) => (isNeighbour(link) ? { ...link, isNeighbour: true } : link)));
  };
  const visit = (element: Element): boolean => {
    if (!isFront && element.tagName === 'article') return false;
    if (element.tagName === 'footer') return false;
    if (isFront && isContentsBox(element))
      contents.push(...linksWithGroups(element, MAX_LINKS - contents.length, Number.POSITIVE_INFINITY));
    else if (isNavigation(element)) add(linksWithGroups(element, MAX_LINKS));
    else return true;
    return false;
  };
  if (visit(body)) walk(body, visit);
  add(contents);
  return lists;
}

/** The lists of links of a front page, which order its pages where none has a navigation. */
export function readFrontLists(body: Element): NavLists {
  const lists: NavLink[][] = [];
  walk(body, (element) => {
    if (element.tagName === 'footer') return false;
    if (!/^(?:[uo]l|dl|table)$/.test(element.tagName)) return true;
    const links = linksWithGroups(element, MAX_LINKS).map(({ href }) => ({ href }));
    if (links.length >= MIN_PAGES && lists.length < MAX_LISTS) lists.push(links);
    return false;
  });
  return lists;
}

function isNavigation(element: Element): boolean {
  const { tagName, properties } = element;
  const names = namesOf(element);
  // The class names of a body describe the layout, for example in Quarto.
  const isNamed = tagName !== 'body' && SIDEBAR.test(names);
  if (tagName !== 'nav' && properties['role'] !== 'navigation' && !isNamed) return false;
  return !OTHER.test(`${names} ${property(element, 'ariaLabel')}`);
}

/** A box with these names and much text beside its links is the content of the page, as in pkgdown. */
function isContentsBox(element: Element): boolean {
  if (!CONTENTS.test(namesOf(element))) return false;
  const links = findAll(element, ({ tagName }) => tagName === 'a');
  return wordsIn(element) <= MIN_PAGES * wordsInAll(links);
}

function namesOf(element: Element): string {
  return `${property(element, 'className')} ${property(element, 'id')}`;
}

/** What decides which page a link leads to. */
interface NavigationContext {
  readonly base: SiteBase | undefined;
  readonly addresses: AddressTable;
  readonly pages: ReadonlyMap<string, PageDecision>;
  /** The language of each file that names it. */
  readonly langs: ReadonlyMap<string, string>;
}

/** The place of a page in the navigation of the site. */
export interface NavPlace {
  readonly navOrder: number;
  readonly section?: string;
}

interface PageList {
  readonly keys: readonly string[];
  /** Groups by key. */
  readonly sections: ReadonlyMap<string, string>;
  count: number;
}

/**
 * The order of pages in the navigation of a site: lists that most pages have come first, and each further list puts its
 * pages next to those that are known already. Links to another language don't count. Pages that `<link rel=next>` joins
 * are a list too. The group of a page is that of the longest list with groups; without one, its topmost ancestor.
 * @returns places by key of the address
 */
export function navigationOrder(
  found: Iterable<PageNavigation>,
  context: NavigationContext,
): ReadonlyMap<string, NavPlace> {
  const scan = new NavigationScan(context);
  const pages = [...found];
  // Lists of posts have a link to their next page too.
  const isLinked = pages.filter(({ next }) => next !== '').length > pages.length / 2;
  const isBare = !isLinked && pages.every(({ isText, lists }) => isText || lists.length === 0);
  for (const page of pages) if (isBare || !page.isText) scan.add(page);
  const series = seriesOf(scan.nexts);
  const all: readonly PageList[] = [
    ...[...scan.lists.values()].map((list) => ({
      ...list,
      sections: withSeveral(sectionsBetween(list, series)),
    })),
    ...series.map(({ keys }) => ({ keys, sections: new Map(), count: keys.length })),
  ];
  const order = new LinkedOrder();
  for (const { keys } of all.toSorted((a, b) => b.count - a.count)) order.merge(keys);
  const groups = new Map<string, string>();
  for (const { sections } of all.toSorted((a, b) => b.sections.size - a.sections.size))
    for (const [key, section] of sections) if (!groups.has(key)) groups.set(key, section);
  const chapters = groups.size === 0 ? withSeveral(sectionsAbove(scan.parents)) : groups;
  return new Map(
    [...order].map((key, navOrder) => {
      const section = chapters.get(key);
      return [key, { navOrder, ...(section === undefined ? {} : { section }) }];
    }),
  );
}

/** Collects the navigation of all pages by the keys of their addresses. */
class NavigationScan {
  readonly lists = new Map<string, PageList>();
  /** The next page of each page. */
  readonly nexts = new Map<string, string>();
  /** The parent of each page. */
  readonly parents = new Map<string, NamedPage>();
  readonly #home: SiteBase;
  readonly #addresses: AddressTable;
  /** The language of each page by key, empty where it's unknown. */
  readonly #langs: ReadonlyMap<string, string>;

  constructor({ base, addresses, pages, langs }: NavigationContext) {
    this.#home = base ?? { host: 'site.invalid', path: '', url: 'http://site.invalid' };
    this.#addresses = addresses;
    this.#langs = new Map(
      [...pages].flatMap(([file, decision]) =>
        'address' in decision ? [[pageKey(decision.address), langs.get(file) ?? '']] : [],
      ),
    );
  }

  add({ file, lang, base, lists, next, up }: PageNavigation): void {
    const own = `${this.#home.url}/${encodeSegments(file)}`;
    const place = isParsableUrl(base, own) ? new URL(base, own).href : own;
    const [from, to] = next === '' ? [] : [this.#keyOf(own, own), this.#keyOf(next, place)];
    if (from !== undefined && to !== undefined) this.nexts.set(from, to);
    const parent = up && this.#keyOf(up.href, place);
    const key = up && this.#keyOf(own, own);
    if (up && key !== undefined && parent !== undefined)
      this.parents.set(key, { key: parent, title: up.title });
    for (const links of lists) this.#addList(links, { place, lang, isFront: isHome(file) });
  }

  #addList(
    links: readonly NavLink[],
    { place, lang, isFront }: { readonly place: string; readonly lang: string; readonly isFront: boolean },
  ): void {
    const sections = new Map<string, string>();
    const keys = new Set<string>();
    let others = 0;
    for (const { href, section, isNeighbour } of links) {
      const key = this.#keyOf(href, place);
      if (key === undefined || ABOUT_USES.test(href) || this.#isTranslation(key, lang)) continue;
      if (isNeighbour !== true && !keys.has(key)) others += 1;
      keys.add(key);
      if (section !== undefined && !sections.has(key)) sections.set(key, section);
    }
    if (others < MIN_PAGES) return;
    const name = [...keys].join('\n');
    const list = this.lists.get(name) ?? { keys: [...keys], sections, count: 0 };
    // The contents of a manual are on its front page only.
    list.count += isFront ? keys.size : 1;
    this.lists.set(name, list);
  }

  /** The key of a page of the site; undefined for any other address. */
  #keyOf(href: string, place: string): string | undefined {
    const path = isParsableUrl(href, place) ? pathBelow(new URL(href, place), this.#home) : undefined;
    const key = path === undefined ? undefined : pageKey(this.#addresses.get(pageKey(path)) ?? path);
    return key !== undefined && this.#langs.has(key) ? key : undefined;
  }

  #isTranslation(key: string, lang: string): boolean {
    const other = this.#langs.get(key) ?? '';
    return lang !== '' && other !== '' && !isVariant(lang, other);
  }
}

/** Drops all groups if each has a single page: such labels are page titles. */
function withSeveral(sections: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const counts = countBy(sections.values(), (section) => section);
  return [...counts.values()].some((count) => count > 1) ? sections : new Map();
}

const START = '\n';

/** Keys in an order to which lists are added. */
class LinkedOrder {
  readonly #next = new Map<string, string>();
  readonly #previous = new Map<string, string>();
  #last = START;

  /** Puts each new key behind the one before it in the list, else before the first one that is known. */
  merge(keys: readonly string[]): void {
    const first = keys.find((key) => this.#previous.has(key));
    let at = first === undefined ? this.#last : (this.#previous.get(first) as string);
    for (const key of keys) {
      if (!this.#previous.has(key)) this.#insert(key, at);
      at = key;
    }
  }

  #insert(key: string, after: string): void {
    const next = this.#next.get(after);
    this.#next.set(after, key);
    this.#previous.set(key, after);
    if (next === undefined) {
      this.#last = key;
      return;
    }
    this.#next.set(key, next);
    this.#previous.set(next, key);
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let key = this.#next.get(START); key !== undefined; key = this.#next.get(key)) yield key;
  }
}
