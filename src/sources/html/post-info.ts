import type { Element } from 'hast';
import { findAll, findElement, isHeading, property } from '../../content/html/element.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { visibleLines } from '../../content/html/text.js';
import { systemClock } from '../../core/clock.js';
import { parseWrittenDate } from '../../core/written-dates.js';
import type { RawTerm } from '../port.js';
import { MAX_COMMON } from './byline.js';
import { isChrome } from './chrome.js';
import { YEAR_TWO } from './dates.js';
import type { PageCredits } from './facts.js';
import { BOXES, isAuthor, isTag, type PostInfo, readInfo } from './info-line.js';
import { toAuthor, toTerm } from './people.js';
import { titleKey } from './title.js';
import { removeWhere, textOf } from './tree.js';
import { BYLINE_DATE } from './written-byline.js';

/** Seconds by which the same date may differ in another time zone, or without its time. */
const TWO_DAYS = 172_800;

/** A box that contains only facts about a post. */
export interface InfoLine extends PostInfo {
  readonly box: Element;
}

/** A line and whether a text of the page stands before it. */
interface PlacedLine extends InfoLine {
  readonly isBehindText: boolean;
}

/** What is known about a post, and how to read more. */
interface KnownFacts {
  readonly credits: PageCredits;
  readonly resolve: ResolveReference;
  readonly timeZone: string;
}

/** What decides whether a box is a line about the post of the page. */
interface PostInfoOptions extends KnownFacts {
  /** True for a heading that leads to another page, whose facts follow. */
  readonly isForeign: (heading: Element) => boolean;
  /** True for words that the pages of the site share. */
  readonly isFrame: (line: string) => boolean;
}

/**
 * Removes the lines about a post from its content, in place: boxes that contain only its date, authors and tags. A line
 * that contradicts what the page says elsewhere stays.
 * @returns the credits of the page with the facts of the lines, and the text of the lines, also without their dates
 */
export function takePostInfo(
  main: Element,
  options: PostInfoOptions,
): { readonly credits: PageCredits; readonly lines: readonly string[] } {
  const { credits, isFrame } = options;
  if (findElement(main, isOfPost) === undefined) return { credits, lines: [] };
  const found = infoLines(main, options.isForeign).filter(
    (line) => !isListOfSite(line, isFrame) && isKnown(line, options),
  );
  const lines = isOfOnePost(found) ? found : found.filter(({ isBehindText }) => !isBehindText);
  const isDated = credits.dates.published !== undefined || lines.some(hasDates);
  if (!isDated || !lines.some((line) => !hasOnlyDates(line)) || !isOfOnePost(lines))
    return { credits, lines: [] };
  return removeLines(main, lines, options);
}

/**
 * Removes lines about a post from a tree, in place, but none that contradicts what is known.
 * @returns as `takePostInfo`
 */
export function takeLines(
  tree: Element,
  found: readonly InfoLine[],
  options: KnownFacts,
): { readonly credits: PageCredits; readonly lines: readonly string[] } {
  const lines = found.filter((line) => isKnown(line, options));
  return isOfOnePost(lines) ? removeLines(tree, lines, options) : { credits: options.credits, lines: [] };
}

function removeLines(
  tree: Element,
  lines: readonly InfoLine[],
  options: KnownFacts,
): { readonly credits: PageCredits; readonly lines: readonly string[] } {
  const texts = lines
    .flatMap(({ box }) => linesOf(box))
    .flatMap((line) => [line, line.replace(BYLINE_DATE, '')]);
  const boxes = new Set(lines.map(({ box }) => box));
  removeWhere(tree, (element) => boxes.has(element));
  return { credits: withFacts(lines, options), lines: texts };
}

function isOfPost(element: Element): boolean {
  return element.tagName === 'a' && (isTag(element) || isAuthor(element));
}

/** Whether the facts of a line are new, or those that are known; it may have the date of a change too. */
function isKnown(
  { dates, authors, isChange }: PostInfo,
  { credits, timeZone }: Pick<KnownFacts, 'credits' | 'timeZone'>,
): boolean {
  const names = new Set(credits.authors.map(({ name }) => titleKey(name)));
  const { published, modified = published } = credits.dates;
  const written = dates.map((date) => parseWrittenDate(date, timeZone) ?? Number.POSITIVE_INFINITY);
  const isNear = (seconds: number): boolean =>
    published === undefined ||
    (isChange && seconds > published) ||
    [published, modified].some((one) => Math.abs(seconds - (one ?? 0)) < TWO_DAYS);
  // A date in the future is that of an event.
  const isPast = written.every((seconds) => seconds <= systemClock().now());
  const isDate = written.length === 0 || isNear(Math.min(...written));
  return isPast && isDate && (names.size === 0 || authors.every((name) => names.has(titleKey(name))));
}

/** Adds what lines about the post say that are removed as parts of a theme. */
export function withThemeFacts(region: Element, options: KnownFacts): PageCredits {
  const lines = findAll(region, (element) => isChrome(element, region))
    .flatMap((box) => readInfo(box) ?? [])
    .filter((line) => isKnown(line, options));
  return isOfOnePost(lines) ? withFacts(lines, options) : options.credits;
}

/** Adds the facts of the lines: authors and dates where the page says none elsewhere. */
function withFacts(lines: readonly PostInfo[], { credits, resolve, timeZone }: KnownFacts): PageCredits {
  const { authors, dates } = credits;
  const named = lines.flatMap((line) => line.authors).flatMap((name) => toAuthor(name));
  const secondsIn = (isChange: boolean): readonly number[] =>
    lines
      .flatMap((line) => (line.isChange === isChange ? line.dates : []))
      .flatMap((date) => parseWrittenDate(date, timeZone) ?? [])
      .filter((seconds) => seconds > YEAR_TWO);
  const written = secondsIn(false);
  const published = written.length === 0 ? undefined : Math.min(...written);
  const modified = Math.max(...written, ...secondsIn(true));
  const isChanged =
    modified > (dates.published === undefined ? (published ?? 0) : dates.published + TWO_DAYS);
  const tags = lines.flatMap((line) => line.tags);
  return {
    terms: withTags(credits, tags, resolve),
    authors:
      authors.length > 0 ? authors : [...new Map(named.map((author) => [author.key, author])).values()],
    dates: {
      ...(published === undefined ? {} : { published }),
      ...(isChanged ? { modified } : {}),
      ...dates,
    },
  };
}

/** The terms of a page, with more tags. */
function withTags(
  { terms: known }: PageCredits,
  links: readonly Element[],
  resolve: ResolveReference,
): readonly RawTerm[] {
  const terms = new Map(known.map((term) => [term.slug, term]));
  for (const link of links) {
    const term = toTerm('tag', textOf(link), resolve(property(link, 'href'), 'link'));
    if (term !== undefined && !terms.has(term.slug)) terms.set(term.slug, term);
  }
  return [...terms.values()];
}

function linesOf(box: Element): readonly string[] {
  return visibleLines({ type: 'root', children: [box] });
}

function hasDates({ dates }: PostInfo): boolean {
  return dates.length > 0;
}

function hasOnlyDates({ authors, tags }: PostInfo): boolean {
  return authors.length === 0 && tags.length === 0;
}

/** Whether a line lists all tags of the site, as on each of its pages. */
function isListOfSite({ box, tags }: InfoLine, isFrame: (line: string) => boolean): boolean {
  return tags.length > MAX_COMMON && linesOf(box).every(isFrame);
}

/** Whether the lines are about one post: those of a list differ in their dates and authors. */
function isOfOnePost(lines: readonly PostInfo[]): boolean {
  const dated = lines.filter(hasDates);
  const kinds = (facts: readonly (readonly string[])[]) =>
    new Set(facts.filter(({ length }) => length > 0).map((names) => names.join('\n'))).size;
  return (
    dated.length <= 2 &&
    kinds(lines.map(({ dates }) => dates)) <= 1 &&
    kinds(lines.map(({ authors }) => authors)) <= 1
  );
}

function infoLines(main: Element, isForeign: (heading: Element) => boolean): readonly PlacedLine[] {
  const lines: PlacedLine[] = [];
  let isBehindText = false;
  /** The heading of another page, below which everything is that page's. */
  let foreign: Element | undefined;
  const visit = (element: Element): void => {
    const info = BOXES.test(element.tagName) ? readInfo(element) : undefined;
    if (info === undefined && isHeading(element) && textOf(element) !== '') {
      const isPartOfOther = foreign !== undefined && element.tagName > foreign.tagName;
      if (isForeign(element)) foreign = element;
      else if (!isPartOfOther) foreign = undefined;
    }
    if (info !== undefined) {
      if (foreign === undefined && !(isBehindText && hasOnlyDates(info)))
        lines.push({ box: element, isBehindText, ...info });
      return;
    }
    for (const child of element.children) if (child.type === 'element') visit(child);
    isBehindText ||= element.tagName === 'p' && textOf(element) !== '';
  };
  visit(main);
  return lines;
}
