import type { Element, Nodes } from 'hast';
import { elementsIn, hasClass, isBlankText, property } from '../element.js';
import { type ElementQuery, findIn, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';
import { isInSentence, SENTENCE } from './buttons.js';

/** Fonts that draw the name of an icon, such as `arrow_back`, as the icon. */
const ICON_FONT =
  /^material-(?:icons(?:-(?:outlined|round|sharp|two-tone))?|symbols-(?:outlined|rounded|sharp))$/;

/** Elements and class names of icons. */
const ICON_TAG = /^(?:i|svg|[a-z]+(?:-[a-z]+)*-icon)$/;
const ICON_CLASS = /(?:^|[-_])icons?(?:$|[-_])|^(?:fa[srb]?|bi|glyphicon|dashicons|octicon)$/;
/** Names of icons that describe a link. */
const LINK_SIGN = /\bopens?\b|\bexternal\b|\bnew (?:tab|window)\b|permalink/i;
/** Everything that may be an icon. */
const QUERY: ElementQuery = {
  tags: ICON_TAG,
  classes: new RegExp(`${ICON_FONT.source}|${ICON_CLASS.source}`),
  properties: ['role'],
};

/**
 * Replaces an icon with its name if it is alone in a table cell (it says yes or no) or stands for a word in a sentence.
 * Other icons aren't content: the names that an icon font draws are removed.
 */
export function normaliseIcons(page: PageMap): void {
  for (const element of findIn(page, QUERY)) {
    if (isFontIcon(element)) {
      const cell = cellAround(page, element);
      if (cell === undefined || textIn(cell) !== textIn(element)) remove(page, element);
    }
    const value = nameOf(element);
    if (value === '') continue;
    const cell = cellAround(page, element);
    const isAlone = cell !== undefined && (textIn(cell) === '' || textIn(cell) === textIn(element));
    if (isAlone || isWord(page, element, value)) replace(page, element, [{ type: 'text', value }]);
  }
}

function isFontIcon(element: Element): boolean {
  if (!hasClass(element, ICON_FONT) && !/^(?:mat|md)-icon$/.test(element.tagName)) return false;
  return /^[a-z][a-z0-9_]*$/.test(textIn(element));
}

/** The accessible name or tooltip of an icon without text. */
function nameOf(element: Element): string {
  const isDrawing =
    ICON_TAG.test(element.tagName) || property(element, 'role') === 'img' || hasClass(element, ICON_CLASS);
  if (!isDrawing || property(element, 'ariaHidden') === 'true' || !isDrawn(element)) return '';
  const inner = element.tagName === 'svg' ? element : elementsIn(element)[0];
  return (
    property(element, 'ariaLabel') ||
    property(element, 'title') ||
    (inner?.tagName === 'svg' ? property(inner, 'ariaLabel') || titleOf(inner) : '')
  );
}

/** Returns true if an element contains only icons. */
function isDrawn(element: Element): boolean {
  if (element.tagName === 'svg') return true;
  return element.children.every((child) => {
    if (child.type === 'element') return child.tagName === 'svg' || (child.tagName === 'i' && isDrawn(child));
    return child.type !== 'text' || isBlankText(child);
  });
}

/** Returns true if the sentence would lack a word without the icon: words and a space come before it. */
function isWord(page: PageMap, icon: Element, name: string): boolean {
  if (!/\p{L}{2}/u.test(name) || LINK_SIGN.test(name) || !isInSentence(page, icon)) return false;
  let at = icon;
  let parent = page.parents.get(at);
  while (parent?.type === 'element' && isFirst(parent, at) && !SENTENCE.test(parent.tagName)) {
    at = parent;
    parent = page.parents.get(at);
  }
  const siblings: readonly Nodes[] = parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(at));
  const last = before.at(-1);
  const isApart = last?.type === 'text' && /[\s("'\u201c\u2018[]$/u.test(last.value);
  return isApart && before.some((node) => /\p{L}{2}/u.test(textIn(node)));
}

function isFirst(parent: Element, child: Element): boolean {
  return parent.children.find((node) => !isBlankText(node)) === child;
}

function titleOf(svg: Element): string {
  const [first] = elementsIn(svg);
  return first?.tagName === 'title' ? textIn(first) : '';
}

function cellAround(page: PageMap, element: Element): Element | undefined {
  for (let at = page.parents.get(element), level = 0; at?.type === 'element' && level < 4; level += 1) {
    if (/^(?:td|th|dd)$/.test(at.tagName)) return at;
    if (!/^(?:span|div|i|p)$/.test(at.tagName)) return undefined;
    at = page.parents.get(at);
  }
  return undefined;
}
