import type { Element, ElementContent } from 'hast';
import { elementsIn, findElement, hasClass, property } from '../../content/html/element.js';
import { isSet } from '../../content/html/text.js';
import { withoutQuery } from '../../core/paths.js';

/** A link of a navigation, as it is written, and the heading of the outermost group that it's in. */
export interface NavLink {
  readonly href: string;
  readonly section?: string;
  /** Whether the page's head names it as the page before or after. */
  readonly isNeighbour?: boolean;
}

const MAX_HREF = 2000;
const MAX_LABEL = 100;
/** The share of links below the title of the whole navigation. */
const WHOLE = 0.9;
const HIDDEN = /^(?:svg|script|style|select|template)$/;
/** A button is a label where it has no text beside it. */
const BESIDE_TEXT = /^(?:button|svg|script|style|select|template)$/;
/** Containers whose first link may head the links below it. */
const GROUP = /^(?:li|section|details)$/;
/** The mark of a heading that leads to itself, or of a menu that opens. */
const MARK = /\s*[#¶§🔗⚓▾▼▿⌄▸▶]\s*$/u;
/** Boxes of blogs, controls, and links over the navigation. */
const NO_LABEL =
  /^(?:skip\b|recent|latest|(?:(?:the |les )?(?:most|plus) )?popul|archi[fv]|tags?|[ck]at[eé]gor|search|menu$|navigation$|close$|on this page|©|copyright\b|.{0,80}\ball rights reserved\b)/i;

/**
 * The links of a navigation in their order, each once, at most `max`. A group's label comes before its links, or is the
 * link above a nested list.
 * @param share of the links below a label from which it's the title of all, and makes no group
 */
export function linksWithGroups(navigation: Element, max: number, share = WHOLE): readonly NavLink[] {
  const counts = countLinks(navigation);
  const links = new Map<string, NavLink>();
  const all = counts.get(navigation) ?? 0;
  const visit = (element: Element, section: string | undefined): void => {
    if (links.size >= max) return;
    const href = hrefOf(element);
    if (href !== undefined && !links.has(href)) links.set(href, { href, ...(section && { section }) });
    let label: string | undefined;
    let labelled = 0;
    const children = elementsIn(element);
    let looks: ReadonlySet<string> | undefined;
    const isOwn = (child: Element): boolean => isOwnItem(child, () => (looks ??= looksOfLinks(children)));
    for (const [index, child] of children.entries()) {
      const count = countOf(child);
      if (count === 0 && isClosedGroup(child)) continue;
      const isTerm = child.tagName === 'dt';
      // A description that has links belongs to the term before it alone.
      const below = isTerm ? children.slice(index + 1, index + 2) : children.slice(index + 1);
      const isHead = count === 1 && (isTerm || GROUP.test(element.tagName)) && below.some(isGroup);
      const own = (count === 0 && !isOwn(child)) || isHead ? labelOf(child) : undefined;
      if (isTerm) label = undefined;
      if (own !== undefined) {
        label = own;
        labelled = isTerm ? countOf(below[0] as Element) : linksBefore(children, index + 1);
      }
      visit(child, section ?? (labelled < all * share ? label : undefined));
    }
  };
  const countOf = (child: Element) => counts.get(child) ?? 0;
  const isGroup = (child: Element) => child.tagName !== 'dt' && countOf(child) > 0;
  /** The links between a label and the next one. */
  const linksBefore = (children: readonly Element[], from: number): number => {
    let sum = 0;
    for (const child of children.slice(from)) {
      if (countOf(child) === 0 && labelOf(child) !== undefined) break;
      sum += countOf(child);
    }
    return sum;
  };
  visit(navigation, undefined);
  return [...links.values()];
}

/** The item of the page itself, as Javadoc writes it too. */
const CURRENT = /^(?:current|active|selected|navBarCell1Rev)$/;

/**
 * An item of its own page, perhaps with a link to it or with its sections: its text heads no other items.
 * @param looks the classes of the items with links beside it
 */
function isOwnItem(item: Element, looks: () => ReadonlySet<string>): boolean {
  if (item.tagName !== 'li') return false;
  if (hasClass(item, CURRENT) || hasLink(item)) return true;
  // Javadoc and Google Sites: an item without a page, or that of the page itself, has the look of the others.
  const isPlain = elementsIn(item).every(({ tagName }) => tagName === 'div');
  return isPlain && looks().has(property(item, 'className'));
}

function looksOfLinks(items: readonly Element[]): ReadonlySet<string> {
  return new Set(items.filter(hasLink).map((item) => property(item, 'className')));
}

/** A group whose links come when a reader opens it, as in MyST: its label heads no others. */
function isClosedGroup(box: Element): boolean {
  return findElement(box, ({ properties }) => isSet(properties['hidden'])) !== undefined;
}

function hasLink(item: Element): boolean {
  return findElement(item, ({ tagName }) => tagName === 'a') !== undefined;
}

function countLinks(root: Element): ReadonlyMap<Element, number> {
  const counts = new Map<Element, number>();
  const count = (element: Element): number => {
    const below = elementsIn(element).reduce((sum, child) => sum + count(child), 0);
    const total = below + (hrefOf(element) === undefined ? 0 : 1);
    counts.set(element, total);
    return total;
  };
  count(root);
  return counts;
}

function hrefOf(element: Element): string | undefined {
  if (element.tagName !== 'a') return undefined;
  const written = property(element, 'href');
  const href = withoutQuery(written);
  // A switch, whose address a build may have made absolute.
  if (written.endsWith('#')) return undefined;
  return href !== '' && href.length < MAX_HREF ? href : undefined;
}

/** The text of a label; undefined for controls, and for what is too long or says nothing. */
function labelOf(element: Element): string | undefined {
  const text = oneLine(element, BESIDE_TEXT) || oneLine(element, HIDDEN);
  const isLabel =
    !isForScreenReaders(element) && text.length <= MAX_LABEL && /\p{L}/u.test(text) && !NO_LABEL.test(text);
  return isLabel ? text : undefined;
}

function isForScreenReaders(element: Element): boolean {
  return /(?:visually-hidden|sr-only)/.test(property(element, 'className'));
}

/** All text but that of some elements; also that of a `<label>`, which belongs to a form elsewhere. */
function oneLine(element: Element, hidden: RegExp): string {
  const read = (node: ElementContent): string =>
    node.type === 'text'
      ? node.value
      : node.type === 'element' && !hidden.test(node.tagName) && !isForScreenReaders(node)
        ? node.children.map(read).join('')
        : '';
  return read(element).replace(/\s+/g, ' ').replace(MARK, '').trim();
}
