/** Counts the links of a page and of its parts. */

import type { Element, Nodes, Root } from 'hast';
import { property } from '../../content/html/element.js';
import { displayOf } from '../../content/html/text.js';

/** The links of a part of a page compared with the rest of its text; letters are all characters except white space. */
export interface LinkStats {
  readonly letters: number;
  /** Letters in links, and in links to the page itself. */
  readonly linked: number;
  readonly fragmentLinked: number;
  readonly links: number;
  readonly fragments: number;
  /** Links that are marked as leading to a neighbour, and the different neighbours that they may lead to. */
  readonly neighbours: number;
  readonly relations: number;
  /** Links to the page in other languages. */
  readonly translations: number;
  readonly headings: number;
  /** Blocks of code. */
  readonly code: number;
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
  // The sums of all that comes before: what an element adds to them is its own.
  const sum = { ...NOTHING };
  const measure = (element: Element, link: Element | undefined): void => {
    const before = { ...sum };
    sum.relations = 0;
    const { tagName } = element;
    if (HEADING.test(tagName)) sum.headings += 1;
    if (tagName === 'pre') sum.code += 1;
    const isLink = tagName === 'a' && element.properties['href'] !== undefined;
    if (isLink) countLink(sum, element, neighbours);
    const around = isLink ? element : link;
    for (const child of element.children as readonly Nodes[]) {
      if (child.type === 'element') {
        if (displayOf(child) !== 'none') measure(child, around);
      } else if (child.type === 'text') {
        const more = lettersOf(child.value);
        sum.letters += more;
        if (around === undefined) continue;
        sum.linked += more;
        if (isFragment(around) && !PLACEHOLDER.test(property(around, 'href'))) sum.fragmentLinked += more;
      }
    }
    if (sum.links > before.links || tagName === 'form' || isDialog(element) || element === region)
      all.set(element, since(before, sum));
    sum.relations |= before.relations;
  };
  measure(region, undefined);
  return all;
}

const HEADING = /^h[1-6]$/;
/** Addresses of links without a target, whose clicks scripts handle. */
const PLACEHOLDER = /^#[!0/;]?$/;

/** The counts of links, before any is counted. */
const NOTHING = {
  letters: 0,
  linked: 0,
  fragmentLinked: 0,
  links: 0,
  fragments: 0,
  neighbours: 0,
  relations: 0,
  translations: 0,
  headings: 0,
  code: 0,
};

/** What was added to the counts. Relations are those of the part alone. */
function since(before: LinkStats, sum: LinkStats): LinkStats {
  const own: typeof NOTHING = { ...sum };
  for (const name of COUNTS) own[name] -= before[name];
  return own;
}

const COUNTS = (Object.keys(NOTHING) as (keyof LinkStats)[]).filter((name) => name !== 'relations');

function countLink(sum: typeof NOTHING, link: Element, neighbours: Neighbours): void {
  sum.links += 1;
  if (isFragment(link)) sum.fragments += 1;
  const rels = property(link, 'rel').toLowerCase().split(/\s+/);
  if (rels.includes('alternate') && link.properties['hrefLang'] !== undefined) sum.translations += 1;
  const image = link.children.find((child) => child.type === 'element' && child.tagName === 'img');
  const labels = [link, ...(image?.type === 'element' ? [image] : [])];
  const said = [
    ...rels,
    ...labels.map((one) => (property(one, 'title') || property(one, 'alt')).trim().toLowerCase()),
  ]
    .map((rel) => SYNONYMS[rel] ?? rel)
    .filter((rel) => RELATIONS.includes(rel) && rel !== 'home');
  if (said.length > 0) sum.neighbours += 1;
  const meant =
    said[0] ??
    relationOf(neighbours, property(link, 'href')) ??
    KEYS[property(link, 'accessKey').toLowerCase()];
  if (meant !== undefined) sum.relations |= 1 << RELATIONS.indexOf(meant);
}

/** Whether a link leads to a place in its own page. */
export function isFragment(link: Element): boolean {
  return property(link, 'href').startsWith('#');
}

/** Counts the characters other than white space. */
export function lettersOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x20) count += 1;
  return count;
}

/** Whether an element makes up so much of the region that it can't be next to its content. */
export function isMost(
  stats: ReadonlyMap<Element, LinkStats>,
  element: Element,
  region: Root | Element,
  part = 1 / 2,
): boolean {
  const all = region.type === 'element' ? (stats.get(region)?.letters ?? 0) : 0;
  return (stats.get(element)?.letters ?? 0) > all * part;
}

/** Whether an element says that it is a dialog. */
export function isDialog({ properties }: Element): boolean {
  return /^(?:alert)?dialog$/.test(String(properties['role']));
}
