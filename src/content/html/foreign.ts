import type { Element } from 'hast';
import { html, parseFragment } from 'parse5';
import { plainTree } from './plain-tree.js';
import { type HastMap, hastAdapter } from './tree-adapter.js';

const TAG =
  /[^<]*<(\/?)([a-z][a-z0-9:.-]*)((?:[ \n\t\f]+[a-z][a-z0-9:_.-]*(?:="[^"]*"|='[^']*')?)*)[ \n\t\f]*(\/?)>/iy;

const OPTIONS = { treeAdapter: hastAdapter, scriptingEnabled: false };

/** A drawing or a formula, and where it ends. */
export interface Foreign {
  readonly element: Element;
  readonly end: number;
}

/**
 * Parses a drawing or a formula in the midst of a text. Its names follow rules of their own, which the parser that
 * knows all repairs is asked about; but only where what stands around it could change nothing.
 * @param start where its start tag begins
 * @returns undefined where its tags are not in order, or HTML stands in it
 * @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
 */
export function parseForeign(text: string, start: number): Foreign | undefined {
  const end = endOfForeign(text, start);
  if (end === undefined) return undefined;
  const { children } = parseFragment<HastMap>(text.slice(start, end), OPTIONS);
  const [element, ...others] = children;
  if (element?.type !== 'element' || others.length > 0 || holdsHtml(element)) return undefined;
  const [copy] = plainTree({ type: 'root', children: [element] }).children;
  return { element: copy as Element, end };
}

/** Behind the end tag; undefined where some element in it is not closed in turn. */
function endOfForeign(text: string, start: number): number | undefined {
  const open: string[] = [];
  TAG.lastIndex = start;
  do {
    const [, slash, name = '', attributes, isEmpty] = TAG.exec(text) ?? [];
    if (name === '' || (slash !== '' && (attributes !== '' || open.pop() !== name))) return undefined;
    if (slash === '' && isEmpty === '') open.push(name);
  } while (open.length > 0);
  return TAG.lastIndex;
}

/** Drawings may nest without end. */
function holdsHtml(root: Element): boolean {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (hastAdapter.getNamespaceURI(element as HastMap['element']) === html.NS.HTML) return true;
    for (const child of element.children) if (child.type === 'element') open.push(child);
  }
  return false;
}
