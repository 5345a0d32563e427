/**
 * The frame that a page itself marks as such, without comparing other pages: landmarks, controls, lists of links
 * within the page, links to its neighbours, and what its generator adds to headings and code.
 */

import type { Element, ElementContent, Nodes } from 'hast';
import { SECTIONS } from '../../content/fidelity/page-frame.js';
import { seriesLinesIn } from '../../content/fidelity/series-links.js';
import { elementsIn, findElement, isBlank, isHeading, property, walk } from '../../content/html/element.js';
import { holdsProse, isWholePage } from '../../content/html/form.js';
import { ownPartOf } from '../../content/html/page-header.js';
import { isSet } from '../../content/html/text.js';
import { isChrome } from './chrome.js';
import { BLOCKS, isContents, isNamedContents, leastLinks } from './contents-list.js';
import type { FrameTable } from './frame.js';
import { ownTextOf } from './introduction.js';
import { isDialog, isFragment, isMost, type LinkStats, measureLinks, type Neighbours } from './link-stats.js';
import { isNeighbours, isTabular, isTranslations } from './neighbour-links.js';
import {
  isContentsLabel,
  isContentsLabelAlone,
  isLabelButton,
  isMenu,
  isScriptNotice,
  isTrail,
  isWidget,
} from './page-widgets.js';
import { matches, type Selector } from './selector.js';
import { headersBehindTitle, isTitleBlock } from './title-headers.js';
import { textOf } from './tree.js';

const DROPPED = new Set('script style nav search'.split(' '));
const ROLES = new Set('navigation search banner contentinfo menu menubar toolbar'.split(' '));
const BREADCRUMBS = /^breadcrumbs?$/i;

/** Facts that apply to the whole page. */
interface Page {
  readonly region: Element;
  readonly stats: ReadonlyMap<Element, LinkStats>;
  readonly remove: readonly Selector[];
  /** Ids at the top of the page, the targets of its links back to the top. */
  readonly tops: ReadonlySet<string>;
  /** The headers behind its first title. */
  readonly behindTitle: ReadonlySet<Element>;
  /** Whether it has text in its landmarks only. */
  readonly isOnlyText: boolean;
  readonly frame: FrameTable | undefined;
}

/** Data about the page besides its tree. */
interface LandmarkOptions {
  /** Selectors of the configuration. */
  readonly remove: readonly Selector[];
  readonly neighbours: Neighbours;
  /** The page's body, which contains its top. */
  readonly body: Element;
  /** What the pages of the site share, where that is known. */
  readonly frame: FrameTable | undefined;
}

/** Removes the marked frame of a page from its content, in place. */
export function removeLandmarks(region: Element, options: LandmarkOptions): void {
  const { remove, neighbours, body, frame } = options;
  const page: Page = {
    region,
    stats: measureLinks(region, neighbours),
    remove,
    tops: topsOf(body),
    behindTitle: headersBehindTitle(region),
    isOnlyText: isOnlyText(region),
    frame,
  };
  prune(region, page, { isInSection: region.tagName !== 'body', isInData: false });
}

/** Where an element is. */
interface Place {
  readonly isInSection: boolean;
  /** A table of data has no frame. */
  readonly isInData: boolean;
}

function prune(parent: Element, page: Page, place: Place): void {
  const series = seriesLinesIn(parent);
  const all: readonly Nodes[] = parent.children;
  const children = series.size === 0 ? all : all.filter((child) => !series.has(child));
  const kept: Nodes[] = [];
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at] as Nodes;
    if (child.type !== 'element') {
      kept.push(child);
    } else if (isLabelButton(child, parent, page.region)) {
      kept.push(...(child.children as readonly Nodes[]));
    } else if (isFrame(child, parent, page, place) || holdsOnlyNavigation(child)) {
      const before = kept.findLastIndex(isSolid);
      const label = kept[before];
      if (label !== undefined && isLabelOf(label, child, children.slice(at + 1).find(isSolid), page))
        kept.splice(before);
    } else {
      // The form that some servers put around all of a page.
      if (child.tagName === 'form') child.tagName = 'div';
      if (child.tagName === 'header' && !place.isInSection)
        child.children = [...(partOfHeader(child, page) ?? [])];
      if (child.tagName !== 'code') prune(child, page, placeIn(child, place));
      if (!isContentsLabelAlone(child)) kept.push(child);
    }
  }
  parent.children = kept as typeof parent.children;
}

function placeIn(element: Element, { isInSection, isInData }: Place): Place {
  const { tagName } = element;
  return { isInSection: isInSection || SECTIONS.has(tagName), isInData: isInData || isData(element) };
}

function isData(element: Element): boolean {
  return element.tagName === 'table' && !isTabular(element);
}

function isFrame(element: Element, parent: Element, page: Page, { isInSection, isInData }: Place): boolean {
  const { tagName, properties } = element;
  if (matches(element, page.remove) || isChrome(element, parent)) return true;
  if (DROPPED.has(tagName) || tagName === 'button') return true;
  if (tagName === 'dialog') return !isSet(properties['open']);
  if (tagName === 'template') return properties['shadowRootMode'] === undefined;
  if (tagName === 'noscript') return isScriptNotice(element);
  if (tagName === 'form')
    return (
      !isMost(page.stats, element, page.region) && !holdsProse(element) && !isWholePage(element, page.region)
    );
  if (properties['role'] !== undefined && ROLES.has(property(element, 'role'))) return true;
  // A page may lay all of its text over a drawing.
  if (isDialog(element)) return !isMost(page.stats, element, page.region, 4 / 5);
  if (isWidget(element)) return true;
  if (tagName === 'a') return isAnchor(element, parent) || isTopLink(element, parent, page.tops);
  if (tagName === 'header' && !isInSection) return partOfHeader(element, page) === undefined;
  if (tagName === 'footer' && !isInSection) return true;
  return !isInData && !isData(element) && isLinkFrame(element, parent, page);
}

/** A mark next to a heading or a term that only leads to the heading itself. */
function isAnchor(link: Element, parent: Element): boolean {
  if (!isFragment(link) || !(isHeading(parent) || /^(?:dt|caption|figcaption)$/.test(parent.tagName)))
    return false;
  return (
    /^[#¶§🔗⚓∞\s\u200b]*$/u.test(textOf(link)) &&
    findElement(link, ({ tagName }) => tagName === 'img') === undefined
  );
}

/** The part of a header outside sections that is content; undefined where all of it is frame. */
function partOfHeader(header: Element, page: Page): readonly ElementContent[] | undefined {
  if (isTitleBlock(header) || page.behindTitle.has(header) || page.isOnlyText) return header.children;
  const own = ownPartOf(header, page.region)?.children;
  return own ?? (page.frame && ownTextOf(header, page.frame));
}

/** Whether a page has text in its landmarks only. */
function isOnlyText(region: Element): boolean {
  let hasText = false;
  walk(region, ({ tagName, children }) => {
    if (hasText || DROPPED.has(tagName) || /^(?:header|footer|noscript|template)$/.test(tagName))
      return false;
    hasText = children.some((child) => child.type === 'text' && child.value.trim() !== '');
    return true;
  });
  return !hasText;
}

function isLinkFrame(element: Element, parent: Element, { region, stats, tops }: Page): boolean {
  const { properties, tagName } = element;
  if (/^[uo]l$/.test(tagName) && BREADCRUMBS.test(property(element, 'ariaLabel'))) return true;
  const own = stats.get(element);
  if (own === undefined || own.links === 0) return false;
  if (properties['itemType'] !== undefined && property(element, 'itemType').includes('BreadcrumbList'))
    return true;
  return (
    isContents(element, parent, own) ||
    isMenu(element, own, region) ||
    isTrail(element, own, region) ||
    isNeighbours(element, own) ||
    isTranslations(element, own) ||
    isWayUp(element, own, tops)
  );
}

/** A block that only contains a link back to the top of its page. */
function isWayUp(element: Element, own: LinkStats, tops: ReadonlySet<string>): boolean {
  if (own.links !== 1 || own.fragments !== 1 || own.letters !== own.linked || !BLOCKS.has(element.tagName))
    return false;
  const link = findElement(element, ({ tagName }) => tagName === 'a');
  return link !== undefined && tops.has(property(link, 'href').slice(1));
}

const TO_TOP =
  /^(?:(?:go |return |scroll )?(?:back )?to (?:the )?top|nach oben|zum seitenanfang|(?:retour en )?haut de (?:la )?page|retour en haut|volver arriba|наверх|(?:回到|返回)[顶頂]部|(?:ページ)?トップへ(?:戻る)?|맨 위로)$/i;

/** A link to the top of its page that names it, except in a sentence; where a script scrolls, it has no address, or `#`. */
function isTopLink(link: Element, parent: Element, tops: ReadonlySet<string>): boolean {
  const words = textOf(link)
    .replace(/[[\]()^↑⬆▲\s]+/gu, ' ')
    .trim();
  if (/^#?$/.test(property(link, 'href'))) return TO_TOP.test(words);
  if (isFragment(link) && /\S \S/.test(words) && TO_TOP.test(words) && !isInSentence(link, parent))
    return true;
  if (!isFragment(link) || !tops.has(property(link, 'href').slice(1))) return false;
  return /^(?:(?:(?:(?:go |return )?back )?to (?:the )?)?top)?$/i.test(words) && !isInSentence(link, parent);
}

function isInSentence(link: Element, { children }: Element): boolean {
  const at = children.indexOf(link);
  const [before, after] = [children[at - 1], children[at + 1]].map((node) =>
    node?.type === 'text' ? node.value : '',
  );
  return /\p{L}[,;:]?\s+$/u.test(before ?? '') && /^(?:\s+\p{L}|[.,;:!?](?:\s|$))/u.test(after ?? '');
}

/** The top of a page: its body, and everything before its text. */
function topsOf(body: Element): ReadonlySet<string> {
  const tops = new Set(['top']);
  for (let at: Element | undefined = body; at !== undefined; ) {
    const name: string = property(at, 'id') || property(at, 'name');
    if (name !== '') tops.add(name);
    at = at.children.some((child) => child.type === 'text' && child.value.trim() !== '')
      ? undefined
      : elementsIn(at)[0];
  }
  return tops;
}

/** Whether a box for a table of contents contains nothing but navigation. */
function holdsOnlyNavigation(element: Element): boolean {
  if (!isNamedContents(element)) return false;
  const isText = (node: Nodes): boolean =>
    node.type === 'text'
      ? node.value.trim() !== ''
      : node.type === 'element' && node.tagName !== 'nav' && node.children.some(isText);
  return !element.children.some(isText);
}

/** Whether a heading is followed by nothing but a list of links within the page. */
function isLabelOf(heading: Nodes, list: Element, behind: Nodes | undefined, { stats }: Page): boolean {
  const own = stats.get(list);
  if (isNamedContents(list) && heading.type === 'element' && isContentsLabel(heading)) return true;
  if (!/^[uo]l$/.test(list.tagName) || own === undefined || own.fragments < leastLinks(list)) return false;
  if (heading.type === 'element' && isContentsLabel(heading)) return true;
  const isEnd = behind === undefined || (behind.type === 'element' && isHeading(behind));
  return isEnd && heading.type === 'element' && isHeading(heading) && heading.tagName !== 'h1';
}

function isSolid(node: Nodes): boolean {
  return !isBlank(node);
}
