import type { Element, Nodes } from 'hast';
import { findAll, findElement, hasClass, isBlankText, property, walk } from '../../content/html/element.js';
import { isErrorTitle, type OmissionReason } from './left-out.js';
import { type IsPage, isLinkList } from './link-list.js';
import { hasWords, textOf, wordsIn } from './tree.js';

/** Fewer words than these are the introduction of a list, or the labels of a form. */
const MIN_LETTERS = 25;

const MIN_BESIDE_FORM = 60;

/** Minimum number of words of an error page that is text; more if its title says that it is an error page. */
const MIN_OF_ERRORS = 40;
const MIN_UNDER_ERROR = 250;

/** From so many titles on a page to be printed is a copy of the whole site. */
const TITLES_OF_COPY = 3;

const HEADING = /^h[1-6]$/;

/** Elements that are judged by their first words. */
const ITEM = /^(?:li|tr|dt|summary)$/;

/** Elements that end the part under a heading that is a link. */
const PART = /^(?:article|section|li|main|tr)$/;

/** True for a field to search with, and for a place where scripts put one. */
export function hasSearchForm(content: Element): boolean {
  return (
    findElement(content, (element) => {
      const { tagName } = element;
      if (tagName === 'input')
        return (
          /^(?:search)$/i.test(property(element, 'type')) ||
          /^(?:q|s|query)$/i.test(property(element, 'name'))
        );
      if (property(element, 'role') === 'search') return true;
      return (
        /^(?:search(?:-?(?:results?|box|container))?|docsearch|pagefind)$/i.test(property(element, 'id')) &&
        !hasWords(element)
      );
    }) !== undefined
  );
}

/**
 * How many words of a suspected page are a text.
 * @param suspicion the kind that its place or its head suggests
 */
function leastWords(suspicion: OmissionReason, title: string, hasForm: boolean): number {
  if (suspicion !== 'error page') return hasForm ? MIN_BESIDE_FORM : MIN_LETTERS;
  return isErrorTitle(title) ? MIN_UNDER_ERROR : MIN_OF_ERRORS;
}

/** True for a copy of the whole site, to be printed. */
function isCopyOfSite(main: Element): boolean {
  return findAll(main, ({ tagName }) => tagName === 'h1').length >= TITLES_OF_COPY;
}

/**
 * True for a page that has a text of its own, wherever it is: most of its words are neither links to other pages
 * nor below such links.
 * @param least how many words a text has at least
 */
function hasOwnText(main: Element, least: number, isPage: IsPage): boolean {
  const { own, listed } = new Tally(isPage).of(main);
  return own >= least && own > listed;
}

/** Counts a page's own words, and words of lists of other pages. */
class Tally {
  own = 0;
  listed = 0;
  /** Below a heading that leads to another page: its beginning, or all of it with its own headings. */
  #isTeaser = false;
  #level = 0;
  /** Whether no heading has come yet in the post that this is: its first one heads all of it. */
  #isStartOfPost = false;

  constructor(private readonly isPage: IsPage) {}

  of(main: Element): this {
    for (const child of main.children) this.#visit(child);
    return this;
  }

  #visit(node: Nodes): void {
    if (node.type === 'text') this.#add(node.value.match(/[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*/gu)?.length ?? 0);
    if (node.type !== 'element') return;
    const { tagName } = node;
    if (HEADING.test(tagName)) this.#visitHeading(node);
    else if (tagName === 'a' && this.isPage(node)) this.listed += wordsIn(node);
    else if (ITEM.test(tagName) && this.#leads(node)) {
      this.listed += wordsIn(node);
      // The target of a term is described after it.
      if (tagName === 'dt') this.#isTeaser = true;
    } else if (this.#isRow(node)) this.listed += wordsIn(node);
    else if (tagName !== 'time') this.#visitInside(node);
  }

  #visitHeading(heading: Element): void {
    const level = Number(heading.tagName.slice(1));
    const isOfPost = this.#isStartOfPost;
    this.#isStartOfPost = false;
    if (this.#leads(heading)) [this.#isTeaser, this.#level] = [true, isOfPost ? 0 : level];
    else if (level <= this.#level) this.#isTeaser = false;
  }

  /** True for adjacent boxes of which the first is only a link to another page. */
  #isRow({ tagName, children }: Element): boolean {
    if (tagName !== 'div') return false;
    const [first, second] = children.filter((child) => child.type === 'element');
    if (first?.tagName !== 'div' || second?.tagName !== 'div') return false;
    const link = findElement(first, (inner) => inner.tagName === 'a');
    return link !== undefined && this.isPage(link) && wordsIn(link) === wordsIn(first);
  }

  #visitInside(element: Element): void {
    const before = this.#isTeaser;
    if (element.tagName === 'dt') this.#isTeaser = false;
    if (element.tagName === 'article' || hasClass(element, 'hentry')) this.#isStartOfPost = true;
    for (const child of element.children) this.#visit(child);
    if (PART.test(element.tagName)) this.#isTeaser = before;
  }

  #add(words: number): void {
    if (this.#isTeaser) this.listed += words;
    else this.own += words;
  }

  /** True where the first words, apart from a date, are a link to another page. */
  #leads(element: Element): boolean {
    const link = findElement(element, (inner) => inner.tagName === 'a' && hasWords(inner));
    if (link === undefined || !this.isPage(link)) return false;
    const [before = ''] = textOf(element).split(textOf(link), 1);
    const words = before.match(/\p{L}+/gu) ?? [];
    return words.length === 0 || (words.length <= 4 && /\d/.test(before));
  }
}

/**
 * Why a page without a text of its own is left out.
 * @param suspicion the kind that its place or its head suggests
 * @param hasForm whether it has a field to search with
 * @param isPost whether it says that it's a post, which may be short beside its lists, or a list itself
 */
export function leftOutKind(
  main: Element,
  title: string,
  {
    suspicion,
    hasForm,
    isPage,
    isPost,
  }: {
    readonly suspicion: OmissionReason | undefined;
    readonly hasForm: boolean;
    readonly isPage: IsPage;
    readonly isPost: boolean;
  },
): OmissionReason | undefined {
  const kind = isErrorTitle(title) ? 'error page' : suspicion;
  const isCopy = kind === 'search page' && isCopyOfSite(main);
  if (kind && (isCopy || !hasOwnText(main, leastWords(kind, title, hasForm), isPage))) return kind;
  return !isPost && isLinkList(main, isPage) ? 'list of links' : undefined;
}

/** Returns true for a page without any text or picture: the shell that an application fills with scripts. */
export function isShell(body: Element): boolean {
  let isEmpty = true;
  walk(body, ({ tagName, children }) => {
    if (/^(?:script|style|noscript|template)$/.test(tagName)) return false;
    if (/^(?:img|video|audio|iframe|input)$/.test(tagName)) isEmpty = false;
    if (children.some((child) => child.type === 'text' && !isBlankText(child))) isEmpty = false;
    return isEmpty;
  });
  return isEmpty;
}
