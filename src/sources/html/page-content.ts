import type { Element } from 'hast';
import { findAll, findElement, property } from '../../content/html/element.js';
import { visibleLines } from '../../content/html/text.js';
import { pageKey } from './addresses/page-address.js';
import { type Page, slugOf } from './facts.js';
import { frameOfLanguage, isFrameLine } from './frame.js';
import {
  firstHeading,
  firstTitle,
  headedEnd,
  headingText,
  isBehindTitle,
  isTitleOf,
  markTitle,
  removeCopiedTitles,
  removeSharedTitles,
} from './heading.js';
import { targetOf } from './link-list.js';
import { neighboursOf } from './link-stats.js';
import { type ContentOptions, readRegion } from './main-content.js';
import { removeRepeated } from './repeated.js';
import type { FolderScan } from './scan.js';
import { choosePageTitle, extendsHeading, isNoTitle, titleKey } from './title.js';
import { textOf } from './tree.js';

/** The content of a page, its heading, and its title. */
export interface PageContent {
  readonly main: Element;
  readonly heading: Element | undefined;
  readonly title: string;
}

/** The front page of the site, or of one of its languages. */
const FRONT = /^\/(?:[a-z]{2}(?:-[a-z]{2,4})?\/?|index\.[a-z]{2}(?:-[a-z]{2,4})?\.html?)?$/i;

/** Whether all of a heading is a link to another page, as that of a post is in a list. */
export function leadsAway(heading: Element, { address, head, resolve, scan }: Page): boolean {
  const link = findElement(heading, ({ tagName }) => tagName === 'a');
  const text = textOf(heading).trim();
  const isTitle = text === head.title && !scan.titles.copied.has(text);
  if (link === undefined || textOf(link).trim() !== text || isTitle) return false;
  const target = targetOf(link, resolve, scan);
  // The root of the host may be outside the site.
  if (target === undefined) return property(link, 'href') === '/' && !FRONT.test(address);
  return target !== pageKey(address);
}

/**
 * Finds the content of a page, without the frame of the site.
 * @param text the box for the text of a post, if the page has one
 */
export function readContent(
  body: Element,
  page: Page,
  {
    options,
    scan,
    text,
  }: { readonly options: ContentOptions; readonly scan: FolderScan; readonly text: Element | undefined },
): PageContent {
  const { head, address } = page;
  // Before the content is searched: headings may be outside it.
  let outer = firstTitle(body);
  // A title that the head and the heading of most pages have isn't that of the page, nor a copied one with a link away.
  const isLink = outer !== undefined && scan.titles.copied.has(head.title) && leadsAway(outer, page);
  const isCopied = !FRONT.test(address) && (isLink || scan.titles.ofMost === head.title);
  const hadTitle = isCopied && removeCopiedTitles(body, head.title);
  if (hadTitle) outer = firstTitle(body);
  const frame = frameOfLanguage(scan.frame, head.lang);
  const main = readRegion(body, options, neighboursOf(head.links), frame);
  removeRepeated(main, frame, text);
  markTitle(main, head.title);
  if (!FRONT.test(address)) removeSharedTitles(main, head.title, frame);
  const begins = firstHeading(main);
  const first = begins === undefined ? '' : headingText(begins);
  const titles = extendsHeading(head.title, first) ? [] : findAll(main, ({ tagName }) => tagName === 'h1');
  const [heading, ...others] = titles;
  const shown = heading ?? outer;
  const isOfFrame =
    heading === undefined &&
    outer !== undefined &&
    !FRONT.test(address) &&
    // Many pages of a shop may show the name of a product.
    (scan.titles.copied.has(head.title) || !titleKey(head.title).includes(titleKey(textOf(outer)))) &&
    visibleLines({ type: 'root', children: [outer] }).every((line) => isFrameLine(frame, line));
  const isOwn =
    !isOfFrame && shown !== undefined && !isBehindTitle(main, shown, head.title) && !leadsAway(shown, page);
  const isOnly = heading !== undefined && others.every((other) => textOf(other).trim() === '');
  const title = choosePageTitle(head, isOwn ? headingText(shown) : '', scan.titles, {
    // Versions of one document have its title, and the heading below it.
    isFront: FRONT.test(address) || (hadTitle && isFrameLine(frame, first)),
    isOnly,
    second: others[0] === undefined ? '' : headingText(others[0]),
    slug: slugOf(address),
    first: heading !== undefined ? '' : isNoTitle(first) ? headedEnd(main, head.title) : first,
    isSection: !hadTitle && !isTitleOf(main, begins, isOfFrame ? 1 : undefined),
  });
  return { main, heading: heading ?? begins, title };
}
