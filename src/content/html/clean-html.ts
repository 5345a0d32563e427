import type { Element, Root } from 'hast';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, isHarmlessId, sanitise } from './sanitise.js';
import { toHtml } from './serialise.js';
import { isGone, withoutUnseen } from './unseen.js';

const ELEMENTS = new Set(ALLOWED_ELEMENTS);
const EVERYWHERE = new Set(ALLOWED_ATTRIBUTES['*']);
const OWN = new Map(Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, new Set(names)]));
const ADDRESSES = new Set(['cite', 'href', 'poster', 'src']);
/** They are only allowed in a table. */
const TABLE_PARTS = new Set(['tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
/** Attributes that may hide an element. */
const HIDING = new Set(['hidden', 'popover', 'style']);
/** Deeper trees take the slow path. */
const MAX_DEPTH = 200;

/**
 * The HTML of a tree as `sanitise` leaves it. Most texts only have attributes and comments too many: these are left out
 * while they are written, which is much faster than a clean copy.
 */
export function cleanHtml(whole: Root): string {
  if (areClean(whole.children, 0, false)) return toHtml(whole, isKept);
  const tree = withoutUnseen(whole);
  return tree !== whole && areClean(tree.children, 0, false) ? toHtml(tree, isKept) : toHtml(sanitise(tree));
}

function areClean(children: Root['children'], depth: number, inTable: boolean): boolean {
  for (const child of children) {
    if (child.type === 'text' || child.type === 'comment') continue;
    if (child.type !== 'element' || !isCleanElement(child, inTable)) return false;
    if (depth >= MAX_DEPTH || !areClean(child.children, depth + 1, inTable || child.tagName === 'table'))
      return false;
  }
  return true;
}

function isCleanElement(element: Element, inTable: boolean): boolean {
  const { tagName, properties } = element;
  if (!ELEMENTS.has(tagName) || (!inTable && TABLE_PARTS.has(tagName))) return false;
  for (const name in properties) {
    if (HIDING.has(name) && isGone(element)) return false;
    if (isListed(tagName, name) && !isCleanValue(name, properties[name])) return false;
  }
  // An image without an address is removed.
  return tagName !== 'img' || Boolean(properties['src']);
}

function isListed(tagName: string, name: string): boolean {
  return EVERYWHERE.has(name) || OWN.get(tagName)?.has(name) === true;
}

function isKept(tagName: string, name: string, value: Element['properties'][string]): boolean {
  return isListed(tagName, name) && (name !== 'id' || isHarmlessId(value));
}

function isCleanValue(name: string, value: Element['properties'][string]): boolean {
  // It is rewritten.
  if (name === 'srcSet') return false;
  if (ADDRESSES.has(name))
    return typeof value === 'string' && (/^https?:/.test(value) || !value.includes(':'));
  return value !== null && value !== undefined;
}
