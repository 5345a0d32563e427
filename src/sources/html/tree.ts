import type { Element, Nodes, Root } from 'hast';
import { visibleText } from '../../content/html/text.js';
import { forgetWords } from './words.js';

/** Whether a walk continues below an element. */
export type Visit = (element: Element) => boolean | undefined;

/**
 * Visits every element in the order of the document, without a call stack that a deep page could exhaust.
 * @param visit returns false to skip the inside of the element
 */
export function walk(tree: Root | Element, visit: Visit): void {
  const open: Element[] = [];
  pushElements(open, tree);
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (visit(element) !== false) pushElements(open, element);
  }
}

function pushElements(open: Element[], { children }: Root | Element): void {
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child?.type === 'element') open.push(child);
  }
}

/** Every element for which a test holds, in the order of the document. */
export function findAll(tree: Root | Element, test: (element: Element) => boolean): readonly Element[] {
  const found: Element[] = [];
  walk(tree, (element) => {
    if (test(element)) found.push(element);
    return true;
  });
  return found;
}

/** The first element for which a test holds. */
export function findFirst(tree: Root | Element, test: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  walk(tree, (element) => {
    if (found === undefined && test(element)) found = element;
    return found === undefined;
  });
  return found;
}

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

/** The elements among the children of a node. */
export function elementsOf(parent: Root | Element): readonly Element[] {
  const children: readonly Nodes[] = parent.children;
  return children.filter((child): child is Element => child.type === 'element');
}

/**
 * An element below a root with all its ancestors, innermost first; undefined where it is not there.
 * @param root of a tree that `limitDepth` has seen
 */
export function pathTo(root: Element, wanted: Element): Element[] | undefined {
  if (root === wanted) return [root];
  for (const child of root.children) {
    const path = child.type === 'element' ? pathTo(child, wanted) : undefined;
    if (path === undefined) continue;
    path.push(root);
    return path;
  }
  return undefined;
}

/** The classes of an element. */
export function classesOf(element: Element): readonly string[] {
  const names = element.properties['className'];
  return Array.isArray(names) ? (names as string[]) : typeof names === 'string' ? [names] : [];
}

/** A property as text; lists with spaces between their items, empty where there is none. */
export function textProperty(element: Element, name: string): string {
  const value = element.properties[name];
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
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
