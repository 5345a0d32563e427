import type { Element, Nodes, Root } from 'hast';
import type { PrivacyRules } from '../../config/config.js';
import type { IsChrome } from '../../content/fidelity/page-frame.js';
import { readSeenPage, seenBeside, textlessNames, withoutLines } from '../../content/fidelity/read-page.js';
import { deepText, findElement, hasClass } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import { parsePage } from '../../content/html/parse.js';
import { rebaseUrls } from '../../content/html/rebase.js';
import { toHtml } from '../../content/html/serialise.js';
import { visibleLines } from '../../content/html/text.js';
import { isClosedPage } from '../../content/privacy/html/closed-page.js';
import { removeClosedParts } from '../../content/privacy/html/closed-parts.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { inWords } from '../../core/text.js';
import { isMediumDraft } from '../archive-names.js';
import type { RawAuthor, RawEntry, RawTerm } from '../port.js';
import { heldCopiesRemover } from '../privacy/held-copies.js';
import { pageKey, prefixOf } from './addresses/page-address.js';
import { removeBylines } from './byline.js';
import { isChrome } from './chrome.js';
import { removeDateLines } from './dates.js';
import { drawBody, normaliseBody } from './draw-body.js';
import { isEncrypted } from './encrypted.js';
import {
  editUrlOf,
  isPosting,
  organisationsIn,
  type Page,
  type PageCredits,
  readCredits,
  readOptional,
  readPicture,
  removeEditLinks,
  slugOf,
  typeOf,
} from './facts.js';
import { type FrameTable, frameOfLanguage, isFrameLine } from './frame.js';
import { isForMembers, type PageHead, readHead, readRobots } from './head.js';
import { dropHomeLink, dropPrefix, lowerHeadings, removeTitle } from './heading.js';
import { type LinkedData, readLinkedData } from './json-ld.js';
import { isUnfilled, type OmissionReason, suspectByHead } from './left-out.js';
import { type IsPage, pageTest } from './link-list.js';
import { makePageResolver, shortenNoteLinks, unlinkMissingPages } from './links.js';
import { findRegion } from './main-content.js';
import { marksOf } from './marks.js';
import type { HtmlOptions } from './options.js';
import { hasSearchForm, isShell, leftOutKind } from './own-text.js';
import { leadsAway, type PageContent, readContent } from './page-content.js';
import { isWidget, isWidgetLine } from './page-widgets.js';
import { removePaywalledParts } from './paywalled-parts.js';
import { takeLines, takePostInfo } from './post-info.js';
import { removePostTail } from './post-tail.js';
import type { PageToRead } from './read-page.js';
import type { FolderScan } from './scan.js';
import { limitDepth } from './tree.js';

/** Facts that apply to every page of a run. */
export interface EntryContext {
  readonly scan: FolderScan;
  readonly options: HtmlOptions;
  readonly included: ReadonlySet<string>;
  /** Types of pages from the configuration. */
  readonly types: ReadonlyMap<string, string>;
  readonly timeZone: string;
  /** The owner's rules for names that sound like a restriction. */
  readonly privacy?: PrivacyRules | undefined;
  /** Receives the reasons why pages aren't public. */
  readonly isAudited?: boolean;
}

/** The result for a page. */
export type PageResult =
  | {
      readonly entry: RawEntry;
      readonly authors: readonly RawAuthor[];
      readonly terms: readonly RawTerm[];
      /** Whether scripts may fill the page. */
      readonly isShell: boolean;
    }
  | { readonly leftOut: OmissionReason };

/**
 * Turns the text of a page into an entry.
 * @param pageToRead path from the source's root, the page's address below the site's base, and what its place suggests
 * @param renderSlides for a page that may have slides in Markdown
 */
export function readPage(
  pageToRead: PageToRead,
  text: string,
  context: EntryContext,
  renderSlides?: (body: Element) => void,
): PageResult {
  const { file, address } = pageToRead;
  const document = parsePage(text);
  const head = readHead(document);
  const data = readLinkedData(head.jsonLd);
  const rules = context.privacy ?? NO_PRIVACY_RULES;
  const isPaid = isForSomeReaders(document, head, data, rules);
  const isKept = address === '/' || context.included.has(file);
  const suspicion = isKept ? undefined : (suspectByHead(document, head.title, data) ?? pageToRead.suspicion);
  const body = findElement(document, ({ tagName }) => tagName === 'body');
  if (body === undefined) return { leftOut: 'frames' };
  if (!isKept && isUnfilled(document, file)) return { leftOut: 'unfilled' };
  // Before the gate for closed parts, which slides may have too.
  renderSlides?.(body);
  const isEmpty = isShell(body);
  const resolve = makePageResolver(file, head.base, context.scan);
  shortenNoteLinks(body, prefixOf(context.scan.base) + address, resolve);
  if (address !== '/') dropHomeLink(body);
  dropPrefix(body, context.scan.titles.prefixOfAll);
  const { editUrl, shown, withoutHeldCopies } = showAll(document, body, text, {
    frame: frameOfLanguage(context.scan.frame, head.lang),
    privacy: rules,
    lang: head.lang,
  });
  const page: Page = {
    file,
    address,
    isAddressGuessed: pageToRead.doubt !== undefined,
    head,
    data,
    resolve,
    scan: context.scan,
  };
  const isPage = pageTest(resolve, context.scan);
  const isPost = isPosting(data) || hasClass(body, 'single-post');
  const hasForm = suspicion !== undefined && hasSearchForm(findRegion(body, context.options.content));
  const { content, credits, gone } = readText(body, page, context, { isPage, isPost });
  const { main } = content;
  const { authors, dates, terms } = credits;
  const leftOut = isKept
    ? undefined
    : leftOutKind(main, content.title, { suspicion, hasForm, isPage, isPost });
  if (leftOut !== undefined) return { leftOut };
  removeTitle(main, content.heading, content.title);
  lowerHeadings(main);
  const tree: Root = { type: 'root', children: main.children };
  unlinkMissingPages(tree);
  rebaseUrls(tree, resolve);
  const entry: RawEntry = {
    ...factsOfEntry(page, credits, context.scan),
    type:
      context.types.get(file) ??
      typeOf(page, { body, heading: content.heading, isDated: dates.published !== undefined }),
    ...visibilityOf(pageToRead, text, page, { isPaid, context }),
    title: escapeHtml(content.title || inWords(slugOf(address))),
    ...(editUrl === undefined ? {} : { editUrl }),
    body: toHtml(tree),
    ...readPicture(page),
    ...readOptional(page, withoutHeldCopies),
  };
  const names = [...textlessNames(tree), content.title, ...[...authors, ...terms].map(({ name }) => name)];
  const taken = [...visibleLines(tree), ...names, entry.description ?? '', entry.imageAlt ?? ''];
  const named = terms.filter(({ url }) => url !== undefined);
  return {
    entry: { ...entry, seen: seenBeside(withoutLines(shown, gone), taken) },
    authors,
    terms: named,
    isShell: isEmpty,
  };
}

/**
 * Reads the content of a page, and who wrote it.
 * @returns also the lines that are gone from the page: facts about it, and what its theme puts behind the text of a post
 */
function readText(
  body: Element,
  page: Page,
  context: EntryContext,
  { isPage, isPost }: { readonly isPage: IsPage; readonly isPost: boolean },
): { readonly content: PageContent; readonly credits: PageCredits; readonly gone: readonly string[] } {
  const { options, timeZone } = context;
  const region = findRegion(body, options.content);
  const tail = removePostTail(region, { isPost, isPage });
  const written = readCredits(body, page, region, timeZone);
  const found = takeLines(region, tail.facts, { credits: written, resolve: page.resolve, timeZone });
  const content = readContent(body, page, { ...context, text: tail.text });
  const { credits, lines } = takeCredits(content, found.credits, page, context);
  return { content, credits, gone: [...tail.lines, ...found.lines, ...lines] };
}

/** The fields of an entry that come from the place of its page and from the credits. */
function factsOfEntry(page: Page, { authors, dates, terms }: PageCredits, scan: FolderScan) {
  const { file, address } = page;
  return {
    ref: file,
    key: file,
    slug: slugOf(address),
    url: prefixOf(scan.base) + address,
    ...scan.navigation.get(pageKey(address)),
    ...dates,
    authorKeys: authors.map(({ key }) => key),
    ...organisationsIn(authors),
    terms: terms.map(({ taxonomy, slug, name }) => ({ taxonomy, slug, name })),
    excerpt: '',
    format: 'html' as const,
    isAsSeen: true,
  };
}

/** Removes authors, dates and tags from the content of a page, in place, and adds them to what is known of the page. */
function takeCredits(
  { main, heading }: PageContent,
  found: PageCredits,
  page: Page,
  { scan, timeZone }: EntryContext,
): { readonly credits: PageCredits; readonly lines: readonly string[] } {
  const frame = frameOfLanguage(scan.frame, page.head.lang);
  const { credits, lines } = takePostInfo(main, {
    credits: found,
    resolve: page.resolve,
    timeZone,
    isForeign: (one) => leadsAway(one, page),
    isFrame: (line) => isFrameLine(frame, line),
  });
  removeDateLines(main, heading);
  removeBylines(main, credits, heading);
  return { credits, lines };
}

/** Whether a page is for some readers only. Removes the parts that its data says are closed. */
function isForSomeReaders(document: Root, head: PageHead, data: LinkedData, rules: PrivacyRules): boolean {
  return (
    data.isProtected ||
    isForMembers(head, rules) ||
    isClosedPage(document, rules) ||
    !removePaywalledParts(document, data.closedParts)
  );
}

/** Brings the text of a page into the form in which visitors see it, and reads what it shows before. */
function showAll(
  document: Root,
  body: Element,
  text: string,
  {
    frame,
    privacy,
    lang,
  }: { readonly frame: FrameTable; readonly privacy: PrivacyRules; readonly lang: string },
) {
  const removed: Nodes[] = [];
  removeClosedParts(body, privacy, removed);
  const held = removed.length === 0 ? '' : deepText({ type: 'root', children: removed as Element[] });
  const withoutHeldCopies = held === '' ? undefined : heldCopiesRemover(held, deepText(body));
  drawBody(body, lang);
  const editUrl = editUrlOf(body);
  if (editUrl !== undefined) removeEditLinks(body, editUrl);
  limitDepth(body);
  // Before anything is removed from the page.
  const isFrame = (line: string) => isFrameLine(frame, line) || isWidgetLine(line);
  const isAdded: IsChrome = (element, parent) => isChrome(element, parent) || isWidget(element);
  const shown = readSeenPage(document, isFrame, isAdded);
  normaliseBody(body, text);
  return { editUrl, shown, withoutHeldCopies };
}

/** What the page itself, its file and the rules of the host say about who may read it. */
function visibilityOf(
  { file, hostMarks = [] }: PageToRead,
  text: string,
  { head, data }: Page,
  { isPaid, context }: { readonly isPaid: boolean; readonly context: EntryContext },
): Pick<RawEntry, 'status' | 'protected' | 'noindex' | 'expires' | 'marks'> {
  const robots = readRobots(head, data, context.timeZone);
  const isClosed = isPaid || isEncrypted(text);
  const visibility = {
    status: isMediumDraft(file, text) ? ('draft' as const) : ('publish' as const),
    protected: isClosed || hostMarks.some(({ about }) => about === 'protected'),
    ...robots,
    noindex: robots.noindex || hostMarks.some(({ about }) => about === 'noindex'),
  };
  if (!context.isAudited) return visibility;
  const marks = marksOf(head, { ...visibility, protected: isClosed }, isPaid);
  return { ...visibility, marks: [...marks, ...hostMarks] };
}
