import type { Element, Nodes, Properties, Root } from 'hast';
import { findAll, findElement, hasClass, property, walk } from '../../content/html/element.js';
import { memoised } from '../../core/memoised.js';
import { words } from '../../core/text.js';
import { parseWrittenDate } from '../../core/written-dates.js';
import type { Page } from './facts.js';
import { startsOf } from './head.js';
import { linkedTexts } from './json-ld.js';
import { CHANGED, dateAtEnd } from './last-change.js';
import { bylineBoxes, footerBoxes, nearFirstTitle } from './near-title.js';
import { removeWhere, textOf, wordsIn } from './tree.js';
import { isEndOfByline, isReadingTime, lineOf, withoutBylineWords } from './written-byline.js';

/** When a page was published and last changed, in Unix seconds, as far as the page itself shows it. */
export interface PageDates {
  readonly published?: number;
  readonly modified?: number;
}

const PUBLISHED = words(`
  article:published_time og:published_time datepublished article:published date dc.date dcterms.date
  dcterms.issued dcterms.created citation_publication_date citation_online_date
`);

const MODIFIED = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
];

const UPDATED =
  /(?:^|[-_])(?:last-?(?:updated|modified)|lastupdated|dt-updated|updated|modified|revision-date)(?:$|[-_])/i;

/** Blogs keep posts below their date. */
const DATED_PATH = /\/((?:19|20)\d{2})([/-])(\d{2})\2(\d{2})[-_/][^/]/;

/** Themes of Hugo print Go's zero time, in the year 1, for a page without a date. */
export const YEAR_TWO = -62_104_060_800;

/** Words after which the text of a page has begun; a later date is part of the text. */
const HEAD_WORDS = 40;

/** Letters of a line with dates. */
const MAX_LENGTH = 120;

/** Elements whose dates belong to what they say, unless that is only a byline. */
const LINES = /^(?:p|li|dd|td)$/;
const BYLINE = /publi|post|writ|updat|modif|chang|edit|veröffentlich|aktualisier/i;
const BYLINE_CLASS = /meta|byline|date|info|publi/i;
/** More words than names of people and terms have. */
const MAX_NAMES = 6;
const RANGE = /^\s*(?:[-–—~]|to|until|till|bis|à|au|al|至|から)\s*$/iu;

const READING = /read|lectur|lesezeit|leitura|lettura|阅读|閱讀|読|읽/i;

/**
 * Reads the dates of a page: JSON-LD, then meta elements, then the dates before its text, then the address. File times
 * are useless, as a build changes all of them.
 * @param around the page's content with its surroundings, before anything was removed
 * @param page the whole body, where some themes keep the date of the last change
 * @param isFrame true for lines that pages of the site share
 */
export function readDates(
  { head, data, address }: Pick<Page, 'head' | 'data' | 'address'>,
  around: Element,
  page: Element,
  timeZone: string,
  isFrame: (line: string) => boolean,
): PageDates {
  const isThai = /^th\b/i.test(head.lang);
  const first = (values: readonly string[]): number | undefined =>
    values
      .map((value) => parseWrittenDate(isThai ? toGregorianYear(value) : value, timeZone))
      .find((seconds) => seconds !== undefined && seconds > YEAR_TWO);
  const { published: shown, modified: changed } = shownDates(around, page);
  const facts = [data.article, data.page];
  const dated = first([
    ...facts.flatMap((node) => linkedTexts(node?.['datePublished'])),
    ...PUBLISHED.flatMap((name) => head.metas(name)),
    ...shown,
    ...[
      DATED_PATH.exec(address)
        ?.slice(1)
        .join('-')
        .replace(/-[/-]-/, '-') ?? '',
    ],
  ]);
  const starts = isThai ? [] : startsOf(head, timeZone);
  const published = starts.length === 0 ? dated : Math.max(...starts, dated ?? 0);
  const modified =
    first([
      ...facts.flatMap((node) => linkedTexts(node?.['dateModified'])),
      ...MODIFIED.flatMap((name) => head.metas(name)),
      ...changed,
    ]) ?? first([dateAtEnd(page, isFrame) ?? '']);
  return {
    ...(published === undefined ? {} : { published }),
    ...(modified === undefined ? {} : { modified }),
  };
}

/** Thai pages often count years by the Buddhist era: 2568 is 2025. */
function toGregorianYear(date: string): string {
  return date.replace(/^2[456]\d\d(?=-)/, (year) => String(Number(year) - 543));
}

function shownDates(
  around: Element,
  page: Element,
): { published: readonly string[]; modified: readonly string[] } {
  const published: string[] = [];
  const updated = [
    ...findAll(page, isUpdated).flatMap((element) => timesIn(element)),
    ...onlyChangeLine(around).flatMap((element) => timesIn(element)),
  ];
  const modified = updated.map(stamp);
  let times = headTimes(around);
  if (times.length === 0) times = nearFirstTitle(page).flatMap(headTimes);
  if (times.length === 0) times = footerBoxes(around).flatMap(headTimes);
  if (times.length === 0) times = onlyPublished(page);
  for (const time of times) {
    if (updated.includes(time)) continue;
    if (property(time, 'itemProp').includes('dateModified')) modified.push(stamp(time));
    else published.push(stamp(time));
  }
  return { published, modified };
}

/** The date that a page marks as its own, wherever it is: themes of Blogger and Org mode have it below the text. */
function onlyPublished(page: Element): readonly Element[] {
  const times = findAll(
    page,
    (one) =>
      one.tagName === 'time' && (hasClass(one, 'published') || property(one, 'itemProp') === 'datePublished'),
  );
  return times.length === 1 ? times : [];
}

function isUpdated(element: Element): boolean {
  const { className, itemProp } = element.properties;
  if (!areUpdated(className) && !areUpdated(itemProp)) return false;
  // WordPress marks a post that was never changed as both.
  return !hasClass(element, 'published') && !/^\s*(?:posted|published)\b/i.test(textOf(element));
}

function areUpdated(names: Properties[string]): boolean {
  return Array.isArray(names) ? names.some(isUpdatedName) : isUpdatedName(names);
}

function isUpdatedName(name: unknown): boolean {
  return name !== undefined && saysUpdated(String(name));
}

const saysUpdated = memoised((name) => UPDATED.test(hyphenate(name)) || name === 'dateModified');

function hyphenate(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

/** The date of an element as it is written, for readers only if need be. */
function stamp(time: Element): string {
  const written = property(time, 'dateTime') || property(time, 'content');
  return written === '' && time.tagName === 'time' ? textOf(time) : written;
}

function timesIn(element: Element): readonly Element[] {
  if (element.tagName === 'time') return [element];
  const time = findElement(element, ({ tagName }) => tagName === 'time');
  return time === undefined ? [] : [time];
}

/** The dates before the text. */
function headTimes(around: Element): readonly Element[] {
  if (isTime(around)) return [around];
  const times: Element[] = [];
  if (saysMore(around)) return times;
  let words = 0;
  walk(around, (element) => {
    if (words > HEAD_WORDS) return false;
    if (saysMore(element)) {
      words += wordsIn(element);
      return false;
    }
    const isDate =
      element.tagName === 'time' || /datePublished|dateModified/.test(property(element, 'itemProp'));
    if (isDate && stamp(element) !== '') times.push(element);
    if (/^(?:p|pre|blockquote|table|dl)$/.test(element.tagName) && timesIn(element).length === 0)
      words += wordsIn(element);
    return true;
  });
  return times;
}

/** Whether dates are part of a sentence or of a list, or the beginning and end of an event. */
function saysMore(element: Element): boolean {
  const { tagName, children } = element;
  const at = children.flatMap((child, index) => (isTime(child) ? [index] : []));
  const [first, second] = at;
  if (first === undefined) return false;
  if (
    second !== undefined &&
    RANGE.test(
      children
        .slice(first + 1, second)
        .map(lineOf)
        .join(''),
    )
  )
    return true;
  if (!LINES.test(tagName) || hasClass(element, BYLINE_CLASS)) return false;
  const isName = (child: Nodes) => child.type === 'element' && child.tagName === 'a';
  const text = children.map((child) => (isTime(child) || isName(child) ? ' ' : lineOf(child))).join('');
  const rest = withoutBylineWords(text).match(/\p{L}+/gu) ?? [];
  if (rest.length > MAX_NAMES * (BYLINE.test(text) ? 2 : 1)) return true;
  if (rest.length === 0 || BYLINE.test(text)) return false;
  return tagName !== 'p' || (/[.!?。！？]\s*$/.test(text) && !rest.every((word) => /^\p{Lu}/u.test(word)));
}

function isTime(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'time';
}

/**
 * Removes the lines next to the title that contain only the page's date, and perhaps the reading time, and the line with
 * the date of its last change: the dates are kept as facts. A line with anything else is text.
 */
export function removeDateLines(main: Root | Element, heading?: Element): void {
  const near = bylineBoxes(main, heading);
  if (near.size > 0) removeWhere(main, (element) => near.has(element) && isDateLine(element));
  const [change] = onlyChangeLine(main);
  if (change !== undefined) removeWhere(main, (element) => element === change);
}

/** The line with the date of the last change; the entries of a history have several. */
function onlyChangeLine(main: Root | Element): readonly Element[] {
  const lines = findAll(main, isChangeLine);
  return lines.length === 1 ? lines : [];
}

function isChangeLine(element: Element): boolean {
  if (!/^(?:p|div|span|small|em)$/.test(element.tagName) || element.children.length > 6) return false;
  const times = element.children.filter(isTime);
  const [time] = times;
  return (
    time?.type === 'element' && times.length === 1 && CHANGED.test(textOf(element).replace(textOf(time), ''))
  );
}

function isDateLine(element: Element): boolean {
  const times = findAll({ type: 'root', children: [element] }, ({ tagName }) => tagName === 'time');
  if (times.length > 2) return false;
  if (findElement(element, ({ tagName }) => /^(?:h[1-6]|a|img|pre)$/.test(tagName)) !== undefined)
    return false;
  const text = textOf(element);
  if (text.length > MAX_LENGTH) return false;
  if (times.length === 0) return READING.test(text) && isReadingTime(text);
  const rest = withoutBylineWords(times.reduce((line, time) => line.replace(textOf(time), ''), text));
  return isEndOfByline(rest);
}
