import type { Element } from 'hast';
import { classesOf, hasProperties, property } from '../../content/html/element.js';

/** One compound selector: element, id, classes and attributes, all on the same element. */
export interface Selector {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [string, string])[];
  /** Only tests the tag. */
  readonly isBare: boolean;
}

const COMPOUND = /^([a-z][a-z0-9-]*|\*)?((?:#[\w-]+|\.[\w:-]+|\[[a-z][a-z-]*=(?:"[^"\]]*"|[\w-]+)\])*)$/i;
const PART = /#([\w-]+)|\.([\w:-]+)|\[([a-z][a-z-]*)=(?:"([^"\]]*)"|([\w-]+))\]/gi;

/** hast names of the attributes that selectors of pages use. */
const PROPERTIES: Readonly<Record<string, string>> = {
  'aria-label': 'ariaLabel',
  itemprop: 'itemProp',
  itemtype: 'itemType',
};

/**
 * Reads a list of compound selectors (`main, div.body[role=main]`).
 * @returns undefined for anything beyond them, such as combinators
 */
export function parseSelectors(text: string): readonly Selector[] | undefined {
  const selectors: Selector[] = [];
  for (const one of text.split(',')) {
    const match = COMPOUND.exec(one.trim());
    if (match === null || one.trim() === '') return undefined;
    selectors.push(toSelector(match[1], match[2] ?? ''));
  }
  return selectors;
}

/** Selectors that are written in the program. */
export function selectors(text: string): readonly Selector[] {
  const parsed = parseSelectors(text);
  if (parsed === undefined) throw new TypeError(`no selector: ${text}`);
  return parsed;
}

function toSelector(tag: string | undefined, parts: string): Selector {
  let id: string | undefined;
  const classes: string[] = [];
  const attributes: [string, string][] = [];
  for (const [, ownId, name, attribute, quoted, plain] of parts.matchAll(PART)) {
    if (ownId !== undefined) id = ownId;
    if (name !== undefined) classes.push(name);
    if (attribute !== undefined)
      attributes.push([PROPERTIES[attribute.toLowerCase()] ?? attribute, quoted ?? plain ?? '']);
  }
  const isBare = id === undefined && classes.length === 0 && attributes.length === 0;
  return { tag: tag === '*' ? undefined : tag?.toLowerCase(), id, classes, attributes, isBare };
}

/** True for an element that one of the selectors matches. Attributes may contain further words. */
export function matches(element: Element, list: readonly Selector[]): boolean {
  // Most elements lack what most selectors test.
  const isBare = !hasProperties(element);
  for (const selector of list) if ((!isBare || selector.isBare) && isMeant(element, selector)) return true;
  return false;
}

/** Every element of a page is tested by some thirty selectors, and nearly all fail at the first test. */
function isMeant(element: Element, { tag, id, classes, attributes }: Selector): boolean {
  const { properties } = element;
  if (tag !== undefined && element.tagName !== tag) return false;
  if (id !== undefined && properties['id'] !== id) return false;
  if (classes.length > 0) {
    if (properties['className'] === undefined || !hasClasses(element, classes)) return false;
  }
  return attributes.length === 0 || hasAll(element, attributes);
}

function hasClasses(element: Element, classes: readonly string[]): boolean {
  const names = classesOf(element);
  return classes.every((name) => names.includes(name));
}

/** Apart: a function that makes another keeps an object for the variables of both, even where it ends before that. */
function hasAll(element: Element, attributes: Selector['attributes']): boolean {
  return attributes.every(
    ([name, value]) =>
      element.properties[name] !== undefined && property(element, name).split(/\s+/).includes(value),
  );
}
