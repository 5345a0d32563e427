/** Gives lists of generators the form of plain lists. */

import type { Element, ElementContent } from 'hast';
import { elementsIn, findAll, hasClass, isBlank, isBlankText, make, property } from '../element.js';
import {
  closest,
  findIn,
  nextElement,
  type PageMap,
  remove,
  rename,
  replace,
  textIn,
} from '../reveal/page-map.js';
import { isSet } from '../text.js';

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
    for (const box of elementsIn(list)) if (holdsItems(box)) replace(page, box, itemsOf(page, box, list));
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

/** Returns true for a box around items of a list, as frameworks write it. */
function holdsItems({ tagName, children }: Element): boolean {
  const parts = children.filter((child) => !isBlankText(child));
  return (
    /^(?:div|section|span)$/.test(tagName) &&
    parts.length > 0 &&
    parts.every((child) => child.type === 'element' && child.tagName === 'li')
  );
}

function itemsOf(page: PageMap, box: Element, list: Element): readonly ElementContent[] {
  for (const item of elementsIn(box)) page.parents.set(item, list);
  return box.children;
}

/** Turns tables in which AsciiDoctor explains the numbers in code into lists. */
export function normaliseCallouts(page: PageMap): void {
  for (const box of findIn(page, { classes: /^colist$/ })) {
    const [table] = elementsIn(box);
    if (table?.tagName !== 'table') continue;
    const rows = findAll(table, ({ tagName }) => tagName === 'tr');
    const items = rows.map((row) =>
      make(
        'li',
        elementsIn(row)
          .slice(1)
          .flatMap((cell) => cell.children),
      ),
    );
    replace(page, table, [make('ol', items)]);
  }
}

/** Puts the caption of a gallery of MediaWiki, the first item of its list, before the list. */
export function takeOutCaptions(page: PageMap): void {
  const seen = new Set<Element>();
  for (const caption of findIn(page, { classes: /^gallerycaption$/ })) {
    const list = page.parents.get(caption);
    if (caption.tagName !== 'li' || list?.type !== 'element' || seen.has(list)) continue;
    seen.add(list);
    remove(page, caption);
    replace(page, list, [make('p', caption.children), list]);
  }
}

/** Joins the columns of a Sphinx list, and separates a term from its kind, as Sphinx's style sheets do. */
export function normaliseSphinxLists(page: PageMap): void {
  for (const element of findIn(page, { classes: /^(?:hlist|classifier)$/ })) {
    if (element.tagName === 'span' && hasClass(element, /^classifier$/)) {
      delete element.properties['className'];
      element.children.unshift({ type: 'text', value: ' : ' });
    }
    if (element.tagName !== 'table') continue;
    // The list of each column, without the lists in its items.
    const columns = findAll(element, ({ tagName }) => tagName === 'td').flatMap(elementsIn);
    const [first, ...others] = columns.filter(({ tagName }) => tagName === 'ul');
    if (first === undefined || columns.length > others.length + 1) continue;
    for (const item of others.flatMap(elementsIn)) {
      first.children.push(item);
      page.parents.set(item, first);
    }
    replace(page, element, [first]);
  }
}

/** Lists of Notion, which has one for each item. */
const ITEM_LIST = /^(?:bulleted|to-do)-list$/;

/** Joins lists that continue the one before: Notion and Google Docs may write one for each item. */
export function joinLists(page: PageMap): void {
  for (const list of findIn(page, { tags: /^[ou]l$/ })) {
    if (!page.parents.has(list) || (list.tagName === 'ul' && !hasClass(list, ITEM_LIST))) continue;
    for (let next = nextElement(page, list); continues(list, next); next = nextElement(page, list)) {
      for (const item of elementsIn(next)) page.parents.set(item, list);
      for (const item of next.children) list.children.push(item);
      remove(page, next);
    }
  }
}

function continues(list: Element, next: Element | undefined): next is Element {
  if (next === undefined || next.tagName !== list.tagName || isSet(next.properties['hidden'])) return false;
  if (list.tagName === 'ul') return property(next, 'className') === property(list, 'className');
  return Number(property(next, 'start')) === Number(property(list, 'start') || 1) + elementsIn(list).length;
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

const SIGN = /^\s*([✓✔☑❏☐])\s*/u;

const MARK = /^(?:[•●○■▪◦·‣–—*-]|[[(]?(\d{1,3})([.)\]])?)$/u;
/** Class names of the number of an item. */
const NUMBER_CLASS = /(?:^|[-_])(?:num(?:ber)?|index|marker)$/i;

/** Removes the mark that an item of a list shows in an element of its own, as LaTeXML writes it. */
export function dropListMarks(page: PageMap): void {
  for (const item of findIn(page, { tags: /^li$/ })) {
    const [mark] = item.children.filter((node) => !isBlankText(node));
    if (mark?.type !== 'element' || !/^(?:span|div)$/.test(mark.tagName)) continue;
    const [text, number, sign] = MARK.exec(textIn(mark)) ?? [];
    const list = page.parents.get(item);
    if (text === undefined || text === textIn(item) || list?.type !== 'element') continue;
    if (number !== undefined && list.tagName !== 'ol') continue;
    if (number !== undefined && sign === undefined && !hasClass(mark, NUMBER_CLASS)) continue;
    if (number !== undefined) item.properties['value'] = number;
    remove(page, mark);
  }
  dropNumbers(page);
}

/** A mark that an item has in its text: `(a)`, `iv)`, `[2]`, or the bar between the cases of a type. */
const WRITTEN = /^(?:[[(]?(?:[a-z]|[ivx]{1,5}|\d{1,3})[)\]]|\|)\s/i;
/** The cases and fields of a type in odoc, whose style shows no numbers. */
const UNNUMBERED = /^anchored$/;

/** Takes the numbers of a list whose items all have marks of their own in their texts. */
function dropNumbers(page: PageMap): void {
  for (const list of findIn(page, { tags: /^ol$/ })) {
    const items = elementsIn(list);
    const isMarked = items.length > 1 && items.every((item) => WRITTEN.test(textIn(item)));
    if (isMarked || (items[0] !== undefined && hasClass(items[0], UNNUMBERED))) rename(page, list, 'ul');
  }
}

/** Gives the items of lists of tasks, which generators mark by a class, an icon or a sign, a check box. */
export function normaliseTasks(page: PageMap): void {
  for (const item of findIn(page, { tags: /^(?:input|li)$/ })) {
    if (item.tagName === 'input') normaliseBox(page, item);
    if (item.tagName !== 'li' || !page.parents.has(item)) continue;
    const list = page.parents.get(item);
    const isDone = list?.type === 'element' ? stateOf(page, item, list) : undefined;
    if (isDone === undefined) continue;
    const box = make('input');
    box.properties = { type: 'checkbox', ...(isDone && { checked: true }) };
    page.parents.set(box, item);
    item.children.unshift(box);
  }
}

/** Replaces a disabled check box outside of lists, as in the cells of a table, with yes or no. */
function normaliseBox(page: PageMap, box: Element): void {
  const { disabled, checked } = box.properties;
  if (property(box, 'type') !== 'checkbox' || !isSet(disabled)) return;
  if (closest(page, box, ({ tagName }) => tagName === 'li') !== undefined) return;
  replace(page, box, [{ type: 'text', value: isSet(checked) ? '☑' : '☐' }]);
}

/** Whether a task is done; undefined for other items. */
function stateOf(page: PageMap, item: Element, list: Element): boolean | undefined {
  const data = property(item, 'dataChecked') || property(item, 'dataList');
  const isData = /^(?:true|false|checked|unchecked)$/.test(data);
  // Most lists aren't task lists.
  if (!isData && !hasClass(list, /^(?:inline-task-list|to-do-list|checklist|task-list)$/)) return undefined;
  if (findAll(item, ({ tagName }) => tagName === 'input').length > 0) return undefined;
  if (hasClass(list, /^inline-task-list$/)) return hasClass(item, /^checked$/);
  if (isData) return data === 'true' || data === 'checked';
  if (hasClass(list, /^to-do-list$/)) {
    const [mark] = elementsIn(item);
    if (mark === undefined || !hasClass(mark, /^checkbox$/)) return undefined;
    return hasClass(mark, /^checkbox-on$/);
  }
  return hasClass(list, /^(?:checklist|task-list)$/) ? takeMark(page, item) : undefined;
}

/** AsciiDoc and Chirpy put an icon or a symbol before the text. */
function takeMark(page: PageMap, item: Element): boolean | undefined {
  const [icon] = findAll(item, (one) =>
    hasClass(one, /^fa-(?:(?:check-)?square-o|square-check|square|(?:check-)?circle)$/),
  );
  if (icon !== undefined) {
    const isDone = hasClass(icon, /check/);
    remove(page, icon);
    return isDone;
  }
  const text = (elementsIn(item)[0] ?? item).children[0];
  const sign = text?.type === 'text' ? SIGN.exec(text.value) : null;
  if (text?.type !== 'text' || sign === null) return undefined;
  text.value = text.value.slice(sign[0].length);
  return /[✓✔☑]/u.test(sign[0]);
}
