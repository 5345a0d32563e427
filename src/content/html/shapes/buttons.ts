import type { Element, Nodes } from 'hast';
import { elementsIn, findAll, hasClass, isBlank, make, property } from '../element.js';
import { findIn, type PageMap, replace, textIn } from '../reveal/page-map.js';
import { visibleText } from '../text.js';

/** Elements that hold a sentence. */
export const SENTENCE = /^(?:p|li|dd|td|th|figcaption|summary)$/;
const AROUND = /^(?:span|em|strong|b|i|mark|u|abbr|dfn)$/;
/** Buttons of the page itself. */
const OWN_CLASS = /copy|clipboard|close|toggle|anchor|expand|collapse|share|edit/i;
const OWN_TEXT = /^(?:copy|copied|close|edit|share|show more|read more|more|less)\b/i;

const PRICE =
  /(?:\p{Sc}|\b(?:CHF|EUR|USD|kr|zł|Kč)\b)\s?\d|\d\s?(?:\p{Sc}|\b(?:CHF|EUR|USD|kr|zł|Kč)(?!\p{L}))/u;

/** A script that only opens an address. */
const OPENS =
  /^\s*(?:window\.|document\.|self\.)?(?:location(?:\.href)?\s*=\s*|location\.(?:assign|replace)\(|open\()\s*(['"])([^'"]+)\1/;

/** Limits the work on a page made to be slow. */
const MAX_PARTS = 500;

/**
 * Writes the label of a button that stands inside of a sentence: a term that explains itself, or the button that the
 * sentence is about; the price that a button names; the link that a button is; and the code that is all of a button: a value to try, a command to
 * copy. Other buttons aren't content.
 */
export function normaliseButtons(page: PageMap): void {
  for (const element of findIn(page, { tags: /^(?:button|input)$/ })) {
    const code = codeOf(element);
    if (code !== undefined) {
      replace(page, element, [code, { type: 'text', value: ' ' }]);
      continue;
    }
    const value = labelOf(element);
    if (!/\p{L}{2}/u.test(value) || OWN_TEXT.test(value) || hasClass(element, OWN_CLASS)) continue;
    const href = OPENS.exec(property(element, 'onClick'))?.[2];
    if (href !== undefined)
      replace(page, element, [{ ...make('a', [{ type: 'text', value }]), properties: { href } }]);
    else if (isInSentence(page, element) || PRICE.test(value))
      replace(page, element, [{ type: 'text', value }]);
  }
}

function codeOf(element: Element): Element | undefined {
  if (element.tagName !== 'button' || property(element, 'role') !== '') return undefined;
  const [code] = findAll(element, ({ tagName }) => tagName === 'code');
  return code !== undefined && textIn(code) !== '' && textIn(code) === textIn(element) ? code : undefined;
}

function labelOf(element: Element): string {
  if (element.tagName === 'button') return property(element, 'role') === '' ? shownLabel(element) : '';
  if (element.tagName !== 'input') return '';
  return /^(?:button|submit|reset)$/i.test(property(element, 'type')) ? property(element, 'value') : '';
}

/** The text of a button, or the accessible name of an icon button. */
function shownLabel(button: Element): string {
  const isIcon = elementsIn(button).every(({ tagName }) => /^(?:svg|i|span)$/.test(tagName));
  const name = isIcon ? property(button, 'ariaLabel') || property(button, 'title') : '';
  return visibleText({ type: 'root', children: button.children }) || name;
}

/**
 * Returns true if an element is within a sentence: text or a full stop comes after it.
 *
 * @param page the page with the element
 * @param button a button or an icon
 */
export function isInSentence(page: PageMap, button: Element): boolean {
  for (let at = button; ; ) {
    const parent = page.parents.get(at);
    if (parent?.type !== 'element') return false;
    const isWhole = SENTENCE.test(parent.tagName);
    if (!isWhole && !AROUND.test(parent.tagName)) return false;
    const siblings: readonly Nodes[] = parent.children;
    if (siblings.length > MAX_PARTS) return false;
    const index = siblings.indexOf(at);
    const next = siblings.slice(index + 1).find((node) => !isBlank(node));
    if (next !== undefined) return next.type === 'text' && hasWordsBeside(siblings, index, next.value);
    if (isWhole) return false;
    at = parent;
  }
}

function hasWordsBeside(siblings: readonly Nodes[], index: number, behind: string): boolean {
  if (/^\s*\p{L}{2}/u.test(behind)) return true;
  return siblings.slice(0, index).some((node) => /\p{L}{2}/u.test(textIn(node)));
}
