import type { Element, Nodes, Text } from 'hast';
import { codeAt } from '../../core/code-at.js';
import { displayOf } from '../../html/text.js';

/** The words of a part of a page, and whether they touch what stands before and behind it. */
interface Words {
  readonly count: number;
  /** Nothing to see at all: what stands before touches what stands behind. */
  readonly isEmpty: boolean;
  /** The first and the last sign belong to a word. */
  readonly begins: boolean;
  readonly ends: boolean;
}

const NONE: Words = { count: 0, isEmpty: true, begins: false, ends: false };

/** Every part of a page is measured several times, on its own and as a piece of others. */
let known = new Map<Element, Words>();
let knownTexts = new Map<Text, Words>();

/** Measures anew; to be called when something was taken out of a tree. What its texts hold stays known. */
export function forgetWords(): void {
  if (known.size > 0) known = new Map();
}

/** Forgets all; to be called for another page. */
export function forgetPage(): void {
  forgetWords();
  if (knownTexts.size > 0) knownTexts = new Map();
}

/**
 * About how many words a reader sees in an element; in scripts without spaces, characters count.
 * @param element of a tree that `limitDepth` has seen
 */
export function wordsIn(element: Element): number {
  return wordsOf(element).count;
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
  let [count, isEmpty, begins, ends] = [0, true, false, false];
  for (const child of element.children) {
    const words = wordsOf(child);
    if (words.isEmpty) continue;
    // A word that goes on across the border of an element is one.
    count += ends && words.begins ? words.count - 1 : words.count;
    if (isEmpty) begins = words.begins;
    ends = words.ends;
    isEmpty = false;
  }
  return display === 'inline'
    ? { count, isEmpty, begins, ends }
    : { count, isEmpty: false, begins: false, ends: false };
}

function wordsOfText(text: Text): Words {
  if (text.value === '') return NONE;
  const before = knownTexts.get(text);
  if (before !== undefined) return before;
  const words = countIn(text.value);
  knownTexts.set(text, words);
  return words;
}

function countIn(text: string): Words {
  let count = 0;
  let isInside = false;
  let begins = false;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const code = codeAt(text, at);
    const isUnspaced = code >= 0xe00 && ((code >= 0x2e80 && code <= 0x9fff) || code <= 0xe7f);
    const isPart = code < 0x80 ? ASCII_WORD[code] === 1 : isUnspaced ? false : isWordCode(code);
    if ((isUnspaced && code !== IDEOGRAPHIC_SPACE) || (isPart && !isInside)) count += 1;
    if (at === 0) begins = isPart;
    isInside = isPart;
  }
  return { count, isEmpty: false, begins, ends: isInside };
}

const IDEOGRAPHIC_SPACE = 0x3000;
const OGHAM_SPACE = 0x1680;
const BYTE_ORDER_MARK = 0xfeff;

/** 1 for the letters and digits of ASCII. */
const ASCII_WORD = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-z\d]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

function isWordCode(code: number): boolean {
  // Signs of Latin-1, and the block of dashes, quotes and spaces.
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x206f)) return false;
  return code !== OGHAM_SPACE && code !== BYTE_ORDER_MARK;
}
