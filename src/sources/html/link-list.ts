import type { Element } from 'hast';
import { findAll, findElement, isHeading, property, walk } from '../../content/html/element.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { withoutQuery } from '../../core/paths.js';
import { pageKey, prefixOf } from './addresses/page-address.js';
import { articlesIn } from './main-content.js';
import type { FolderScan } from './scan.js';
import { textOf, wordsIn, wordsInAll } from './tree.js';

/** Whether a link leads to another page of the folder. */
export type IsPage = (link: Element) => boolean;

/** From so many links on, and with so much of the text in them, a page only leads to others. */
const MIN_LINKS = 3;

const SHARE = 0.7;

const MIN_ARTICLES = 3;

/** From this many words on, the paragraphs besides the links are an introduction. */
const MIN_OWN_WORDS = 20;

/** Boxes whose paragraphs belong to one item of a list. */
const ENTRIES: ReadonlySet<string> = new Set(['li', 'dd', 'table']);

/** Decides which links of a page lead to pages of the folder; a place without `href` leads nowhere. */
export function pageTest(resolve: ResolveReference, scan: FolderScan): IsPage {
  return (link) => targetOf(link, resolve, scan) !== undefined;
}

/** The key of the page of the folder that a link leads to; undefined for a link within its own page. */
export function targetOf(link: Element, resolve: ResolveReference, scan: FolderScan): string | undefined {
  const base = prefixOf(scan.base);
  const href = property(link, 'href');
  const url = /^(?:#|$)/.test(href) ? '' : resolve(href, 'link');
  if (!url.startsWith(`${base}/`)) return undefined;
  const key = pageKey(withoutQuery(url.slice(base.length)));
  return scan.addresses.has(key) ? key : undefined;
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
  return teasers.length >= MIN_ARTICLES && !hasTextBeside(teasers, main);
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

function isLink({ tagName }: Element): boolean {
  return tagName === 'a';
}

/** Whether a page has more text than the beginnings of others, such as a post with related posts below it. */
function hasTextBeside(teasers: readonly Element[], main: Element): boolean {
  const listed = wordsInAll(teasers);
  if (wordsIn(main) > 2 * listed) return true;
  const isOwn = (article: Element): boolean =>
    findElement(article, (one) => teasers.includes(one)) === undefined;
  const others = articlesIn(main).filter((article) => !teasers.includes(article) && isOwn(article));
  return wordsInAll(others) >= Math.max(MIN_OWN_WORDS, listed / 2);
}

function isMostlyLinks(main: Element, isPage: (link: Element) => boolean): boolean {
  const [all, times]: [Element[], Element[]] = [[], []];
  walk(main, (element) => {
    if (element.tagName === 'a') all.push(element);
    else if (element.tagName === 'time') times.push(element);
    return true;
  });
  if (all.length < MIN_LINKS) return false;
  // Words besides dates, which every list of posts has.
  const timeWords = wordsInAll(times);
  const linked = wordsInAll(all);
  const least = SHARE * (wordsIn(main) - timeWords);
  if (linked < least) return false;
  const links = all.filter(isPage);
  const targets = new Set(links.map((link) => property(link, 'href')));
  return targets.size >= MIN_LINKS && wordsInAll(links) >= least;
}

function hasIntroduction(main: Element, entries: ReadonlySet<Element>): boolean {
  const paragraphs = paragraphsIn(main, entries);
  const links = paragraphs.flatMap((paragraph) => findAll(paragraph, ({ tagName }) => tagName === 'a'));
  return wordsInAll(paragraphs) - wordsInAll(links) >= MIN_OWN_WORDS;
}

/** The paragraphs outside lists. */
function paragraphsIn(element: Element, entries: ReadonlySet<Element>): readonly Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element' || ENTRIES.has(child.tagName) || entries.has(child)) return [];
    return child.tagName === 'p' ? [child] : paragraphsIn(child, entries);
  });
}
