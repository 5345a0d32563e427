/** The sections of `/llms.txt`. */

import { compareText } from '../core/compare.js';
import type { ContentType, IndexEntry, Term } from '../site/site.js';
import { ONLY_NUMBERS } from '../site/topics.js';
import { entryUrl, twinPath, twinUrl } from './addresses.js';
import type { DocumentContext } from './document-row.js';
import {
  clip,
  escapeHeading,
  escapeInline,
  escapeLabel,
  escapeLine,
  linkTarget,
  tidyLine,
} from './escape.js';
import { feedUrl } from './feed.js';
import { sitemapUrl } from './sitemap.js';

/** Shown where an entry has no title. */
export const UNTITLED = '(untitled)';

/** Longest link text and longest note after a link. */
const MAX_TITLE = 200;
const MAX_NOTE = 160;
/** Longest tagline; the settings bound every other text. */
const MAX_TAGLINE = 500;
const MAX_TOPICS = 30;

/** One list entry: `- [title](url): note`. */
export function linkLine(title: string, url: string, note: string): string {
  const text = escapeLabel(clip(tidyLine(title), MAX_TITLE)) || UNTITLED;
  const rest = escapeInline(clip(tidyLine(note), MAX_NOTE));
  return `- [${text}](${linkTarget(url)})${rest === '' ? '' : `: ${rest}`}\n`;
}

/** The list entry of a page: it leads to the Markdown twin where the settings say so and one exists. */
export function entryLine(ctx: DocumentContext, entry: IndexEntry): string {
  const twin = ctx.settings.llms_link_markdown
    ? (twinUrl(ctx, entry) ?? homeMarkdown(ctx, entry))
    : undefined;
  return linkLine(entry.title, twin ?? entryUrl(ctx, entry), entry.excerpt);
}

/** The home page has no twin of its own: its Markdown is the index. */
function homeMarkdown({ site, settings, served }: DocumentContext, { path }: IndexEntry): string | undefined {
  const isLinked = path === '/' && settings.llms_only_markdown && served('index-markdown');
  return isLinked ? `${site.baseUrl}/index.md` : undefined;
}

/** The displayed name of the site: the name of its owner, else of the site, else its address. */
export function displayName(ctx: DocumentContext): string {
  return tidyLine(ctx.settings.identity.name) || tidyLine(ctx.site.name) || ctx.site.home;
}

/**
 * The description of the site: the configured one, or else the first sentences of the front page in the same language.
 * @param langFolder folder of a language other than the main one
 */
function taglineOf(ctx: DocumentContext, langFolder = ''): string {
  const written = clip(tidyLine(ctx.site.description), MAX_TAGLINE);
  if (langFolder === '' && written !== '') return written;
  const fronts = langFolder === '' ? ['', `/${ctx.site.lang.toLowerCase()}`] : [`/${langFolder}`];
  const [front] = fronts.flatMap(
    (path) => ctx.entries.find((entry) => entry.llms && entry.path.replace(/\/$/, '') === path) ?? [],
  );
  return (front === undefined ? '' : leadOf(ctx, front)) || written;
}

/** A description with fewer characters gets another sentence. */
const SHORT_LEAD = 60;

/** The first sentences of the front page's summary, up to the teaser of another page. */
function leadOf({ entries }: DocumentContext, front: IndexEntry): string {
  const isTeaser = (sentence: string) =>
    entries.some((entry) => entry !== front && entry.excerpt.startsWith(sentence));
  let lead = '';
  for (const [sentence] of front.excerpt.matchAll(/\S.*?(?:[.!?。！？](?=\s|$)|$)/gu)) {
    const isCut = sentence.endsWith('…');
    if (lead.length >= SHORT_LEAD || (isCut && lead !== '')) break;
    if (isTeaser(isCut ? sentence.slice(0, -1) : sentence)) break;
    lead += `${lead === '' ? '' : ' '}${sentence}`;
  }
  return lead;
}

/** `# name` and `> tagline`. */
export function titleBlock(ctx: DocumentContext, name: string, langFolder = ''): string {
  const tagline = taglineOf(ctx, langFolder);
  const summary = tagline === '' ? '' : `\n> ${escapeLine(tagline)}\n`;
  return `# ${escapeHeading(name)}\n${summary}`;
}

/** The two sentences under the title: what this is and how to read on. Each only names served documents. */
export function introduction(ctx: DocumentContext): string {
  const tagline = taglineOf(ctx);
  const phrase = escapeLine(tagline) || 'An index of the public pages of this site';
  const stop = /[.!?…。]$/.test(phrase) ? '' : '.';
  let text = `\n${phrase}${stop}`;
  if (ctx.served('markdown')) {
    text += ' The Markdown copy of a page is at its URL without the trailing slash plus `.md`';
    text += ctx.sidecar ? '; or ask for `text/markdown` in the `Accept` header.' : '.';
  }
  if (ctx.settings.llms_only_markdown) return `${text}\n${unlinkedDocuments(ctx)}`;
  if (!ctx.isAvailable('discovery')) return `${text}\n`;
  const manifest = `[/.well-known/discovery.json](${linkTarget(ctx.urlOf('discovery'))})`;
  return `${text}\n\nThe machine-readable manifest of this site is at ${manifest}.\n`;
}

/** Documents that aren't pages, and where this one is: addresses outside the lists. */
function unlinkedDocuments(ctx: DocumentContext): string {
  const documents = [
    ctx.isAvailable('llms') && `This index is at <${ctx.urlOf('llms')}>.`,
    ctx.isAvailable('discovery') &&
      `The machine-readable manifest of this site is at <${ctx.urlOf('discovery')}>.`,
    hasFeed(ctx) && `The feed is at <${feedUrl(ctx)}>.`,
    hasSitemap(ctx) && `The XML sitemap is at <${sitemapUrl(ctx)}>.`,
  ].filter((sentence) => sentence !== false);
  return documents.length === 0 ? '' : `\n${documents.join(' ')}\n`;
}

function hasFeed(ctx: DocumentContext): boolean {
  return ctx.otherFeed !== undefined || ctx.served('feed');
}

function hasSitemap(ctx: DocumentContext): boolean {
  return ctx.otherSitemap !== undefined || ctx.served('sitemap');
}

/** `## About`, made from the owner's own statements about the site; empty without any. */
export function aboutSection(ctx: DocumentContext): string {
  const { about, not_description, audience, expertise } = ctx.settings.identity;
  const parts: string[] = [];
  if (tidyLine(about) !== '') parts.push(escapeLine(tidyLine(about)));
  if (tidyLine(not_description) !== '') {
    parts.push(`What this is not: ${escapeInline(tidyLine(not_description))}`);
  }
  if (tidyLine(audience) !== '') parts.push(`Audience: ${escapeInline(tidyLine(audience))}`);
  const topics = expertise.map(tidyLine).filter((topic) => topic !== '');
  if (topics.length > 0) parts.push('Expertise:', topics.map((t) => `- ${escapeLine(t)}`).join('\n'));
  return parts.length === 0 ? '' : `\n## About\n\n${parts.join('\n\n')}\n`;
}

/** The heading of a section that lists the entries of a type. */
export function typeHeading(type: ContentType): string {
  return `\n## ${escapeHeading(tidyLine(type.plural) || type.slug)}\n\n`;
}

/**
 * `## Topics`: categories that have an archive, the most used first, without placeholders and bare numbers.
 */
export function topicsSection(ctx: DocumentContext): string {
  const lists = ctx.served('term-markdown');
  const lines = topicsOfSite(ctx).map((term) => {
    const twin = lists ? termTwinPath(ctx, term) : undefined;
    return linkLine(term.name, twin === undefined ? term.url : ctx.site.baseUrl + twin, termNote(term));
  });
  return lines.length === 0 ? '' : `\n## Topics\n\n${lines.join('')}`;
}

/** The categories that `/llms.txt` lists. */
export function topicsOfSite(ctx: DocumentContext): readonly Term[] {
  const excluded = ctx.topicExclude ?? ['uncategorized'];
  return ctx.terms
    .filter((term) => term.taxonomy === 'category' && term.url !== '')
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.slug, b.slug))
    .slice(0, MAX_TOPICS)
    .filter((term) => !excluded.includes(term.slug) && !ONLY_NUMBERS.test(term.name));
}

/**
 * The address of the Markdown list of a category below the base: next to its page.
 * @returns undefined for one whose page is elsewhere or where an entry has its twin
 */
export function termTwinPath({ site, entries, files }: DocumentContext, term: Term): string | undefined {
  const path = term.url.startsWith(`${site.baseUrl}/`) ? term.url.slice(site.baseUrl.length) : '/';
  const plain = path.replace(/\/+$/, '');
  if (plain === '' || /[?#]|\.\w+$/.test(plain)) return undefined;
  const twin = `${plain}.md`;
  const isTaken = files.has(decodeURI(twin)) || entries.some((entry) => twinPath(entry) === twin);
  return isTaken ? undefined : twin;
}

function termNote(term: Term): string {
  return tidyLine(term.description) || `${term.count} ${term.count === 1 ? 'article' : 'articles'}`;
}

/** `## Optional`: further documents, each only where it exists. */
export function optionalSection(ctx: DocumentContext): string {
  let lines = '';
  if (ctx.isAvailable('llms-full')) {
    lines += linkLine('Full text', ctx.urlOf('llms-full'), 'all pages and recent posts in one file');
  }
  if (ctx.settings.llms_only_markdown) return optional(lines + markdownSitemap(ctx));
  if (hasFeed(ctx)) {
    lines += linkLine('Feed', feedUrl(ctx), 'recent posts');
  }
  if (hasSitemap(ctx)) {
    lines += linkLine('Sitemap', sitemapUrl(ctx), 'the address of every page');
  }
  return optional(lines);
}

function markdownSitemap(ctx: DocumentContext): string {
  if (!ctx.isAvailable('sitemap-markdown')) return '';
  return linkLine('Sitemap', ctx.urlOf('sitemap-markdown'), 'the address of every page');
}

function optional(lines: string): string {
  return lines === '' ? '' : `\n## Optional\n\n${lines}`;
}
