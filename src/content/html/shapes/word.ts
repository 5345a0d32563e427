import type { Element, ElementContent } from 'hast';
import { hasClass, isBlank, make, nodesIn, type Parent, property } from '../element.js';
import { findIn, type PageMap, rename } from '../reveal/page-map.js';

/** Bullets, also those that are letters in fonts of symbols, and numbers. */
const MARK = /^(?:[•●○■▪◦·‣–—*§oØüvqx-]|\(?(?:\d{1,3}|[a-z]{1,4})[.)])$/iu;

/** Deeper lists don't exist in Word. */
const MAX_LEVEL = 9;

/** Makes the title of a document of Word a heading, and lists of its paragraphs with a mark. */
export function normaliseWord(page: PageMap): void {
  const [title] = findIn(page, { classes: /^MsoTitle$/ });
  if (title?.tagName === 'p') rename(page, title, 'h1');
  const items = new Set(findIn(page, { classes: /^Mso/ }).filter(isItem));
  for (const parent of new Set([...items].map((item) => page.parents.get(item))))
    if (parent !== undefined) listItems(page, parent, items);
}

function isItem(element: Element): boolean {
  if (element.tagName !== 'p') return false;
  return hasClass(element, /^MsoListParagraph/) || /\bmso-list:\s*l\d/.test(property(element, 'style'));
}

/** Puts the items among the children of an element into lists, each below the last item of the level above. */
function listItems(page: PageMap, parent: Parent, items: ReadonlySet<Element>): void {
  const open: { readonly list: Element; readonly level: number }[] = [];
  const children: ElementContent[] = [];
  const put = (element: Element, into: Parent): void => {
    (into === parent ? children : into.children).push(element);
    page.parents.set(element, into);
  };
  for (const node of parent.children as readonly ElementContent[]) {
    const mark = node.type === 'element' && items.has(node) ? takeMark(node) : undefined;
    if (mark === undefined || node.type !== 'element') {
      if (!isBlank(node)) open.length = 0;
      children.push(node);
      continue;
    }
    const level = levelOf(node);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    const tagName = mark.length === 1 ? 'ul' : 'ol';
    if (last?.level !== level || last.list.tagName !== tagName) {
      if (last?.level === level) open.pop();
      const above = open.at(-1)?.list.children.at(-1);
      open.push({ list: listOf(tagName, mark), level });
      put(open.at(-1)?.list as Element, above?.type === 'element' ? above : parent);
    }
    const item = make('li', node.children);
    put(item, open.at(-1)?.list as Element);
    for (const child of item.children) if (child.type === 'element') page.parents.set(child, item);
  }
  parent.children = children;
}

/** A list that begins with this mark. */
function listOf(tagName: string, mark: string): Element {
  const list = make(tagName);
  const [, number, letter] = /^\(?(?:(\d+)|([ai]))[.)]/i.exec(mark) ?? [];
  if (number !== undefined && number !== '1') list.properties['start'] = number;
  if (letter !== undefined) list.properties['type'] = letter;
  return list;
}

/** Takes the mark before a paragraph out of it, in place; undefined where it has none. */
function takeMark(paragraph: Element): string | undefined {
  let mark: string | undefined;
  for (const node of nodesIn(paragraph)) {
    if (node.type !== 'text') continue;
    const text = node.value.trim();
    if (text !== '' && (mark !== undefined || !MARK.test(text))) break;
    if (text !== '') mark = text;
    if (mark !== undefined) node.value = '';
  }
  return mark;
}

/** The level of an item by its style, else by its margin of half an inch for each level. */
function levelOf(paragraph: Element): number {
  const style = property(paragraph, 'style');
  const [, written] = /\bmso-list:\s*l\d+\s+level(\d)/.exec(style) ?? [];
  const [, size = '', unit = ''] = /\bmargin-left:\s*(\d*\.?\d+)(in|pt|cm)/.exec(style) ?? [];
  const inches = Number(size) / (unit === 'pt' ? 72 : unit === 'cm' ? 2.54 : 1);
  return Math.min(MAX_LEVEL, Math.max(1, Number(written ?? Math.round(inches * 2))));
}
