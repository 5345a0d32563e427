import { formatUtcOffset, parseDate } from '../core/dates.js';
import type { IndexEntry, Tombstone } from '../site/site.js';
import { entryUrl, twinUrl } from './addresses.js';
import { compactJson, type DocumentContext, type DocumentRow } from './document-row.js';
import { tidyLine } from './escape.js';
import { UNTITLED } from './llms-sections.js';
import { restUrl } from './rest-addresses.js';

interface FeedLink {
  readonly href: string;
  readonly type?: string;
}

/** A public entry in the change feed (spec section 2.2). */
interface LiveChange {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  /** When the change became visible in the feed. */
  readonly modified: string;
  /** Absent where the source has no date. */
  readonly published?: string;
  readonly action: 'created' | 'updated';
  readonly markdown?: string;
  readonly _links: { readonly self: FeedLink; readonly alternate?: FeedLink; readonly rest?: FeedLink };
}

/** An address to evict, and the time of its removal. */
interface DeletedChange {
  readonly id: number;
  readonly type: string;
  readonly url: string;
  readonly action: 'deleted';
  readonly deleted: string;
  readonly _links: { readonly self: FeedLink };
}

/** The whole answer of `/svc-changes.json`. */
export interface ChangeFeed {
  readonly generated: string;
  readonly since: string | null;
  readonly count: number;
  readonly truncated: boolean;
  readonly items: readonly (LiveChange | DeletedChange)[];
}

type Change = IndexEntry | Tombstone;

// The last second that a JavaScript date can show with a four-digit year.
const MAX_SECONDS = 253_402_300_799;

/**
 * Reads the `since` parameter: Unix seconds, or an ISO 8601 date or date-time (UTC unless it says otherwise).
 * A `+` that a form decoder turned into a space is put back.
 * @returns undefined for anything else, which then does not filter
 */
export function parseSince(text: string): number | undefined {
  const value = text.trim();
  if (/^\d+$/.test(value)) {
    const seconds = Number(value);
    return seconds <= MAX_SECONDS ? seconds : undefined;
  }
  return parseDate(value.replace(/^(\S+[T ]\d{2}:\d{2}\S*) (\d{2}:?\d{2})$/, '$1+$2'), 'UTC');
}

// An address that is public again needs no eviction. The same id at another address does.
function deadTombstones(ctx: DocumentContext): readonly Tombstone[] {
  const byUrl = new Set(ctx.tombstones.map((tombstone) => tombstone.url));
  if (byUrl.size === 0) return [];
  for (const entry of ctx.entries) byUrl.delete(entryUrl(ctx, entry));
  return ctx.tombstones.filter((tombstone) => byUrl.has(tombstone.url));
}

/** The newest changes, up to a limit: most of a large site need not be sorted. */
function newestOf(changes: readonly Change[], count: number): readonly Change[] {
  if (changes.length <= count) return [...changes].sort(compareChanges);
  const times = Float64Array.from(changes, timeOf);
  const oldest = times.slice().sort().at(-count) ?? 0;
  return changes
    .filter((_, index) => (times[index] ?? 0) >= oldest)
    .sort(compareChanges)
    .slice(0, count);
}

function compareChanges(a: Change, b: Change): number {
  return timeOf(b) - timeOf(a) || b.id - a.id || Number(isTombstone(a)) - Number(isTombstone(b));
}

function isTombstone(change: Change): change is Tombstone {
  return 'deleted' in change;
}

/** The time by which the feed is sorted. */
function timeOf(change: Change): number {
  return isTombstone(change) ? change.deleted : change.changed;
}

/**
 * The change feed as data: the newest changes up to `ctx.changesMax`, then only those strictly after `since`.
 * `truncated` is about the window, not the filter: a reader that sees it must crawl the whole site.
 * @param since Unix seconds, from `parseSince`
 */
export function selectChanges(ctx: DocumentContext, since?: number): ChangeFeed {
  const changes: Change[] = [...ctx.entries, ...deadTombstones(ctx)];
  const window = newestOf(changes, ctx.changesMax);
  const wanted = since === undefined ? window : window.filter((change) => timeOf(change) > since);
  return {
    generated: formatUtcOffset(ctx.feedGenerated),
    since: since === undefined ? null : formatUtcOffset(since),
    count: wanted.length,
    truncated: changes.length > window.length,
    items: wanted.map((change) => (isTombstone(change) ? deletedChange(change) : liveChange(ctx, change))),
  };
}

/** The Markdown of the front page is the index. */
function homeMarkdown({ site, served }: DocumentContext, { path }: IndexEntry): string | undefined {
  return path === '/' && served('index-markdown') ? `${site.baseUrl}/index.md` : undefined;
}

function liveChange(ctx: DocumentContext, entry: IndexEntry): LiveChange {
  const url = entryUrl(ctx, entry);
  const markdown = twinUrl(ctx, entry) ?? homeMarkdown(ctx, entry);
  const rest = restUrl(ctx, entry);
  return {
    id: entry.id,
    type: entry.type,
    title: tidyLine(entry.title) || UNTITLED,
    url,
    modified: formatUtcOffset(entry.changed),
    ...(entry.dated ? { published: formatUtcOffset(entry.published) } : {}),
    action: entry.action,
    ...(markdown === undefined ? {} : { markdown }),
    _links: {
      self: { href: url },
      ...(markdown === undefined ? {} : { alternate: { href: markdown, type: 'text/markdown' } }),
      ...(rest === undefined ? {} : { rest: { href: rest } }),
    },
  };
}

function deletedChange({ id, type, url, deleted }: Tombstone): DeletedChange {
  return {
    id,
    type,
    url,
    action: 'deleted',
    deleted: formatUtcOffset(deleted),
    _links: { self: { href: url } },
  };
}

/** `/svc-changes.json`: what changed lately, deletions included. */
export const changes: DocumentRow = {
  id: 'changes',
  path: '/svc-changes.json',
  activity: 'changes',
  contentType: 'application/json',
  headers: 'changeFeed',
  summary:
    'Change feed: the latest changes of public entries, and tombstones of removed entries; `?since=` with a sidecar.',
  condition: '`enable_changes`',
  cede: 'changes',
  discoveryKey: 'changes',
  schema: 'changes.schema.json',
  links: 'pages',
  purge: true,
  live: { key: 'changes', rank: 4, label: 'Change feed', cors: true },
  when: (ctx) => ctx.settings.enable_changes && !ctx.ceded('changes'),
  render: (ctx) => compactJson(selectChanges(ctx)),
};
