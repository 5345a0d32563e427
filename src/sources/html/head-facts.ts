import { readPieces } from '../../content/fidelity/read-page.js';
import { findElement } from '../../content/html/element.js';
import { parseDocument, parsePage } from '../../content/html/parse.js';
import { oneSpaced } from '../../content/html/text.js';
import { shortHash } from '../../core/hash.js';
import { type Warning, Warnings } from '../../core/warnings.js';
import { isHome } from './addresses/page-address.js';
import { drawBody, normaliseBody } from './draw-body.js';
import { blocksOf, isInSample, type PageBlocks } from './frame.js';
import { canonicalOf, descriptionOf, imageOf, type PageHead, readHead } from './head.js';
import { isErrorTitle } from './left-out.js';
import { neighboursOf } from './link-stats.js';
import { readRegion } from './main-content.js';
import { type NavLists, type PageAbove, readFrontLists, readNavigation } from './navigation.js';
import { readLines } from './page-lines.js';
import { writtenAuthor } from './people.js';
import { headPart, isDocument, isTemplate, readPageText } from './read-page.js';
import type { Selector } from './selector.js';
import { limitDepth, textOf } from './tree.js';

/** The facts of a page's head that are combined with those of all others; empty texts where they are missing. */
export interface HeadFacts {
  /** Equal for pages that are the same file. */
  readonly digest: string;
  readonly title: string;
  readonly lang: string;
  readonly siteName: string;
  readonly socialTitle: string;
  readonly socialUrl: string;
  readonly canonical: string;
  readonly image: string;
  readonly author: string;
  readonly description: string;
  /** The target of an immediate forward; its own address where it reloads itself. */
  readonly refresh: string;
  /** Its own base for relative addresses, and the page after it as it names it. */
  readonly base: string;
  readonly next: string;
  /** The parent page as the page links to it. */
  readonly up?: PageAbove;
  /** The page's part in the frame of the site; of most pages of a large site it is not read. */
  readonly blocks?: PageBlocks;
  /** The navigation of the same pages. */
  readonly lists?: NavLists;
  /** Whether these are in the text of a front page without a navigation. */
  readonly isText?: boolean;
}

/** Templates, and pieces that scripts put into pages, have no head; undefined for an unusable file. */
export type HeadResult = HeadFacts | 'fragment' | 'template' | undefined;

/** The results for some pages, in order, and the warnings about their files. */
export interface HeadsRead {
  readonly heads: readonly HeadResult[];
  readonly warnings: readonly Warning[];
}

/** Where pages are, how large one may be, and where their content is. */
export interface FolderLimits {
  readonly root: string;
  readonly maxBytes: number;
  readonly content: readonly Selector[];
  readonly remove: readonly Selector[];
}

/** Heads to read. */
export interface HeadsJob {
  readonly paths: readonly string[];
  readonly limits: FolderLimits;
  /** Decides for which pages the frame is read as well. */
  readonly sample: string;
}

/** Folders in which Jekyll and others keep what a page is made from. */
const TEMPLATES = /(?:^|\/)_(?:layouts|includes|partials)\//;

/** Shorter pages are read completely, because a redirecting script may be in the body. */
const SHORT = 2000;

/** Reads the heads of pages. */
export function readHeads({ paths, limits, sample }: HeadsJob): HeadsRead {
  const warnings = new Warnings();
  const heads = paths.map((path): HeadResult => {
    const text = readPageText(path, { ...limits, warnings });
    if (text === undefined) return undefined;
    if (TEMPLATES.test(path) || isTemplate(text)) return 'template';
    if (!isDocument(text)) return 'fragment';
    const head = copyOf(text.length < SHORT ? text : headPart(text));
    const own = factsOf(head);
    const facts = { digest: shortHash(text), ...own, next: own.next || markedNext(text) };
    const isFront = isHome(path);
    return facts.refresh !== '' || !(isFront || isInSample(path, sample))
      ? facts
      : { ...facts, ...readSurroundings(text, limits, isFront) };
  });
  return { heads, warnings: warnings.list() };
}

function factsOf(text: string): Omit<HeadFacts, 'digest'> {
  const head = readHead(parseDocument(text));
  return {
    title: head.title,
    lang: head.lang,
    siteName: head.meta('og:site_name', 'application-name'),
    socialTitle: head.meta('og:title', 'twitter:title'),
    socialUrl: head.meta('og:url'),
    canonical: canonicalOf(head),
    image: imageOf(head),
    author: writtenAuthor(head),
    description: descriptionOf(head),
    refresh: head.refresh,
    base: head.base,
    ...aboveOf(head.links),
    next: [...neighboursOf(head.links)].find(([, relation]) => relation === 'next')?.[0] ?? '',
  };
}

/** The target of the last link with `rel="next"` in a page, as ExDoc writes it. */
function markedNext(text: string): string {
  const at = text.lastIndexOf(' rel="next"');
  const tag = at < 0 ? '' : text.slice(text.lastIndexOf('<', at), text.indexOf('>', at));
  return copyOf((tag.startsWith('<a ') && /\shref="([^"]*)"/.exec(tag)?.[1]) || '');
}

function aboveOf(links: PageHead['links']): { up?: PageAbove } {
  const link = links.find(
    ({ rel, href, title }) => /^(?:up|parent)$/.test(rel) && href !== '' && title !== '',
  );
  return link === undefined ? {} : { up: { href: link.href, title: oneSpaced(link.title) } };
}

/** What a page may share with others: its frame, and the navigation of the site. */
function readSurroundings(
  text: string,
  options: FolderLimits,
  isFront: boolean,
): Pick<HeadFacts, 'blocks' | 'lists' | 'isText'> {
  const document = parsePage(text);
  const body = findElement(document, ({ tagName }) => tagName === 'body');
  if (body === undefined) return {};
  limitDepth(body);
  const head = readHead(document);
  const neighbours = neighboursOf(head.links);
  const found = readNavigation(body, neighbours, isFront);
  const isText = isFront && found.length === 0;
  const lists = isText ? readFrontLists(body) : found;
  // Lines are those that the meter reads, before anything is removed from the page.
  const shown = readPieces(document).flatMap(([, seen]) => seen.split(/[\n\t]/));
  const all = readLines(body).lines.filter(({ letters, linked }) => linked < letters);
  // As each page is read later: a place must be the same.
  drawBody(body, head.lang);
  normaliseBody(body, text);
  const region = readRegion(body, options, neighbours);
  const title = findElement(region, ({ tagName }) => tagName === 'h1');
  // The site may have been saved with an error page at each address that was missing.
  if (isErrorTitle(title === undefined ? head.title : textOf(title))) return {};
  return { blocks: blocksOf(readLines(region), shown, all), lists, isText };
}

/** Copies the strings of a head, since slices would keep the whole page in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
