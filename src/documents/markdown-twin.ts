/** The Markdown twin of an entry. */

import type { Settings } from '../config/settings.js';
import { formatLocalDate } from '../core/dates.js';
import { shortHash } from '../core/hash.js';
import { withoutCode } from '../core/prose.js';
import type { Entry, IndexEntry } from '../site/site.js';
import { ONLY_NUMBERS } from '../site/topics.js';
import { twinPath } from './addresses.js';
import type { DocumentContext, DocumentRow, EntryPage } from './document-row.js';
import { escapeHeading, escapeInline, escapeLine, tidyLine } from './escape.js';
import { UNTITLED } from './llms-sections.js';

/** What a twin depends on besides its entry; it can be sent to a worker. */
export type TwinContext = Pick<DocumentContext, 'site' | 'isAvailable' | 'urlOf'> & {
  readonly settings: Pick<Settings, 'markdown_front_matter'>;
};

/**
 * The Markdown twin of an entry: YAML front matter, one line with the address of `/llms.txt`, title, metadata
 * line, the author's description unless the body begins with it, topics, body.
 * @param page the entry with its body as Markdown; an empty body leaves the header alone
 */
export function renderTwin(ctx: TwinContext, page: EntryPage): string {
  const { entry } = page;
  const title = tidyLine(entry.title) || UNTITLED;
  const description = tidyLine(entry.description);
  const topics = topicsOf(entry);
  const blocks = [`# ${escapeHeading(title)}`, metadataLine(ctx, entry)];
  const body = bodyOf(page, title);
  if (description !== '' && page.isSummary !== true && !beginsWith(body, description))
    blocks.push(`> ${escapeLine(description)}`);
  if (topics.length > 0) blocks.push(`Topics: ${topics.map(escapeInline).join(', ')}`);
  if (body !== '') blocks.push(body);
  if (ctx.isAvailable('llms')) blocks.unshift(`${INDEX_LINE} <${ctx.urlOf('llms')}>`);
  if (ctx.settings.markdown_front_matter) blocks.unshift(frontMatter(ctx, entry, title));
  return `${blocks.join('\n\n')}\n`;
}

const INDEX_LINE = 'Index of this site:';

function bodyOf({ markdown: text }: Pick<EntryPage, 'markdown'>, title: string): string {
  return withoutTitle(text, title).trim();
}

/**
 * Hash of the title and body of an entry as its twin shows them. `twinHashes` finds it again in the text of the twin.
 */
export function entryHash(page: EntryPage): string {
  const title = tidyLine(page.entry.title) || UNTITLED;
  return hashOf(`# ${escapeHeading(title)}`, bodyOf(page, title));
}

function hashOf(heading: string, body: string): string {
  return shortHash(`${heading}\u0000${body}`);
}

/**
 * The possible results of `entryHash` for the entry of a twin. There are several candidates, because a body can begin
 * with lines that look like a description or a list of topics.
 * @param twin a text made by `renderTwin`
 */
export function twinHashes(twin: string): readonly string[] {
  const text = twinContent(twin);
  const head = /^(# .*)\n\n\*.*\*\n/.exec(text);
  if (head === null) return [];
  const rest = text.slice(head[0].length);
  const starts = [/^/, /^\n> .*\n/, /^\nTopics: .*\n/, /^\n> .*\n\nTopics: .*\n/].flatMap((part) => {
    const found = part.exec(rest);
    return found === null ? [] : [found[0].length];
  });
  return starts.map((start) => hashOf(head[1] ?? '', rest.slice(start).trim()));
}

function frontMatter(ctx: TwinContext, entry: Entry, title: string): string {
  const updated = entry.modified ?? entry.published;
  const description = tidyLine(entry.description);
  const lines = ['---', `title: ${quoteYaml(title)}`];
  if (description !== '') lines.push(`description: ${quoteYaml(description)}`);
  lines.push(`canonical_url: ${quoteYaml(entry.canonical ?? entry.url)}`);
  if (updated !== undefined) {
    lines.push(`last_updated: ${quoteYaml(localDate(ctx, entry, updated))}`);
  }
  const tags = [...new Set([...topicsOf(entry), ...numbersIn(entry)])];
  if (tags.length > 0) lines.push(`tags: [${tags.map(quoteYaml).join(', ')}]`);
  return [...lines, '---'].join('\n');
}

function topicsOf({ topics }: Entry): readonly string[] {
  return topics.map(tidyLine).filter((topic) => topic !== '');
}

/** Years and other numbers among the tags: not topics, but tags all the same. */
function numbersIn({ tags }: Entry): readonly string[] {
  return tags.filter((name) => /\d/.test(name) && ONLY_NUMBERS.test(name)).map(tidyLine);
}

// A JSON string is a double-quoted YAML scalar, and a string in every YAML version. The text
// is one line without control characters, which YAML would refuse.
function quoteYaml(text: string): string {
  return JSON.stringify(text);
}

/** `*2026-06-01 · by Mia · in Green, Taiwan · <https://…>*`; only posts have more than the address. */
function metadataLine(ctx: TwinContext, entry: Entry): string {
  const parts = [`<${entry.url}>`];
  if (entry.type === 'post') {
    const authors = joinNames(entry.authors);
    const categories = joinNames(entry.categories);
    if (categories !== '') parts.unshift(`in ${categories}`);
    if (authors !== '') parts.unshift(`by ${authors}`);
    if (entry.published !== undefined) parts.unshift(localDate(ctx, entry, entry.published));
  }
  return `*${parts.join(' · ')}*`;
}

/** `YYYY-MM-DD` in the site's own time. */
function localDate(ctx: TwinContext, { utcOffset }: Entry, seconds: number): string {
  return utcOffset === undefined
    ? formatLocalDate(seconds, ctx.site.timeZone)
    : formatLocalDate(seconds + utcOffset, 'UTC');
}

function joinNames(names: readonly string[]): string {
  const shown = names.map((name) => escapeInline(tidyLine(name))).filter((name) => name !== '');
  return [...new Set(shown)].join(', ');
}

/** Removes a heading that repeats the title from the start of a body, whatever its level: books often begin with `##`. */
function withoutTitle(markdown: string, title: string): string {
  const body = markdown.trimStart();
  const match = /^(#{1,6}) +(.*?)(?: +#+)? *(?:\r?\n|$)/.exec(body);
  if (match === null || plainHeading(match[2] ?? '') !== plainHeading(title)) return body;
  return raiseHeadings(body.slice(match[0].length), match[1] as string);
}

/** Raises headings if all of them are below that of the title, as in manuals of commands (`## tea` and `### Options`). */
function raiseHeadings(text: string, mark: string): string {
  if (mark === '#') return text;
  const lines = text.split('\n');
  const marks = withoutCode(text)
    .split('\n')
    .map((line) => /^#{1,6}(?= )/.exec(line)?.[0] ?? '');
  if (marks.some((one) => one !== '' && one.length <= mark.length)) return text;
  return lines.map((line, at) => (marks[at] === '' ? line : line.slice(mark.length - 1))).join('\n');
}

/** Characters at the start of a body in which its description is searched. */
const OPENING = 2000;
/** Shorter descriptions could be part of a word. */
const GLUED = 40;
/** Generators also cut such descriptions, perhaps within a character reference. */
const COMPARED = 120;

/** Whether the opening of a body already contains its description, as when that was made from it. */
function beginsWith(body: string, description: string): boolean {
  const opening = wordsOf(
    body
      .slice(0, OPENING + description.length)
      .replace(/^ *(?:`{3,}|~{3,}).*$/gm, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
  const words = wordsOf(description);
  if (words === '') return false;
  if (` ${opening} `.includes(` ${words} `)) return true;
  // Some generators write the words of two paragraphs without a space between them.
  const glued = words.replaceAll(' ', '');
  return glued.length >= GLUED && opening.replaceAll(' ', '').includes(glued.slice(0, COMPARED));
}

function wordsOf(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  // Several times as fast for most texts.
  const word = /[^\0-\x7f]/.test(plain) ? /[\p{L}\p{M}\p{N}]+/gu : /[a-z0-9]+/g;
  return (plain.match(word) ?? []).join(' ');
}

// Compares the visible text, not its markup or escapes.
function plainHeading(text: string): string {
  return tidyLine(text.replace(/[\\`*_~]/g, ''));
}

/**
 * The part of a twin that `/llms-full.txt` repeats: everything from the title on, byte for byte.
 * @param twin a text made by `renderTwin`
 */
export function twinContent(twin: string): string {
  let text = twin;
  if (text.startsWith('---\n')) text = text.slice(text.indexOf('\n---\n', 3) + 5).trimStart();
  if (text.startsWith(INDEX_LINE)) text = text.slice(text.indexOf('\n') + 1).trimStart();
  return text;
}

/**
 * The end of the line below the title of a twin, which names its page: `<https://…>*`.
 * @returns undefined for a text that `renderTwin` did not write
 */
export function addressLine(twin: string): string | undefined {
  return /^# .*\n\n\*.*(<[^<>]+>\*)$/m.exec(twinContent(twin))?.[1];
}

/** True for a twin that only has a header. */
export function isBodyEmpty(twin: string): boolean {
  const header = /^# .*\n\n\*.*\*\n(?:\n> .*\n)?(?:\nTopics: .*\n)?/.exec(twinContent(twin));
  return header !== null && twinContent(twin).slice(header[0].length).trim() === '';
}

/** `/{path}.md`: the Markdown twin of every page. */
export const markdown: DocumentRow<IndexEntry> = {
  id: 'markdown',
  path: '/{path}.md',
  activity: 'markdown',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'Markdown twin of a page: its address without the trailing slash, then `.md`.',
  condition: '`enable_markdown`',
  cede: 'markdown',
  perEntry: true,
  links: 'content',
  inHead: true,
  when: (ctx) => ctx.settings.enable_markdown && !ctx.ceded('markdown'),
  *instances(ctx) {
    for (const entry of ctx.entries) {
      if (entry.twin !== '') yield { path: twinPath(entry), file: entry.twin, params: entry };
    }
  },
  patterns: () => [{ pattern: '/{+path}.md', file: '{+path}.md' }],
  render: (ctx, entry) => ctx.twinText(entry),
};
