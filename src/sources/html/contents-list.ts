/** Recognises tables of contents of a page. */

import type { Element, Nodes } from 'hast';
import { elementsIn, findAll, findElement, hasClass, isLink, property } from '../../content/html/element.js';
import { isPageIndex } from '../../content/html/has-prose.js';
import type { LinkStats } from './link-stats.js';
import { textOf } from './tree.js';

const HEADING = /^h[1-6]$/;
/** Elements that can be a list or a row of links. */
export const BLOCKS = new Set('ul ol p div center aside section details table tr td'.split(' '));
/** Characters that may accompany the label of a list of links. */
export const LABEL_LETTERS = 40;
/** Characters of a paragraph that may be a list of links. */
const MAX_LETTERS = 400;

/** Returns true for a table of contents: only links within the page, a label, numbers and separators. */
export function isContents(element: Element, parent: Element, own: LinkStats): boolean {
  const { tagName } = element;
  // Links without words move a slide show on.
  const isList = own.links >= leastLinks(element) && own.fragments === own.links && own.fragmentLinked > 0;
  if (!isList || own.code > 0 || !BLOCKS.has(tagName)) return false;
  // Doxygen's members without types are only names.
  if ([element, parent].some((one) => hasClass(one, 'memberdecls'))) return false;
  if (areButtonsOrCards(element)) return false;
  // A heading may link to itself, and back to the list.
  if (own.headings > 0 && linksBesideHeadings(element) < 2) return false;
  const rest = own.letters - own.fragmentLinked;
  if (tagName === 'ul' || tagName === 'ol')
    return rest <= own.fragmentLinked * 0.3 && !isIntroduced(element, parent);
  const most = isNamedContents(element) ? LABEL_LETTERS : Math.min(LABEL_LETTERS, own.fragmentLinked * 0.5);
  if (own.headings > 0 && isPageIndex(element)) return true;
  return rest <= most && !(tagName === 'p' && own.letters > MAX_LETTERS) && !isSentence(element);
}

/** Links with pictures, and the few of an introduction that are drawn as buttons: "Book a table", "See the menu". */
function areButtonsOrCards(element: Element): boolean {
  const links = findAll(element, ({ tagName }) => tagName === 'a');
  const isCard = (link: Element) => findElement(link, ({ tagName }) => tagName === 'img') !== undefined;
  return (
    links.every(isCard) || (links.length <= MAX_BUTTONS && links.every((link) => hasClass(link, BUTTON)))
  );
}

const MAX_BUTTONS = 3;
/** Class names of buttons in style sheets of sites, and the padding at the sides of those in Tailwind. */
const BUTTON = /(?:^|[-_])(?:btn|button|cta)(?:$|[-_\d])|^px-\d/i;

const CONTENTS = /^(?:toc|table-?of-?contents)$/i;

/** Minimum number of links. A list whose id or class says that it is a table of contents may have only one. */
export function leastLinks(list: Element): number {
  return isNamedContents(list) ? 1 : 2;
}

/** Whether the id or class of an element says that it is a table of contents. */
export function isNamedContents(element: Element): boolean {
  return CONTENTS.test(property(element, 'id')) || hasClass(element, CONTENTS);
}

/** A list after a line such as "New features:". A list of contents begins with the next heading, this one doesn't. */
function isIntroduced(list: Element, parent: Element): boolean {
  const siblings = elementsIn(parent);
  const at = siblings.indexOf(list);
  const line = siblings[at - 1];
  if (line?.tagName !== 'p' || !/[:：]\s*$/.test(textOf(line))) return false;
  const first = findElement(list, ({ tagName }) => tagName === 'a');
  const ids = idsToHeading(siblings.slice(at + 1));
  return first !== undefined && ids !== undefined && !ids.has(property(first, 'href').slice(1));
}

/** Returns the ids of the next heading and of the elements before it, or undefined if no heading follows. */
function idsToHeading(elements: readonly Element[]): ReadonlySet<string> | undefined {
  const ids = new Set<string>();
  const isNamed = (element: Element): boolean => {
    for (const name of ['id', 'name']) ids.add(property(element, name));
    return false;
  };
  const isHeading = (element: Element): boolean => {
    isNamed(element);
    if (!HEADING.test(element.tagName)) return false;
    findElement(element, isNamed);
    return true;
  };
  return elements.some((element) => isHeading(element) || findElement(element, isHeading)) ? ids : undefined;
}

/** Returns true if there are words after the first link, or words before it that aren't a label. */
function isSentence(element: Element): boolean {
  const texts = [''];
  const collect = (node: Nodes): void => {
    if (node.type === 'text') texts[texts.length - 1] += node.value;
    else if (node.type === 'element' && isLink(node)) texts.push('');
    else if (node.type === 'element') for (const child of node.children) collect(child);
  };
  collect(element);
  const [label = '', ...others] = texts;
  const isLine = element.tagName === 'p' || element.tagName === 'td';
  return WORD.test(others.join('')) || (isLine && WORD.test(label) && !/[:：]\s*$/.test(label));
}

const WORD = /\p{L}{2}/u;

function linksBesideHeadings(element: Element): number {
  if (HEADING.test(element.tagName)) return 0;
  const own = isLink(element) ? 1 : 0;
  return elementsIn(element).reduce((sum, child) => sum + linksBesideHeadings(child), own);
}
