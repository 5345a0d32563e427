import type { Element, Nodes, Text } from 'hast';
import { findElement, isHeading, property } from '../../content/html/element.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { visibleLines } from '../../content/html/text.js';
import { systemClock } from '../../core/clock.js';
import { parseWrittenDate } from '../../core/written-dates.js';
import { isAccountLink, isTagPageLink, MAX_COMMON } from './byline.js';
import type { PageCredits } from './facts.js';
import { isCommentsLink, isShareLink } from './page-widgets.js';
import { isAuthorLink, isAuthorPage, isTagLink, toAuthor, toTerm } from './people.js';
import { titleKey } from './title.js';
import { removeWhere, textOf } from './tree.js';
import { BYLINE_DATE, FULL_NAME, isReadingTime, withoutBylineWords } from './written-byline.js';

/** Seconds by which the same date may differ in another time zone, or without its time. */
const TWO_DAYS = 172_800;

/** What a line of a theme states about a post. */
interface PostInfo {
  /** Dates as written, or in the exact form. */
  readonly dates: readonly string[];
  readonly authors: readonly string[];
  readonly tags: readonly Element[];
}

/** A box that contains only facts about a post. */
interface InfoLine extends PostInfo {
  readonly box: Element;
  /** Whether a text of the page stands before it. */
  readonly isBehindText: boolean;
}

/** Letters and elements of the longest such box. */
const MAX_LETTERS = 600;
const MAX_ELEMENTS = 120;
/** Letters of a text in it, with the white space of a template. */
const MAX_RAW = 2000;
/** More tags are a list of all tags of a site. */
const MAX_TAGS = 30;
const BOXES = /^(?:p|div|ul|ol|section|footer|header|address|aside|h[2-6]|details)$/;
/** Elements that a line about a post doesn't contain. */
const TEXTS = /^(?:h1|pre|code|table|blockquote|img|picture|figure|video|iframe|form|button|input|dl)$/;
/** Signs in the text of a line for a link to a tag and for an author. */
const [TAG, AUTHOR] = ['\uE000', '\uE001'];
const BY = /(?:^|[^\p{L}])(?:by|von|par|por|door|di|author|auteur|autor)[\s:]*$/iu;
const NAME_BEHIND_BY = new RegExp(`\\b(?:by|par|von|por)[: ]\\s*(${FULL_NAME.source.slice(1, -1)})`, 'u');
/** Words that name facts. */
const LABELS =
  /(?<!\p{L})(?:filed|under|tagged|tags?|categor(?:y|ies)|topics?|labels?|keywords?|in|with|author|updated|permalink|and|comments?|catégories?|mots[- ]clés|étiquettes|dans|schlagwörter|schlagworte|kategorien?|etiquetas?|categorías?)(?!\p{L})/giu;
const CLOCK =
  /(?:,|at)?\s*\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?(?:\s*(?:[+-]\d{2}:?\d{2}|UTC|GMT|Z)\b)?/giu;

/** What decides whether a box is a line about the post of the page. */
interface PostInfoOptions {
  readonly credits: PageCredits;
  readonly resolve: ResolveReference;
  readonly timeZone: string;
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
  const texts = lines
    .flatMap(({ box }) => linesOf(box))
    .flatMap((line) => [line, line.replace(BYLINE_DATE, '')]);
  const added = withFacts(lines, options);
  const boxes = new Set(lines.map(({ box }) => box));
  removeWhere(main, (element) => boxes.has(element));
  return { credits: added, lines: texts };
}

function isOfPost(element: Element): boolean {
  return element.tagName === 'a' && (isTag(element) || isAuthor(element));
}

function isTag(link: Element): boolean {
  return isTagLink(link) || isTagPageLink(link);
}

function isAuthor(link: Element): boolean {
  return isAuthorLink(link) || isAuthorPage(link);
}

/** Whether the facts of a line are new, or those that are known. */
function isKnown(
  { dates, authors }: InfoLine,
  { credits, timeZone }: Pick<PostInfoOptions, 'credits' | 'timeZone'>,
): boolean {
  const names = new Set(credits.authors.map(({ name }) => titleKey(name)));
  const { published, modified = published } = credits.dates;
  const isNear = (date: string): boolean => {
    const seconds = parseWrittenDate(date, timeZone);
    // A date in the future is that of an event.
    if (seconds === undefined || seconds > systemClock().now()) return false;
    return (
      published === undefined ||
      [published, modified].some((one) => Math.abs(seconds - (one ?? 0)) < TWO_DAYS)
    );
  };
  return dates.every(isNear) && (names.size === 0 || authors.every((name) => names.has(titleKey(name))));
}

/** Adds the facts of the lines: authors and dates where the page says none elsewhere. */
function withFacts(lines: readonly PostInfo[], { credits, resolve, timeZone }: PostInfoOptions): PageCredits {
  const { authors, dates, terms } = credits;
  const named = lines.flatMap((line) => line.authors).flatMap((name) => toAuthor(name));
  const written = lines
    .flatMap((line) => line.dates)
    .flatMap((date) => parseWrittenDate(date, timeZone) ?? []);
  const [published, modified = published] = written.sort((one, other) => one - other);
  const isChanged = published !== undefined && modified !== undefined && modified > published;
  const known = new Set(terms.map(({ slug }) => slug));
  const tags = lines
    .flatMap((line) => line.tags)
    .flatMap((link) => toTerm('tag', textOf(link), resolve(property(link, 'href'), 'link')) ?? [])
    .filter(({ slug }) => !known.has(slug));
  return {
    authors:
      authors.length > 0 ? authors : [...new Map(named.map((author) => [author.key, author])).values()],
    dates: {
      ...(published === undefined ? {} : { published }),
      ...(isChanged ? { modified } : {}),
      ...dates,
    },
    terms: [...terms, ...tags],
  };
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
function isOfOnePost(lines: readonly InfoLine[]): boolean {
  const dated = lines.filter(hasDates);
  const kinds = (facts: readonly (readonly string[])[]) =>
    new Set(facts.filter(({ length }) => length > 0).map((names) => names.join('\n'))).size;
  return (
    dated.length <= 2 &&
    kinds(lines.map(({ dates }) => dates)) <= 1 &&
    kinds(lines.map(({ authors }) => authors)) <= 1
  );
}

function infoLines(main: Element, isForeign: (heading: Element) => boolean): readonly InfoLine[] {
  const lines: InfoLine[] = [];
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

/** The facts in a box; undefined if it has anything else. */
function readInfo(box: Element): PostInfo | undefined {
  const reader = new InfoReader();
  if (!reader.read(box)) return undefined;
  return reader.result();
}

class InfoReader {
  readonly #dates: string[] = [];
  readonly #authors: string[] = [];
  readonly #tags: Element[] = [];
  #line = '';
  #elements = 0;

  /** @returns false if the node has anything else than facts */
  read(node: Nodes): boolean {
    if (node.type === 'text') return this.#readText(node);
    if (node.type !== 'element') return true;
    if (++this.#elements > MAX_ELEMENTS || TEXTS.test(node.tagName)) return false;
    if (node.tagName === 'time') {
      this.#dates.push(property(node, 'dateTime') || textOf(node));
      return true;
    }
    if (node.tagName === 'a') return this.#readLink(node);
    if (node.tagName === 'br' || BOXES.test(node.tagName) || node.tagName === 'li') this.#line += ' ';
    return node.children.every((child) => this.read(child));
  }

  #readText({ value }: Text): boolean {
    if (value.length > MAX_RAW) return false;
    this.#line += value.replace(/[\uE000\uE001]/g, '').replace(/\s+/g, ' ');
    return this.#line.length <= MAX_LETTERS;
  }

  #readLink(link: Element): boolean {
    const text = textOf(link).trim();
    const isDate = BYLINE_DATE.test(text);
    if (text === '' || isShareLink(link) || isCommentsLink(link) || isAccountLink(link)) return true;
    if (isDate) this.#line += text;
    else if (isTag(link)) {
      this.#tags.push(link);
      this.#line += TAG;
    } else if (isAuthor(link) || (BY.test(this.#line) && FULL_NAME.test(text))) {
      this.#authors.push(text);
      this.#line += AUTHOR;
    } else return false;
    return true;
  }

  result(): PostInfo | undefined {
    let line = this.#line.replace(/\s+/g, ' ');
    const date = BYLINE_DATE.exec(line)?.[0];
    const name = NAME_BEHIND_BY.exec(line)?.[1];
    if (date !== undefined) line = line.replace(date, ' ').replace(CLOCK, ' ');
    if (name !== undefined) line = line.replace(name, ' ');
    const dates = [...this.#dates, ...(date === undefined ? [] : [date])];
    const authors = [...this.#authors, ...(name === undefined ? [] : [name])];
    const rest = withoutBylineWords(line.replace(LABELS, ' '));
    if (/[\p{L}\d]/u.test(rest) && !isReadingTime(rest)) return undefined;
    if (dates.length + authors.length + this.#tags.length === 0) return undefined;
    // Links to topics alone may be the text of the page.
    const isUnnamed = dates.length + authors.length === 0 && !/\p{L}/u.test(line);
    if (isUnnamed) return undefined;
    // A name alone may be the heading of a text about the author.
    const isNameAlone = dates.length + this.#tags.length === 0 && !BY.test(line.split(AUTHOR)[0] ?? '');
    if (isNameAlone && name === undefined) return undefined;
    if (this.#tags.length > MAX_TAGS || dates.length > 2) return undefined;
    return { dates, authors, tags: this.#tags };
  }
}
