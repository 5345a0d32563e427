import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../../config/config.js';
import { isWithin } from '../../../config/out-safety.js';
import type { Storage } from '../../../storage/port.js';
import {
  findRevision,
  type Revision,
  removeRevisions,
  restingPages,
} from '../../../storage/tables/revisions.js';
import { AbilityError } from '../../abilities/ability.js';
import { joinFile, splitFile } from './stored-file.js';
import type { ContentWriter, WriteNote } from './writer.js';

/** The result of a restore. */
interface Restored {
  /** Path of the file from the configuration's folder. */
  readonly file: string;
  /** Revision of the replaced content; 0 when the file was missing or is unchanged. */
  readonly kept: number;
  readonly changed: boolean;
}

/**
 * Restores a file from a revision, including its front matter. The current content becomes a revision too; a missing
 * file is created.
 * @throws AbilityError `svc_no_revision`, and the errors of a write
 */
export async function restoreRevision(
  writer: ContentWriter,
  { config, folder, storage }: { config: Pick<Config, 'source'>; folder: string; storage: Storage },
  id: number,
  note: WriteNote,
): Promise<Restored> {
  const revision = await findRevision(storage.db, id);
  if (revision === undefined) {
    throw new AbilityError(404, 'svc_no_revision', `There is no revision ${id}.`);
  }
  await writer.guardWriter();
  const { source, key } = placeOf(revision, config, folder);
  const content = writer.folderOf(source);
  const { file, postId, title } = revision;
  const text = revision.head + revision.body;
  const open = await writer.openFile(content, key).catch((error: unknown) => {
    if (error instanceof AbilityError && error.code === 'svc_not_found') return undefined;
    throw error;
  });
  if (open === undefined) {
    await writer.create(content, key, text, note);
    return { file, kept: 0, changed: true };
  }
  if (joinFile(open.file) === text) return { file, kept: 0, changed: false };
  const next = splitFile(Buffer.from(text), key);
  return { file, kept: await writer.save(open, { id: postId, title }, next, note), changed: true };
}

/** Finds the source that contains a file. */
function placeOf(
  { id, file }: Revision,
  { source }: Pick<Config, 'source'>,
  folder: string,
): { readonly source: number; readonly key: string } {
  const path = resolve(folder, file);
  const number = source.findIndex((one) => file !== '' && path.startsWith(join(one.path, sep)));
  const root = source[number]?.path;
  if (root === undefined) {
    const message = `Revision ${id} is of "${file}", which isn't in any source of the configuration any more.`;
    throw new AbilityError(409, 'svc_no_revision', message);
  }
  return { source: number, key: relative(root, path).split(sep).join('/') };
}

/** The inputs of the cleanup. */
interface PruneGoneOptions {
  readonly config: Pick<Config, 'content' | 'source'>;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  /** Unix seconds. */
  readonly now: number;
  /** Whether the site has a page of this id, drafts included. */
  isThere(postId: number): boolean;
}

/**
 * Removes the revisions of deleted pages that were not written for `content.revisions.days`. A page counts as deleted
 * when the site has no entry with its id and its file doesn't exist. The revisions of a page that is temporarily
 * unreadable are kept, and so are those of an empty source, which may be an unmounted disk.
 */
export async function pruneGone({ config, folder, storage, now, isThere }: PruneGoneOptions): Promise<void> {
  const before = now - config.content.revisions.days * 86_400;
  const absent = config.source.filter(({ path }) => isEmpty(path));
  for (const { postId, file } of await restingPages(storage.db, before)) {
    const path = resolve(folder, file);
    if (isThere(postId) || existsSync(path) || absent.some((source) => isWithin(path, source.path))) continue;
    await storage.write((db) => removeRevisions(db, postId, before));
  }
}

function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isDirectory() && readdirSync(path).length === 0);
}
