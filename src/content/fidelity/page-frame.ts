import type { Element, Nodes } from 'hast';
import { memoisedByObject } from '../../core/memoised.js';
import { deepText, elementsIn, findElement, isLink, nodesIn } from '../html/element.js';
import { isPageIndex } from '../html/has-prose.js';
import { ownPartOf } from '../html/page-header.js';
import { areSeriesLinks, linkLabel, namesNeighbour, seriesLinesIn, WAYS } from './series-links.js';

/** Elements that never hold text of a page. */
export const NO_TEXT: ReadonlySet<string> = new Set(
  'time nav script style noscript button select svg form'.split(' '),
);
/** A header or footer in one of these belongs to a part of the page. */
export const SECTIONS: ReadonlySet<string> = new Set(
  'main article section aside blockquote figure'.split(' '),
);
const ROLES = new Set('navigation banner contentinfo search'.split(' '));
const NAMES = new Set('navheader navfooter'.split(' '));
const BLOCKS = new Set('p li td tr div header'.split(' '));
/** Elements that may be a line of links, to places in the page or to its neighbours. */
const LINES = new Set('p div td table center ul ol dl'.split(' '));
/** What stands between the links of a trail to the page: `Home > Docs > Tea`. */
const TRAIL = /[>＞›»▸→/|·\s]/g;
const MAX_LINKS = 6;
/** Blocks longer than this aren't lines of links. */
const SHORT = 400;

/** Whether an element is an addition of a generator to the text of a page. */
export type IsChrome = (element: Element, parent: Element) => boolean;

/**
 * Finds the parts of a page that are its frame: landmarks, links to its neighbours and translations, permalinks
 * beside headings, lists of links within the page.
 * @param main the measured part: `<main>`, or the body
 * @param isChrome returns true for what a generator adds to a text, such as line numbers
 */
export function findPageFrame(main: Element, isChrome: IsChrome = () => false): ReadonlySet<Element> {
  return new FrameSearch(main, isChrome).run();
}

/** The search for the frame of one page. */
class FrameSearch {
  readonly #frame = new Set<Element>();
  /** Without separators. */
  readonly #title: string;
  /** The elements around the visited one, the nearest last. */
  readonly #around: Element[] = [];
  /** Thousands of links may be in one element. */
  readonly #placesIn = memoisedByObject(headingPlaces);

  constructor(
    private readonly main: Element,
    private readonly isChrome: IsChrome,
  ) {
    const title =
      findElement(main, ({ tagName }) => tagName === 'h1') ??
      findElement(main, ({ tagName }) => /^h[2-6]$/.test(tagName));
    this.#title = title === undefined ? '' : deepText(title).replace(TRAIL, '');
  }

  run(): ReadonlySet<Element> {
    this.#visit(this.main);
    return this.#frame;
  }

  #visit(element: Element): void {
    const isOutermost = element === this.main && element.tagName === 'body';
    this.#around.push(element);
    const series = seriesLinesIn(element);
    for (const child of element.children) {
      if (child.type !== 'element' || this.#frame.has(child)) continue;
      if (series.has(child)) this.#frame.add(child);
      else if (this.isChrome(child, element) || this.#isFrame(child, isOutermost)) this.#frame.add(child);
      else this.#visit(child);
    }
    this.#around.pop();
  }

  #isFrame(element: Element, isOutermost: boolean): boolean {
    const { tagName, properties } = element;
    if (NO_TEXT.has(tagName)) return true;
    if (isOutermost && tagName === 'header') return !this.#keepOwnPart(element);
    if (tagName === 'footer') return !this.#around.some((box) => SECTIONS.has(box.tagName));
    if (typeof properties['role'] === 'string' && ROLES.has(properties['role'])) return true;
    const names = properties['className'];
    if (Array.isArray(names) && names.some((name) => NAMES.has(String(name).toLowerCase()))) return true;
    if (tagName === 'a') return this.#isPermalink(element) || this.#isNeighbour(element);
    if (tagName === 'details' || tagName === 'section') return isPageIndex(element);
    if (/^[uod]l$/.test(tagName) && this.#isListOfLinks(element)) return true;
    const text = LINES.has(tagName) ? textUpTo(element, SHORT, this.#frame) : undefined;
    return text !== undefined && (this.#isLineOfLinks(element, text) || this.#isRowOfNeighbours(element));
  }

  /** Adds all of a header except the part that belongs to the page; false where it has none. */
  #keepOwnPart(header: Element): boolean {
    const own = ownPartOf(header, this.main);
    if (own === undefined) return false;
    const kept = new Set<Nodes>([...own.path, ...own.children]);
    for (const box of own.path)
      for (const child of elementsIn(box)) if (!kept.has(child)) this.#frame.add(child);
    return true;
  }

  /** A link to the heading beside it, with the words of the heading for screen readers. */
  #isPermalink(link: Element): boolean {
    const href = String(link.properties['href'] ?? '');
    const parent = this.#around.at(-1);
    return parent !== undefined && /^#./.test(href) && this.#placesIn(parent).has(href);
  }

  #isNeighbour(link: Element): boolean {
    const title = String(link.properties['title'] ?? '').replace(/^\s*prev(?:ious)?\s*$/i, 'prev');
    // Publican and DocBook name them by their keys.
    const key = { p: 'prev', n: 'next', u: 'up' }[String(link.properties['accessKey'] ?? '')] ?? '';
    const rel = [...String(link.properties['rel'] ?? '').split(/[\s,]+/), title.trim().toLowerCase(), key];
    const isTranslation = rel.includes('alternate') && link.properties['hrefLang'] !== undefined;
    const isNamed = isTranslation || ['prev', 'next', 'up'].some((one) => rel.includes(one));
    if (!isNamed || link.properties['href'] === undefined) return false;
    const block = this.#around.findLast(({ tagName }) => BLOCKS.has(tagName));
    if (block !== undefined && block !== this.main && textUpTo(block, SHORT, this.#frame) !== undefined)
      this.#frame.add(block);
    return rel.includes('prev') || rel.includes('next') || this.#frame.has(block as Element);
  }

  /**
   * One or two links with nothing but words for their direction beside them: `← Previous [Tea]`. More if there are at
   * least two of `Next:`, `Previous:` and `Up:`, or if they are a trail, which may end with the title of the page.
   */
  #isRowOfNeighbours(block: Element): boolean {
    // LaTeX2HTML has each link twice, as an image first.
    const all = linksIn(block, (_, count) => count > 2 * MAX_LINKS);
    const links = all.filter((link) => deepText(link).trim() !== '');
    if (links.length === 0 || links.length > MAX_LINKS) return false;
    const without = { has: (element: Element) => this.#frame.has(element) || links.includes(element) };
    const beside = [...textsIn(block, without)].filter((text) => text.trim() !== '');
    const isRow = (words: RegExp) => beside.every((text) => text.replace(words, '') === '');
    if (links.length > 1 && beside.length >= links.length - 1 && isRow(TRAIL)) return true;
    const [end = '', ...steps] = beside.toReversed();
    // The last step may be in an element of its own.
    const isList = /^[uo]l$/.test(block.tagName);
    const isStep = isList || /^\s*[>＞›»▸→/|·]/u.test(end) || /[>＞›»▸→/|·]\s*$/u.test(steps[0] ?? '');
    const isTrail = isStep && steps.every((text) => text.replace(TRAIL, '') === '');
    const last = end.replace(TRAIL, '');
    if (isTrail && last !== '' && this.#title.includes(last)) return true;
    if (links.length === 1 && beside.length === 0)
      return isList && links.every((link) => namesNeighbour(deepText(link)));
    if (links.length <= 2 && beside.length > 0 && isRow(WAYS)) return true;
    return areSeriesLinks(links.map(linkLabel).toReversed(), beside.join(' '));
  }

  #isLineOfLinks(block: Element, text: string): boolean {
    const links = /^(?:p|div|td)$/.test(block.tagName) ? ownLinks(block) : undefined;
    return links !== undefined && links.length >= 2 && this.#textOf(links).length > text.length / 2;
  }

  #isListOfLinks(list: Element): boolean {
    const links = ownLinks(list);
    if (links === undefined || links.length < 2) return false;
    const length = (text: string) => text.replace(/\s+/g, '').length;
    const linked = length(this.#textOf(links));
    return length(textUpTo(list, Number.POSITIVE_INFINITY, this.#frame) ?? '') <= linked * 1.3;
  }

  #textOf(links: readonly Element[]): string {
    return links.map((link) => textUpTo(link, Number.POSITIVE_INFINITY, this.#frame) ?? '').join('');
  }
}

/** The places of the headings in an element, as links write them. */
function headingPlaces(parent: Element): ReadonlySet<string> {
  const ids = parent.children.flatMap((one) =>
    one.type === 'element' && /^h[1-6]$/.test(one.tagName) ? String(one.properties['id'] ?? '') : [],
  );
  return new Set(ids.flatMap((id) => [`#${id}`, `#${encodeURIComponent(id)}`]));
}

/** The links in an element if all of them lead to a place on the page; undefined otherwise. */
function ownLinks(element: Element): readonly Element[] | undefined {
  const links = linksIn(element, isElsewhere);
  return links.some(isElsewhere) ? undefined : links;
}

/** The links in an element, up to the first that ends the search. */
function linksIn(element: Element, isEnd: (link: Element, count: number) => boolean): readonly Element[] {
  const links: Element[] = [];
  const open: Nodes[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type !== 'element') continue;
    if (isLink(node)) {
      links.push(node);
      if (isEnd(node, links.length)) break;
    }
    for (const child of node.children) open.push(child);
  }
  return links;
}

function isElsewhere({ properties }: Element): boolean {
  return !String(properties['href']).startsWith('#');
}

/** All text of an element, without the spaces of its lines; undefined where it is that long or longer. */
function textUpTo(element: Element, length: number, without: ReadonlySet<Element>): string | undefined {
  let text = '';
  // A hot path: `nodesIn` would be slower.
  const open: Nodes[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'text') {
      text += node.value.replace(/\s{2,}|[^\S ]/g, ' ');
      if (text.length >= length) return undefined;
    } else if (node.type === 'element' && !without.has(node))
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
  }
  return text;
}

function* textsIn(element: Element, without: Pick<ReadonlySet<Element>, 'has'>): Iterable<string> {
  for (const node of nodesIn(element, (one) => without.has(one))) if (node.type === 'text') yield node.value;
}
