/** Dates entries by the last build, and creates tombstones for those that are gone. */

import type { IndexEntry, Tombstone } from './site.js';

/** The last deployment's record of an entry. */
export interface PastEntry {
  readonly id: number;
  readonly type: string;
  /** Below the base, as in `IndexEntry`. */
  readonly path: string;
  /** Hash of title and body as readers get them, whatever they were converted from. */
  readonly hash: string;
  /** The source's own modification time; undefined for an undated entry. */
  readonly sourceModified: number | undefined;
  readonly published: number;
  readonly modified: number;
  readonly changed: number;
  readonly action: 'created' | 'updated';
}

/** The last deployment's records. */
export interface LastDeployment {
  /** By id. */
  readonly entries: ReadonlyMap<number, PastEntry>;
  readonly tombstones: readonly Tombstone[];
  /** Its change feed; `generated` in Unix seconds. */
  readonly feed: { readonly generated: number };
}

/** The current state in the source. */
export interface CurrentEntry {
  readonly id: number;
  readonly type: string;
  /** Below the base, as in `IndexEntry`. */
  readonly path: string;
  readonly hash: string;
  readonly published: number | undefined;
  readonly modified: number | undefined;
}

/** Times and action of an entry in this build. */
export type Dates = Pick<IndexEntry, 'published' | 'modified' | 'changed' | 'action' | 'dated'>;

/** An entry counts as new while it was touched within this many seconds of being published. */
const CREATED_WITHIN = 2;
const DAY = 86_400;

/**
 * The time of every change that a build detects. It is later than the `generated` of the last change feed, also within
 * the same second and where a clock went back: readers ask for what came after that time.
 * @param now Unix seconds
 */
export function changeTime(past: Pick<LastDeployment, 'feed'> | undefined, now: number): number {
  return past === undefined ? now : Math.max(now, past.feed.generated + 1);
}

/**
 * When an entry was published; also of an undated one, which counts from the build that first saw it. Nothing says that
 * those of a first build are news, so they follow all others.
 */
export function publishedAt(
  { id, published, modified }: Pick<CurrentEntry, 'id' | 'published' | 'modified'>,
  past: LastDeployment | undefined,
  now: number,
): number {
  const seen = past === undefined && modified === undefined ? 0 : now;
  return published ?? alreadyModified(modified, now) ?? past?.entries.get(id)?.published ?? seen;
}

/**
 * A modification time without typing errors such as the year 2062: readers that continue from the newest change would
 * miss all others. A date without a time may be up to a day ahead of UTC.
 */
function alreadyModified(modified: number | undefined, now: number): number | undefined {
  return isInFuture(modified, now) ? undefined : modified;
}

/** True for a modification time that doesn't count, because it's more than a day ahead. */
export function isInFuture(modified: number | undefined, now: number): boolean {
  return modified !== undefined && modified > now + DAY;
}

/**
 * Dates an entry by its source and by the last deployment's record.
 * An undated entry counts from the build that first saw it, and from the build that detected a change.
 * @param past undefined where there is no record of the last deployment at all
 */
export function dateEntry(present: CurrentEntry, past: LastDeployment | undefined, now: number): Dates {
  const before = past?.entries.get(present.id);
  const isChanged = before !== undefined && before.hash !== present.hash;
  // A page that moved has a tombstone at its old address: readers have to learn the new one at the same time.
  const isMoved = before !== undefined && (present.path !== before.path || present.type !== before.type);
  const hasPast = past !== undefined;
  const own = alreadyModified(present.modified, now) ?? present.published;
  const published = publishedAt(present, past, now);
  const modified = Math.max(own ?? (before === undefined || isChanged ? now : before.modified), published);
  const isRedated = before !== undefined && (before.published !== published || before.modified !== modified);
  return {
    published,
    modified,
    dated: own !== undefined,
    changed: changedAt(modified, { before, isNews: isChanged || isMoved || isRedated, hasPast }, now),
    action: actionOf(before, isChanged, hasPast, own === undefined ? 0 : modified - published),
  };
}

/**
 * Readers request what came after the last feed that they saw: a change counts from the build that detected it, unless
 * the source dates it even later. A first deployment has no readers yet, and keeps the dates of the source.
 */
function changedAt(
  modified: number,
  {
    before,
    isNews,
    hasPast,
  }: { readonly before: PastEntry | undefined; readonly isNews: boolean; readonly hasPast: boolean },
  now: number,
): number {
  if (before !== undefined && !isNews) return before.changed;
  return hasPast ? Math.max(modified, now) : modified;
}

function actionOf(
  before: PastEntry | undefined,
  isChanged: boolean,
  hasPast: boolean,
  age: number,
): 'created' | 'updated' {
  if (!hasPast) return age <= CREATED_WITHIN ? 'created' : 'updated';
  if (before === undefined) return 'created';
  return isChanged ? 'updated' : before.action;
}

/** The data for tombstones of addresses that are gone. */
interface TombstoneInput {
  readonly past: LastDeployment | undefined;
  /** Every listed entry of this build. */
  readonly entries: readonly Pick<IndexEntry, 'id' | 'path'>[];
  readonly baseUrl: string;
  /** Unix seconds; older tombstones than `retainDays` before it expire. */
  readonly now: number;
  /** The `changeTime` of this build, used for new tombstones. */
  readonly deletedAt: number;
  /** After `svc_tombstone_retain_days`, 1–3650. */
  readonly retainDays: number;
  /** `enable_changes`: without a feed no new tombstone is made. */
  readonly record: boolean;
}

/**
 * The tombstones of this build, newest first: the unexpired ones of the last build, and one for every address that
 * was public then and is not now, whatever the cause.
 */
export function createTombstones({
  past,
  entries,
  baseUrl,
  now,
  deletedAt,
  retainDays,
  record,
}: TombstoneInput): readonly Tombstone[] {
  if (past === undefined) return [];
  const stones = new Map<string, Tombstone>();
  const oldest = now - retainDays * 86_400;
  for (const stone of past.tombstones) if (stone.deleted > oldest) stones.set(stone.url, stone);
  for (const { id, type, path } of record ? leftBehind(past, entries) : []) {
    const url = baseUrl + path;
    stones.set(url, { id, type, url, deleted: deletedAt });
  }
  if (stones.size > 0) for (const { path } of entries) stones.delete(baseUrl + path);
  return [...stones.values()].sort(
    (a, b) => b.deleted - a.deleted || a.id - b.id || (a.url < b.url ? -1 : 1),
  );
}

/** Entries of the last deployment that are not at their addresses any more; others may be there now. */
function leftBehind(
  { entries: before }: LastDeployment,
  entries: TombstoneInput['entries'],
): readonly PastEntry[] {
  const paths = new Map(entries.map(({ id, path }) => [id, path]));
  return [...before.values()].filter(({ id, path }) => paths.get(id) !== path);
}
