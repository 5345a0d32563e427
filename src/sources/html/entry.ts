import type { Element, Nodes, Root } from 'hast';
import type { PrivacyRules } from '../../config/config.js';
import type { IsChrome } from '../../content/fidelity/page-frame.js';
import { readSeenPage, seenBeside, textlessNames } from '../../content/fidelity/read-page.js';
import { drawPage, revealPage } from '../../content/html/as-seen.js';
import { canonicalise } from '../../content/html/canonical/index.js';
import { drawsDollars, drawsTex } from '../../content/html/canonical/raw-tex.js';
import { deepText, findAll, findElement } from '../../content/html/element.js';
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
import { isEncrypted } from './encrypted.js';
import {
  editUrlOf,
  organisationsIn,
  type Page,
  readFacts,
  readOptional,
  readPicture,
  removeEditLinks,
  slugOf,
  typeOf,
} from './facts.js';
import { type FrameTable, frameOfLanguage, isFrameLine } from './frame.js';
import { isForMembers, type PageHead, readHead, readRobots } from './head.js';
import {
  dropPrefix,
  firstHeading,
  firstTitle,
  headingText,
  isBehindTitle,
  isTitleOf,
  lowerHeadings,
  markTitle,
  removeCopiedTitles,
  removeSharedTitles,
  removeTitle,
} from './heading.js';
import { type LinkedData, readLinkedData } from './json-ld.js';
import { type OmissionReason, suspectByHead } from './left-out.js';
import { pageTest, targetOf } from './link-list.js';
import { neighboursOf } from './link-stats.js';
import { makePageResolver } from './links.js';
import { findRegion, markSkipTarget, readRegion } from './main-content.js';
import { marksOf } from './marks.js';
import { normalisePage, openLandmarks, showAsStyled } from './normalise-page.js';
import type { HtmlOptions } from './options.js';
import { hasSearchForm, isShell, leftOutKind } from './own-text.js';
import { isWidget, isWidgetLine } from './page-widgets.js';
import { removePaywalledParts } from './paywalled-parts.js';
import type { PageToRead } from './read-page.js';
import { removeRepeated } from './repeated.js';
import type { FolderScan } from './scan.js';
import { choosePageTitle, extendsHeading } from './title.js';
import { limitDepth, textOf } from './tree.js';

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
  // Before the gate for closed parts, which slides may have too.
  renderSlides?.(body);
  const isEmpty = isShell(body);
  dropPrefix(body, context.scan.titles.prefixOfAll);
  const { editUrl, shown, withoutHeldCopies } = showAll(document, body, text, {
    frame: frameOfLanguage(context.scan.frame, head.lang),
    privacy: rules,
    lang: head.lang,
  });
  normalisePage(body);
  const resolve = makePageResolver(file, head.base, context.scan);
  const page: Page = {
    file,
    address,
    isAddressGuessed: pageToRead.doubt !== undefined,
    head,
    data,
    resolve,
    scan: context.scan,
  };
  const { authors, dates, terms } = readFacts(body, page, context.options.content, context.timeZone);
  const hasForm = suspicion !== undefined && hasSearchForm(findRegion(body, context.options.content));
  const content = readContent(body, page, context);
  const { main } = content;
  removeDateLines(main, content.heading);
  removeBylines(main, { authors, terms }, content.heading);
  const isPage = pageTest(resolve, context.scan);
  const leftOut = isKept ? undefined : leftOutKind(main, content.title, { suspicion, hasForm, isPage });
  if (leftOut !== undefined) return { leftOut };
  removeTitle(main, content.heading, content.title);
  lowerHeadings(main);
  const tree: Root = { type: 'root', children: main.children };
  rebaseUrls(tree, resolve);
  const slug = slugOf(address);
  const entry: RawEntry = {
    ref: file,
    key: file,
    type:
      context.types.get(file) ??
      typeOf(page, { body, heading: content.heading, isDated: dates.published !== undefined }),
    ...visibilityOf(pageToRead, text, page, { isPaid, context }),
    title: escapeHtml(content.title || inWords(slug)),
    slug,
    url: prefixOf(context.scan.base) + address,
    ...context.scan.navigation.get(pageKey(address)),
    ...(editUrl === undefined ? {} : { editUrl }),
    ...dates,
    authorKeys: authors.map(({ key }) => key),
    ...organisationsIn(authors),
    terms: terms.map(({ taxonomy, slug: termSlug, name }) => ({ taxonomy, slug: termSlug, name })),
    excerpt: '',
    body: toHtml(tree),
    format: 'html',
    isAsSeen: true,
    ...readPicture(page),
    ...readOptional(page, withoutHeldCopies),
  };
  const names = [...textlessNames(tree), content.title, ...[...authors, ...terms].map(({ name }) => name)];
  const taken = [...visibleLines(tree), ...names, entry.description ?? '', entry.imageAlt ?? ''];
  const named = terms.filter(({ url }) => url !== undefined);
  return { entry: { ...entry, seen: seenBeside(shown, taken) }, authors, terms: named, isShell: isEmpty };
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
  drawPage(body);
  showAsStyled(body, lang);
  markSkipTarget(body);
  openLandmarks(body);
  const editUrl = editUrlOf(body);
  if (editUrl !== undefined) removeEditLinks(body, editUrl);
  limitDepth(body);
  // Before anything is removed from the page.
  const isFrame = (line: string) => isFrameLine(frame, line) || isWidgetLine(line);
  const isAdded: IsChrome = (element, parent) => isChrome(element, parent) || isWidget(element);
  const shown = readSeenPage(document, isFrame, isAdded);
  // Formulas are in scripts and hidden boxes, which otherwise aren't content.
  const hasTexInText = drawsTex(text);
  canonicalise(body, { hasTexInText, hasDollars: hasTexInText && drawsDollars(text) });
  // Before anything is measured: text behind a click is text of the page.
  revealPage(body);
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

interface PageContent {
  readonly main: Element;
  readonly heading: Element | undefined;
  readonly title: string;
}

/** The front page of the site, or of one of its languages. */
const FRONT = /^\/(?:[a-z]{2}(?:-[a-z]{2,4})?\/?|index\.[a-z]{2}(?:-[a-z]{2,4})?\.html?)?$/i;

/** Whether all of a heading is a link to another page, as that of a post is in a list. */
function leadsAway(heading: Element, { address, head, resolve, scan }: Page): boolean {
  const link = findElement(heading, ({ tagName }) => tagName === 'a');
  const text = textOf(heading).trim();
  const isTitle = text === head.title && !scan.titles.copied.has(text);
  if (link === undefined || textOf(link).trim() !== text || isTitle) return false;
  return (targetOf(link, resolve, scan) ?? pageKey(address)) !== pageKey(address);
}

function readContent(body: Element, page: Page, { options, scan }: EntryContext): PageContent {
  const { head, address } = page;
  // Before the content is searched: headings may be outside it.
  let outer = firstTitle(body);
  // A title that the head and the heading of most pages have isn't that of the page, nor a copied one with a link away.
  const isLink = outer !== undefined && scan.titles.copied.has(head.title) && leadsAway(outer, page);
  const isCopied = !FRONT.test(address) && (isLink || scan.titles.ofMost === head.title);
  const hadTitle = isCopied && removeCopiedTitles(body, head.title);
  if (hadTitle) outer = firstTitle(body);
  const frame = frameOfLanguage(scan.frame, head.lang);
  const main = readRegion(body, options, neighboursOf(head.links), frame);
  removeRepeated(main, frame);
  markTitle(main, head.title);
  if (!FRONT.test(address)) removeSharedTitles(main, head.title, frame);
  const begins = firstHeading(main);
  const first = begins === undefined ? '' : headingText(begins);
  const titles = extendsHeading(head.title, first) ? [] : findAll(main, ({ tagName }) => tagName === 'h1');
  const [heading, ...others] = titles;
  const shown = heading ?? outer;
  const isOfFrame =
    heading === undefined &&
    outer !== undefined &&
    !FRONT.test(address) &&
    scan.titles.copied.has(head.title) &&
    isFrameLine(frame, textOf(outer));
  const isOwn =
    !isOfFrame && shown !== undefined && !isBehindTitle(main, shown, head.title) && !leadsAway(shown, page);
  const isOnly = heading !== undefined && others.every((other) => textOf(other).trim() === '');
  const title = choosePageTitle(head, isOwn ? headingText(shown) : '', scan.titles, {
    // Versions of one document have its title, and the heading below it.
    isFront: FRONT.test(address) || (hadTitle && isFrameLine(frame, first)),
    isOnly,
    second: others[0] === undefined ? '' : headingText(others[0]),
    slug: slugOf(address),
    first: heading === undefined ? first : '',
    isSection: !hadTitle && !isTitleOf(main, begins, isOfFrame ? 1 : undefined),
  });
  return { main, heading: heading ?? begins, title };
}
