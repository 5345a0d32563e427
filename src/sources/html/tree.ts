import type { Element, Nodes, Root, Text } from 'hast';
import { displayOf, visibleText } from '../../content/html/text.js';
import { codeAt } from '../../core/code-at.js';

/**
 * The words of a part of a page, and whether they touch the text before and after it, in one number: four times
 * their count, and these two flags. There is one for every text of a page, and each is read several times.
 */
type Words = number;

/** Nothing visible: the text before touches the text after. */
const NONE = -1;

/** The first character belongs to a word; the last one does. */
const BEGINS = 2;

const ENDS = 1;

/** By how many bits the count is shifted. */
const COUNT = 2;

/** Every part of a page is measured several times, on its own and as a part of others. */
let known = new Map<Element, Words>();

/**
 * Removes elements from a tree, which is changed in place.
 * @param test decides for each element, outermost first, whether to remove it with its content; `undefined` keeps it
 * and skips its content
 */
export function removeWhere(
  tree: Root | Element,
  test: (element: Element, parent: Root | Element) => boolean | undefined,
): void {
  const open: (Root | Element)[] = [tree];
  let isChanged = false;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children: Nodes[] = node.children;
    // Created with the first removal: most trees have none.
    let kept: Nodes[] | undefined;
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at] as Nodes;
      const verdict = child.type === 'element' ? test(child, node) : undefined;
      if (verdict === true) kept ??= children.slice(0, at);
      else kept?.push(child);
      if (verdict === false) open.push(child as Element);
    }
    if (kept === undefined) continue;
    node.children = kept as typeof node.children;
    isChanged = true;
  }
  // Measures of removed parts are out of date.
  if (isChanged) forgetWords();
}

/** Deeper than any page that people or programs write on purpose. */
const DEEPEST = 200;

/** Reduces deeper nodes to their words, in place, so that later steps can recurse safely. */
export function limitDepth(root: Element): void {
  if (flattenBelow(root, DEEPEST)) forgetWords();
}

/** @returns true when there were deeper nodes */
function flattenBelow(element: Element, levels: number): boolean {
  if (levels === 0) {
    element.children = [{ type: 'text', value: textOf(element) }];
    return true;
  }
  let isDeep = false;
  for (const child of element.children) {
    if (child.type === 'element' && flattenBelow(child, levels - 1)) isDeep = true;
  }
  return isDeep;
}

/** The words that a reader sees in an element, on one line. */
export function textOf(element: Element): string {
  return visibleText({ type: 'root', children: [element] }, { alts: false });
}

/** Clears the cache; call it for another page, and when something was removed from a tree. */
export function forgetWords(): void {
  if (known.size > 0) known = new Map();
}

/**
 * About how many words a reader sees in an element; in scripts without spaces, characters count.
 * @param element of a tree that `limitDepth` has seen
 */
export function wordsIn(element: Element): number {
  const words = wordsOf(element);
  return words === NONE ? 0 : words >> COUNT;
}

/** The same of several elements together. */
export function wordsInAll(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => sum + wordsIn(element), 0);
}

/**
 * Whether a reader sees more words in an element than so many. Stops counting as soon as that is clear.
 * @param without an element below it that does not count
 */
export function hasMoreWords(element: Element, most: number, without?: Element): boolean {
  let count = 0;
  let ends = false;
  // Undefined marks the end of a block.
  const open: (Nodes | undefined)[] = [element];
  while (open.length > 0) {
    const node = open.pop();
    if (node === undefined) ends = false;
    else if (node.type === 'text') {
      const words = wordsOfText(node);
      if (words === NONE) continue;
      count += added(words, ends);
      if (count > most) return true;
      ends = (words & ENDS) !== 0;
    } else if (node.type === 'element') {
      const display = node === without ? 'none' : displayOf(node);
      if (display === 'none') continue;
      if (display === 'block') {
        ends = false;
        open.push(undefined);
      }
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at]);
    }
  }
  return false;
}

/** A word that continues across the border of an element is one word. */
function added(words: Words, isInside: boolean): number {
  return (words >> COUNT) - (isInside && (words & BEGINS) !== 0 ? 1 : 0);
}

function wordsOf(node: Nodes): Words {
  if (node.type === 'text') return wordsOfText(node);
  if (node.type !== 'element') return NONE;
  const before = known.get(node);
  if (before !== undefined) return before;
  const words = measure(node);
  known.set(node, words);
  return words;
}

function measure(element: Element): Words {
  const display = displayOf(element);
  if (display === 'none') return NONE;
  let count = 0;
  let [begins, ends] = [NONE, 0];
  for (const child of element.children) {
    const words = wordsOf(child);
    if (words === NONE) continue;
    count += added(words, ends !== 0);
    if (begins === NONE) begins = words & BEGINS;
    ends = words & ENDS;
  }
  if (display !== 'inline') return count << COUNT;
  return begins === NONE ? NONE : (count << COUNT) | begins | ends;
}

function wordsOfText({ value }: Text): Words {
  let count = 0;
  let isInside = false;
  let begins = 0;
  const { length } = value;
  for (let at = 0; at < length; at += 1) {
    const code = codeAt(value, at);
    const isUnspaced = code >= 0xe00 && ((code >= 0x2e80 && code <= 0x9fff) || code <= 0xe7f);
    const isPart = code < 0x80 ? ASCII_WORD[code] === 1 : isUnspaced ? false : isWordCode(code);
    if ((isUnspaced && code !== IDEOGRAPHIC_SPACE) || (isPart && !isInside)) count += 1;
    if (at === 0 && isPart) begins = BEGINS;
    isInside = isPart;
  }
  return length === 0 ? NONE : (count << COUNT) | begins | (isInside ? ENDS : 0);
}

const IDEOGRAPHIC_SPACE = 0x3000;

const OGHAM_SPACE = 0x1680;

const BYTE_ORDER_MARK = 0xfeff;

/** 1 for the letters and digits of ASCII. */
const ASCII_WORD = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-z\d]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

function isWordCode(code: number): boolean {
  // Characters of Latin-1, and the block of dashes, quotes and spaces.
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x206f)) return false;
  return code !== OGHAM_SPACE && code !== BYTE_ORDER_MARK;
}
