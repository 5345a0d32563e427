import type { Element, Nodes } from 'hast';
import { classesOf, hasClass, isBlank, isScreenReaderText, type Parent, property } from '../element.js';
import { closest, findIn, type PageMap, ROW_CLASS, textIn } from '../reveal/page-map.js';

/** Class names of labels next to a parameter name. */
const LABEL =
  /^(?:[a-z]+[-_]+)*(?:bibblock|types?|req|required|optional|deprecated|default|badge|chip|pill|selected-value|tag)(?:[-_]+[a-z0-9]+)*$/i;
const INLINE = /^(?:span|code|strong|b|em|small)$/;
/** The method of an HTTP request, before its path. */
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i;
const NUMBER = /^\d+(?:\.\d+)*\.?$/;
/** What a price begins with. */
const PRICE = /^\p{Sc}\s?\d/u;
/** Elements for the parts of a row, such as a date, a number with its unit, or an author's name. */
const PART = /^(?:span|time|small|strong|b|a|code)$/;
/** Containers whose children CSS separates; in a paragraph, an element may be part of a word. */
const BOX = /^(?:div|header|footer|section|article|aside|span|a|button|figcaption|summary)$/;
const ITEM = /^(?:li|td|th|dt|dd)$/;

/** Inserts a space between adjacent elements that CSS separates: labels, custom elements, and the parts of a row. */
export function normaliseGaps(page: PageMap): void {
  for (const element of findIn(page, {
    tags: /-|^(?:span|time|small|strong|b|a|code|label)$/,
    classes: LABEL,
  })) {
    const parent = page.parents.get(element);
    if (parent === undefined) continue;
    const siblings = parent.children as Nodes[];
    if (siblings.length > 500) continue;
    const at = siblings.indexOf(element);
    const isCodeAround = () => closest(page, element, isCode) !== undefined;
    const [before, after] = [neighbourBefore(siblings, at), siblings[at + 1]];
    if (after && isGap(parent, element, after) && !isCodeAround())
      siblings.splice(at + 1, 0, { type: 'text', value: ' ' });
    if (before && isGap(parent, before, element) && !isCodeAround())
      siblings.splice(at, 0, { type: 'text', value: ' ' });
  }
}

/** The node before another one. Skips an empty element between them, such as data, or a dot that a style draws. */
export function neighbourBefore(siblings: readonly Nodes[], at: number): Nodes | undefined {
  const before = siblings[at - 1];
  const isMark =
    before?.type === 'element' &&
    /^(?:span|i|link|meta)$/.test(before.tagName) &&
    before.children.length === 0;
  return isMark && siblings[at - 2]?.type === 'element' ? siblings[at - 2] : before;
}

/** Returns true if a space is missing between two neighbours; not next to punctuation, such as the `=` of a default value. */
export function isGap(parent: Parent, before: Nodes, after: Nodes): boolean {
  if (!areApart(parent, before, after)) return false;
  const [left, right] = [wordsOf(before), wordsOf(after)];
  if (METHOD.test(left) && right.startsWith('/')) return true;
  if (/[.:]$/.test(left)) return /^\p{L}/u.test(right);
  if (PRICE.test(right)) return /\p{L}$/u.test(left);
  // A bracket alone, or an empty pair, follows a name: `Optional[str]`, `brew()`.
  return /[\p{L}\p{N}%)\]?!]$/u.test(left) && /^(?:[\p{L}\p{N}]|[([][^)\]])/u.test(right);
}

function wordsOf(node: Nodes): string {
  return node.type === 'text' ? node.value : textIn(node);
}

function areApart(parent: Parent, before: Nodes, after: Nodes): boolean {
  const isSpoken = (node: Nodes) => node.type === 'element' && isScreenReaderText(node);
  if (isSpoken(before) || isSpoken(after)) return true;
  if (before.type === 'element' && before.tagName === 'label') return true;
  if (isHeading(parent) && before.type === 'element' && before.tagName === 'small')
    return parent.children[0] === before;
  if (isHeading(parent) && before.type === 'element' && before.tagName === 'span') {
    const isNamed = after.type === 'element' || classesOf(before).length > 0;
    return isNamed && (NUMBER.test(textIn(before)) || METHOD.test(textIn(before)));
  }
  if (before.type === 'text' && after.type === 'element' && PRICE.test(textIn(after))) return true;
  if (before.type !== 'element' || after.type !== 'element') return isAfterTitle(parent, before, after);
  if (isHeading(parent)) return false;
  if (isLabel(before) || isLabel(after)) return INLINE.test(before.tagName) && INLINE.test(after.tagName);
  return (isCustom(before) && isCustom(after)) || areParts(parent, before, after);
}

/** Whether a label follows the words of a heading, as in TypeDoc. */
function isAfterTitle(parent: Parent, before: Nodes, after: Nodes): boolean {
  if (!isHeading(parent)) return false;
  return before.type === 'text' && after.type === 'element' && isLabel(after);
}

function isHeading(parent: Parent): boolean {
  return parent.type === 'element' && /^h[1-6]$/.test(parent.tagName);
}

function areParts(parent: Parent, before: Element, after: Element): boolean {
  if (parent.type !== 'element' || !PART.test(before.tagName) || !PART.test(after.tagName)) return false;
  // Letters with individual styles.
  if ([before, after].some((one) => /^\p{L}?$/u.test(textIn(one)))) return false;
  const names = [before.tagName, after.tagName];
  if (names.includes('time')) return true;
  const areNamed = [before, after].some((one) => classesOf(one).length > 0);
  if (ITEM.test(parent.tagName)) return areNamed && names.includes('a') && names.includes('span');
  if (hasClass(parent, ROW_CLASS) || ROW_STYLE.test(property(parent, 'style'))) return true;
  return (
    BOX.test(parent.tagName) && (areNamed || before.tagName !== after.tagName || isRow(parent, before, after))
  );
}

const ROW_STYLE = /(?:^|;)\s*display\s*:\s*(?:inline-)?(?:flex|grid)\s*(?:;|$)/i;

/** Returns true for a box that only contains short texts ("6 guests", "3 rooms") or links, but not for a name in two colours. */
function isRow({ tagName, children }: Element, ...pair: readonly Element[]): boolean {
  const isPart = (one: Nodes) =>
    isBlank(one) || (one.type === 'element' && /^(?:span|a|code)$/.test(one.tagName));
  if (tagName !== 'div' || !children.every(isPart)) return false;
  return children.length > 2 || pair.some((one) => one.tagName === 'a' || /\S\s+\S/.test(textIn(one)));
}

function isCode({ tagName }: Element): boolean {
  return tagName === 'pre' || tagName === 'code';
}

function isLabel(element: Element): boolean {
  return INLINE.test(element.tagName) && hasClass(element, LABEL);
}

function isCustom({ tagName }: Element): boolean {
  return tagName.includes('-') && !/^(?:mjx|svc)-/.test(tagName);
}
