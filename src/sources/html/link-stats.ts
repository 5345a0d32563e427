import type { Element, Nodes, Root } from 'hast';
import { displayOf } from '../../content/html/text.js';
import { textProperty } from './tree.js';

/** The links of a part of a page compared with the rest of its text; letters are all characters except white space. */
export interface LinkStats {
  letters: number;
  /** Letters in links, and in links to the page itself. */
  linked: number;
  fragmentLinked: number;
  links: number;
  fragments: number;
  /** Links that are marked as leading to a neighbour, and the different neighbours that they may lead to. */
  neighbours: number;
  relations: number;
  /** Links to the page in other languages. */
  translations: number;
  hasHeading: boolean;
  hasCode: boolean;
  /** Letters of the page before this part. */
  start: number;
}

/** Addresses of the neighbours by their relation in the head of a page. */
export type Neighbours = ReadonlyMap<string, string>;

/** The relations of a page in a series; each is a bit. */
const RELATIONS: readonly string[] = ['prev', 'next', 'up', 'home'];
const SYNONYMS: Readonly<Record<string, string>> = {
  previous: 'prev',
  start: 'home',
  first: 'home',
  contents: 'home',
  top: 'home',
  parent: 'up',
};

/** The names of such links in DocBook and Texinfo. */
const KEYS: Readonly<Record<string, string>> = { p: 'prev', n: 'next', u: 'up', h: 'home' };

/** The links to neighbours in a page's head. */
export function neighboursOf(links: readonly { readonly rel: string; readonly href: string }[]): Neighbours {
  const found = new Map<string, string>();
  for (const { rel, href } of links) {
    for (const word of rel.split(/\s+/)) {
      const relation = SYNONYMS[word] ?? word;
      if (RELATIONS.includes(relation) && href !== '') found.set(plain(href), relation);
    }
  }
  return found;
}

/** With its fragment: a link to some place of a neighbour belongs to a text, and not to a row of links. */
function plain(href: string): string {
  return href.replace(/^\.\//, '');
}

/** The relation in which a link's target stands to the page, by the page's head. */
export function relationOf(neighbours: Neighbours, href: string): string | undefined {
  return neighbours.get(plain(href));
}

/** Measures a part of a page in one walk: the part itself, forms, and every element with a link in it. */
export function measureLinks(region: Element, neighbours: Neighbours): ReadonlyMap<Element, LinkStats> {
  const all = new Map<Element, LinkStats>();
  let start = 0;
  const measure = (element: Element, link: Element | undefined): LinkStats => {
    const own = emptyStats(start);
    const { tagName } = element;
    own.hasHeading = /^h[1-6]$/.test(tagName);
    own.hasCode = tagName === 'pre';
    const isLink = tagName === 'a' && element.properties['href'] !== undefined;
    const around = isLink ? element : link;
    if (isLink) countLink(own, element, neighbours);
    for (const child of element.children as readonly Nodes[]) {
      if (child.type === 'text') {
        const letters = lettersOf(child.value);
        start += letters;
        own.letters += letters;
        if (around === undefined) continue;
        own.linked += letters;
        if (isFragment(around)) own.fragmentLinked += letters;
      } else if (child.type === 'element' && displayOf(child) !== 'none') add(own, measure(child, around));
    }
    if (own.links > 0 || tagName === 'form' || element === region) all.set(element, own);
    return own;
  };
  measure(region, undefined);
  return all;
}

function emptyStats(start: number): LinkStats {
  return {
    letters: 0,
    linked: 0,
    fragmentLinked: 0,
    links: 0,
    fragments: 0,
    neighbours: 0,
    relations: 0,
    translations: 0,
    hasHeading: false,
    hasCode: false,
    start,
  };
}

function add(sum: LinkStats, part: LinkStats): void {
  sum.letters += part.letters;
  sum.linked += part.linked;
  sum.fragmentLinked += part.fragmentLinked;
  sum.links += part.links;
  sum.fragments += part.fragments;
  sum.neighbours += part.neighbours;
  sum.relations |= part.relations;
  sum.translations += part.translations;
  sum.hasHeading ||= part.hasHeading;
  sum.hasCode ||= part.hasCode;
}

function countLink(own: LinkStats, link: Element, neighbours: Neighbours): void {
  own.links = 1;
  if (isFragment(link)) own.fragments = 1;
  const rels = textProperty(link, 'rel').toLowerCase().split(/\s+/);
  if (rels.includes('alternate') && link.properties['hrefLang'] !== undefined) own.translations = 1;
  const said = rels
    .map((rel) => SYNONYMS[rel] ?? rel)
    .filter((rel) => RELATIONS.includes(rel) && rel !== 'home');
  if (said.length > 0) own.neighbours = 1;
  const meant =
    said[0] ??
    relationOf(neighbours, textProperty(link, 'href')) ??
    KEYS[textProperty(link, 'accessKey').toLowerCase()];
  if (meant !== undefined) own.relations = 1 << RELATIONS.indexOf(meant);
}

/** Whether a link leads to a place in its own page. */
export function isFragment(link: Element): boolean {
  return textProperty(link, 'href').startsWith('#');
}

function lettersOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x20) count += 1;
  return count;
}

/** Whether an element makes up so much of the region that it can't be next to its content. */
export function isMost(
  stats: ReadonlyMap<Element, LinkStats>,
  element: Element,
  region: Root | Element,
): boolean {
  const all = region.type === 'element' ? (stats.get(region)?.letters ?? 0) : 0;
  return (stats.get(element)?.letters ?? 0) * 2 > all;
}
