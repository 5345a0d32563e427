/** Opens an entry for writing, with the conditions under which it may be written. */

import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import { within } from '../../../core/within.js';
import type { RawEntry } from '../../../sources/port.js';
import { can } from '../../accounts/can.js';
import { bodyJob } from '../../content/body-jobs/body-job.js';
import { ContentWriter, type OpenEntry, type WriteNote } from '../../content/write/writer.js';
import { type AbilityCall, AbilityError } from '../ability.js';
import { assertVisible, builtContent, entryNotFound, foundEntry, lockHolder } from '../content.js';

/** An entry that is about to be written. */
export interface WrittenEntry {
  readonly entry: ContentEntry;
  readonly raw: RawEntry;
  readonly store: ContentStore;
  readonly writer: ContentWriter;
  readonly open: OpenEntry;
}

/** The writer of a site's content files. */
export function writerOf({ services }: AbilityCall): ContentWriter {
  const { config, folder, storage, now, logError, isContentWriter } = services;
  return new ContentWriter({
    config,
    folder,
    storage,
    now,
    logError,
    ...(isContentWriter && { isWriter: isContentWriter }),
  });
}

/**
 * Reads an entry in order to write it. Its state at this moment is kept: a change before the write is
 * not overwritten.
 * @throws AbilityError `svc_bad_post`, `svc_not_found`, `svc_bad_type`
 * @throws AbilityError `svc_read_only_source`, `svc_not_writer` and what else keeps a file from being written
 */
export async function openEntry(id: number, call: AbilityCall): Promise<WrittenEntry> {
  if (id < 1) throw new AbilityError(400, 'svc_bad_post', 'post_id must be the id of a page, from 1.');
  const entry = foundEntry(call, id);
  await assertVisible(entry, call);
  const { store } = builtContent(call);
  const writer = writerOf(call);
  const open = await writer.open(store, entry);
  const raw = await store.read(id);
  return raw === undefined ? entryNotFound(id) : { entry, raw, store, writer, open };
}

/** Milliseconds for which a change is matched again. */
const REPEAT = 10_000;

/**
 * Runs a change again if another write has changed its file in the meantime: it applies to the new text or is refused.
 * An assistant sends several edits of a page at once.
 */
export async function matchedAgain<T>(change: () => Promise<T>): Promise<T> {
  const end = performance.now() + REPEAT;
  for (;;) {
    try {
      return await change();
    } catch (error) {
      const isConflict = error instanceof AbilityError && error.code === 'svc_write_conflict';
      if (!isConflict || performance.now() > end) throw error;
    }
  }
}

/** @throws AbilityError `svc_builder_page` */
export function guardBuilder({ raw }: Pick<WrittenEntry, 'raw'>): void {
  if (raw.builder === undefined || raw.builder === '') return;
  const message = `The page builder ${raw.builder} manages the body of this page, and the stored text differs from what it shows. Edit the body there; you can write the other fields.`;
  throw new AbilityError(409, 'svc_builder_page', message);
}

/** @throws AbilityError `svc_post_locked` */
export async function guardLock(id: number, { actor, services, now }: AbilityCall): Promise<void> {
  const holder = await lockHolder(id, { actor, db: services.storage.db, now });
  if (holder === '') return;
  const message = `${holder} has this page open in the editor. Try again when it is closed.`;
  throw new AbilityError(409, 'svc_post_locked', message);
}

/**
 * Who may edit everything may write any markup; others none that runs.
 * @throws AbilityError `svc_unsafe_markup`
 */
export async function guardOwnMarkup(
  { actor }: AbilityCall,
  key: string,
  before: string,
  after: string,
): Promise<void> {
  if (can(actor, 'edit_post', {})) return;
  const risk = await bodyJob('unsafeMarkup', before.length + after.length, [key, before, after]);
  if (risk === undefined) return;
  const message = `Your account isn't allowed to write ${risk}: it could run code in readers’ browsers or in the build of the site. Leave it out, or ask an editor.`;
  throw new AbilityError(403, 'svc_unsafe_markup', message);
}

/** What revisions and the repository remember. */
export function noteOf({ actor }: AbilityCall, subject: string): WriteNote {
  return { userId: actor?.id ?? 0, subject };
}

/** Milliseconds for which an answer waits for the site to follow. */
const PATIENCE = 10_000;
const NOT_BUILT =
  "The site doesn't show it yet: it couldn't be built. For the reason, its owner looks into its log.";

/** What was done to an entry. */
interface EntryChange {
  readonly id: number;
  readonly change: 'create' | 'update';
}

/**
 * Runs after a successful write: marks verdicts as out of date, notifies plugins and builds the site, so that later
 * requests get the new content. Doesn't wait for a long build.
 * @returns the reason why the site doesn't show it yet, or an empty text
 */
export async function afterWrite({ services }: AbilityCall, written: EntryChange): Promise<string> {
  const { id, change } = written;
  services.verdicts.markStale([id]);
  await services.hooks.run('svc_agent_wrote_content', id, change);
  return rebuilt({ services });
}

/**
 * Builds the site and waits for the result, up to a time limit.
 * @returns the reason why the site doesn't show the change yet, or an empty text
 */
export function rebuilt({ services }: Pick<AbilityCall, 'services'>): Promise<string> {
  const build = services.site.rebuild('an assistant has written content').then(
    (isBuilt) => (isBuilt ? '' : NOT_BUILT),
    (error: unknown) => {
      services.logError(error, 'the build after a write');
      return NOT_BUILT;
    },
  );
  return within(PATIENCE, build, () => "The site doesn't show it yet: it is still being built.");
}
