import type { Element } from 'hast';
import { pageKey, pathBelow, type SiteBase } from './addresses/page-address.js';
import type { AddressTable } from './addresses/settle.js';
import type { PageFate } from './scan.js';
import { textProperty, walk } from './tree.js';

/** Limits for untrusted pages. */
const MAX_LISTS = 20;
const MAX_LINKS = 2000;
/** A shorter list is a row of neighbours or a trail. */
const LEAST_PAGES = 3;

const SIDEBAR = /(?:^|[\s_-])(?:side-?bar|side-?nav|toctree)/i;
/** Navigation within a page or next to it: trails, neighbours, the contents of the page. */
const OTHER = /bread|pagin|pager|prev|next|\btoc\b|table.of.contents|on.this.page|related|footer/i;

/** The links of each navigation of a page, as they are written; with the page's own `<base>`. */
export interface PageNavigation {
  readonly base: string;
  readonly lists: readonly (readonly string[])[];
}

/** Reads the navigation of a page: landmarks and sidebars outside of its article and footer. */
export function readNavigation(body: Element, base: string): PageNavigation {
  const lists: (readonly string[])[] = [];
  const visit = (element: Element): boolean => {
    if (element.tagName === 'article' || element.tagName === 'footer') return false;
    if (!isNavigation(element)) return true;
    const links = linksIn(element);
    if (links.length >= LEAST_PAGES && lists.length < MAX_LISTS) lists.push(links);
    return false;
  };
  if (visit(body)) walk(body, visit);
  return { base, lists };
}

function isNavigation(element: Element): boolean {
  const names = `${textProperty(element, 'className')} ${textProperty(element, 'id')}`;
  if (OTHER.test(`${names} ${textProperty(element, 'ariaLabel')}`)) return false;
  return element.tagName === 'nav' || element.properties['role'] === 'navigation' || SIDEBAR.test(names);
}

function linksIn(element: Element): readonly string[] {
  const links = new Set<string>();
  walk(element, (child) => {
    const href = child.tagName === 'a' ? textProperty(child, 'href').replace(/[?#].*$/s, '') : '';
    if (href !== '' && href.length < MAX_LINKS && links.size < MAX_LINKS) links.add(href);
    return true;
  });
  return [...links];
}

/** What decides which page a link leads to. */
export interface NavigationContext {
  readonly base: SiteBase | undefined;
  readonly addresses: AddressTable;
  readonly pages: ReadonlyMap<string, PageFate>;
}

/**
 * The order of pages in the navigation of a site: lists that most pages have come first, and each further list puts its
 * pages next to those that are known already.
 * @param found the navigation of pages, by file
 * @returns position by key of the address
 */
export function navigationOrder(
  found: Iterable<readonly [file: string, navigation: PageNavigation]>,
  { base, addresses, pages }: NavigationContext,
): ReadonlyMap<string, number> {
  const known = new Set(
    [...pages.values()].flatMap((fate) => ('address' in fate ? pageKey(fate.address) : [])),
  );
  const home = base ?? { host: 'site.invalid', path: '', url: 'http://site.invalid' };
  const keyOf = (href: string, place: string): string | undefined => {
    const path = URL.canParse(href, place) ? pathBelow(new URL(href, place), home) : undefined;
    const key = path === undefined ? undefined : pageKey(addresses.get(pageKey(path)) ?? path);
    return key !== undefined && known.has(key) ? key : undefined;
  };
  const lists = new Map<string, { readonly keys: readonly string[]; count: number }>();
  for (const [file, navigation] of found) {
    const own = `${home.url}/${file.split('/').map(encodeURIComponent).join('/')}`;
    const place = URL.canParse(navigation.base, own) ? new URL(navigation.base, own).href : own;
    for (const links of navigation.lists) {
      const keys = [...new Set(links.flatMap((href) => keyOf(href, place) ?? []))];
      if (keys.length < LEAST_PAGES) continue;
      const name = keys.join('\n');
      const list = lists.get(name) ?? { keys, count: 0 };
      list.count += 1;
      lists.set(name, list);
    }
  }
  const order = new LinkedOrder();
  for (const { keys } of [...lists.values()].sort((a, b) => b.count - a.count)) order.merge(keys);
  return new Map([...order].map((key, at) => [key, at]));
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
