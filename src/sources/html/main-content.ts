/** Finds the part of a page that has its content. */

import type { Element, Nodes } from 'hast';
import {
  deepText,
  findAll,
  findElement,
  isLink,
  pathTo,
  property,
  walk,
} from '../../content/html/element.js';
import { joinMains } from '../../content/html/page-header.js';
import type { FrameTable } from './frame.js';
import { introductionBefore } from './introduction.js';
import { removeLandmarks } from './landmarks.js';
import type { Neighbours } from './link-stats.js';
import { matches, type Selector, selectors } from './selector.js';
import { hasWords, wordsIn } from './tree.js';

const MAIN = selectors('main, [role=main]');

const ARTICLE = selectors('article');

/** The configuration of the content of pages. */
export interface ContentOptions {
  readonly content: readonly Selector[];
  readonly remove: readonly Selector[];
}

/**
 * Finds the part of a page that contains its content: the configured one, else `<main>` with the title and introduction
 * before it, else the cell between the borders that FrontPage adds to each page, else the body. Parts of it that aren't content are recognised by their marks or by other pages, never by name or size.
 */
export function findRegion(body: Element, configured: readonly Selector[]): Element {
  for (const selector of configured) {
    const found = longest(body, [selector]);
    if (found !== undefined) return found;
  }
  const mains = mainsIn(body).filter(hasWords);
  const [first, ...others] = mains;
  return first === undefined ? (betweenBorders(body) ?? body) : joinMains([first, ...others], body);
}

/** The cell that FrontPage marks with a comment before it; it writes the others for all pages of a site. */
function betweenBorders(body: Element): Element | undefined {
  const isMark = (node: Nodes | undefined) => node?.type === 'comment' && node.value === 'msnavigation';
  const isContent = (node: Nodes, at: number, row: readonly Nodes[]): node is Element =>
    node.type === 'element' && node.tagName === 'td' && isMark(row[at - 1]);
  const row = findElement(body, ({ tagName, children }) => tagName === 'tr' && children.some(isContent));
  return row?.children.find(isContent);
}

/**
 * The content of a page without its marked frame; the tree is changed in place.
 * @param frame what the pages of the site share, where that is known
 */
export function readRegion(
  body: Element,
  options: ContentOptions,
  neighbours: Neighbours,
  frame?: FrameTable,
): Element {
  const found = findRegion(body, options.content);
  const before = frame && matches(found, MAIN) ? introductionBefore(found, body, frame) : [];
  const region: Element =
    before.length === 0 ? found : { ...found, properties: {}, children: [...before, found] };
  unwrapLayout(region);
  removeLandmarks(region, { remove: options.remove, neighbours, body, frame });
  return region;
}

/**
 * The part of a page around its content that contains its date, its people and its tags.
 * @param region the result of `findRegion`
 */
export function findSurroundings(body: Element, region: Element): Element {
  if (region === body || matches(region, MAIN)) return longest(region, ARTICLE) ?? region;
  let article: Element | undefined;
  const path = pathTo(region, body).toReversed();
  for (const at of path.length === 0 ? [region] : path) {
    if (matches(at, ARTICLE)) article = at;
    if (matches(at, MAIN)) return article ?? at;
  }
  return article ?? region;
}

/** All `article` elements: lists of posts have several. */
export function articlesIn(main: Element): readonly Element[] {
  return findAll(main, (element) => matches(element, ARTICLE));
}

function longest(root: Element, list: readonly Selector[]): Element | undefined {
  const found = findAll(root, (one) => matches(one, list)).filter(hasWords);
  if (found.length < 2) return found[0];
  let best: Element | undefined;
  let most = 0;
  for (const element of found) {
    const count = wordsIn(element);
    if (count > most) [best, most] = [element, count];
  }
  return best;
}

/** Links at the start of a page past its menus (WCAG technique G1). */
const SKIP =
  /^\s*(?:(?:skip|jump|go) (?:directly )?(?:to|past)\b.*\b(?:content|article|text|main)|skip navigation|zum (?:haupt)?inhalt|(?:aller|passer) au contenu|(?:saltar|ir) al contenido|vai al contenuto|naar (?:de )?inhoud)/i;
const MAX_LINKS_BEFORE = 4;

/**
 * Marks the target of a link such as "Skip to content" as the main element of a page without `<main>`, in place. The
 * target must have the heading and most paragraphs of the page.
 */
export function markSkipTarget(body: Element): void {
  let links = 0;
  const link = findElement(
    body,
    (one) => isLink(one) && (SKIP.test(deepText(one)) || ++links > MAX_LINKS_BEFORE),
  );
  if (link === undefined || !SKIP.test(deepText(link)) || mainsIn(body).length > 0) return;
  const [, id = ''] = property(link, 'href').split('#');
  const target = id === '' ? undefined : findElement(body, (one) => property(one, 'id') === id);
  if (target === undefined || !MAIN_BOX.test(target.tagName)) return;
  const isHeading = ({ tagName }: Element) => tagName === 'h1';
  if (findElement(target, isHeading) === undefined) return;
  // Some targets have only the title.
  if (wordsOfParagraphs(target) * 2 >= wordsOfParagraphs(body)) target.properties['role'] = 'main';
}

function wordsOfParagraphs(box: Element): number {
  return findAll(box, ({ tagName }) => tagName === 'p').reduce((sum, one) => sum + wordsIn(one), 0);
}

const MAIN_BOX = /^(?:div|section|article)$/;

/** Elements that never contain all of a page. */
const NO_PLACE = /^(?:figure|figcaption|li|p|a|nav|aside|blockquote)$/;

function mainsIn(root: Element): readonly Element[] {
  const found: Element[] = [];
  walk(root, (element) => {
    const isMain = matches(element, MAIN);
    if (isMain) found.push(element);
    return !isMain && !NO_PLACE.test(element.tagName);
  });
  return found;
}

const PARTS = new Set('table tbody thead tfoot tr td th'.split(' '));

const BLOCKS = new Set('h1 h2 h3 p div table ul ol pre'.split(' '));

/**
 * Turns layout tables into boxes, in place: those around most of a page's text in which a cell has several
 * blocks. A table of data is recognised by its header cells or its caption.
 */
function unwrapLayout(region: Element): void {
  const tables = findAll(region, (element) => element.tagName === 'table' && isLayout(element));
  // Counting all words takes longer than finding the tables, and most pages have none.
  const all = tables.length === 0 ? 0 : wordsIn(region);
  for (const table of tables) if (wordsIn(table) * 2 > all) unwrap(table);
}

function isLayout(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(property(table, 'role'))) return true;
  if (isDataTable(table)) return false;
  return ownParts(table).some(({ tagName, children }) => tagName === 'td' && countBlocks(children) > 1);
}

/** Whether a table has header cells or a caption. */
export function isDataTable(table: Element): boolean {
  return (
    table.tagName === 'table' &&
    ownParts(table).some(({ tagName }) => tagName === 'th' || tagName === 'caption')
  );
}

function countBlocks(children: readonly Nodes[]): number {
  return children.reduce((sum, child) => {
    if (child.type !== 'element') return sum;
    const inner = findElement(child, ({ tagName }) => BLOCKS.has(tagName)) === undefined ? 0 : 1;
    return sum + inner + (BLOCKS.has(child.tagName) ? 1 : 0);
  }, 0);
}

/** The rows, cells and the caption of a table, without those of nested tables. */
function ownParts(table: Element): readonly Element[] {
  return table.children.flatMap((child): readonly Element[] => {
    if (child.type !== 'element') return [];
    return PARTS.has(child.tagName) && /^t(?:body|head|foot|r)$/.test(child.tagName)
      ? [child, ...ownParts(child)]
      : [child];
  });
}

function unwrap(table: Element): void {
  for (const part of [table, ...ownParts(table)]) if (PARTS.has(part.tagName)) part.tagName = 'div';
}
