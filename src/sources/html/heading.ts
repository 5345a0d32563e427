/** The headings of a page: finds its title, and makes the others fit below it. */

import type { Element, ElementContent } from 'hast';
import {
  classesOf,
  elementsIn,
  findAll,
  findElement,
  hasClass,
  isBlank,
  isBlankText,
  isHeading,
  isScreenReaderText,
  nodesIn,
  property,
  walk,
} from '../../content/html/element.js';
import { isChrome } from './chrome.js';
import { type FrameTable, isFrameLine } from './frame.js';
import { isScriptNotice } from './page-widgets.js';
import { endsOfTitle, endsWithNumber, extendsHeading, isNoTitle, titleKey } from './title.js';
import { removeWhere, textOf, wordsIn } from './tree.js';

/** The words of a heading as readers see them: no link to itself, no label for screen readers, no footnote mark. */
export function headingText(heading: Element): string {
  if (elementsIn(heading).length === 0) return textOf(heading);
  const copy = structuredClone({ ...heading, children: heading.children }) as Element;
  const whole = textOf(heading);
  writeFormulas(copy);
  separateLines(copy);
  removeWhere(copy, (element) => isOwnLink(element, whole) || isNoteMark(element));
  const all = textOf(copy);
  removeWhere(copy, (element) => isScreenReaderText(element));
  return textOf(copy) || all;
}

/** A heading of adjacent spans with a class each: the style sheet puts them on lines of their own. */
function separateLines(heading: Element): void {
  const isLine = (node: ElementContent): boolean =>
    node.type === 'element' &&
    node.tagName === 'span' &&
    classesOf(node).length > 0 &&
    /[\p{L}\p{N}]/u.test(textOf(node));
  const lines = heading.children.filter((node) => node.type !== 'comment');
  if (lines.length < 2 || !lines.every(isLine)) return;
  heading.children = lines.flatMap((line) => [{ type: 'text', value: ' ' }, line]);
}

function isOwnLink(element: Element, heading: string): boolean {
  if (element.tagName !== 'a') return false;
  if (/^[#¶§🔗⚓↑\s\u200b]*$/u.test(textOf(element))) return true;
  const isNamed = classesOf(element).some((name) =>
    /^(?:header-?(?:link|anchor)|hash-link|anchor)$/.test(name),
  );
  return isNamed && textOf(element) !== heading;
}

function isNoteMark(element: Element): boolean {
  if (property(element, 'role') === 'doc-noteref') return true;
  if (!/^(?:sup|a)$/.test(element.tagName) || textOf(element).length > 5) return false;
  // One is in the other.
  const isPart = ({ tagName }: Element): boolean =>
    tagName !== element.tagName && /^(?:sup|a)$/.test(tagName);
  const inner = findElement(element, (one) => isPart(one) && textOf(one) === textOf(element));
  return inner !== undefined && [element, inner].some((one) => property(one, 'href').includes('#'));
}

/** A formula is written once, as TeX, although the page contains it as a drawing and as MathML. */
function writeFormulas(heading: Element): void {
  const isFormula = (one: Element) =>
    one.tagName === 'mjx-container' || hasClass(one, /^(?:katex|MathJax|mwe-math-element)$/);
  for (const formula of findAll(heading, isFormula)) {
    const source = findElement(
      formula,
      (one) => one.tagName === 'annotation' && property(one, 'encoding') === 'application/x-tex',
    );
    const [tex] = source?.children ?? [];
    if (tex?.type === 'text') formula.children = [{ type: 'text', value: tex.value.trim() }];
  }
}

/** The first `h1` of a page that readers see, outside the boxes of its generator, such as that of a search. */
export function firstTitle(body: Element): Element | undefined {
  let title: Element | undefined;
  walk(body, (element) => {
    if (title !== undefined || isChrome(element, body) || isScriptNotice(element)) return false;
    if (element.tagName === 'h1') title = element;
    return true;
  });
  return title;
}

/** The heading that a page without `h1` begins with. */
export function firstHeading(main: Element): Element | undefined {
  const heading = findElement(main, ({ tagName }) => /^h[2-6]$/.test(tagName));
  return heading !== undefined && textOf(main).startsWith(textOf(heading)) ? heading : undefined;
}

/** The end of the title of a page without `h1` that is a heading, or with which its content begins: phpBB. */
export function headedEnd(main: Element, title: string): string {
  const ends = endsOfTitle(title);
  if (ends.length < 2) return '';
  const shown = new Set(findAll(main, isHeading).map((one) => headingText(one)));
  const text = textOf(main);
  return ends.find((end) => !isNoTitle(end) && (shown.has(end) || text.startsWith(end))) ?? '';
}

/** A heading with fewer words may only greet the reader. */
const MIN_TITLE_WORDS = 3;

/**
 * Whether the first heading of the content is its title: the only one of its level, with several words.
 * @param least minimum number of words
 */
export function isTitleOf(main: Element, heading: Element | undefined, least = MIN_TITLE_WORDS): boolean {
  if (heading === undefined || wordsIn(heading) < least) return false;
  return findAll(main, ({ tagName }) => tagName === heading.tagName).length === 1;
}

/** Makes a heading of a box without a tag of its own that begins the content with the title of the page. */
export function markTitle(main: Element, title: string): void {
  let first: Element | undefined;
  walk(main, (element) => {
    if (first !== undefined) return false;
    if (element.children.some((node) => node.type === 'text' && node.value.trim() !== '')) first = element;
    return first === undefined;
  });
  if (first?.tagName === 'div' && elementsIn(first).length === 0 && extendsHeading(title, textOf(first)))
    first.tagName = 'h1';
}

/** Whether a heading comes after the title in a box of its own, as the first section of a module of Haddock does. */
export function isBehindTitle(main: Element, heading: Element, title: string): boolean {
  const isTitle = (one: Element): boolean =>
    one.tagName === 'p' && title !== '' && textOf(one).trim() === title;
  const first = findElement(main, (one) => one === heading || isTitle(one));
  return first !== undefined && first !== heading;
}

/** Removes headings of the first level that many pages have beside the one that the title in the head names. */
export function removeSharedTitles(main: Element, title: string, frame: FrameTable): void {
  const isNamed = (one: Element) =>
    isHeading(one) && one.tagName !== 'h1' && extendsHeading(title, headingText(one));
  if (findElement(main, isNamed) === undefined) return;
  const isShared = (text: string) => isFrameLine(frame, text) && !titleKey(title).includes(titleKey(text));
  removeWhere(main, (element) => element.tagName === 'h1' && isShared(textOf(element)));
}

/**
 * Removes headings of the first level with the words of a title.
 * @returns whether the page had one
 */
export function removeCopiedTitles(body: Element, title: string): boolean {
  const key = titleKey(title);
  const isCopy = (one: Element) => one.tagName === 'h1' && titleKey(headingText(one)) === key;
  const hasCopy = findElement(body, isCopy) !== undefined;
  if (hasCopy) removeWhere(body, isCopy);
  return hasCopy;
}

/**
 * Takes the prefix that the titles of all pages have out of the first heading, in place: Confluence writes the name of
 * the space there too.
 */
export function dropPrefix(body: Element, prefix: string): void {
  const heading = prefix === '' ? undefined : findElement(body, ({ tagName }) => tagName === 'h1');
  for (const node of heading === undefined ? [] : nodesIn(heading)) {
    if (node.type !== 'text' || isBlankText(node)) continue;
    const text = node.value.trimStart();
    if (text.startsWith(prefix)) node.value = text.slice(prefix.length);
    return;
  }
}

/** An address of the front page. */
const HOME = /^(?=.)(?:https?:\/\/[^/?#]+)?\/?(?:(?:\.\.?\/)*index\.html?)?$|^(?:\.\.?\/)+$/i;

/** Takes the name of the site out of the first heading, in place, where it is a link before that to the page. */
export function dropHomeLink(body: Element): void {
  const heading = findElement(body, ({ tagName }) => tagName === 'h1');
  const solid = heading?.children.filter((node) => !isBlank(node)) ?? [];
  const [link, ...others] = solid;
  if (heading === undefined || link?.type !== 'element' || link.tagName !== 'a') return;
  const title = others.findLast((node) => node.type === 'element' && node.tagName === 'a');
  if (title !== undefined && title === others.at(-1) && HOME.test(property(link, 'href').trim()))
    heading.children = [title];
}

/** Removes the heading that repeats the title; the twin has a title of its own. */
export function removeTitle(main: Element, heading: Element | undefined, title: string): void {
  if (heading === undefined) return;
  const text = headingText(heading);
  const isTitle = titleKey(text) === titleKey(title) || extendsHeading(title, text);
  if (!isTitle && !endsWithNumber(title, text)) return;
  removeWhere(main, (element) => element === heading);
}

/**
 * The title is the only heading of the first level: others of it, and all behind them, go down by one. The heading of
 * an article within the page, such as the card of a person, is only a heading of that article, below the one before it.
 */
export function lowerHeadings(main: Element): void {
  let above = 1;
  let isLowered = false;
  walk(main, (element) => {
    const cards = element.tagName === 'article' ? findAll(element, isHeading) : [];
    if (cards[0]?.tagName === 'h1' && cards.every(({ tagName }, at) => at === 0 || tagName !== 'h1')) {
      for (const heading of cards) setLevel(heading, levelOf(heading) + above);
      return false;
    }
    if (isHeading(element)) {
      isLowered ||= element.tagName === 'h1';
      above = setLevel(element, levelOf(element) + (isLowered ? 1 : 0));
    }
    return true;
  });
}

const levelOf = ({ tagName }: Element): number => Number(tagName.slice(1));

function setLevel(heading: Element, level: number): number {
  heading.tagName = `h${Math.min(6, level)}`;
  return level;
}
