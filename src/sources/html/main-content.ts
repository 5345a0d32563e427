import type { Element } from 'hast';
import { findAll, walk } from '../../content/html/element.js';
import { removeLandmarks } from './landmarks.js';
import { unwrapLayout } from './layout-tables.js';
import type { Neighbours } from './link-stats.js';
import { matches, type Selector, selectors } from './selector.js';
import { pathTo } from './tree.js';
import { hasMoreWords, wordsIn } from './words.js';

const MAIN = selectors('main, [role=main]');
const ARTICLE = selectors('article');

/** The configuration of the content of pages. */
export interface ContentOptions {
  readonly content: readonly Selector[];
  readonly remove: readonly Selector[];
}

/**
 * Finds the part of a page that contains its content: the configured one, else `<main>`, else the
 * body. Parts of it that aren't content are recognised by their marks or by other pages, never by name or size.
 */
export function findRegion(body: Element, configured: readonly Selector[]): Element {
  for (const selector of configured) {
    const found = longest(body, [selector]);
    if (found !== undefined) return found;
  }
  const mains = outermost(body, MAIN).filter((main) => hasMoreWords(main, 0));
  const [only] = mains;
  if (only === undefined) return body;
  return mains.length === 1 ? only : { type: 'element', tagName: 'main', properties: {}, children: mains };
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
  for (const at of pathTo(body, region) ?? [region]) {
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
