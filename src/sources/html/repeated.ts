/**
 * Removes from the content of a page what the pages of its site have in common.
 *
 * A line that occurs on many pages is frame at the edges of the content, before the first or after the last line of
 * the page's own. Between them it is content, unless it is part of a whole box that repeats at its place. Headings
 * and code belong to the page wherever its own text is near, and a table of data isn't divided.
 */

import type { Element, Nodes } from 'hast';
import { beginsWithWay, WAYS } from '../../content/fidelity/series-links.js';
import { elementsIn, findElement, isHeading } from '../../content/html/element.js';
import { type FrameTable, isBar, pagesWithBlock } from './frame.js';
import { isDataTable } from './main-content.js';
import { classSignature, readLines, type Span } from './page-lines.js';
import { BOXES, type ClassifiedPage, classifyLines, MAJORITY } from './shared-lines.js';
import { textOf } from './tree.js';

/** The share of a list of links that must be on other pages for all of it to be frame. */
const SHARED_LINKS = 0.6;
const MIN_LINKS = 4;
/** From how many links on a list is frame when other pages have each of them. */
const MIN_SHARED_LINKS = 3;
/** Letters of the page's name where it isn't a link. */
const MAX_NAME = 60;
const LISTS = new Set('ul ol dl div section aside table td'.split(' '));
/** Many things in a shop may cost the same. */
const PRICE = /\p{Sc}\s?\d|\d\s?\p{Sc}/u;
/** Elements of a text or a table. */
const INNER = /^(?:p|li|d[dt]|t[drh]|tbody|h[1-6]|figcaption|span|strong|b|em|i|a|code)$/;
/** The share of the letters that the links of a list must have: "Next, read this page." is a sentence. */
const LINKED = 0.8;

/**
 * Removes the site's frame from the content of a page, in place.
 * @param text the box for the text of a post, if the page has one
 */
export function removeRepeated(region: Element, frame: FrameTable, text?: Element): void {
  const page = classifyLines(readLines(region), frame, text);
  if (page === undefined) return;
  prune(region, page);
}

function countIn(before: readonly number[], [from, to]: Span): number {
  return (before[to] ?? 0) - (before[from] ?? 0);
}

function prune(parent: Element, page: ClassifiedPage): void {
  const children: readonly Nodes[] = parent.children;
  const gone = new Set<Nodes>();
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at] as Nodes;
    const span = page.spans.get(child);
    if (span === undefined || isAllOwn(span, page)) continue;
    if (isAtEdge(span, page)) {
      if (!isEndOfText(span, parent, page)) gone.add(child);
    } else if (child.type !== 'element') continue;
    else if (isFrameBox(child, span, parent, page)) {
      gone.add(child);
      const heading = sharedHeadingOf(children, at, page);
      if (heading !== undefined) gone.add(heading);
    } else if (isLinksToNeighbours(child, span, page) && isLast(children, at, page)) gone.add(child);
    else if (!isDataTable(child)) prune(child, page);
  }
  parent.children = children.filter((child) => !gone.has(child)) as typeof parent.children;
}

/** The heading that many pages have above a box, when the next heading or the end follows the box. */
function sharedHeadingOf(children: readonly Nodes[], box: number, page: ClassifiedPage): Nodes | undefined {
  const isHeading = (node: Nodes | undefined): boolean => {
    const [from, to] = (node && page.spans.get(node)) ?? [0, 0];
    return to === from + 1 && page.lines[from]?.kind === 'heading';
  };
  const withText = (node: Nodes): boolean => page.spans.has(node);
  const above = children.slice(0, box).findLast(withText);
  const below = children.slice(box + 1).find(withText);
  if (above === undefined || !isHeading(above) || (below !== undefined && !isHeading(below)))
    return undefined;
  return isAllShared(page.spans.get(above), page) ? above : undefined;
}

/** Whether a node is in the middle of the page's own part, below its first heading, and has no line that pages share. */
function isAllOwn([from, to]: Span, { own, ownBefore, heading }: ClassifiedPage): boolean {
  return from >= own[0] && from >= heading && to < own[1] && countIn(ownBefore, [from, to]) === to - from;
}

/** Whether all of a node is outside the page's own part. */
function isAtEdge([from, to]: Span, { lines, own }: ClassifiedPage): boolean {
  if (from >= own[1]) return true;
  if (to > own[0]) return false;
  // Headings right before the first own line are its headings.
  return lines.slice(from, own[0]).some(({ kind }) => kind !== 'heading');
}

/** Text without letters that isn't in its own box: a full stop after an image, or a symbol in the last cell of a table. */
function isEndOfText([from, to]: Span, parent: Element, { lines, own }: ClassifiedPage): boolean {
  if (from < own[1] || !INNER.test(parent.tagName)) return false;
  return lines.slice(from, to).every(({ kind }) => kind === 'rule');
}

function isFrameBox(element: Element, span: Span, parent: Element, page: ClassifiedPage): boolean {
  if (page.frame.pages === 0 || countIn(page.codeBefore, span) > 0) return false;
  return (
    isBarAbove(element, span, page) ||
    isSharedList(element, span, page) ||
    isSharedBox(element, span, parent, page)
  );
}

/** A row of links above the first heading that most pages have, each with words of its own. */
function isBarAbove(element: Element, span: Span, page: ClassifiedPage): boolean {
  const chain = page.chains.get(element);
  if (chain === undefined || span[1] > page.heading || !isBar(page, span)) return false;
  return (page.frame.bars.get(chain) ?? 0) > page.frame.pages * MAJORITY;
}

/**
 * A list of links most of which other pages have. What only this page has in it are links too, or the name of the page;
 * otherwise it's a box around such a list and the content.
 */
function isSharedList({ tagName }: Element, [from, to]: Span, { lines, isShared }: ClassifiedPage): boolean {
  if (!LISTS.has(tagName) || to - from < MIN_SHARED_LINKS) return false;
  const all = { letters: 0, linked: 0 };
  const own = { letters: 0, linked: 0 };
  for (let at = from; at < to; at += 1) {
    const { kind = 'text', letters = 0, linked = 0 } = lines[at] ?? {};
    if (!isShared[at] && kind === 'heading') return false;
    for (const sum of isShared[at] ? [all] : [all, own]) {
      sum.letters += letters;
      sum.linked += linked;
    }
  }
  if (all.linked < all.letters * LINKED) return false;
  if (own.letters - own.linked > Math.max(own.letters * (1 - LINKED), MAX_NAME)) return false;
  if (to - from < MIN_LINKS) return own.letters === 0;
  return all.letters - own.letters >= all.letters * SHARED_LINKS;
}

/** A box that many pages have, unlike the boxes next to it that hold the page's own text. */
function isSharedBox(element: Element, span: Span, parent: Element, page: ClassifiedPage): boolean {
  if (!BOXES.has(element.tagName) || !isAllShared(span, page)) return false;
  if (pagesWithBlock(page.frame, page, element) === 0 || isLabelBox(element, parent, page)) return false;
  if (PRICE.test(textOf(element))) return false;
  const signature = classSignature(element);
  return !elementsIn(parent).some((sibling) => {
    if (sibling === element || classSignature(sibling) !== signature) return false;
    const [from, to] = page.spans.get(sibling) ?? [0, 0];
    return !isAllShared([from, to], page) && !isSharedList(sibling, [from, to], page);
  });
}

/** Whether a box has the heading of the page's own text behind it, such as that of questions and their answers. */
function isLabelBox(box: Element, parent: Element, { spans, lines, isShared }: ClassifiedPage): boolean {
  const label = findElement(box, isHeading);
  const behind = elementsIn(parent).slice(elementsIn(parent).indexOf(box) + 1);
  const labelled = behind.find((sibling) => spans.has(sibling));
  const from = labelled && spans.get(labelled)?.[0];
  if (label === undefined || labelled === undefined || from === undefined || isShared[from] === true)
    return false;
  const next = lines[from]?.kind === 'heading' ? findElement(labelled, isHeading) : undefined;
  return next === undefined || next.tagName > label.tagName;
}

function isAllShared(span: Span | undefined, { ownBefore }: ClassifiedPage): boolean {
  return span === undefined || countIn(ownBefore, span) === 0;
}

/** Whether everything after a child is outside the page's own part. */
function isLast(children: readonly Nodes[], at: number, page: ClassifiedPage): boolean {
  return !children.some((node, other) => {
    const span = other > at ? page.spans.get(node) : undefined;
    return span !== undefined && !isAtEdge(span, page);
  });
}

/** The links to the previous and next pages, which end the content. */
function isLinksToNeighbours(element: Element, [from, to]: Span, page: ClassifiedPage): boolean {
  if (to < page.own[1] || !/^(?:div|p|ul|ol|table|section|footer)$/.test(element.tagName)) return false;
  const lines = page.lines.slice(from, to);
  const letters = lines.reduce((sum, line) => sum + line.letters, 0);
  const linked = lines.reduce((sum, line) => sum + line.linked, 0);
  if (linked === 0 || letters > 400) return false;
  if (!lines.every(({ kind }) => kind === 'text' || kind === 'rule')) return false;
  const text = textOf(element).trim();
  return beginsWithWay(text) && linked >= text.replace(WAYS, '').length * LINKED;
}
