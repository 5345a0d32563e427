/** Chooses pages of a live site, and reads what their HTML says. */

import { decodeHTMLAttribute } from 'entities';
import { htmlTokens } from '../../content/html/tokens.js';
import { listOf, objectOf, textOf } from '../../core/json.js';
import { uniqueBy } from '../../core/multimap.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { markdownLinks } from '../validate/document.js';
import { describe, type Site } from './advertised.js';
import { type FoundLink, linkOf } from './answer.js';
import { evenSample, type VerifyContext } from './check.js';

/** An entry in the lists of a site. */
export interface SampledPage {
  /** Address of its page for people. */
  readonly page: string;
  /** Address of its Markdown twin. */
  readonly twin: string;
  /** The list that names it. */
  readonly from: string;
}

/** The texts that list entries; empty where they are missing. */
interface PageLists extends Site {
  readonly llms: string;
  /** The parsed change feed. */
  readonly changes: unknown;
}

/**
 * A sample of the entries in `llms.txt` and the change feed, evenly spread over both.
 * @param most maximum number
 */
export function samplePages(lists: PageLists, most: number): readonly SampledPage[] {
  const pages = [...pagesOfFeed(lists.changes), ...pagesOfLlms(lists)];
  return evenSample(
    uniqueBy(pages, ({ twin }) => twin),
    most,
  );
}

function* pagesOfFeed(changes: unknown): Iterable<SampledPage> {
  for (const item of listOf(objectOf(changes)['items']).map(objectOf)) {
    const page = textOf(item['url']);
    const twin = textOf(item['markdown']);
    if (item['action'] === 'deleted' || !isParsableUrl(page) || !isParsableUrl(twin)) continue;
    // The Markdown of the front page is the index of the site, not its twin.
    if (twin === `${page.replace(/\/$/, '')}/index.md`) continue;
    yield { page, twin, from: 'svc-changes.json' };
  }
}

/**
 * Every entry with a twin in the lists of a site: the change feed, `llms.txt`, the indexes that it links to, and
 * `sitemap.md`.
 */
export async function allPages(ctx: VerifyContext): Promise<readonly SampledPage[]> {
  const { advertised, base, client } = ctx;
  const feed = advertised('changes')?.visit.answer?.json;
  const index = advertised('llms')?.visit.answer?.text ?? '';
  const further = absoluteLinksIn(index).filter(
    (url) => url.startsWith(`${base}/`) && /\/llms[^/]*\.txt$/.test(url),
  );
  const lists = [...new Set([...further, `${base}/sitemap.md`])].map((url) => client.visit(url));
  const texts = (await Promise.all(lists)).flatMap(({ answer }) =>
    answer?.isOk === true ? answer.text : [],
  );
  const named = [index, ...texts].flatMap((llms) => [...pagesOfLlms({ ...ctx, llms, changes: undefined })]);
  const pages = uniqueBy([...pagesOfFeed(feed), ...named], ({ twin }) => twin);
  return Promise.all(pages.map((one) => withCanonical(one, ctx)));
}

/** A page of an index is at the address in its twin. */
export async function withCanonical(
  page: SampledPage,
  { base, client }: Pick<VerifyContext, 'base' | 'client'>,
): Promise<SampledPage> {
  if (page.from !== 'llms.txt') return page;
  const { answer } = await client.visit(page.twin);
  const canonical = canonicalOf(answer?.text ?? '');
  // An address on another site is the original's, not the page of this twin.
  return canonical?.startsWith(`${base}/`) === true ? { ...page, page: canonical } : page;
}

/** The page of a twin is at its address without `.md`; the front matter decides later about the slash. */
function* pagesOfLlms(lists: PageLists): Iterable<SampledPage> {
  for (const url of absoluteLinksIn(lists.llms)) {
    if (describe(url, '', lists).row?.id !== 'markdown') continue;
    yield { page: url.replace(/\.md$/, '/'), twin: url, from: 'llms.txt' };
  }
}

/** The address of the page in a twin's front matter; undefined when there is none. */
export function canonicalOf(twin: string): string | undefined {
  const url = /^---\n[\s\S]*?^canonical_url: "?([^\s"]+)"?$[\s\S]*?^---$/m.exec(twin)?.[1];
  return url !== undefined && isParsableUrl(url) ? url : undefined;
}

/** The machine-readable data of a page. */
interface HtmlPage {
  /** `<link>` elements. */
  readonly links: readonly FoundLink[];
  /** True when a robots tag keeps it out of search engines. */
  readonly isNoindex: boolean;
}

/** Reads the relevant tags of a page, wherever they are. */
export function readHtmlPage(html: string): HtmlPage {
  const links: FoundLink[] = [];
  let isNoindex = false;
  for (const { kind, name, attributes } of htmlTokens(html)) {
    if (kind !== 'start' || attributes === undefined) continue;
    const value = (key: string) => decodeHTMLAttribute(attributes.get(key) ?? '');
    if (name === 'link') links.push(linkOf(value('href'), value('rel'), value('type')));
    if (name === 'meta' && value('name').trim().toLowerCase() === 'robots') {
      isNoindex ||= saysNoindex(value('content'));
    }
  }
  return { links, isNoindex };
}

/** Whether a list of robots directives keeps a page out of search engines. */
export function saysNoindex(directives: string): boolean {
  const words = directives.toLowerCase().split(/[\s,]+/);
  return words.includes('noindex') || words.includes('none');
}

/** Maximum length of the text and of one line of it: no list of links is longer. */
const MAX_TEXT = 1_000_000;
const MAX_LINE = 4000;

/** The absolute addresses in an untrusted Markdown text, in bounded time. */
export function absoluteLinksIn(text: string): readonly string[] {
  const lines = text
    .slice(0, MAX_TEXT)
    .split('\n')
    .filter((line) => line.length <= MAX_LINE);
  return [...markdownLinks(lines.join('\n'))].map(({ url }) => url);
}
