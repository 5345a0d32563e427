import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Storage } from '../../storage/port.js';
import { removeRevisions, restingPages } from '../../storage/tables/revisions.js';

/** Where pages are looked for. */
export interface PruneGoneOptions {
  readonly config: Pick<Config, 'content'>;
  /** The configuration's folder. */
  readonly folder: string;
  readonly storage: Storage;
  /** Unix seconds. */
  readonly now: number;
  /** Whether the site has a page of this id, drafts included. */
  isThere(postId: number): boolean;
}

/**
 * Removes what is kept of pages that are gone, once nobody has written them for `content.revisions.days`. A page is gone
 * when the site knows none of its id and its file is not there: one that cannot be read for a while keeps everything.
 */
export async function pruneGone({ config, folder, storage, now, isThere }: PruneGoneOptions): Promise<void> {
  const before = now - config.content.revisions.days * 86_400;
  for (const { postId, file } of await restingPages(storage.db, before)) {
    if (isThere(postId) || existsSync(resolve(folder, file))) continue;
    await storage.write((db) => removeRevisions(db, postId, before));
  }
}
