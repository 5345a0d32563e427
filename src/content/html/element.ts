import type { Element, Nodes, Properties } from 'hast';

/**
 * Reads a property as text.
 *
 * @param node element
 * @param name hast property name
 * @returns trimmed text, empty when absent
 */
export function property(node: Element, name: string): string {
  const value: Properties[string] = node.properties[name];
  if (value === undefined || value === null || typeof value === 'boolean') return '';
  return (Array.isArray(value) ? value.join(' ') : String(value)).trim();
}

const NO_CLASSES: readonly string[] = [];

/**
 * Lists the classes of an element.
 *
 * @param node element
 * @returns class names in order
 */
export function classes(node: Element): readonly string[] {
  const value = node.properties['className'];
  return Array.isArray(value) ? (value as string[]) : NO_CLASSES;
}

/**
 * Reads all text below a node, however deep it lies; breaks are spaces.
 *
 * @param node any node
 * @returns text as written in the source
 */
export function deepText(node: Nodes): string {
  let text = '';
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

/**
 * Finds the first element below a node for which a test holds, in document order.
 *
 * @param node where to search; not tested itself
 * @param test test of one element
 * @returns the element, or undefined
 */
export function findElement(node: Nodes, test: (element: Element) => boolean): Element | undefined {
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next !== node && next.type === 'element' && test(next)) return next;
    if (!('children' in next)) continue;
    for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] as Nodes);
  }
  return undefined;
}

/**
 * Collapses white space as HTML does and trims it.
 *
 * @param text any text
 * @returns one line
 */
export function oneLine(text: string): string {
  return text.replace(/[\t\n\v\f\r ]+/g, ' ').trim();
}
