/** Runs in a worker thread for `PageReader`. */
import { ofShared, type SharedData } from '../../core/shared-data.js';
import type { EntryContext } from './entry.js';
import { type PagesRead, type PageToRead, readPages as read } from './read-page.js';

export { readHeads } from './head-facts.js';

/** Pages to read with the combined facts of all heads. */
export interface PagesJob {
  readonly pages: readonly PageToRead[];
  readonly root: string;
  readonly context: SharedData;
}

export function readPages({ pages, root, context }: PagesJob): Promise<PagesRead> {
  return read(
    pages,
    root,
    ofShared(context, (facts: EntryContext) => facts),
  );
}
