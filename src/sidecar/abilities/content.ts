/** The content that abilities read, and its locks. */

import type { ContentEntry, ContentPreviews, ContentStore, SiteContent } from '../../build/content/port.js';
import type { Media } from '../../content/body/port.js';
import type { Database } from '../../storage/port.js';
import { findLock } from '../../storage/tables/locks.js';
import { userById } from '../../storage/tables/users.js';
import type { Actor } from '../accounts/can.js';
import { type AbilityCall, AbilityError } from './ability.js';

/**
 * The content of the last build, as far as the caller may see it.
 * @throws AbilityError `svc_not_built` while there is none
 */
export function builtContent({ services, seesHidden }: AbilityCall): SiteContent {
  const built = services.built();
  if (built !== undefined) return seesHidden ? built.content : publicContent(built.content);
  const message = 'The site is being built for the first time. Try again shortly.';
  throw new AbilityError(503, 'svc_not_built', message);
}

/**
 * An entry of any status that the caller may see.
 * @throws AbilityError `svc_not_found`, or `svc_not_built`
 */
export function foundEntry(call: AbilityCall, id: number): ContentEntry {
  const entry = builtContent(call).store.find(id);
  return entry ?? entryNotFound(id);
}

/** @throws AbilityError `svc_not_found`, always */
export function entryNotFound(id: number): never {
  const message = `There is no entry with the id ${id}. Take an id from find-content.`;
  throw new AbilityError(404, 'svc_not_found', message);
}

/** A number of the input; the schema has seen to it that it is one. */
export function postId(input: Readonly<Record<string, unknown>>): number {
  return input['post_id'] as number;
}

/** Restricts a site's content to the public part, for callers that may not see the rest. */
function publicContent({ store, previews, ...facts }: SiteContent): SiteContent {
  const open = new PublicStore(store);
  return { ...facts, store: open, previews: publicPreviews(previews, open) };
}

class PublicStore implements ContentStore {
  constructor(private readonly store: ContentStore) {}

  get terms(): ContentStore['terms'] {
    return this.store.terms.filter(({ count }) => count > 0);
  }

  find(id: number): ContentEntry | undefined {
    const entry = this.store.find(id);
    return entry?.isListed ? entry : undefined;
  }

  *entries(): Iterable<ContentEntry> {
    for (const entry of this.store.entries()) if (entry.isListed) yield entry;
  }

  async read(id: number): ReturnType<ContentStore['read']> {
    return this.find(id) && this.store.read(id);
  }

  readMany(ids: Iterable<number>): ReturnType<ContentStore['readMany']> {
    return this.store.readMany([...ids].filter((id) => this.find(id) !== undefined));
  }

  isWritable(id?: number): boolean {
    return this.store.isWritable(id);
  }

  writableSource(): number | undefined {
    return this.store.writableSource();
  }

  fileOf(id: number): string | undefined {
    return this.find(id) && this.store.fileOf(id);
  }

  sourceOf(id: number): string | undefined {
    return this.find(id) && this.store.sourceOf(id);
  }

  media(id: number): Media | undefined {
    const media = this.store.media(id);
    return media && this.#isOpen(media) ? media : undefined;
  }

  *allMedia(): Iterable<Media> {
    for (const media of this.store.allMedia()) if (this.#isOpen(media)) yield media;
  }

  taxonomiesOf(type: string): ReadonlySet<string> {
    return this.store.taxonomiesOf(type);
  }

  withTopics(types: ReadonlySet<string>): number {
    return this.store.withTopics(types);
  }

  /** Uploads to an entry are public when the entry is. */
  #isOpen({ parent }: Media): boolean {
    return parent === undefined || this.find(parent) !== undefined;
  }
}

function publicPreviews(previews: ContentPreviews, open: ContentStore): ContentPreviews {
  const isOpen = (id: number) => id === 0 || open.find(id) !== undefined;
  return {
    schema: async (id, documents) => (isOpen(id) ? previews.schema(id, documents) : undefined),
    markdown: async (id, documents) => (isOpen(id) ? previews.markdown(id, documents) : undefined),
    render: async (id, documents) => (isOpen(id) ? previews.render(id, documents) : undefined),
    renderMany: (ids, documents) => previews.renderMany([...ids].filter(isOpen), documents),
    readForChecks: async (id, rules, documents) =>
      isOpen(id) ? previews.readForChecks(id, rules, documents) : undefined,
  };
}

/**
 * Makes sure that agents may see entries of a type.
 * @throws AbilityError `svc_bad_type`, with the types that they may see
 */
export async function assertVisible(
  { type }: Pick<ContentEntry, 'type'>,
  { services }: AbilityCall,
): Promise<void> {
  const { ctx } = await services.site.documents();
  if (ctx.types.some(({ slug }) => slug === type)) return;
  const types = ctx.types.map(({ slug }) => slug).join(', ');
  const message = `Agents have no access to entries of the type "${type.slice(0, 80)}" on this site. Types with access: ${types}.`;
  throw new AbilityError(400, 'svc_bad_type', message);
}

/** Finds out whether another user has an entry open. */
interface LockQuestion {
  readonly actor: Pick<Actor, 'id'> | undefined;
  readonly db: Database;
  /** Unix seconds. */
  readonly now: number;
}

/** The display name of the other user who has an entry open; empty when there is none. */
export async function lockHolder(id: number, { actor, db, now }: LockQuestion): Promise<string> {
  const lock = await editLock(db, id, now);
  if (lock === undefined || lock.userId === actor?.id) return '';
  const user = await userById(db, lock.userId);
  return user?.displayName || user?.name || 'another user';
}

/** Code points; a pair of surrogates is one. */
export function characters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  return text.length - pairs;
}

/** Seconds without a heartbeat after which an editor counts as closed. */
export const LOCK_SECONDS = 150;

/** A lock of a user who has the entry open. */
interface EditLock {
  readonly userId: number;
  /** Unix seconds of the editor's last heartbeat. */
  readonly at: number;
}

/**
 * Returns the lock of the user who currently has an entry open.
 * @param now Unix seconds
 */
export async function editLock(db: Database, id: number, now: number): Promise<EditLock | undefined> {
  const lock = await findLock(db, id);
  if (lock === undefined || now - lock.at >= LOCK_SECONDS) return undefined;
  return { userId: lock.user_id, at: lock.at };
}
