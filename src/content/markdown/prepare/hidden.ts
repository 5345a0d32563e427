/** Recognises elements that add nothing to the text, such as links to the heading itself. */

import type { Element } from 'hast';
import { words } from '../../../core/text.js';
import {
  collapseSpace,
  deepText,
  findElement,
  hasClass,
  isScreenReaderText,
  nodesIn,
  property,
} from '../../html/element.js';
import { isSet, isUnseen } from '../../html/text.js';

/** Texts for screen readers about a page's own controls; other hidden texts are content. */
const CONTROL_TEXT =
  /^(?:skip to|jump to|permalink|permanent link|link to|direct link|anchor|copy|copied|back to top|\(?opens? in|external link|footnotes?$|toggle|close|open menu|table of contents$|section titled)/i;

const ANCHOR_CLASS =
  /^(?:anchor|header-?link|header-?anchor|heading-?(?:link|anchor)|anchor-section|hash-?link|anchorjs-link|perma-?link|toc-anchor|id_link|direct-link|fragment-link)$/i;

const ANCHOR_TEXT = /^(?:permalink|permanent link|link|anchor|direct link|copy link|section link)(?:\b.*)?$/i;

const ICON_CLASS = /(?:^|[-_])icons?(?:$|[-_])|^(?:fa[srb]?|glyphicon|dashicons|material-symbols-\w+)$/;

const DROPPED = new Set(
  words(`
    area base basefont bgsound canvas col colgroup datalist embed frame frameset input keygen link meta meter
    noembed noframes object optgroup option param progress script select source style svg template textarea
    title track
  `),
);

const ZERO_WIDTH = /[\u00ad\u200b-\u200d\u2060\ufeff]/;

/** Joiners only where they join nothing: Webflow writes one into each empty line. */
const ALL_ZERO_WIDTH = /[\u00ad\u200b\u2060\ufeff]|(?<!\S)[\u200c\u200d](?!\S)/g;

/**
 * Returns whether an element is not meant to be read: hidden by attribute or style, decorative, or a
 * text for screen readers about the page's controls.
 *
 * @param node element as written
 * @returns true when the element and everything below it are left out
 */
export function isHidden(node: Element): boolean {
  const { properties } = node;
  // A hidden tab panel is content.
  if (isUnseen(node)) return properties['role'] !== 'tabpanel';
  if (properties['ariaHidden'] === 'true' && isDecorative(node)) return true;
  return isControlText(node);
}

function isDecorative(node: Element): boolean {
  if (hasClass(node, ICON_CLASS)) return true;
  if (/[\p{L}\p{N}]/u.test(deepText(node))) return false;
  return findElement(node, ({ tagName }) => tagName === 'img' || tagName === 'math') === undefined;
}

function isControlText(node: Element): boolean {
  if (!isScreenReaderText(node) && !hasClass(node, 'skip-link')) return false;
  return CONTROL_TEXT.test(collapseSpace(deepText(node)));
}

/** The treatment of a link to a place in the same page. */
type AnchorKind = 'keep' | 'unwrap' | 'drop';

/**
 * Classifies links that only serve a heading's own address: `#`, `¶`, "Permalink".
 *
 * @param link an `a` element
 * @param heading heading around it, if any
 * @returns drop the marker, unwrap a text that links to itself, or a heading to a contents list, or keep
 */
export function anchorKind(link: Element, heading: Element | undefined): AnchorKind {
  const href = property(link, 'href');
  const hash = href.indexOf('#');
  const text = collapseSpace(deepText(link));
  if (hash < 0)
    return heading !== undefined && /^[#¶§🔗⚓∞]$/u.test(text) && /^permalink/i.test(property(link, 'title'))
      ? 'drop'
      : 'keep';
  const named = hasClass(link, ANCHOR_CLASS);
  const own = heading !== undefined && href.slice(hash + 1) === property(heading, 'id');
  // RDoc leads back to the top from each heading.
  if (/^[#¶§🔗⚓∞\s\u200b]+$/u.test(text) || (heading !== undefined && text === '↑')) return 'drop';
  if (text === '') return href === '#' || named || own ? 'drop' : 'keep';
  if ((named || own) && ANCHOR_TEXT.test(text) && heading !== undefined) {
    return collapseSpace(deepText(heading)) === text ? 'unwrap' : 'drop';
  }
  if (hash === 0 && href.slice(1) === property(link, 'id')) return 'unwrap';
  if (heading === undefined) return 'keep';
  // A heading may also lead back to its line in the table of contents.
  const isBack = hash === 0 && collapseSpace(deepText(heading)) === text;
  return own || named || isBack ? 'unwrap' : 'keep';
}

/**
 * Returns whether an element is never content: scripts, drawings, controls, closed dialogs.
 *
 * @param node any element
 * @returns true when it is left out
 */
export function isDropped(node: Element): boolean {
  if (node.tagName === 'dialog') return !isSet(node.properties['open']);
  return DROPPED.has(node.tagName) || (node.properties['role'] === 'tablist' && !holdsPanels(node));
}

/** Accordions have the role of a list of tabs too, with the panels inside of it. */
function holdsPanels(tabs: Element): boolean {
  const isContent = ({ tagName, properties }: Element): boolean =>
    /^(?:h[1-6]|p|pre|table|blockquote)$/.test(tagName) || properties['role'] === 'tabpanel';
  return findElement(tabs, isContent) !== undefined;
}

/**
 * Removes invisible characters from a text: soft hyphens, zero-width spaces, byte order marks.
 *
 * @param value text
 * @returns text without them
 */
export function withoutZeroWidth(value: string): string {
  return ZERO_WIDTH.test(value) ? value.replace(ALL_ZERO_WIDTH, '') : value;
}

/**
 * Reads all visible text of a subtree, however deep it is.
 *
 * @param node an element
 * @returns one line
 */
export function readableText(node: Element): string {
  return collapseSpace([...readableTexts(node)].join(' '));
}

/** Returns true if a subtree has visible text. */
export function isReadable(node: Element): boolean {
  for (const text of readableTexts(node)) if (/\S/.test(text)) return true;
  return false;
}

function* readableTexts(node: Element): Iterable<string> {
  for (const next of nodesIn(node, (one) => isDropped(one) || one.properties['hidden'] === true))
    if (next.type === 'text') yield withoutZeroWidth(next.value);
}
