/** `/llms-full.txt` and its editions: the twins of many pages in one file. */

import type { IndexEntry } from '../site/site.js';
import { entriesOfType } from './addresses.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { linkTarget, tidyLine } from './escape.js';
import { isFullServed, isLlmsServed, type LlmsPart } from './llms-plan.js';
import { aboutSection, displayName, titleBlock } from './llms-sections.js';
import { isBodyEmpty, twinContent } from './markdown-twin.js';
import { sectionsOf } from './sections.js';

const KB = 1024;
/** Maximum number of pages; other types are bounded by `llms_full_posts`. */
const MAX_PAGES = 50;
const MIN_ITEM_LIMIT = 32 * KB;
const MAX_ITEM_LIMIT = 256 * KB;
const SEPARATOR = '\n---\n\n';

/** What a file with whole pages is made of. */
interface FullEdition {
  readonly head: string;
  /** In the order of the index. */
  readonly entries: Iterable<IndexEntry>;
  /** Its end where pages are left out. */
  readonly note: string;
}

/** The plan of a file with whole pages. */
interface LlmsFullPlan {
  /** In the order of the file. */
  readonly entries: readonly IndexEntry[];
  /** UTF-8 bytes of the whole file. */
  readonly bytes: number;
  /** True when the byte budget ended the file. Items that are too large alone do not count. */
  readonly truncated: boolean;
}

/** UTF-8 bytes of one entry in `/llms-full.txt`; 0 for an entry without a body, which is left out. */
export function llmsFullSize(twin: string): number {
  return isBodyEmpty(twin) ? 0 : Buffer.byteLength(llmsFullItem(twin));
}

/** One entry in `/llms-full.txt`: a rule, then its twin from the title on. */
export function llmsFullItem(twin: string): string {
  return `${SEPARATOR}${twinContent(twin)}`;
}

/**
 * Decides which entries are in a file with whole pages: a limit per item, and a byte budget that ends the file at the
 * first item that doesn't fit.
 * @param sizeOf bytes of an entry's item, as `llmsFullSize` counts them
 */
export function planLlmsFull(
  ctx: DocumentContext,
  sizeOf: (entry: IndexEntry) => number,
  edition: FullEdition = siteEdition(ctx),
): LlmsFullPlan {
  const budget = ctx.settings.llms_full_max_kb * KB;
  const itemLimit = Math.min(MAX_ITEM_LIMIT, Math.max(MIN_ITEM_LIMIT, Math.floor(budget / 4)));
  const note = Buffer.byteLength(edition.note);
  const entries: IndexEntry[] = [];
  let bytes = Buffer.byteLength(edition.head);
  for (const entry of edition.entries) {
    const size = sizeOf(entry);
    if (size === 0 || size > itemLimit) continue;
    // The note must still fit behind the last item.
    if (bytes + size + note > budget) return { entries, bytes: bytes + note, truncated: true };
    entries.push(entry);
    bytes += size;
  }
  return { entries, bytes, truncated: false };
}

/** The most important pages of the site, a number per type, in the order of `/llms.txt`. */
function siteEdition(ctx: DocumentContext): FullEdition {
  const text = 'This is the full-text edition: whole pages, one after the other.';
  const index = ctx.isAvailable('llms') ? indexLink(ctx, '/llms.txt') : undefined;
  return {
    head: head(ctx, { title: '', text, index }) + aboutSection(ctx),
    entries: candidates(ctx),
    note: cutNote(ctx, index),
  };
}

/** All pages of a section or a language. */
export function sectionEdition(ctx: DocumentContext, part: LlmsPart): FullEdition {
  const { folder, title, langFolder, entries } = part;
  const index = indexLink(ctx, `/${folder}/llms.txt`);
  const text = 'One part of the full-text edition: whole pages, one after the other.';
  return { head: head(ctx, { title, langFolder, text, index }), entries, note: cutNote(ctx, index) };
}

/** The most important entries of each type, those of the main language first, in the order of the sections. */
function candidates(ctx: DocumentContext): Iterable<IndexEntry> {
  // Further languages have files of their own beside their indexes.
  const sections = sectionsOf(ctx).filter(({ lang }) => lang === '' || !isLlmsServed(ctx));
  const listed = new Map(sections.flatMap(({ entries, lang }) => entries.map((entry) => [entry, lang])));
  const chosen = new Set(
    ctx.types.flatMap(({ slug }) => {
      const limit = slug === 'page' ? MAX_PAGES : ctx.settings.llms_full_posts;
      const entries = entriesOfType(ctx, slug).filter((entry) => listed.has(entry));
      const [main, others] = [true, false].map((isMain) =>
        entries.filter((entry) => (listed.get(entry) === '') === isMain),
      );
      return [...(main ?? []), ...(others ?? [])].slice(0, limit);
    }),
  );
  return sections.flatMap(({ entries }) => entries.filter((entry) => chosen.has(entry)));
}

function indexLink(ctx: DocumentContext, path: string): string {
  return `[${path}](${linkTarget(ctx.site.baseUrl + path)})`;
}

interface HeadText {
  /** Of the section; empty for the whole site. */
  readonly title: string;
  readonly langFolder?: string;
  readonly text: string;
  readonly index: string | undefined;
}

function head(ctx: DocumentContext, { title, langFolder, text, index }: HeadText): string {
  const name = title === '' ? displayName(ctx) : `${displayName(ctx)}: ${tidyLine(title)}`;
  return `${titleBlock(ctx, name, langFolder)}\n${text}${index === undefined ? '' : ` The index is ${index}.`}\n`;
}

function cutNote(ctx: DocumentContext, index: string | undefined): string {
  const list = index === undefined ? '' : ` ${index} lists every page;`;
  const twins = ctx.served('markdown') ? ' append `.md` to the address of a page for its text.' : '';
  const rest = `${list}${twins}`.replace(/;$/, '.');
  return `${SEPARATOR}> Note: the size limit of this file is reached; further pages are left out.${rest}\n`;
}

/** A file with whole pages in pieces: the head, every chosen entry, the note. By default `/llms-full.txt`. */
export function* renderLlmsFull(
  ctx: DocumentContext,
  edition: FullEdition = siteEdition(ctx),
): Iterable<string> {
  const plan = planLlmsFull(ctx, (entry) => llmsFullSize(ctx.twinText(entry)), edition);
  yield edition.head;
  for (const entry of plan.entries) yield llmsFullItem(ctx.twinText(entry));
  if (plan.truncated) yield edition.note;
}

/** `/llms-full.txt`: whole pages in one file. */
export const llmsFull: DocumentRow = {
  id: 'llms-full',
  path: '/llms-full.txt',
  activity: 'llms-full.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary: 'Full text of pages and the latest posts in one file, up to a size limit.',
  condition: '`enable_llms_full`',
  discoveryKey: 'llms_full',
  cede: 'llms_full',
  links: 'content',
  purge: true,
  live: { key: 'llms_full', rank: 3, label: 'llms-full.txt', cors: true },
  when: isFullServed,
  render: (ctx) => renderLlmsFull(ctx),
};
