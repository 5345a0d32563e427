import type { Element, Nodes, Root } from 'hast';
import { hasProperties } from '../../html/has-properties.js';
import { remembered } from './remembered.js';
import type { Selector } from './selector.js';
import { matches } from './selector.js';
import {
  classesOf,
  elementsOf,
  findAll,
  findFirst,
  linksOfShort,
  removeWhere,
  textOf,
  textProperty,
  walk,
} from './tree.js';
import { hasMoreWords, wordsIn, wordsInAll } from './words.js';

/** Elements that are never content, wherever they stand. */
const DROPPED = new Set('script style template nav form dialog search menu'.split(' '));
/** Parts with a role of the page's frame. */
const ROLES = new Set(
  'navigation search banner contentinfo dialog alertdialog menu menubar toolbar'.split(' '),
);
/** Only such elements are judged by their names: spans of highlighted code are called `comment` as well. */
const BOXES = new Set(
  'div section aside header footer ul ol p details figure center address table small'.split(' '),
);

/** Elements in which no line of date and author stands. */
const TEXTS = new Set('p pre table ul ol dl'.split(' '));
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6'.split(' '));

/** Names of parts that are never content, alone or behind the name of what they belong to (`post-toc`). */
const FRAME = behind(
  'breadcrumbs? toc table-of-contents tableofcontents on-this-page skip-?(?:link|nav|to-content|to-main)s? ' +
    'pagination pagination-nav pager paginator post-nav post-navigation article-nav nav-links navbar nav-bar ' +
    'prev-?next next-?prev links-next-?prev cookie-?consent share sharing sharedaddy share-(?:buttons?|links?|bar|icons) ' +
    '(?:cookie|consent|gdpr|cc)-(?:banner|notice|bar|law|popup|message|modal|dialog|overlay|wrapper|window|sdk) ' +
    'social-(?:share|sharing|links?|icons?|media) addtoany addthis sharethis edit-(?:this-)?page edit-link ' +
    'edit-on-github newsletter subscribe-form mailchimp disqus disqus-thread giscus utterances ' +
    'comment-?(?:list|form|section|area|respond)s? related-(?:posts?|articles?|content|pages) read-next ' +
    'recommended-posts adsbygoogle advertisements? adverts? back-to-top scroll-to-top announcement-?bar ' +
    'site-(?:header|footer|nav|navigation|menu) masthead main-menu menu-toggle sphinxsidebar headerlink ' +
    'theme-(?:toggle|switch|doc-footer|edit-this-page) search-?(?:form|box|bar) copy-button',
);
/** Words that are content as often as not: they count only as the name of the whole part. */
const RISKY =
  /^(?:(?:post|article|entry|page|site|blog|wp|gh)-)?(?:comments?|related|ads?|ad-(?:container|slot|wrapper|banner)|banner|promo|sponsor(?:ed|s)?|sidebar|widgets?|widget-area|menu|subscribe|signup|social|recommended|announcement|cookies?|consent|gdpr)$/;
/** Lines about a text: date, people, tags. */
const META =
  /^(?:(?:post|article|entry|page|blog|content|p|single)-(?:info|details)|(?:(?:post|article|entry|page|blog|content|p|single)-)?(?:meta|meta-?data|byline|date|dateline|published|pub-date|posted-on|publish-date|reading-?time|read-time|author-date|tags?|tag-?list|tags-?links|categor(?:y|ies)|cat-links|taxonomies|last-?(?:updated|modified)|dt-(?:published|updated)))$/;
const FRAME_TYPE = /BreadcrumbList|WPHeader|WPFooter|SiteNavigation/;
const LABELS =
  /breadcrumb|pagination|table of contents|on this page|^share(?: (?:this|on|via)|$)|skip (?:to|link)|cookie|doc(?:s|uments?)? pages/i;
const SKIP_LINK = /^(?:skip to|jump to|zum inhalt|aller au contenu)/i;

/** Links to the archives of a page's people and terms. */
const ABOUT_REL = /(?:^|\s)(?:tag|author|category|bookmark)(?:\s|$)/;
const ABOUT_PATH = /(?:^|\/)(?:tags?|categor(?:y|ies)|authors?|topics?|people|team|users?)(?:\/|$)/i;

const META_WORDS = 40;
const NEIGHBOUR = /^(?:(?:previous|prev|next|older|newer)(?: (?:post|page|article|entry|up))?\b|[←→«»‹›])/i;

/** The names of a list, alone or behind other words. */
function behind(names: string): RegExp {
  return new RegExp(`(?:^|-)(?:${names.split(' ').join('|')})$`);
}

/** Whether an element may go: nothing that holds most of a page is noise, whatever its name. */
type Guard = (element: Element) => boolean;

/**
 * Takes the frame of a page out of its content, in place: navigation, tables of contents, share bars, comments,
 * forms, banners, links to the neighbours, and lines that repeat what is known of the page.
 * @param more selectors of the configuration
 */
export function removeNoise(main: Root | Element, more: readonly Selector[]): void {
  let total: number | undefined;
  // Counted before the first part goes; of most pages none does.
  const all = (): number => {
    total ??= wordsInAll(elementsOf(main));
    return total;
  };
  const guard: Guard = (element) => wordsIn(element) * 2 <= all();
  removeWhere(main, (element, parent) => {
    const verdict = judge(element, parent, more, guard);
    if (verdict === true) all();
    return verdict;
  });
  removeMetaAfterHeading(main);
}

/** @returns as the test of `removeWhere` */
function judge(
  element: Element,
  parent: Root | Element,
  more: readonly Selector[],
  guard: Guard,
): boolean | undefined {
  if (matches(element, more) || isCodeLabel(element, parent)) return true;
  if (element.tagName === 'pre' || element.tagName === 'code') return undefined;
  // Questions of a list that opens and closes are buttons inside of headings.
  if (element.tagName === 'button')
    return parent.type !== 'element' || !/^(?:h[1-6]|summary)$/.test(parent.tagName);
  return isNoise(element, guard);
}

/** What highlighters print beside a block of code: its language, the numbers of its lines. */
function isCodeLabel(element: Element, parent: Root | Element): boolean {
  if (parent.type !== 'element' || !classesOf(parent).some((name) => /^(?:language-|highlight)/.test(name)))
    return false;
  return classesOf(element).some((name) => /^(?:lang|lineno|gutter|line-numbers-wrapper)$/.test(name));
}

function isNoise(element: Element, guard: Guard): boolean {
  const { tagName } = element;
  if (tagName === 'noscript') return /javascript/i.test(textOf({ ...element, tagName: 'div' }));
  const { role, itemType } = element.properties;
  if (DROPPED.has(tagName) || (role !== undefined && ROLES.has(textProperty(element, 'role'))))
    return guard(element) || tagName !== 'form';
  if (itemType !== undefined && FRAME_TYPE.test(textProperty(element, 'itemType'))) return true;
  if (tagName === 'a' || tagName === 'span') return isNoiseLink(element);
  if (tagName === 'aside' && linkShare(element) > 0.5) return guard(element);
  if (tagName === 'footer') return isFrameFooter(element) && guard(element);
  const isBox = BOXES.has(tagName) || tagName.includes('-');
  return isBox && isNamedNoise(element) && guard(element);
}

/** What the name of a part says of it. */
interface NameVerdict {
  readonly isFrame: boolean;
  readonly isRisky: boolean;
  readonly isMeta: boolean;
}

const judgeName = remembered((name): NameVerdict => {
  const words = hyphenate(name);
  return { isFrame: FRAME.test(words), isRisky: RISKY.test(words), isMeta: META.test(words) };
});

/** Lower-case words with hyphens: `VPNavBar` is `vp-nav-bar`. */
function hyphenate(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2')
    .replace(/[_:]+/g, '-')
    .replace(/-{2,}/g, '-')
    .toLowerCase();
}

const NO_NAME: NameVerdict = { isFrame: false, isRisky: false, isMeta: false };

/** What the classes and the id of an element say, taken together. */
function judgeNames(element: Element): NameVerdict {
  const id = textProperty(element, 'id');
  let verdict = id === '' ? NO_NAME : judgeName(id);
  for (const name of classesOf(element)) if (name !== '') verdict = both(verdict, judgeName(name));
  return verdict;
}

function both(one: NameVerdict, other: NameVerdict): NameVerdict {
  if (one === NO_NAME) return other;
  return {
    isFrame: one.isFrame || other.isFrame,
    isRisky: one.isRisky || other.isRisky,
    isMeta: one.isMeta || other.isMeta,
  };
}

function isNamedNoise(element: Element): boolean {
  if (hasProperties(element)) {
    if (LABELS.test(textProperty(element, 'ariaLabel'))) return true;
    const { isFrame, isRisky, isMeta } = judgeNames(element);
    if (isFrame || isRisky || (isMeta && isAboutPage(element))) return true;
  }
  return isNeighbours(element);
}

/** Links to the page before and the page behind. */
function isNeighbours(element: Element): boolean {
  const links = linksOfShort(element, 3);
  // Most parts are long or have no link, which is sooner seen than their words are counted.
  if (links === undefined || links.length === 0 || hasMoreWords(element, META_WORDS)) return false;
  if (linkShare(element) < 0.4 || hasHeading(element)) return false;
  const isNamed = links.some((link) => /(?:^|\s)(?:prev|next)(?:$|\s)/.test(textProperty(link, 'rel')));
  return isNamed || NEIGHBOUR.test(textOf(element));
}

/** A short part without prose of its own. */
function isAboutPage(element: Element): boolean {
  const paragraphs = findAll(element, ({ tagName }) => tagName === 'p');
  const isProse = paragraphs.some((one) => wordsIn(one) > META_WORDS / 2);
  return !isProse && wordsIn(element) <= META_WORDS && !hasHeading(element);
}

function hasHeading(element: Element): boolean {
  return findFirst(element, ({ tagName }) => HEADINGS.has(tagName)) !== undefined;
}

/** Links that serve the page's own controls. */
function isNoiseLink(element: Element): boolean {
  if (!hasProperties(element) && element.tagName !== 'a') return false;
  if (judgeNames(element).isFrame) return true;
  if (element.tagName !== 'a') return false;
  const text = textOf(element);
  const href = textProperty(element, 'href');
  return (href.startsWith('#') && SKIP_LINK.test(text)) || /^edit (?:this page|on github)/i.test(text);
}

/** Footers with neighbours, tags or a date; a footer with text of its own is content. */
function isFrameFooter(element: Element): boolean {
  const words = wordsIn(element);
  const hasDate = findFirst(element, ({ tagName }) => tagName === 'time') !== undefined;
  if (words <= META_WORDS && (hasDate || words < 6)) return true;
  return (
    linkShare(element) > 0.4 ||
    isNamedNoise(element) ||
    /©|copyright|all rights reserved/i.test(textOf(element))
  );
}

/** Share of an element's words that stand in links. */
export function linkShare(element: Element): number {
  const words = wordsIn(element);
  let linked = 0;
  walk(element, (inner) => {
    if (inner.tagName !== 'a') return true;
    linked += wordsIn(inner);
    return false;
  });
  return words === 0 ? 0 : linked / words;
}

/** The line of date and author next to the title, in headers and right behind them. */
function removeMetaAfterHeading(main: Root | Element): void {
  const near = new Set<Element>();
  const look = (parent: Root | Element): void => {
    const isHeader = parent.type === 'element' && parent.tagName === 'header';
    if (!isHeader && !parent.children.some(isTitle)) return;
    const elements = elementsOf(parent);
    const at = elements.findIndex(isTitle);
    const chosen = isHeader ? elements : at < 0 ? [] : elements.slice(Math.max(0, at - 1), at + 3);
    for (const element of chosen) if (!isTitle(element)) near.add(element);
  };
  look(main);
  walk(main, (element) => {
    look(element);
    return !TEXTS.has(element.tagName);
  });
  if (near.size > 0) removeWhere(main, (element) => near.has(element) && isDateLine(element));
}

function isTitle(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'h1';
}

/** A date, with people or tags at most. */
function isDateLine(element: Element): boolean {
  const times = findAll({ type: 'root', children: [element] }, ({ tagName }) => tagName === 'time');
  if (times.length === 0 || times.length > 2) return false;
  let words = wordsIn(element);
  if (words > META_WORDS || hasHeading(element)) return false;
  for (const time of times) words -= wordsIn(time);
  for (const link of findAll(element, ({ tagName }) => tagName === 'a')) {
    const rel = textProperty(link, 'rel');
    if (!ABOUT_REL.test(rel) && !ABOUT_PATH.test(textProperty(link, 'href'))) return false;
    words -= wordsIn(link);
  }
  return words <= 6;
}
