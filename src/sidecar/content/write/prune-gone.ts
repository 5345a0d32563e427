import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../../config/config.js';
import { isWithin } from '../../../config/out-safety.js';
import type { Storage } from '../../../storage/port.js';
import { removeRevisions, restingPages } from '../../../storage/tables/revisions.js';

/** Where pages are looked for. */
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
 * Removes what is kept of deleted pages, once they were not written for `content.revisions.days`. A page is gone
 * when the site knows none of its id and its file is not there: one that cannot be read for a while keeps everything, and
 * so do the pages of a source with nothing in it, which may be a disk that is not mounted.
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
