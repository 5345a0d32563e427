/** Gives boxes the elements that their roles and classes stand for. */

import type { Element, ElementContent } from 'hast';
import { findAll, hasClass, isDisplayedAsBlock, isHeading, make, property } from '../element.js';
import {
  boldLine,
  closest,
  findIn,
  type PageMap,
  putInParentheses,
  remove,
  rename,
  replace,
  textIn,
} from '../reveal/page-map.js';

const PLAIN = /^(?:div|p|span|strong|b)$/;
const INLINE = /^(?:strong|b|em|i|small|label|cite|time|mark)$/;
const NO_PLACE = /^(?:h[1-6]|a|button|summary|p|li|dt|label|pre)$/;

/** The background image of an empty box. */
const BACKGROUND = /(?:^|;)\s*background(?:-image)?\s*:[^;]*\burl\(\s*(['"]?)([^'")]+)\1\s*\)/i;

/**
 * Replaces elements with a role or style by the matching element: headings (`role="heading"`), labelled background
 * images, and inline elements that are displayed as blocks.
 */
export function normaliseRoles(page: PageMap): void {
  for (const element of findIn(page, { properties: ['role', 'style'] })) {
    if (INLINE.test(element.tagName) && isDisplayedAsBlock(element)) separate(page, element);
    if (!PLAIN.test(element.tagName)) continue;
    if (property(element, 'role') === 'heading') {
      const level = Math.trunc(Number(property(element, 'ariaLevel'))) || 2;
      if (closest(page, element, ({ tagName }) => NO_PLACE.test(tagName)) === undefined)
        element.tagName = `h${Math.min(Math.max(level, 1), 6)}`;
    } else if (normalisePicture(page, element)) continue;
    else if (element.tagName === 'span' && isDisplayedAsBlock(element)) element.tagName = 'div';
  }
}

/** Puts an inline element on a line of its own; inside of a link, a space is enough. */
function separate(page: PageMap, element: Element): void {
  if (closest(page, element, ({ tagName }) => tagName === 'a') !== undefined) {
    const space = (): ElementContent => ({ type: 'text', value: ' ' });
    replace(page, element, [space(), element, space()]);
    return;
  }
  const line = make('div', [element]);
  replace(page, element, [line]);
  page.parents.set(element, line);
}

function normalisePicture(page: PageMap, box: Element): boolean {
  const [alt, src] = [property(box, 'ariaLabel'), BACKGROUND.exec(property(box, 'style'))?.[2]];
  if (property(box, 'role') !== 'img' || alt === '' || src === undefined || textIn(box) !== '') return false;
  rename(page, box, 'img');
  box.properties = { src, alt };
  box.children = [];
  return true;
}

/** Webflow makes each part that opens an element for navigation; without anything to click, it's text. */
export function normaliseNavigation(page: PageMap): void {
  for (const nav of findIn(page, { classes: /^w-dropdown-list$/ })) {
    const isControl = ({ tagName }: Element) => /^(?:a|button|input|select|summary)$/.test(tagName);
    if (nav.tagName === 'nav' && findAll(nav, isControl).length === 0) rename(page, nav, 'div');
  }
}

/**
 * The footer of a quotation names its author, and its header its source: they are text of the quotation, not frame
 * of the page.
 */
export function normaliseQuotations(page: PageMap): void {
  for (const element of findIn(page, { tags: /^(?:footer|header)$/ })) {
    if (closest(page, element, isQuotation) !== undefined) element.tagName = 'div';
  }
}

function isQuotation({ tagName }: Element): boolean {
  return tagName === 'blockquote' || tagName === 'figure';
}

/** Docutils writes the titles of boxes, and headings that stand outside of the sections, as paragraphs. */
const TITLE = /^(?:topic-title|sidebar-title|sidebar-subtitle|rubric)$/;

/** Makes titles of docutils (Sphinx) lines in bold. */
export function normaliseTitles(page: PageMap): void {
  for (const element of findIn(page, { classes: TITLE })) {
    if (element.tagName !== 'p' || !hasClass(element, TITLE) || !page.parents.has(element)) continue;
    replace(page, element, [boldLine(element.children)]);
  }
}

/** `badge`, `VPBadge`, `sl-badge`, `sd-badge`; `doc-label` of mkdocstrings. */
const BADGE = /^(?:(?:[a-z]+-?)?badge|doc-label)$/i;

/**
 * Writes a badge after the words of a heading in parentheses; on the page, its colour sets it apart. A badge before
 * them may be a part of them: `GET /teas`.
 */
export function normaliseBadges(page: PageMap): void {
  // A heading may have very many badges.
  const texts = new Map<Element, string>();
  for (const element of findIn(page, { classes: BADGE })) {
    if (!hasClass(element, BADGE) || !/^(?:span|small|sup|strong|em|b|i|code)$/.test(element.tagName))
      continue;
    const heading = closest(page, element, isHeading);
    if (heading === undefined) continue;
    const text = textIn(element);
    const whole = texts.get(heading) ?? textIn(heading);
    texts.set(heading, whole);
    if (/^(?:[([]|$)/.test(text) || whole.startsWith(text)) continue;
    putInParentheses(element);
  }
}

/** What phpDocumentor writes into the heading of a class behind its name. */
const FACTS = /^phpdocumentor-element__(?:extends|implements|package)$/;

/** Puts the parent and the package of a class below the heading with its name. */
export function normaliseClassHeadings(page: PageMap): void {
  for (const element of [...findIn(page, { classes: FACTS })].reverse()) {
    const heading = closest(page, element, isHeading);
    if (heading === undefined) continue;
    remove(page, element);
    replace(page, heading, [heading, make('div', [element])]);
  }
}
