import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../../config/config.js';
import { isWithin } from '../../../config/out-safety.js';
import type { Storage } from '../../../storage/port.js';
import { removeRevisions, restingPages } from '../../../storage/tables/revisions.js';

/** The inputs of the cleanup. */
export interface PruneGoneOptions {
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
