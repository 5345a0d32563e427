/** Removes bylines and lists of tags from the content of a page, and finds the links to its tags. */

import type { Element } from 'hast';
import { findAll, findElement, hasClass, property } from '../../content/html/element.js';
import type { RawAuthor, RawTerm } from '../port.js';
import { bylineBoxes } from './near-title.js';
import { titleKey } from './title.js';
import { hasTextBeside, removeWhere, textOf, wordsIn } from './tree.js';
import { withoutBylineWords } from './written-byline.js';

/** A label before a list of tags, such as `Filed under:`. */
const LABEL_LETTERS = 20;

/** Fewer words are a label, such as `Related posts`. */
const MIN_TEXT = 5;

/** Fewer letters beside the names are a word such as `by`. */
const MIN_ROLE = 4;

const TEXTS = /^(?:h[1-6]|p|pre|blockquote|table)$/;

/** The page of a tag, or its place on the page of all tags. */
const TAG_PAGE =
  /\/(?:tags?|topics?|categor(?:y|ies)|labels?|keywords?)\/|^(?:https?:\/\/[^/]+)?\/(?:tags?|categor(?:y|ies))(?:\.html?)?#./i;

const LISTS = /^(?:ul|ol|div|p|section|footer)$/;

const BLOCK = new RegExp(`${TEXTS.source}|${LISTS.source}|^aside$`);

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
    const isText = findElement(box, ({ tagName }) => TEXTS.test(tagName)) !== undefined;
    if (!isText) removeWhere(box, (element) => element.tagName === 'img' || isAccountLink(element));
    const beside = [...named, ...times].reduce((text, part) => text.replace(textOf(part), ''), textOf(box));
    const isOnly = titleKey(withoutBylineWords(beside)).length < MIN_ROLE;
    if (isOnly && (!isText || times.length > 0)) box.children = [];
  }
}

/** More tags that many pages have are the list of all tags of a site. */
export const MAX_COMMON = 5;

/** A label before the tags of a page. */
const TAGGED = /^(?:tagged|tags|topics|filed|posted|categor(?:y|ies)|labels|keywords)\b/i;

/**
 * Links to pages of tags next to the title of a post, where nothing else but its date stands with them, in a row
 * after its last text, and in the only list with a label such as `Tagged in:`.
 */
export function tagLinksOfPost(main: Element, isFrame: (line: string) => boolean): readonly Element[] {
  if (findElement(main, (one) => one.tagName === 'a' && isTagPageLink(one)) === undefined) return [];
  const isOfPost = ({ tagName }: Element): boolean => tagName === 'article' || tagName === 'time';
  if (!isOfPost(main) && findElement(main, isOfPost) === undefined) return [];
  const all = findAll(main, ({ tagName }) => BLOCK.test(tagName));
  const blocks = all.filter(({ tagName }) => tagName !== 'aside');
  // The tags in a sidebar are those of the site.
  const beside = new Set(
    all.filter(({ tagName }) => tagName === 'aside').flatMap((aside) => findAll(aside, () => true)),
  );
  const isText = (block: Element) =>
    TEXTS.test(block.tagName) && wordsIn(block) >= MIN_TEXT && /\p{L}/u.test(textOf(block));
  const end = blocks.findLastIndex((block) => isText(block) && tagRow(block).length === 0);
  const labelled = blocks.filter(
    (block) => block.tagName === 'ul' && TAGGED.test(textOf(block)) && !beside.has(block),
  );
  // "See also" before links in a paragraph is text.
  const isRow = (block: Element): boolean => {
    const tags = tagRow(block);
    const isLabelled = block.tagName === 'ul' || TAGGED.test(textOf(block).trim());
    return tags.length > 0 && (isLabelled || lettersBeside(block, tags) === 0) && !beside.has(block);
  };
  const after = end < 0 ? undefined : blocks.slice(end).find(isRow);
  const list = labelled.length === 1 ? labelled[0] : after;
  const rows = [...bylineBoxes(main), ...(list === undefined ? [] : [list])].map(tagRow);
  return rows.filter((row) => row.length <= MAX_COMMON || !row.every((link) => isFrame(textOf(link)))).flat();
}

/** The links of a box that has nothing but links to pages of tags, a label and dates. */
function tagRow(box: Element): readonly Element[] {
  const links = findAll(box, ({ tagName }) => tagName === 'a');
  const times = findAll(box, ({ tagName }) => tagName === 'time');
  const tags = links.filter(isTagPageLink);
  // al-folio has a link to the year in this row.
  const isRow =
    LISTS.test(box.tagName) &&
    links.every((link) => tags.includes(link) || /^\d{4}$/.test(textOf(link).trim()));
  return isRow && lettersBeside(box, [...links, ...times]) <= LABEL_LETTERS ? tags : [];
}

/** A tag with the number of its posts, as lists of all tags of a site have it. */
export const COUNTED = /\(\d+\)\s*$/;

/** Whether a link leads to a page of a tag. */
export function isTagPageLink(link: Element): boolean {
  return TAG_PAGE.test(property(link, 'href')) && !COUNTED.test(textOf(link));
}

function authorsIn(box: Element, names: ReadonlySet<string>): readonly Element[] {
  return findAll(
    box,
    (element) =>
      names.has(titleKey(textOf(element))) && element.children.every(({ type }) => type !== 'element'),
  );
}

/** A link to an account: an icon, or `(@ida)`. */
export function isAccountLink(element: Element): boolean {
  return element.tagName === 'a' && /^(?:|\(?@[\w.-]+\)?)$/.test(textOf(element).trim());
}

/** A list of tags that the page has, with a label at most: links to their pages, or boxes. */
function isTagList(element: Element, tags: ReadonlySet<string>): boolean {
  if (!LISTS.test(element.tagName)) return false;
  const names = findAll(element, (one) => one.tagName === 'a' || hasClass(one, /^(?:\w+-)?tag$/));
  const isTag = (name: Element): boolean =>
    (name.tagName !== 'a' || isTagPageLink(name)) && tags.has(titleKey(textOf(name)));
  if (names.length === 0 || !names.every(isTag)) return false;
  const times = findAll(element, ({ tagName }) => tagName === 'time');
  if (lettersBeside(element, [...names, ...times]) > LABEL_LETTERS) return false;
  const parts = new Set([...names, ...times]);
  return !hasTextBeside(element, isTagLabel, (part) => parts.has(part));
}

function isTagLabel(text: string): boolean {
  return (
    TAGGED.test(text) ||
    /^(?:posted|published|updated|schlagw|kategor|mots|étiquette|etiquet|tema)/i.test(text)
  );
}

function lettersBeside(element: Element, parts: readonly Element[]): number {
  return parts.reduce((rest, part) => rest - titleKey(textOf(part)).length, titleKey(textOf(element)).length);
}
