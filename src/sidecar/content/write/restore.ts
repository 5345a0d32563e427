import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../../config/config.js';
import type { Storage } from '../../../storage/port.js';
import { findRevision, type Revision } from '../../../storage/tables/revisions.js';
import { WriteRefusal } from './refusal.js';
import { joinFile, splitFile } from './stored-file.js';
import type { ContentWriter, WriteNote } from './writer.js';

/** The result of a restore. */
export interface Restored {
  /** Path of the file from the configuration's folder. */
  readonly file: string;
  /** Revision of the replaced content; 0 when the file was missing or is unchanged. */
  readonly kept: number;
  readonly changed: boolean;
}

/**
 * Restores a file from a revision, including its front matter. The current content becomes a revision too; a missing
 * file is created.
 * @throws WriteRefusal `svc_no_revision`, and the errors of a write
 */
export async function restoreRevision(
  writer: ContentWriter,
  { config, folder, storage }: { config: Pick<Config, 'source'>; folder: string; storage: Storage },
  id: number,
  note: WriteNote,
): Promise<Restored> {
  const revision = await findRevision(storage.db, id);
  if (revision === undefined) {
    throw new WriteRefusal(404, 'svc_no_revision', `There is no revision ${id}.`);
  }
  await writer.guardWriter();
  const { source, key } = placeOf(revision, config, folder);
  const content = writer.folderOf(source);
  const { file, postId, title } = revision;
  const text = revision.head + revision.body;
  const open = await writer.openFile(content, key).catch((error: unknown) => {
    if (error instanceof WriteRefusal && error.code === 'svc_not_found') return undefined;
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
    throw new WriteRefusal(
      409,
      'svc_no_revision',
      `Revision ${id} is of "${file}", which isn't in any source of the configuration any more.`,
    );
  }
  return { source: number, key: relative(root, path).split(sep).join('/') };
}
