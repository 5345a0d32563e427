import type { IndexEntry } from '../site/entry.js';
import { linkTarget } from './escape.js';
import { aboutSection, displayName, titleBlock } from './llms-sections.js';
import { isBodyEmpty, twinContent } from './markdown-twin.js';
import { entriesOfType } from './order.js';
import { sectionsOf } from './sections.js';
import type { Surface, SurfaceContext } from './surface.js';

const KB = 1024;
/** Maximum number of pages; other types are bounded by `llms_full_posts`. */
const MAX_PAGES = 50;
const MIN_ITEM_LIMIT = 32 * KB;
const MAX_ITEM_LIMIT = 256 * KB;
const SEPARATOR = '\n---\n\n';

/** The plan of `/llms-full.txt`. The same plan from stored sizes lets a later build splice what it kept. */
export interface LlmsFullPlan {
  /** In the order of the file. */
  readonly entries: readonly IndexEntry[];
  /** UTF-8 bytes before the first entry. */
  readonly start: number;
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
 * Decides which entries are in `/llms-full.txt`: sections and order of `/llms.txt`, a number per type, a limit
 * per item, and a byte budget that ends the file at the first item that does not fit.
 * @param sizeOf bytes of an entry's item, as `llmsFullSize` counts them
 * @see reference/public-surface.md section 15
 */
export function planLlmsFull(ctx: SurfaceContext, sizeOf: (entry: IndexEntry) => number): LlmsFullPlan {
  const budget = ctx.settings.llms_full_max_kb * KB;
  const itemLimit = Math.min(MAX_ITEM_LIMIT, Math.max(MIN_ITEM_LIMIT, Math.floor(budget / 4)));
  const note = Buffer.byteLength(cutNote(ctx));
  const entries: IndexEntry[] = [];
  const start = Buffer.byteLength(head(ctx));
  let bytes = start;
  for (const entry of candidates(ctx)) {
    const size = sizeOf(entry);
    if (size === 0 || size > itemLimit) continue;
    // The note must still fit behind the last item.
    if (bytes + size + note > budget) return { entries, start, bytes: bytes + note, truncated: true };
    entries.push(entry);
    bytes += size;
  }
  return { entries, start, bytes, truncated: false };
}

/** The most important entries of each type, those of the main language first, in the order of the sections. */
function* candidates(ctx: SurfaceContext): Iterable<IndexEntry> {
  const sections = sectionsOf(ctx);
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
  for (const { entries } of sections) yield* entries.filter((entry) => chosen.has(entry));
}

function head(ctx: SurfaceContext): string {
  const index = ctx.isAvailable('llms') ? ` The index is [/llms.txt](${linkTarget(ctx.urlOf('llms'))}).` : '';
  const sentence = `\nThis is the full-text edition: whole pages, one after the other.${index}\n`;
  return titleBlock(ctx, displayName(ctx)) + sentence + aboutSection(ctx);
}

function cutNote(ctx: SurfaceContext): string {
  const index = ctx.isAvailable('llms')
    ? ` [/llms.txt](${linkTarget(ctx.urlOf('llms'))}) lists every page;`
    : '';
  const twins = ctx.served('markdown') ? ' append `.md` to the address of a page for its text.' : '';
  const rest = `${index}${twins}`.replace(/;$/, '.');
  return `${SEPARATOR}> Note: the size limit of this file is reached; further pages are left out.${rest}\n`;
}

/**
 * The file in pieces: the head, every chosen entry, the note.
 * @param plan by default made from the twins themselves
 * @param itemOf an entry's item, for callers that have it already
 */
export function* renderLlmsFull(
  ctx: SurfaceContext,
  plan: LlmsFullPlan = planLlmsFull(ctx, (entry) => llmsFullSize(ctx.twinText(entry))),
  itemOf = (entry: IndexEntry): string => llmsFullItem(ctx.twinText(entry)),
): Iterable<string> {
  yield head(ctx);
  for (const entry of plan.entries) yield itemOf(entry);
  if (plan.truncated) yield cutNote(ctx);
}

/** `/llms-full.txt`: whole pages in one file. */
export const llmsFull: Surface = {
  id: 'llms-full',
  path: '/llms-full.txt',
  activity: 'llms-full.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary: 'Full text of pages and the newest posts in one file, within a byte budget.',
  condition: '`enable_llms_full`',
  document: 'llms_full',
  cede: 'llms_full',
  links: 'content',
  purge: true,
  live: { key: 'llms_full', rank: 3, label: 'llms-full.txt', cors: true },
  when: (ctx) => ctx.settings.enable_llms_full && !ctx.ceded('llms_full'),
  render: (ctx) => renderLlmsFull(ctx),
};
