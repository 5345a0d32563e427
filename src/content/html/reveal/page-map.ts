/** An index of a page by tag, class and property, kept current while the page is changed. */

import type { Element, ElementContent, Nodes } from 'hast';
import {
  classesOf,
  hasClass,
  isMarkedHidden,
  isScreenReaderText,
  make,
  nodesIn,
  type Parent,
  property,
} from '../element.js';
import { isGone, oneSpaced } from '../text.js';

/** Element numbers by tag, class or property. */
type Places = Map<string, number[]>;

/** An index of a page by ids, parents and names; it follows changes made through it. */
export interface PageMap {
  readonly tree: Parent;
  /** Every element, in the order of the document. */
  readonly elements: readonly Element[];
  /** Element numbers by tag, by class and by other property. */
  readonly tags: Places;
  readonly classes: Places;
  readonly properties: Places;
  /** By id, or by the name that links to a popup of Tilda use. */
  readonly byId: ReadonlyMap<string, Element>;
  readonly parents: Map<Element, Parent>;
  /** Labels by the id of their field. */
  readonly labels: ReadonlyMap<string, Element>;
  /** Element numbers, created on first use. */
  places?: ReadonlyMap<Element, number>;
}

const ICON = /(?:^|[-_])icons?(?:$|[-_])|^(?:fa[srb]?|glyphicon|dashicons|chevron|caret|arrow)$/;

const NO_TEXT = new Set('svg script style template input select textarea canvas'.split(' '));

const BLOCKS = /^(?:h[1-6]|p|div|ul|ol|dl|table|section|article|figure|pre|blockquote)$/;

/** Maps a tree; deep trees included. */
export function mapPage(tree: Parent): PageMap {
  const elements: Element[] = [];
  const [tags, classes, properties]: [Places, Places, Places] = [new Map(), new Map(), new Map()];
  const byId = new Map<string, Element>();
  const parents = new Map<Element, Parent>();
  const labels = new Map<string, Element>();
  const open: Parent[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'element' && node !== tree) {
      const place = elements.push(node) - 1;
      addPlace(tags, node.tagName, place);
      for (const name of classesOf(node)) addPlace(classes, name, place);
      for (const name in node.properties) if (!UNSOUGHT.has(name)) addPlace(properties, name, place);
      if (node.tagName === 'label') for (const id of idsOf(node, 'htmlFor')) labels.set(id, node);
      const { id } = node.properties;
      if (typeof id === 'string' && !byId.has(id)) byId.set(id, node);
      const hook = property(node, 'dataTooltipHook');
      if (/^#./.test(hook) && !byId.has(hook.slice(1))) byId.set(hook.slice(1), node);
    }
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child?.type !== 'element') continue;
      parents.set(child, node);
      open.push(child);
    }
  }
  return { tree, elements, tags, classes, properties, byId, parents, labels };
}

/** Frequent properties that no pass looks for. */
const UNSOUGHT = new Set(['className', 'id', 'href']);

function addPlace(places: Places, name: string, place: number): void {
  const known = places.get(name);
  if (known === undefined) places.set(name, [place]);
  else if (known.at(-1) !== place) known.push(place);
}

/** Tags, classes and properties; an element matches if it has at least one of them. */
export interface ElementQuery {
  readonly tags?: RegExp;
  readonly classes?: RegExp;
  readonly properties?: readonly string[];
}

/** Returns the elements that match, or matched when the page was indexed, in document order. */
export function findIn(page: PageMap, { tags, classes, properties = [] }: ElementQuery): readonly Element[] {
  const found: number[] = [];
  const add = (places: readonly number[]): void => {
    for (const place of places) found.push(place);
  };
  if (tags !== undefined) for (const [name, places] of page.tags) if (tags.test(name)) add(places);
  if (classes !== undefined) for (const [name, places] of page.classes) if (classes.test(name)) add(places);
  for (const name of properties) add(page.properties.get(name) ?? []);
  if (found.length === 0) return [];
  found.sort((a, b) => a - b);
  return found.filter((place, at) => place !== found[at - 1]).map((place) => page.elements[place] as Element);
}

/** Renames an element and adds it to the index under its new tag. */
export function rename(page: PageMap, element: Element, tagName: string): void {
  element.tagName = tagName;
  page.places ??= new Map(page.elements.map((one, place) => [one, place]));
  const place = page.places.get(element);
  if (place !== undefined) addPlace(page.tags, tagName, place);
}

/** The ids that an attribute lists. */
export function idsOf(element: Element, name: string): readonly string[] {
  return property(element, name)
    .split(/\s+/)
    .filter((id) => id !== '');
}

/** All text below a node as one line, icons and hidden labels included. */
export function textIn(node: Nodes): string {
  let text = '';
  for (const next of nodesIn(node)) if (next.type === 'text') text += next.value;
  return oneSpaced(text);
}

/** The nearest element around an element for which a test holds. */
export function closest(
  page: PageMap,
  element: Element,
  test: (element: Element) => boolean,
): Element | undefined {
  for (let at = page.parents.get(element); at?.type === 'element'; at = page.parents.get(at)) {
    if (test(at)) return at;
  }
  return undefined;
}

/** Whether an element stands inside of another one. */
export function isInside(page: PageMap, element: Element, outer: Parent): boolean {
  for (let at = page.parents.get(element); at !== undefined; ) {
    if (at === outer) return true;
    at = at.type === 'element' ? page.parents.get(at) : undefined;
  }
  return false;
}

/** The next sibling element, with only white space and comments in between. */
export function nextElement(page: PageMap, element: Element): Element | undefined {
  const siblings: readonly Nodes[] = page.parents.get(element)?.children ?? [];
  for (let at = siblings.indexOf(element) + 1; at < siblings.length; at += 1) {
    const node = siblings[at];
    if (node?.type === 'element') return node;
    if (node?.type === 'text' && node.value.trim() !== '') return undefined;
  }
  return undefined;
}

/** A list may have more items than a call may have arguments. */
const MAX_ARGUMENTS = 10_000;

/** Replaces an element by nodes, or by nothing if it's hidden: another form must not show it. */
export function replace(page: PageMap, element: Element, forms: readonly ElementContent[]): void {
  const nodes = isGone(element) && !forms.includes(element) ? [] : forms;
  const parent = page.parents.get(element);
  const at = parent?.children.indexOf(element) ?? -1;
  if (parent === undefined || at < 0) return;
  const children = parent.children as ElementContent[];
  children.splice(at, 1);
  for (let from = 0; from < nodes.length; from += MAX_ARGUMENTS)
    children.splice(at + from, 0, ...nodes.slice(from, from + MAX_ARGUMENTS));
  if (!nodes.includes(element)) page.parents.delete(element);
  for (const node of nodes) if (node.type === 'element') page.parents.set(node, parent);
}

/** Removes an element from the page. */
export function remove(page: PageMap, element: Element): void {
  replace(page, element, []);
}

/** A line in bold. */
export function boldLine(children: ElementContent[]): Element {
  return make('p', [make('strong', children)]);
}

/** Puts the content of an element into parentheses, which set it apart from the words before it. */
export function putInParentheses(element: Element): void {
  element.children = [{ type: 'text', value: ' (' }, ...element.children, { type: 'text', value: ')' }];
}

/** Names of classes that set the children of a box apart. */
export const ROW_CLASS = /^(?:d-)?(?:inline-)?(?:flex|grid)$/;

/**
 * The content of a control's label as a reader sees it: without icons, signs such as `+`, and words for screen
 * readers. A block in it gives its content.
 */
export function labelContent(control: Element): ElementContent[] {
  const gap = hasClass(control, ROW_CLASS) ? [{ type: 'text' as const, value: ' ' }] : [];
  const content = control.children.flatMap((child) => [...gap, ...visiblePart(child, 0)]);
  return trimmed(content);
}

/** The label of a control as one line of text; its name for screen readers where it shows none. */
export function labelText(control: Element): string {
  const text = textIn({ type: 'root', children: labelContent(control) });
  return (
    text || property(control, 'ariaLabel') || property(control, 'dataTitle') || property(control, 'title')
  );
}

/** No label is nested deeper on purpose: below it only its words count. */
const DEEPEST = 50;

function visiblePart(node: ElementContent, depth: number): ElementContent[] {
  if (node.type === 'text') return [node];
  if (depth > DEEPEST) return [{ type: 'text', value: textIn(node) }];
  if (node.type !== 'element' || NO_TEXT.has(node.tagName) || isScreenReaderText(node)) return [];
  if (hasClass(node, ICON) || (isMarkedHidden(node) && property(node, 'ariaHidden') !== 'true')) return [];
  if (node.tagName !== 'img' && node.tagName !== 'br' && !hasWords(node)) return [];
  const children = node.children.flatMap((child, at) => {
    const parts = visiblePart(child, depth + 1);
    const isBelow = isLine(node.children[at - 1]) && isLine(child);
    return isBelow ? [{ type: 'text', value: ' ' } as const, ...parts] : parts;
  });
  // The link or button that switches is not part of the label.
  if (node.tagName === 'button' || (node.tagName === 'a' && property(node, 'href').startsWith('#')))
    return children;
  if (!BLOCKS.test(node.tagName)) return [{ ...node, children }];
  return [{ type: 'text', value: ' ' }, ...children, { type: 'text', value: ' ' }];
}

/** True for a title, or the line below it. */
function isLine(node: ElementContent | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'span' && /[\p{L}\p{N}]{2}/u.test(textIn(node));
}

function hasWords(node: Nodes): boolean {
  return /[\p{L}\p{N}]/u.test(textIn(node));
}

/** Without white space and loose signs at the ends. */
function trimmed(content: ElementContent[]): ElementContent[] {
  const isBlank = (node: ElementContent | undefined) =>
    node?.type === 'text' && !/[\p{L}\p{N}\p{P}]/u.test(node.value);
  let [from, to] = [0, content.length];
  while (from < to && isBlank(content[from])) from += 1;
  while (to > from && isBlank(content[to - 1])) to -= 1;
  const kept = content.slice(from, to);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first?.type === 'text') kept[0] = { type: 'text', value: first.value.replace(/^\s+/, '') };
  const end = kept.at(-1);
  if (last?.type === 'text' && end?.type === 'text') {
    kept[kept.length - 1] = { type: 'text', value: end.value.trimEnd() };
  }
  return kept;
}
