import type { Element, Nodes, Root } from 'hast';
import { visibleText } from '../../content/html/text.js';
import { forgetWords } from './words.js';

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
