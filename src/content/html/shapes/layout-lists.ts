import type { Element, ElementContent } from 'hast';
import { elementsIn, hasClass, isBlank, isBlankText } from '../element.js';
import { findIn, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';

/** The lists in which Javadoc puts the parts of a page. */
const PARTS = /^(?:blockList(?:Last)?|(?:block|summary|details|member)-list)$/;
const HEADING = /^h[1-6]$/;

/**
 * Turns lists whose items are parts of the page, each with its heading, into these parts, puts a list in an item of its
 * own below the item before, and removes lists that only indent another one.
 */
export function normaliseLayoutLists(page: PageMap): void {
  // The innermost first.
  for (const list of findIn(page, { tags: /^[uo]l$/ }).toReversed()) {
    if (!page.parents.has(list)) continue;
    const items = elementsIn(list);
    const indented = items.length === 1 ? onlyList(items[0]) : undefined;
    if (indented !== undefined) replace(page, list, [indented]);
    if (list.tagName !== 'ul' || items.length === 0 || indented !== undefined) continue;
    nestLists(page, list);
    const isLayout =
      hasClass(list, PARTS) || elementsIn(list).every((item) => item.tagName === 'li' && startsPart(item));
    if (isLayout) replace(page, list, list.children.flatMap(contentOf));
  }
}

/** Whether an item begins with a heading, and has a text below it. */
function startsPart(item: Element): boolean {
  for (let at: Element | undefined = item; at !== undefined; ) {
    const first: ElementContent | undefined = at.children.find((node) => !isBlank(node));
    if (first?.type !== 'element') return false;
    if (HEADING.test(first.tagName)) return textIn(item) !== textIn(first);
    at = first;
  }
  return false;
}

/** A list that is all of an item belongs to the item before: HTML editors and Javadoc write it like this. */
function nestLists(page: PageMap, list: Element): void {
  let before: Element | undefined;
  for (const item of elementsIn(list)) {
    const inner = onlyList(item);
    if (inner === undefined || before === undefined) {
      before = item;
      continue;
    }
    remove(page, item);
    before.children.push(inner);
    page.parents.set(inner, before);
  }
}

/** Returns the list that is the only content of an item; editors create such items to indent a list. */
function onlyList(item: Element | undefined): Element | undefined {
  if (item?.tagName !== 'li') return undefined;
  const [inner, ...others] = item.children.filter((node) => !isBlankText(node));
  const isList = inner?.type === 'element' && /^[uo]l$/.test(inner.tagName) && others.length === 0;
  return isList ? inner : undefined;
}

function contentOf(node: ElementContent): readonly ElementContent[] {
  return node.type === 'element' && node.tagName === 'li' ? node.children : [node];
}
