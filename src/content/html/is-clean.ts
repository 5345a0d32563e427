import type { Element, Root } from 'hast';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, isHarmlessId } from './sanitise.js';

const ELEMENTS = new Set(ALLOWED_ELEMENTS);
const EVERYWHERE = new Set(ALLOWED_ATTRIBUTES['*']);
const OWN = new Map(Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, new Set(names)]));
const ADDRESSES = new Set(['cite', 'href', 'poster', 'src']);
/** They are only allowed in a table. */
const TABLE_PARTS = new Set(['tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
/** Deeper trees take the slow path. */
const MAX_DEPTH = 200;

/**
 * True for a tree of which `sanitise` would only make a copy, as for most hand-written texts. The check is much
 * faster than the copy.
 * @returns false also where that is uncertain
 */
export function isClean(tree: Root): boolean {
  return areClean(tree.children, 0, false);
}

function areClean(children: Root['children'], depth: number, inTable: boolean): boolean {
  for (const child of children) {
    if (child.type === 'text') continue;
    if (child.type !== 'element' || !isCleanElement(child, inTable)) return false;
    if (depth >= MAX_DEPTH || !areClean(child.children, depth + 1, inTable || child.tagName === 'table'))
      return false;
  }
  return true;
}

function isCleanElement({ tagName, properties }: Element, inTable: boolean): boolean {
  if (!ELEMENTS.has(tagName) || (!inTable && TABLE_PARTS.has(tagName))) return false;
  const own = OWN.get(tagName);
  for (const name of Object.keys(properties)) {
    const isListed = EVERYWHERE.has(name) || own?.has(name) === true;
    if (!isListed || !isCleanValue(name, properties[name])) return false;
  }
  // An image without an address is removed.
  return tagName !== 'img' || Boolean(properties['src']);
}

function isCleanValue(name: string, value: Element['properties'][string]): boolean {
  // It is rewritten.
  if (name === 'srcSet') return false;
  if (name === 'id') return isHarmlessId(value);
  if (ADDRESSES.has(name))
    return typeof value === 'string' && (/^https?:/.test(value) || !value.includes(':'));
  return value !== null && value !== undefined;
}
