import type { Element, Root, RootContent } from 'hast';
import { classesOf, elementsIn, findAll, parentsIn, property } from '../../content/html/element.js';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { visibleText } from '../../content/html/text.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { lastName } from '../../core/paths.js';
import { comparableHost, pageKey } from '../html/addresses/page-address.js';
import { removeWhere, textOf } from '../html/tree.js';
import type { RawEntry } from '../port.js';
import { lowerWords } from './held-text.js';

interface HeldPage {
  readonly titles: readonly string[];
  /** Words at the start of its texts, which other pages may show. */
  readonly starts: readonly (readonly string[])[];
}

/** What remains of a page that shows others which are held back. */
interface Listing {
  /** Without the items of pages that are held back. */
  readonly body: string;
  /** True where titles or excerpts of them are still there. */
  readonly isShown: boolean;
  /** True for a list that had no other items. */
  readonly isEmpty: boolean;
}

/** Names of terms are words of any text: only links show them. */
const TERM: HeldPage = { titles: [], starts: [] };

/** So many words in a row aren't there by chance. */
const RUN = 5;
/** Shorter titles are words of any text. */
const MIN_TITLE = 8;
/** Excerpts begin with the page. */
const EXCERPT_WORDS = 70;
const MAX_READ = 20_000;
/** A list without items may still have a sentence about itself. */
const MAX_WORDS_OF_EMPTY = 12;

const ITEMS = new Set(['li', 'tr']);
const CARDS = new Set(['article', 'section', 'div', 'aside', 'figure', 'dl']);

/** Finds and removes what built pages show of others that are held back: items of lists, cards, links before and after. */
export class HeldLinks {
  readonly #bases: readonly { readonly host: string; readonly path: string }[];
  readonly #pages = new Map<string, HeldPage>();
  /** Names of terms by their slugs. */
  readonly #terms = new Map<string, string>();
  readonly #titles = new Phrases();

  /** @param bases addresses of the site, as its pages and as its configuration have it */
  constructor(bases: readonly (string | undefined)[]) {
    this.#bases = ['http://site.invalid', ...bases].flatMap((base) => {
      if (base === undefined || !isParsableUrl(base)) return [];
      const url = new URL(base);
      return [{ host: comparableHost(url), path: url.pathname.replace(/\/$/, '') }];
    });
  }

  get size(): number {
    return this.#pages.size;
  }

  /** @param texts from which excerpts are made; plain or HTML */
  add(address: string, titles: readonly string[], texts: readonly (string | undefined)[]): void {
    const starts = texts.flatMap((text = '') => {
      const words = lowerWords(visibleText(parseHtml(text.slice(0, MAX_READ)))).slice(0, EXCERPT_WORDS);
      return words.length < RUN ? [] : [words];
    });
    const key = this.#keyOf(address);
    if (key === undefined) return;
    for (const title of titles) {
      const name = lowerWords(title);
      if (name.length > 1 && title.length >= MIN_TITLE) this.#titles.add(name);
    }
    const known = this.#pages.get(key);
    this.#pages.set(key, {
      titles: [...(known?.titles ?? []), ...titles],
      starts: [...(known?.starts ?? []), ...starts],
    });
  }

  /** The first words of the source of such a page. */
  addOpening(words: string): void {
    this.#titles.add(words.split(' '));
  }

  /** Whether a text has the title of such a page, if it is one of several words. */
  mentions(text: string): boolean {
    return this.#titles.isIn(lowerWords(text));
  }

  /** A built page without facts of its head that mention such pages. */
  withoutMentions<Entry extends Pick<RawEntry, 'description' | 'seoTitle'>>(entry: Entry): Entry {
    const { description = '', seoTitle = '' } = entry;
    if (!this.mentions(`${description}\n${seoTitle}`)) return entry;
    const { description: _, seoTitle: _title, ...rest } = entry;
    return rest as Entry;
  }

  /** A term that no public page has: lists of terms name it too. */
  addTerm(slug: string, name: string): void {
    this.#terms.set(slug.toLowerCase(), lowerWords(name).join(' '));
  }

  /**
   * Removes the items of pages that are held back.
   * @param own the source of the page: its author may name such pages, as in any text; undefined where it has none
   * @returns undefined for a page that has no link to them
   */
  strip({ body }: Pick<RawEntry, 'body'>, own: (() => string) | undefined): Listing | undefined {
    if (this.#pages.size + this.#terms.size === 0) return undefined;
    const links = [...body.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
    if (!links.some((found) => this.#mayBeHeld(found[1] ?? found[2] ?? found[3])))
      return own === undefined ? this.#unlinked(body) : undefined;
    const tree = parseHtml(body);
    const source = own?.() ?? '';
    const written = ` ${lowerWords(source).join(' ')} `;
    const parents = parentsOf(tree);
    const found = new Map<Element, HeldPage>();
    const seen = new Set<HeldPage>();
    for (const link of findAll(tree, ({ tagName }) => tagName === 'a' || tagName === 'area')) {
      const key = this.#keyOf(property(link, 'href')) ?? '';
      const page = this.#pages.get(key) ?? this.#termAt(key, link);
      if (page === undefined) continue;
      seen.add(page);
      if (!isNamed(key, page, source)) found.set(link, page);
    }
    const items = new Set([...found.keys()].map((link) => itemOf(link, found, parents)));
    removeWhere(tree, (element) => items.has(element));
    const words = lowerWords(visibleText(tree));
    const shown = ` ${words.join(' ')} `;
    const left = findAll(tree, ({ tagName }) => tagName === 'a');
    const isShown =
      left.some((link) => found.has(link)) ||
      [...seen].some((page) => isExcerptIn(page, shown, written)) ||
      (own === undefined && this.#titles.isIn(words));
    if (found.size === 0 && !isShown) return undefined;
    const isEmpty = left.length === 0 && words.length <= MAX_WORDS_OF_EMPTY;
    return { body: toHtml(tree), isShown, isEmpty };
  }

  #unlinked(body: string): Listing | undefined {
    return this.mentions(visibleText(parseHtml(body))) ? { body, isShown: true, isEmpty: false } : undefined;
  }

  #mayBeHeld(reference = ''): boolean {
    const key = this.#keyOf(reference.replaceAll('&amp;', '&'));
    return key !== undefined && (this.#pages.has(key) || this.#terms.has(lastName(key)));
  }

  #termAt(key: string, link: Element): HeldPage | undefined {
    const name = this.#terms.get(lastName(key));
    const text = ` ${lowerWords(textOf(link)).join(' ')} `;
    return name !== undefined && text.startsWith(` ${name} `) ? TERM : undefined;
  }

  /** Undefined for an address on another host. */
  #keyOf(address: string): string | undefined {
    if (!isParsableUrl(address, 'http://site.invalid')) return undefined;
    const url = new URL(address, 'http://site.invalid');
    const { pathname } = url;
    const host = comparableHost(url);
    if (this.#bases.every((base) => base.host !== host)) return undefined;
    const above = this.#bases.find(({ path }) => path !== '' && pathname.startsWith(`${path}/`))?.path ?? '';
    return pageKey(pathname.slice(above.length)).toLowerCase();
  }
}

/** Whether the source of a page links to another: by the end of its address, or by a title. */
function isNamed(key: string, { titles }: HeldPage, source: string): boolean {
  const text = source.toLowerCase();
  return (
    hasWord(text, lastName(key), /[/("'[-]/) ||
    titles.some((title) => hasWord(text, title.trim().toLowerCase(), /[[>|]/))
  );
}

/** Whether a text has a word after one of some characters, and complete. */
function hasWord(text: string, word: string, before: RegExp): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (before.test(text[at - 1] ?? '') && !/[\p{L}\p{N}-]/u.test(text[at + word.length] ?? '')) return true;
  return false;
}

/** Whether a text still has the title of a page or the start of its text, which its own source hasn't. */
function isExcerptIn({ titles, starts }: HeldPage, shown: string, written: string): boolean {
  const isIn = (run: readonly string[]) => {
    const words = ` ${run.join(' ')} `;
    return run.length > 0 && shown.includes(words) && !written.includes(words);
  };
  return (
    titles.some((title) => isIn(lowerWords(title))) ||
    starts.some((words) => words.some((_, at) => at + RUN <= words.length && isIn(words.slice(at, at + RUN))))
  );
}

type Parents = ReadonlyMap<Element, Element | Root>;

function parentsOf(tree: Root): Parents {
  const parents = new Map<Element, Element | Root>();
  for (const parent of parentsIn(tree)) for (const child of elementsIn(parent)) parents.set(child, parent);
  return parents;
}

/** The smallest element around a link that is an item among others; the link itself in a menu, and where there is none. */
function itemOf(link: Element, held: ReadonlyMap<Element, HeldPage>, parents: Parents): Element | undefined {
  for (let at = parents.get(link); at !== undefined && at.type === 'element'; at = parents.get(at)) {
    if (at.tagName === 'nav') return link;
    if (ITEMS.has(at.tagName)) return hasOtherItems(at, held) ? link : at;
    if (CARDS.has(at.tagName) && hasSibling(at, parents)) return at;
  }
  const parent = parents.get(link);
  return parent !== undefined && hasSibling(link, parents) && !hasProse(parent) ? link : undefined;
}

/** Branches of a menu have items of their own, which may be public. */
function hasOtherItems(item: Element, held: ReadonlyMap<Element, HeldPage>): boolean {
  return findAll(item, ({ tagName }) => ITEMS.has(tagName)).some(
    (inner) => findAll(inner, (one) => one.tagName === 'a' && !held.has(one)).length > 0,
  );
}

/** True where an element of the same kind with a link is next to it. */
function hasSibling(element: Element, parents: Parents): boolean {
  const kind = kindOf(element);
  const siblings = elementsIn(parents.get(element) ?? { type: 'root', children: [] });
  return siblings.some(
    (one) =>
      one !== element &&
      kindOf(one) === kind &&
      (one.tagName === 'a' || findAll(one, ({ tagName }) => tagName === 'a').length > 0),
  );
}

function kindOf(element: Element): string {
  return `${element.tagName}.${classesOf(element)[0] ?? ''}`;
}

function hasProse(parent: Element | Root): boolean {
  return parent.children.some((child: RootContent) => child.type === 'text' && /\p{L}/u.test(child.value));
}

/** Finds phrases in texts, in time that doesn't depend on their number. */
class Phrases {
  /** By their first two words. */
  readonly #known = new Map<string, Set<string>>();

  /** @param words at least two */
  add(words: readonly string[]): void {
    const start = words.slice(0, 2).join(' ');
    const same = this.#known.get(start) ?? new Set();
    this.#known.set(start, same.add(words.join(' ')));
  }

  /** Whether the words of a text have one of them. */
  isIn(words: readonly string[]): boolean {
    if (this.#known.size === 0) return false;
    return words.some((word, at) => {
      const same = this.#known.get(`${word} ${words[at + 1] ?? ''}`);
      return same !== undefined && [...same].some((phrase) => startsAt(phrase.split(' '), words, at));
    });
  }
}

function startsAt(phrase: readonly string[], words: readonly string[], at: number): boolean {
  return phrase.every((word, index) => words[at + index] === word);
}
