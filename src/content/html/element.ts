/** Reads, makes and finds elements of a tree of HTML. */

import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';

/** A node of HTML with children; the type `Parents` of hast includes MDX. */
export type Parent = Root | Element;

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!important\s*)?(?=;|$)/gi;

/** Reads a property as text: a list with spaces between its items, empty when absent or a boolean. */
export function property(node: Element, name: string): string {
  const value: Properties[string] = node.properties[name];
  if (value === undefined || value === null || typeof value === 'boolean') return '';
  return (Array.isArray(value) ? value.join(' ') : String(value)).trim();
}

const BLOCK_STYLE =
  /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|flow-root|table|list-item)\s*(?:!important\s*)?(?:;|$)/i;

/** Returns true if the element's own style displays it as a block. */
export function isDisplayedAsBlock({ properties: { style } }: Element): boolean {
  return typeof style === 'string' && BLOCK_STYLE.test(style);
}

const NO_CLASSES: readonly string[] = [];

/** Lists the classes of an element. */
export function classesOf(node: Element): readonly string[] {
  const value = node.properties['className'];
  return Array.isArray(value) ? (value as string[]) : NO_CLASSES;
}

/** Returns true if an element has a class with this name, or one that the pattern matches. */
export function hasClass(element: Element, wanted: string | RegExp): boolean {
  const names = classesOf(element);
  return typeof wanted === 'string' ? names.includes(wanted) : names.some((name) => wanted.test(name));
}

/** Makes an element. */
export function make(tagName: string, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties: {}, children };
}

/** Returns true if a node shows nothing: white space or a comment. */
export function isBlank(node: Nodes): boolean {
  return node.type === 'comment' || isBlankText(node);
}

/** True for a text without visible characters. */
export function isBlankText(node: Nodes): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

/** Reads all text below a node as written in the source, with a space for each break. */
export function deepText(node: Nodes): string {
  let text = '';
  // A hot path: `nodesIn` would be slower.
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'text') text += next.value;
    else if (next.type === 'element' && next.tagName === 'br') text += ' ';
    else if ('children' in next) {
      for (let index = next.children.length - 1; index >= 0; index--)
        stack.push(next.children[index] as Nodes);
    }
  }
  return text;
}

/** True for the headings `h1` to `h6`. */
export function isHeading({ tagName }: Element): boolean {
  return /^h[1-6]$/.test(tagName);
}

/** Lists the elements among the children of a node. */
export function elementsIn(parent: Parent): readonly Element[] {
  return (parent.children as readonly Nodes[]).filter((node): node is Element => node.type === 'element');
}

/**
 * Goes through a node and all below it in the order of the document, however deep. What is below a node is read after
 * the caller has seen the node, so that the caller may replace its children.
 * @param isLeftOut true for elements to skip with their content
 */
export function* nodesIn(tree: Nodes, isLeftOut?: (element: Element) => boolean): Iterable<Nodes> {
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'element' && isLeftOut?.(node)) continue;
    yield node;
    if (!('children' in node)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
  }
}

/** Goes through a node and all elements below it, as `nodesIn`. */
export function* parentsIn(tree: Parent): Iterable<Parent> {
  for (const node of nodesIn(tree)) if (node.type === 'root' || node.type === 'element') yield node;
}

/**
 * Visits every element below a node in the order of the document, without a call stack that a deep page could exhaust.
 * @param visit returns false to skip the content of the element
 */
export function walk(tree: Parent, visit: (element: Element) => boolean | undefined): void {
  const open: Element[] = [];
  pushElements(open, tree);
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (visit(element) !== false) pushElements(open, element);
  }
}

function pushElements(open: Element[], { children }: Parent): void {
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child?.type === 'element') open.push(child);
  }
}

/** Finds every element below a node for which a test holds, in the order of the document. */
export function findAll(tree: Parent, test: (element: Element) => boolean): readonly Element[] {
  const found: Element[] = [];
  walk(tree, (element) => {
    if (test(element)) found.push(element);
    return true;
  });
  return found;
}

/** Finds the first element below a node for which a test holds, in the order of the document. */
export function findElement(tree: Nodes, test: (element: Element) => boolean): Element | undefined {
  if (tree.type !== 'root' && tree.type !== 'element') return undefined;
  const open: Element[] = [];
  pushElements(open, tree);
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (test(element)) return element;
    pushElements(open, element);
  }
  return undefined;
}

/** Collapses white space as HTML does and trims it. */
export function collapseSpace(text: string): string {
  return text.replace(/[\t\n\v\f\r ]+/g, ' ').trim();
}

/** True for an element that has any attribute. Most have none, which is faster to see than to look each name up. */
export function hasProperties({ properties }: Element): boolean {
  for (const _ in properties) return true;
  return false;
}

/** The elements from a root to an element inside it, both included; empty where it isn't inside. */
export function pathTo(wanted: Element, root: Element): readonly Element[] {
  const parents = new Map<Element, Element>();
  const note = (element: Element): boolean => {
    for (const child of elementsIn(element)) parents.set(child, element);
    return !parents.has(wanted);
  };
  note(root);
  walk(root, note);
  const path: Element[] = [];
  if (!parents.has(wanted)) return path;
  for (let at: Element | undefined = wanted; at !== undefined; at = parents.get(at)) path.push(at);
  return path.reverse();
}

/** Whether an element itself is marked as hidden. */
export function isMarkedHidden(element: Element): boolean {
  const { hidden, ariaHidden } = element.properties;
  if ((hidden !== undefined && hidden !== null && hidden !== false) || ariaHidden === 'true') return true;
  return property(element, 'style').search(HIDING_STYLE) >= 0;
}

/** Shows an element as a click on its control would. */
export function show(element: Element): void {
  const { properties } = element;
  delete properties['hidden'];
  delete properties['inert'];
  if (properties['ariaHidden'] === 'true') delete properties['ariaHidden'];
  const style = property(element, 'style');
  if (style.search(HIDING_STYLE) < 0) return;
  const rest = style.replace(HIDING_STYLE, '').replace(/^\s*;\s*/, '');
  if (rest.trim() === '') delete properties['style'];
  else properties['style'] = rest;
}

const FRAME_ROLES =
  /^(?:navigation|banner|contentinfo|search|menu|menubar|toolbar|listbox|tree|tooltip|combobox)$/;

/** Parts of a page's frame, whose controls open menus. */
export function isFrame(element: Element): boolean {
  return (
    element.tagName === 'nav' || element.tagName === 'menu' || FRAME_ROLES.test(property(element, 'role'))
  );
}

const NAMES =
  'sr-only screen-reader-text screen-reader-only visually-hidden visuallyhidden assistive-text u-visually-hidden govuk-visually-hidden sr-av';

const SCREEN_READER_CLASSES = new Set(NAMES.split(' '));

/** Class names of text that only screen readers present. */
export const SCREEN_READER_CLASS = new RegExp(`^(?:${NAMES.replaceAll(' ', '|')})$`);

/** Texts for screen readers alone. */
export function isScreenReaderText(element: Element): boolean {
  for (const name of classesOf(element)) if (SCREEN_READER_CLASSES.has(name)) return true;
  return false;
}

/** Whether an element is a link: anchors without an address are none. */
export function isLink({ tagName, properties }: Element): boolean {
  return tagName === 'a' && properties['href'] !== undefined;
}
