import type { Element, Nodes } from 'hast';
import { findAll, findElement, property } from '../../content/html/element.js';
import type { RawAuthor, RawTerm } from '../port.js';
import { bylineBoxes, nearTitle } from './dates.js';
import type { LeftOut } from './left-out.js';
import { titleKey } from './title.js';
import { removeWhere, textOf, wordsIn } from './tree.js';
import { withoutBylineWords } from './written-byline.js';

/** A label before a list of tags, such as `Filed under:`. */
const LABEL_LETTERS = 20;

/** Fewer words are a label, such as `Related posts`. */
const LEAST_TEXT = 5;

/** Fewer letters beside the names are a word such as `by`. */
const LEAST_ROLE = 4;

const TEXTS = /^(?:h[1-6]|p|pre|blockquote|table)$/;

const TAG_PAGE = /\/(?:tags?|topics?|categor(?:y|ies)|labels?|keywords?)\//i;

const LISTS = /^(?:ul|ol|div|p|section|footer)$/;

/** Fewer words than these are the introduction of a list, or the labels of a form. */
const MIN_LETTERS = 25;

const LEAST_BESIDE_FORM = 60;

/** Phrases of a site's own error page. */
const LEAST_OF_ERRORS = 40;

/** From so many titles on it is a copy of the whole site, to be printed. */
const TITLES_OF_COPY = 3;

const HEADING = /^h[1-6]$/;

/** Elements that are judged by their first words. */
const ITEM = /^(?:li|tr|dt|summary)$/;

/** Elements that end the part under a heading that is a link. */
const PART = /^(?:article|section|li|main|tr)$/;

/** Whether a link leads to another page of the folder. */
export type IsPage = (link: Element) => boolean;

/**
 * Removes what the twin has in its head from the content of a page, in place: lists of its tags, and its authors next
 * to the title with their pictures and accounts. What a page says about an author stays, with the name.
 */
export function removeBylines(
  main: Element,
  { authors, terms }: { readonly authors: readonly RawAuthor[]; readonly terms: readonly RawTerm[] },
  heading?: Element,
): void {
  const tags = new Set(terms.map(({ slug }) => slug).map(titleKey));
  if (tags.size > 0) removeWhere(main, (element) => isTagList(element, tags));
  const names = new Set(authors.map(({ name }) => titleKey(name)));
  if (names.size === 0) return;
  for (const box of bylineBoxes(main, heading)) {
    const named = authorsIn(box, names);
    if (named.length === 0) continue;
    const times = findAll(box, ({ tagName }) => tagName === 'time');
    const beside = [...named, ...times].reduce((text, part) => text.replace(textOf(part), ''), textOf(box));
    if (times.length > 0 && titleKey(withoutBylineWords(beside)).length < LEAST_ROLE) box.children = [];
    if (findElement(box, ({ tagName }) => TEXTS.test(tagName)) !== undefined) continue;
    removeWhere(box, (element) => element.tagName === 'img' || isIconLink(element));
    if (lettersBeside(box, named) < LEAST_ROLE) box.children = [];
  }
}

/** A label before the tags of a page. */
const TAGGED = /^(?:tagged|tags|topics|filed|posted|categor(?:y|ies)|labels|keywords)\b/i;

/**
 * Links to pages of tags next to the title of a post, where nothing else but its date stands with them, in a list right
 * after its last text, and in the only list with a label such as `Tagged in:`.
 */
export function tagLinksOfPost(main: Element): readonly Element[] {
  const isOfPost = ({ tagName }: Element): boolean => tagName === 'article' || tagName === 'time';
  if (!isOfPost(main) && findElement(main, isOfPost) === undefined) return [];
  const blocks = findAll(main, ({ tagName }) => TEXTS.test(tagName) || tagName === 'ul');
  const end = blocks.findLastIndex((block) => block.tagName !== 'ul' && wordsIn(block) >= LEAST_TEXT);
  const labelled = blocks.filter((block) => block.tagName === 'ul' && TAGGED.test(textOf(block)));
  const after = end < 0 ? undefined : blocks.slice(end).find(({ tagName }) => tagName === 'ul');
  const list = labelled.length === 1 ? labelled[0] : after;
  return [...nearTitle(main), ...(list === undefined ? [] : [list])].flatMap((box) => {
    const links = findAll(box, ({ tagName }) => tagName === 'a');
    const times = findAll(box, ({ tagName }) => tagName === 'time');
    const tags = links.filter(isTagPageLink);
    // al-folio has a link to the year in this row.
    const isRow =
      LISTS.test(box.tagName) &&
      links.every((link) => tags.includes(link) || /^\d{4}$/.test(textOf(link).trim()));
    return isRow && lettersBeside(box, [...links, ...times]) <= LABEL_LETTERS ? tags : [];
  });
}

function isTagPageLink(link: Element): boolean {
  return TAG_PAGE.test(property(link, 'href'));
}

function authorsIn(box: Element, names: ReadonlySet<string>): readonly Element[] {
  return findAll(
    box,
    (element) =>
      names.has(titleKey(textOf(element))) && element.children.every(({ type }) => type !== 'element'),
  );
}

function isIconLink(element: Element): boolean {
  return element.tagName === 'a' && textOf(element) === '';
}

/** A list of links to the pages of tags that the page has, with a label at most. */
function isTagList(element: Element, tags: ReadonlySet<string>): boolean {
  if (!LISTS.test(element.tagName)) return false;
  const links = findAll(element, ({ tagName }) => tagName === 'a');
  const isTag = (link: Element): boolean => isTagPageLink(link) && tags.has(titleKey(textOf(link)));
  return links.length > 0 && links.every(isTag) && lettersBeside(element, links) <= LABEL_LETTERS;
}

function lettersBeside(element: Element, parts: readonly Element[]): number {
  return parts.reduce((rest, part) => rest - titleKey(textOf(part)).length, titleKey(textOf(element)).length);
}

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
        wordsIn(element) === 0 &&
        /^(?:search(?:-?(?:results?|box|container))?|docsearch|pagefind)$/i.test(property(element, 'id'))
      );
    }) !== undefined
  );
}

/**
 * True for a page that has a text of its own, wherever it is: most of its words are neither links to other pages
 * nor below such links.
 * @param suspicion the kind that its place or its head suggests
 */
export function hasOwnText(main: Element, suspicion: LeftOut, hasForm: boolean, isPage: IsPage): boolean {
  if (findAll(main, ({ tagName }) => tagName === 'h1').length >= TITLES_OF_COPY) return false;
  const { own, listed } = new Tally(isPage).of(main);
  const least = suspicion === 'error page' ? LEAST_OF_ERRORS : hasForm ? LEAST_BESIDE_FORM : MIN_LETTERS;
  return own >= least && own > listed;
}

/** Counts a page's own words, and words of lists of other pages. */
class Tally {
  own = 0;
  listed = 0;
  /** Below a heading that leads to another page: its beginning, or all of it with its own headings. */
  #isTeaser = false;
  #level = 0;

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
    if (this.#leads(heading)) [this.#isTeaser, this.#level] = [true, level];
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
    for (const child of element.children) this.#visit(child);
    if (PART.test(element.tagName)) this.#isTeaser = before;
  }

  #add(words: number): void {
    if (this.#isTeaser) this.listed += words;
    else this.own += words;
  }

  /** True where the first words, apart from a date, are a link to another page. */
  #leads(element: Element): boolean {
    const link = findElement(element, (inner) => inner.tagName === 'a' && wordsIn(inner) > 0);
    if (link === undefined || !this.isPage(link)) return false;
    const [before = ''] = textOf(element).split(textOf(link), 1);
    const words = before.match(/\p{L}+/gu) ?? [];
    return words.length === 0 || (words.length <= 4 && /\d/.test(before));
  }
}
