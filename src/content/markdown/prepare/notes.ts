import type { Element, Nodes, Root } from 'hast';
import { addTo } from '../../../core/multimap.js';
import { decodePercent } from '../../../core/percent.js';
import {
  collapseSpace,
  deepText,
  findElement,
  hasClass,
  isBlank,
  isBlankText,
  isHeading,
  nodesIn,
  property,
} from '../../html/element.js';

/** The result of a pass over the whole page: elements by id, and which links are footnotes. */
export interface Notes {
  readonly byId: ReadonlyMap<string, readonly Element[]>;
  /** Link to its footnote -> label. */
  readonly references: ReadonlyMap<Element, string>;
  /** Element with the footnote's text -> label. */
  readonly definitions: ReadonlyMap<Element, string>;
  /** Ids to which footnotes link back. */
  readonly origins: ReadonlySet<string>;
  /** Returns whether a link with a text leads to an address. */
  isNamed(url: string): boolean;
}

interface Candidate {
  readonly link: Element;
  readonly parent: Nodes;
  readonly target: string;
}

/**
 * Searches a page for footnotes: WordPress, Pandoc, remark and GitHub, kramdown, Goldmark, MediaWiki.
 *
 * @param tree page
 * @returns elements by id, references and definitions with their labels
 */
export function findNotes(tree: Root): Notes {
  const byId = new Map<string, Element[]>();
  const candidates: Candidate[] = [];
  scan(tree, byId, candidates);
  const references = new Map<Element, string>();
  const definitions = new Map<Element, string>();
  const origins = new Set<string>();
  const used = new Set<string>();
  const known = new Map<Element, Set<Element>>();
  const times = new Map<string, number>();
  for (const { link, parent, target } of candidates) {
    // Articles on one page may use the same ids: the second link of a name leads to the second note.
    const [name = ''] = originIds(link, parent);
    const nth = times.get(name) ?? 0;
    if (name !== '') times.set(name, nth + 1);
    const definition = byId.get(target)?.[nth] ?? byId.get(target)?.[0];
    if (definition === undefined || !isNote(link, parent, definition, known)) continue;
    const label = definitions.get(definition) ?? pickLabel(link, used);
    used.add(label);
    definitions.set(definition, label);
    references.set(link, label);
    for (const id of originIds(link, parent)) origins.add(id);
  }
  let named: ReadonlySet<string> | undefined;
  const isNamed = (url: string): boolean => {
    named ??= namedAddresses(tree);
    return named.has(url);
  };
  return { byId, references, definitions, origins, isNamed };
}

/** Created on first use, because few pages need them. */
function namedAddresses(tree: Root): ReadonlySet<string> {
  const named = new Set<string>();
  findElement(tree, (node) => {
    if (node.tagName === 'a' && collapseSpace(deepText(node)) !== '') named.add(property(node, 'href'));
    return false;
  });
  return named;
}

function scan(tree: Root, byId: Map<string, Element[]>, candidates: Candidate[]): void {
  // The parents of each pending node.
  const [nodes, parents]: [(Root | Element)[], (Root | Element)[]] = [[tree], [tree]];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const parent = parents.pop() ?? tree;
    if (node.type === 'element') {
      const id = node.properties['id'];
      if (typeof id === 'string') addTo(byId, id, isAnchorOf(node, parent) ? parent : node);
      if (node.tagName === 'a') addCandidate(node, parent, candidates);
    }
    const { children } = node;
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child?.type !== 'element') continue;
      nodes.push(child);
      parents.push(node);
    }
  }
}

/** Whether an element only gives an id to the note that it begins. */
function isAnchorOf(node: Element, parent: Root | Element): parent is Element {
  if (node.children.length > 0 || parent.type !== 'element' || !NOTE_ELEMENTS.has(parent.tagName))
    return false;
  return property(parent, 'id') === '' && parent.children.find((child) => !isBlank(child)) === node;
}

function addCandidate(link: Element, parent: Nodes, candidates: Candidate[]): void {
  const target = fragment(link);
  if (target !== '' && markText(link).length <= 4) candidates.push({ link, parent, target });
}

/**
 * Reads the fragment to which a link points.
 *
 * @param link an `a` element
 * @returns decoded fragment, empty without one
 */
function fragment(link: Element): string {
  const href = property(link, 'href');
  const hash = href.indexOf('#');
  return hash < 0 ? '' : decodePercent(href.slice(hash + 1));
}

function markText(link: Element): string {
  return collapseSpace(deepText(link)).replace(/^[[(]|[\])]$/g, '');
}

const REFERENCE_CLASS = /^(?:footnote(?:-?ref)?|fn(?:-?ref)?|note-?ref|footnote-reference|footnote-anchor)$/;
/** An element with more links than this isn't a footnote. */
const MAX_LINKS = 50;
/** Nor is one with more parts, unless it has a link back. */
const MAX_PARTS = 10;
const NOTE_ELEMENTS = new Set(['li', 'div', 'p', 'aside', 'dd', 'section']);

function isNote(
  link: Element,
  parent: Nodes,
  definition: Element,
  known: Map<Element, Set<Element>>,
): boolean {
  if (!NOTE_ELEMENTS.has(definition.tagName) || !/^[\p{L}\p{N}*†‡§¶]{1,4}$/u.test(markText(link)))
    return false;
  const isItem = definition.tagName === 'li';
  // A numbered link to a section is an entry of a table of contents.
  if (!isItem && !isMarked(link, parent)) return false;
  const inside = linksIn(definition, known);
  if (inside.has(link)) return false;
  const origins = originIds(link, parent);
  for (const element of inside) if (origins.includes(fragment(element))) return true;
  const isNamed = isItem || isNamedNote(definition) || startsWith(definition, markText(link));
  return isNamed && isMarked(link, parent);
}

function isNamedNote(definition: Element): boolean {
  return (
    hasClass(definition, /^footnote(?:-definition)?$/) || /^fn[-:]?\d+$/.test(property(definition, 'id'))
  );
}

/** Whether a note begins with the mark that leads to it. A section with a heading may begin with a number, too. */
function startsWith(definition: Element, mark: string): boolean {
  const parts = definition.children;
  if (parts.length > MAX_PARTS || parts.some((part) => part.type === 'element' && isHeading(part)))
    return false;
  for (const node of nodesIn(definition)) {
    if (node.type !== 'text' || isBlankText(node)) continue;
    const text = node.value.trimStart().replace(/^[[(]/, '');
    const rest = text.startsWith(mark) ? text.slice(mark.length) : 'other';
    return rest === '' || /^[\]).:]+(?:\s|$)/.test(rest) || (/^\s/.test(rest) && /^[*†‡§¶]/.test(mark));
  }
  return false;
}

/** Many references may lead to one definition: its links are listed once. */
function linksIn(definition: Element, known: Map<Element, Set<Element>>): Set<Element> {
  let links = known.get(definition);
  if (links === undefined) {
    const found = new Set<Element>();
    findElement(definition, (element) => {
      if (element.tagName === 'a' && found.size < MAX_LINKS) found.add(element);
      return false;
    });
    links = found;
    known.set(definition, links);
  }
  return links;
}

function isMarked(link: Element, parent: Nodes): boolean {
  const [inner, ...others] = link.children;
  const isRaised = others.length === 0 && inner?.type === 'element' && inner.tagName === 'sup';
  if (isRaised || (parent.type === 'element' && parent.tagName === 'sup')) return true;
  const { role, rel, dataFootnoteRef } = link.properties;
  if (role === 'doc-noteref' || dataFootnoteRef !== undefined) return true;
  if (Array.isArray(rel) && rel.includes('footnote')) return true;
  const around = parent.type === 'element' && parent.tagName === 'span' ? [link, parent] : [link];
  return around.some((one) => hasClass(one, REFERENCE_CLASS));
}

function originIds(link: Element, parent: Nodes): string[] {
  const ids = [property(link, 'id'), property(link, 'name')];
  if (parent.type === 'element') ids.push(property(parent, 'id'));
  // DocBook gives the id to the raised mark in the link.
  for (const child of link.children) if (child.type === 'element') ids.push(property(child, 'id'));
  return ids.filter((id) => id !== '');
}

function pickLabel(link: Element, used: ReadonlySet<string>): string {
  const text = markText(link);
  if (/^[0-9A-Za-z]+$/.test(text) && !used.has(text)) return text;
  let number = 1;
  while (used.has(String(number))) number++;
  return String(number);
}

/** Maximum length of a link text such as "Return to the text". */
const MAX_BACK = 30;

/**
 * Returns whether a link in a footnote leads back to the text.
 *
 * @param link an `a` element inside a footnote
 * @param notes the footnotes of the page
 * @returns true for the arrows that footnote generators add
 */
export function isBacklink(link: Element, notes: Notes): boolean {
  const text = collapseSpace(deepText(link));
  if (fragment(link) === '') return false;
  if (property(link, 'role') === 'doc-backlink' || link.properties['dataFootnoteBackref'] !== undefined)
    return true;
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  return notes.origins.has(fragment(link)) && text.length <= MAX_BACK;
}
