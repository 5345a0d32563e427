import type { Element, ElementContent } from 'hast';
import { elementsIn, findAll, hasClass, make, property } from '../element.js';
import { findIn, isInside, labelContent, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';

const CARD = /(?:^|[-_])card(?:$|Container|-?link|-?item)|^cardContainer|[a-z]Card(?:$|_)|^theme-doc-card/;
const BOX = /^(?:div|article|section|a|li|span)$/;
const TITLE = /(?:^|[-_])(?:title|heading|header)(?:$|[-_])|Title(?:$|_)/;
/** A card with such content is more than a link. */
const CONTENT = /^(?:img|picture|video|pre|ul|ol|dl|table|blockquote|figure|iframe|form|button|h[1-6])$/;
/** A longer text isn't the description of a link. */
const MAX_DESCRIPTION = 300;
/** The lists that cards have become, by the box around them. */
type Lists = Map<Element, Element>;

/**
 * Turns cards that are links into items of a list (`- [Title](address): description`), and the titles of other cards into
 * lines in bold.
 */
export function normaliseCards(page: PageMap): void {
  const lists: Lists = new Map();
  for (const card of findIn(page, { classes: CARD })) {
    if (!hasClass(card, CARD) || !BOX.test(card.tagName) || !page.parents.has(card)) continue;
    dropArrows(page, card);
    const title = titleOf(card) ?? lineOf(card);
    if (title === undefined || textIn(title) === '') continue;
    if (!normaliseLink(page, card, title, lists)) normaliseTitle(page, card, title);
  }
}

/** The arrow on a card that is a link. */
function dropArrows(page: PageMap, card: Element): void {
  if (card.tagName !== 'a') return;
  for (const part of findAll(card, ({ tagName }) => /^(?:span|div|i|p)$/.test(tagName)))
    if (/^[→›»➜➔❯↗>]+$/u.test(textIn(part))) remove(page, part);
}

/** The title of a card that is a link and has a line of text, or two. */
function lineOf(card: Element): Element | undefined {
  if (card.tagName !== 'a' || findAll(card, ({ tagName }) => CONTENT.test(tagName)).length > 0)
    return undefined;
  const [first, ...others] = elementsIn(card).filter((one) => /[\p{L}\p{N}]/u.test(textIn(one)));
  return others.length > 0 ? first : card;
}

function titleOf(card: Element): Element | undefined {
  for (let at: Element | undefined = card; at !== undefined; ) {
    const first: Element | undefined = elementsIn(at).find(
      (one) => textIn(one) !== '' && one.tagName !== 'style',
    );
    if (first === undefined) return undefined;
    if (/^h[2-6]$/.test(first.tagName) || hasClass(first, TITLE)) return first;
    at = first;
  }
  return undefined;
}

/** Puts a title that isn't a heading on a line of its own, in bold. */
function normaliseTitle(page: PageMap, card: Element, title: Element): void {
  if (/^(?:h[1-6]|strong|b|a)$/.test(title.tagName) || textIn(title) === textIn(card)) return;
  if (findAll(title, ({ tagName }) => /^(?:h[1-6]|strong|b)$/.test(tagName)).length > 0) return;
  replace(page, title, [make('p', [make('strong', labelContent(title))])]);
}

/** @returns false for a card that isn't a link, or that is more than a link */
function normaliseLink(page: PageMap, card: Element, title: Element, lists: Lists): boolean {
  const link = linkOf(page, card, title);
  if (link === undefined) return false;
  // The text of a link over the whole card is its address, which isn't shown.
  if (hasClass(link, /^sd-hide-link-text$/)) link.children = [];
  const others = findAll(card, ({ tagName }) => CONTENT.test(tagName)).filter((one) => one !== title);
  const rest = textIn(card).slice(textIn(title).length).trim();
  const isBefore = textIn(card).startsWith(textIn(title));
  if (!isBefore || rest.length > MAX_DESCRIPTION || others.some((one) => !isInside(page, one, title)))
    return false;
  const description = rest === '' ? [] : descriptionOf(card, rest);
  if (description === undefined) return false;
  const content = labelOf(title).flatMap((node) =>
    node.type === 'element' && node.tagName === 'a' ? node.children : [node],
  );
  const anchor = { ...make('a', content), properties: { href: property(link, 'href') } };
  const described: ElementContent[] = rest === '' ? [] : [{ type: 'text', value: ': ' }, ...description];
  const item = make('li', [anchor, ...described]);
  const box = boxAround(page, card);
  if (box.tagName === 'li') {
    box.children = item.children;
    return true;
  }
  const before = elementBefore(page, box);
  const list = before === undefined ? undefined : lists.get(before);
  if (list !== undefined) {
    list.children.push(item);
    remove(page, box);
  } else {
    const made = make('ul', [item]);
    replace(page, box, [made]);
    lists.set(made, made);
  }
  return true;
}

/** The one link of a card: around it or in it, around its title, or over the whole of it. */
function linkOf(page: PageMap, card: Element, title: Element): Element | undefined {
  const links = [card, ...findAll(card, () => true)].filter(
    (one) => one.tagName === 'a' && property(one, 'href') !== '',
  );
  const [link] = links;
  if (link === undefined || links.length > 1) return undefined;
  const isWhole = link === card || textIn(link) === textIn(card) || hasClass(link, /stretched-link$/);
  const isOfTitle = link === title || isInside(page, link, title) || isInside(page, title, link);
  return isWhole || isOfTitle ? link : undefined;
}

/** The label without its icon, unless its words are in the icon. */
function labelOf(title: Element): ElementContent[] {
  const content = labelContent(title);
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const isWhole = words(textIn({ type: 'root', children: content })) >= words(textIn(title));
  return isWhole ? content : title.children;
}

/** The content of the element that holds the description and nothing else. */
function descriptionOf(card: Element, text: string): ElementContent[] | undefined {
  return findAll(card, (one) => textIn(one) === text).at(-1)?.children;
}

/** The columns and boxes that hold nothing but the card. */
function boxAround(page: PageMap, card: Element): Element {
  let box = card;
  for (let level = 0; level < 3; level += 1) {
    const parent = page.parents.get(box);
    if (parent?.type !== 'element' || !/^(?:div|article|li|section|span)$/.test(parent.tagName)) return box;
    if (elementsIn(parent).length !== 1 || textIn(parent) !== textIn(card)) return box;
    box = parent;
    if (box.tagName === 'li') return box;
  }
  return box;
}

function elementBefore(page: PageMap, element: Element): Element | undefined {
  const siblings = elementsIn(page.parents.get(element) ?? element);
  return siblings[siblings.indexOf(element) - 1];
}
