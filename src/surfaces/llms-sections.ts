import { compareText } from '../core/compare.js';
import type { IndexEntry } from '../model/entry.js';
import type { ContentType, Term } from '../model/site.js';
import { ONLY_NUMBERS } from '../model/topics.js';
import { entryUrl, twinUrl } from './addresses.js';
import { clip, escapeHeading, escapeInline, escapeLine, linkTarget, oneLine } from './escape.js';
import { feedUrl } from './feed.js';
import type { LineContext } from './lines.js';
import { sitemapUrl } from './sitemap.js';
import type { SurfaceContext } from './surface.js';

/** Shown where an entry has no title. */
export const UNTITLED = '(untitled)';

/** Longest link text and longest note behind a link. */
const MAX_TITLE = 200;
const MAX_NOTE = 160;
/** Longest tagline; the settings bound every other text. */
const MAX_TAGLINE = 500;
const MAX_TOPICS = 30;

/** One list entry: `- [title](url): note`. */
export function linkLine(title: string, url: string, note: string): string {
  const text = escapeInline(clip(oneLine(title), MAX_TITLE)) || UNTITLED;
  const rest = escapeInline(clip(oneLine(note), MAX_NOTE));
  return `- [${text}](${linkTarget(url)})${rest === '' ? '' : `: ${rest}`}\n`;
}

/** The list entry of a page: it leads to the Markdown twin where the settings say so and one exists. */
export function entryLine(ctx: LineContext, entry: IndexEntry): string {
  const twin = ctx.settings.llms_link_markdown ? twinUrl(ctx, entry) : undefined;
  return linkLine(entry.title, twin ?? entryUrl(ctx, entry), entry.excerpt);
}

/** What the site calls itself: the name of its owner, else of the site, else its address. */
export function displayName(ctx: SurfaceContext): string {
  return oneLine(ctx.settings.identity.name) || oneLine(ctx.site.name) || ctx.site.home;
}

/** `# name` and `> tagline`. */
export function titleBlock(ctx: SurfaceContext, name: string): string {
  const tagline = clip(oneLine(ctx.site.description), MAX_TAGLINE);
  const summary = tagline === '' ? '' : `\n> ${escapeLine(tagline)}\n`;
  return `# ${escapeHeading(name)}\n${summary}`;
}

/** The two sentences under the title: what this is and how to read on. Each names only what is served. */
export function introduction(ctx: SurfaceContext): string {
  const tagline = clip(oneLine(ctx.site.description), MAX_TAGLINE);
  const phrase = escapeLine(tagline) || 'An index of the public pages of this site';
  const stop = /[.!?…。]$/.test(phrase) ? '' : '.';
  let text = `\n${phrase}${stop}`;
  if (ctx.served('markdown')) {
    text += ' The Markdown copy of a page is at its URL without the trailing slash plus `.md`';
    text += ctx.sidecar ? '; or ask for `text/markdown` in the `Accept` header.' : '.';
  }
  if (!ctx.isAvailable('discovery')) return `${text}\n`;
  const manifest = `[/.well-known/discovery.json](${linkTarget(ctx.urlOf('discovery'))})`;
  return `${text}\n\nThe machine-readable manifest of this site is at ${manifest}.\n`;
}

/** `## About`, made of what the owner said of the site; empty when nothing was said. */
export function aboutSection(ctx: SurfaceContext): string {
  const { about, not_description, audience, expertise } = ctx.settings.identity;
  const parts: string[] = [];
  if (oneLine(about) !== '') parts.push(escapeLine(oneLine(about)));
  if (oneLine(not_description) !== '') {
    parts.push(`What this is not: ${escapeInline(oneLine(not_description))}`);
  }
  if (oneLine(audience) !== '') parts.push(`Audience: ${escapeInline(oneLine(audience))}`);
  const topics = expertise.map(oneLine).filter((topic) => topic !== '');
  if (topics.length > 0) parts.push('Expertise:', topics.map((t) => `- ${escapeLine(t)}`).join('\n'));
  return parts.length === 0 ? '' : `\n## About\n\n${parts.join('\n\n')}\n`;
}

/** The heading of a section that lists the entries of a type. */
export function typeHeading(type: ContentType): string {
  return `\n## ${escapeHeading(oneLine(type.plural) || type.slug)}\n\n`;
}

/**
 * `## Topics`: categories that have an archive, the most used first, without placeholders and bare numbers.
 * @see reference/public-surface.md section 14
 */
export function topicsSection(ctx: SurfaceContext): string {
  const excluded = ctx.topicExclude ?? ['uncategorized'];
  const lines = ctx.terms
    .filter((term) => term.taxonomy === 'category' && term.url !== '')
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.slug, b.slug))
    .slice(0, MAX_TOPICS)
    .filter((term) => !excluded.includes(term.slug) && !ONLY_NUMBERS.test(term.name))
    .map((term) => linkLine(term.name, term.url, termNote(term)));
  return lines.length === 0 ? '' : `\n## Topics\n\n${lines.join('')}`;
}

function termNote(term: Term): string {
  return oneLine(term.description) || `${term.count} ${term.count === 1 ? 'article' : 'articles'}`;
}

/** `## Optional`: further documents, each only where it exists. */
export function optionalSection(ctx: SurfaceContext): string {
  let lines = '';
  if (ctx.isAvailable('llms-full')) {
    lines += linkLine('Full text', ctx.urlOf('llms-full'), 'all pages and recent posts in one file');
  }
  if (ctx.otherFeed !== undefined || ctx.served('feed')) {
    lines += linkLine('Feed', feedUrl(ctx), 'recent posts');
  }
  if (ctx.otherSitemap !== undefined || ctx.served('sitemap')) {
    lines += linkLine('Sitemap', sitemapUrl(ctx), 'the address of every page');
  }
  return lines === '' ? '' : `\n## Optional\n\n${lines}`;
}
