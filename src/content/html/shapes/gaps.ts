import type { Element, Nodes } from 'hast';
import { closest, findIn, hasClass, type PageMap, textIn } from '../reveal/page-map.js';

/** Class names of labels next to a parameter name. */
const LABEL =
  /^(?:[a-z]+[-_]+)*(?:types?|required|optional|deprecated|default|badge|chip|pill|tag)(?:[-_]+[a-z0-9]+)*$/i;
const INLINE = /^(?:span|code|strong|b|em|small)$/;

/** Inserts a space between a label and an adjacent element, and between adjacent custom elements, which CSS separates. */
export function settleGaps(page: PageMap): void {
  for (const element of findIn(page, { tags: /-/, classes: LABEL })) {
    const parent = page.parents.get(element);
    if (parent === undefined || !(isLabel(element) || isCustom(element))) continue;
    const siblings = parent.children as Nodes[];
    if (siblings.length > 500 || closest(page, element, isCode) !== undefined) continue;
    const at = siblings.indexOf(element);
    if (needsGap(element, siblings[at + 1], false)) siblings.splice(at + 1, 0, { type: 'text', value: ' ' });
    if (needsGap(element, siblings[at - 1], true)) siblings.splice(at, 0, { type: 'text', value: ' ' });
  }
}

/** Returns false next to punctuation, such as the `=` of a default value. */
function needsGap(element: Element, other: Nodes | undefined, isBefore: boolean): boolean {
  if (other?.type !== 'element') return false;
  const [before, after] = isBefore ? [textIn(other), textIn(element)] : [textIn(element), textIn(other)];
  if (!/[\p{L}\p{N})\]]$/u.test(before) || !/^[\p{L}\p{N}([]/u.test(after)) return false;
  return isLabel(element) ? INLINE.test(other.tagName) : isCustom(other);
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
