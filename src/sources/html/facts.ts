/** Facts about a built page: authors, type, language, picture and the address where it is edited. */

import type { Element } from 'hast';
import { findElement, hasClass, property, walk } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import type { ResolveReference } from '../../content/html/rebase.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { lastName, withoutQuery } from '../../core/paths.js';
import type { RawAuthor, RawEntry, RawTerm } from '../port.js';
import { isPlaceholder, pageKey } from './addresses/page-address.js';
import { type PageDates, readDates } from './dates.js';
import { frameOfLanguage, isFrameLine } from './frame.js';
import { canonicalOf, descriptionOf, imageOf, type PageHead, unescapedTwice } from './head.js';
import { type LinkedData, linkedTexts, typesOf } from './json-ld.js';
import { articlesIn, findSurroundings } from './main-content.js';
import { readAuthors, readTerms } from './people.js';
import { withThemeFacts } from './post-info.js';
import type { FolderScan } from './scan.js';
import { translationKey } from './translations.js';
import { removeWhere, textOf } from './tree.js';

/** One page while it is read. */
export interface Page {
  readonly file: string;
  /** Below the site's base. */
  readonly address: string;
  readonly isAddressGuessed: boolean;
  readonly head: PageHead;
  readonly data: LinkedData;
  readonly resolve: ResolveReference;
  readonly scan: FolderScan;
}

/** Who wrote a page, when, and on which topics. */
export interface PageCredits {
  readonly authors: readonly RawAuthor[];
  readonly dates: PageDates;
  readonly terms: readonly RawTerm[];
}

/**
 * Reads who wrote a page, when and on what, before anything is removed from it.
 * @param region the content of the page, in its body
 */
export function readCredits(body: Element, page: Page, region: Element, timeZone: string): PageCredits {
  const { head, data, resolve, scan } = page;
  const frame = frameOfLanguage(scan.frame, head.lang);
  const isFrame = (line: string) => isFrameLine(frame, line);
  const around = findSurroundings(body, region);
  const credits = {
    authors: readAuthors(head, data, { around, page: body, owner: scan.commonAuthor }),
    dates: readDates(page, around, body, timeZone, isFrame),
    // On a page with several articles, tags may belong to another article.
    terms: readTerms(head, data, articlesIn(region).length === 1 ? region : around, resolve, isFrame),
  };
  return withThemeFacts(region, { credits, resolve, timeZone });
}

/** Which of the authors are organisations. */
export function organisationsIn(authors: readonly RawAuthor[]): Pick<RawEntry, 'organisations'> {
  const organisations = authors.filter(({ isOrganisation }) => isOrganisation === true).map(({ key }) => key);
  return organisations.length === 0 ? {} : { organisations };
}

const POSTS = /^(?:BlogPosting|NewsArticle)$/;

const ARTICLES = /Article$/;

const BLOG_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:[\w-]+\/)?(?:(?:posts?|p|blog|news|articles?|journal|notes|stories|weblog|diary)\/.|\d{4}\/(?:\d{2}\/){0,2}[^/]*[^/\d])/i;

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Whether a page says in JSON-LD that it's a post. */
export function isPosting({ article }: LinkedData): boolean {
  return article !== undefined && typesOf(article).some((type) => POSTS.test(type));
}

/**
 * `post` for pages marked as postings, for dated pages and articles where blogs keep theirs, and for dated pages whose
 * title is a link for bookmarks, as in Pelican.
 */
export function typeOf(
  { address, data }: Page,
  {
    body,
    heading,
    isDated,
  }: { readonly body: Element; readonly heading: Element | undefined; readonly isDated: boolean },
): string {
  // WordPress and Blogger name the type in the body.
  const isPost = isDated && hasClass(body, /^(?:item-view|single-post)$/);
  if (isPost || isPosting(data)) return 'post';
  const isBookmark = (element: Element): boolean => property(element, 'rel') === 'bookmark';
  if (isDated && heading !== undefined && findElement(heading, isBookmark) !== undefined) return 'post';
  const isBlog = BLOG_PATH.test(address);
  const types = data.article === undefined ? [] : typesOf(data.article);
  return isBlog && (isDated || types.some((type) => ARTICLES.test(type))) ? 'post' : 'page';
}

/** The last name in an address, decoded. */
export function slugOf(address: string): string {
  const name = lastName(address.replace(/\/+$/, ''));
  let decoded = name;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    // The address is as the page wrote it.
  }
  return decoded.replace(/\.x?html?$/i, '') || 'index';
}

/** A language tag as a page writes it; undefined for anything else. */
export function pageLanguage(written: string): string | undefined {
  const tag = written.trim().replaceAll('_', '-');
  return LANGUAGE.test(tag) ? tag : undefined;
}

/** The page's own picture; one that the whole site shows doesn't count. */
export function readPicture(page: Page): Pick<RawEntry, 'image' | 'imageAlt'> {
  const { head, data, resolve } = page;
  const social = ownOf(imageOf(head), page, page.scan.commonImage);
  const image = social || linkedTexts(imageAddress(data.article?.['image']))[0];
  if (image === undefined) return {};
  const alt = social === '' ? '' : head.meta('og:image:alt', 'twitter:image:alt');
  return { image: resolve(image, 'resource'), ...(alt === '' ? {} : { imageAlt: escapeHtml(alt) }) };
}

/** Facts that only some pages state. */
export function readOptional(
  page: Page,
  withoutHeldCopies?: (summary: string, isTitle: boolean) => string,
): Partial<RawEntry> {
  const { head, data } = page;
  const written = descriptionOf(head);
  const { commonDescription, sharedDescriptions } = page.scan;
  const summary =
    ownOf(written, page, sharedDescriptions.has(written) ? written : commonDescription) ||
    (linkedTexts(data.article?.['description'])
      .map(unescapedTwice)
      .find((text) => text !== written) ??
      '');
  const description = withoutHeldCopies?.(summary, false) ?? summary;
  const lang = pageLanguage(head.lang);
  const key =
    translationKey(head, page.resolve, page.scan) ?? page.scan.translations.get(pageKey(page.address));
  const named = canonicalOf(head);
  const resolved = named === '' || named === page.scan.commonCanonical ? '' : page.resolve(named, 'link');
  const canonical = isParsableUrl(resolved) && isPlaceholder(new URL(resolved)) ? '' : resolved;
  return {
    ...(description === '' ? {} : { description: escapeHtml(description) }),
    ...(lang === undefined ? {} : { lang }),
    ...(key === undefined ? {} : { translationKey: key }),
    ...(canonical === '' ? {} : { extra: { canonical } }),
    ...(page.isAddressGuessed ? { isAddressGuessed: true } : {}),
  };
}

/** Files that pages are made of. */
const CONTENT = /\.(?:mdx?|markdown|html?|rst|adoc|ipynb)$/i;

/** In addresses of GitHub, GitLab, Gitea and the like; for viewing, the words of the link have to speak of editing. */
const EDIT = /\/_?edit\//;

const VIEW = /\/(?:blob|src)\//;

/** Where the source of a page is edited; undefined where it links to no such place, or to several. */
export function editUrlOf(body: Element): string | undefined {
  const found = new Set<string>();
  walk(body, (element) => {
    if (element.tagName !== 'a') return true;
    const written = property(element, 'href');
    // Nearly all links lead elsewhere.
    if (!EDIT.test(written) && !VIEW.test(written)) return true;
    const href = withoutQuery(written);
    const isFile = /^https?:/i.test(href) && CONTENT.test(href.slice(-12));
    if (
      isFile &&
      (EDIT.test(href) ||
        (VIEW.test(href) && /\b(?:edit|improve)\b/i.test(textOf(element) || property(element, 'title'))))
    )
      found.add(href);
    return true;
  });
  const [first] = found;
  return found.size === 1 ? first : undefined;
}

/** Removes the links to the place where a page is edited, in place, except for those in a sentence. */
export function removeEditLinks(body: Element, editUrl: string): void {
  removeWhere(
    body,
    ({ tagName, properties }, { children }) =>
      tagName === 'a' &&
      withoutQuery(String(properties['href'])) === editUrl &&
      !children.some((node) => node.type === 'text' && /[\p{L}\p{N}]/u.test(node.value)),
  );
}

/** Values that other pages share belong to the front page alone. */
function ownOf(written: string, { address }: Page, common: string | undefined): string {
  return written === common && address !== '/' ? '' : written;
}

function imageAddress(value: unknown): unknown {
  const [first] = [value].flat();
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>)['url'] : first;
}
