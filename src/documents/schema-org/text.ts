import type { Element, ElementContent, Root, RootContent } from 'hast';
import { visibleText } from '../../content/html/text.js';

/** The visible words of some nodes, alternative texts left out. */
export function textOf(nodes: readonly (RootContent | ElementContent)[]): string {
  return visibleText({ type: 'root', children: [...nodes] as RootContent[] }, { alts: false });
}

/** Every element of a tree that passes a test, in the order of the document. */
export function findElements(tree: Root, test: (element: Element) => boolean): readonly Element[] {
  const found: Element[] = [];
  const open: (Root | RootContent)[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'element' && test(node)) found.push(node);
    if (!('children' in node)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as RootContent);
  }
  return found;
}

/** The first child element with a certain name. */
export function childElement(parent: Element, tagName: string): Element | undefined {
  return parent.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === tagName,
  );
}

/** The class names of an element. */
export function classesOf({ properties }: Element): readonly string[] {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
}

/** A property that is text; empty otherwise. */
export function textProperty({ properties }: Element, name: string): string {
  const value = properties[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** The first `limit` characters, with `…` when something was cut; never half of a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text
    .slice(0, limit)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** True for a script with JSON-LD. */
export function isLinkedData(element: Element): boolean {
  return (
    element.properties['type'] !== undefined &&
    textProperty(element, 'type').toLowerCase() === 'application/ld+json'
  );
}
