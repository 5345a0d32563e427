/** Changes and measures the tree of a built page. */

import type { Element, ElementContent, Root } from 'hast';
import { findAll, findElement, isLink, nodesIn } from '../../content/html/element.js';
import { displayOf, visibleLines, visibleText } from '../../content/html/text.js';

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
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const parent = node;
    const gone = (parent.children as ElementContent[]).filter((child) => {
      const verdict = child.type === 'element' ? test(child, parent) : undefined;
      if (verdict === false) open.push(child as Element);
      return verdict === true;
    });
    if (gone.length === 0) continue;
    const all = new Set(gone);
    parent.children = (parent.children as ElementContent[]).filter((child) => !all.has(child));
  }
}

/** Blocks of a text; the label of a row of links may be one too, or a box. */
const BLOCK = /^(?:p|li|dd|pre|blockquote|thead|h[1-6]|div)$/;

/**
 * Whether a text stands beside the links of a box, as on a short page whose tags are in the same box.
 * @param isLabel true for the words of a label of such links
 * @param isPart true for the parts of the row, with all in them
 */
export function hasTextBeside(
  box: Element,
  isLabel: (text: string, block: Element) => boolean,
  isPart: (element: Element) => boolean = isLink,
): boolean {
  const parts = findAll(box, isPart).length;
  for (const node of nodesIn(box, isPart)) {
    if (node.type !== 'element' || node === box || !BLOCK.test(node.tagName)) continue;
    const text = textOf(node).trim();
    if (findElement(node, isPart) !== undefined) {
      // A sentence may have a link of its own.
      if (node.tagName === 'p' && /[.!?。]$/.test(text) && findAll(node, isPart).length < parts) return true;
      continue;
    }
    if (text !== '' && !/[:：]$/.test(text) && !isLabel(text, node)) return true;
  }
  return false;
}

/** Deeper than any page that people or programs write on purpose. */
const DEEPEST = 200;

/** Reduces deeper nodes to their words, in place, so that later steps can recurse safely. */
export function limitDepth(root: Element, levels = DEEPEST): void {
  if (levels === 0) root.children = [{ type: 'text', value: textOf(root) }];
  for (const child of root.children) if (child.type === 'element') limitDepth(child, levels - 1);
}

/** The words that a reader sees in an element, on one line. */
export function textOf(element: Element): string {
  return visibleText({ type: 'root', children: [element] }, { alts: false });
}

/** Without the spaces of these scripts. */
const WORD =
  /[\u0e00-\u0e7f\u2e80-\u2fff\u3001-\u9fff]|[a-zA-Z0-9\u00c0-\u0dff\u0e80-\u167f\u1681-\u1fff\u2070-\u2e7f\ua000-\ufefe\uff00-\uffff]+/g;

/** About how many words a reader sees in an element; in scripts without spaces, characters count. */
export function wordsIn(element: Element): number {
  const lines = visibleLines({ type: 'root', children: [element] }, { alts: false });
  return lines.reduce((sum, line) => sum + (line.match(WORD)?.length ?? 0), 0);
}

/** Whether a reader sees any word in an element. */
export function hasWords(element: Element): boolean {
  for (const node of nodesIn(element, (one) => displayOf(one) === 'none'))
    if (node.type === 'text' && node.value.search(WORD) >= 0) return true;
  return false;
}

/** The number of words in several elements together. */
export function wordsInAll(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => sum + wordsIn(element), 0);
}
