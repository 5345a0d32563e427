import type { Element, Nodes } from 'hast';
import { findAll, findElement, pathTo, property, walk } from '../../content/html/element.js';
import { joinMains } from '../../content/html/page-header.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { pageKey, prefixOf } from './addresses/page-address.js';
import { removeLandmarks } from './landmarks.js';
import type { Neighbours } from './link-stats.js';
import type { IsPage } from './own-text.js';
import type { FolderScan } from './scan.js';
import { matches, type Selector, selectors } from './selector.js';
import { hasMoreWords, textOf, wordsIn, wordsInAll } from './tree.js';

const MAIN = selectors('main, [role=main]');

const ARTICLE = selectors('article');

/** The configuration of the content of pages. */
export interface ContentOptions {
  readonly content: readonly Selector[];
  readonly remove: readonly Selector[];
}

/** From so many links on, and with so much of the text in them, a page only leads to others. */
const LEAST_LINKS = 3;

const SHARE = 0.7;

const LEAST_ARTICLES = 3;

/** From this many words on, the paragraphs besides the links are an introduction. */
const LEAST_OWN_WORDS = 20;

/** Boxes whose paragraphs belong to one item of a list. */
const ENTRIES: ReadonlySet<string> = new Set(['li', 'dd', 'table']);

/**
 * Finds the part of a page that contains its content: the configured one, else `<main>` with the title and introduction
 * before it, else the body. Parts of it that aren't content are recognised by their marks or by other pages, never by name or size.
 */
export function findRegion(body: Element, configured: readonly Selector[]): Element {
  for (const selector of configured) {
    const found = longest(body, [selector]);
    if (found !== undefined) return found;
  }
  const mains = outermost(body, MAIN).filter((main) => hasMoreWords(main, 0));
  const [first, ...others] = mains;
  return first === undefined ? body : joinMains([first, ...others], body);
}

/** The content of a page without its marked frame; the tree is changed in place. */
export function readRegion(body: Element, options: ContentOptions, neighbours: Neighbours): Element {
  const region = findRegion(body, options.content);
  unwrapLayout(region);
  removeLandmarks(region, { remove: options.remove, neighbours, body });
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
  let best: Element | undefined;
  let most = 0;
  for (const element of findAll(root, (one) => matches(one, list))) {
    const count = wordsIn(element);
    if (count > most) [best, most] = [element, count];
  }
  return best;
}

function outermost(root: Element, list: readonly Selector[]): readonly Element[] {
  const found: Element[] = [];
  walk(root, (element) => {
    const isMeant = matches(element, list);
    if (isMeant) found.push(element);
    return !isMeant;
  });
  return found;
}

const PARTS = new Set('table tbody thead tfoot tr td th'.split(' '));

const BLOCKS = new Set('h1 h2 h3 p div table ul ol pre'.split(' '));

/**
 * Turns layout tables into boxes, in place: those around most of a page's text in which a cell has several
 * blocks. A table of data is recognised by its header cells or its caption.
 */
export function unwrapLayout(region: Element): void {
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

/** Decides which links of a page lead to pages of the folder; a place without `href` leads nowhere. */
export function pageTest(resolve: ResolveReference, scan: FolderScan): IsPage {
  const base = prefixOf(scan.base);
  return (link) => {
    const href = property(link, 'href');
    const url = href === '' ? '' : resolve(href, 'link');
    const path = url.startsWith(`${base}/`) ? url.slice(base.length).replace(/[?#].*$/, '') : undefined;
    return path !== undefined && scan.addresses.has(pageKey(path));
  };
}

/**
 * True for a page that is mostly links to other pages of the folder, or a list of their beginnings. A table of contents
 * with an introduction isn't one: no other page has the introduction.
 */
export function isLinkList(main: Element, isPage: IsPage): boolean {
  const articles = articlesIn(main);
  if (isMostlyLinks(main, isPage)) {
    // The text of a post may be an article too.
    const entries = articles.length === 1 ? [] : articles;
    return !hasIntroduction(main, new Set(entries));
  }
  const teasers = articles.filter((article) => isTeaser(article, isPage));
  return teasers.length >= LEAST_ARTICLES && !hasTextBeside(teasers, main);
}

/**
 * Whether an article leads to a page: its heading contains a link or is in one, or an empty link covers the article. An
 * article without a heading must have its header in a link.
 */
function isTeaser(article: Element, isPage: IsPage): boolean {
  const heading =
    findElement(article, isHeading) ??
    findAll(article, isLink)
      .map((link) => findElement(link, ({ tagName }) => tagName === 'header'))
      .find((header) => header !== undefined);
  if (heading === undefined) return false;
  const isOfTitle = (link: Element): boolean =>
    findElement(link, (one) => one === heading) !== undefined || textOf(link).trim() === '';
  return (
    findAll(heading, isLink).some(isPage) ||
    findAll(article, isLink).some(
      (link) => !property(link, 'href').includes('#') && isOfTitle(link) && isPage(link),
    )
  );
}

function isHeading({ tagName }: Element): boolean {
  return /^h[1-6]$/.test(tagName);
}

function isLink({ tagName }: Element): boolean {
  return tagName === 'a';
}

/** Whether a page has more text than the beginnings of others, such as a post with related posts below it. */
function hasTextBeside(teasers: readonly Element[], main: Element): boolean {
  const listed = wordsInAll(teasers);
  if (hasMoreWords(main, 2 * listed)) return true;
  const isOwn = (article: Element): boolean =>
    findElement(article, (one) => teasers.includes(one)) === undefined;
  const others = articlesIn(main).filter((article) => !teasers.includes(article) && isOwn(article));
  return wordsInAll(others) >= Math.max(LEAST_OWN_WORDS, listed / 2);
}

function isMostlyLinks(main: Element, isPage: (link: Element) => boolean): boolean {
  const [all, times]: [Element[], Element[]] = [[], []];
  walk(main, (element) => {
    if (element.tagName === 'a') all.push(element);
    else if (element.tagName === 'time') times.push(element);
    return true;
  });
  if (all.length < LEAST_LINKS) return false;
  // Words besides dates, which every list of posts has.
  const timeWords = wordsInAll(times);
  const linked = wordsInAll(all);
  // Counting all words takes longer, and resolving the links longer still.
  if (hasMoreWords(main, Math.ceil(linked / SHARE) + timeWords)) return false;
  const least = SHARE * (wordsIn(main) - timeWords);
  if (linked < least) return false;
  const links = all.filter(isPage);
  const targets = new Set(links.map((link) => property(link, 'href')));
  return targets.size >= LEAST_LINKS && wordsInAll(links) >= least;
}

function hasIntroduction(main: Element, entries: ReadonlySet<Element>): boolean {
  const paragraphs = paragraphsIn(main, entries);
  const links = paragraphs.flatMap((paragraph) => findAll(paragraph, ({ tagName }) => tagName === 'a'));
  return wordsInAll(paragraphs) - wordsInAll(links) >= LEAST_OWN_WORDS;
}

/** The paragraphs outside lists. */
function paragraphsIn(element: Element, entries: ReadonlySet<Element>): readonly Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element' || ENTRIES.has(child.tagName) || entries.has(child)) return [];
    return child.tagName === 'p' ? [child] : paragraphsIn(child, entries);
  });
}
