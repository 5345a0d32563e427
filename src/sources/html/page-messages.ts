import type { EntryContext, PageResult } from './entry.js';

/** What a thread that reads pages is started with. */
export interface PageWorkerSetup {
  /** The source's root. */
  readonly root: string;
  readonly context: EntryContext;
}

/** A page to read: its file, and where it is below the site's base. */
export interface PageToRead {
  readonly file: string;
  readonly address: string;
}

/** What came of the pages that were sent, in their order; undefined for one whose file cannot be used. */
export interface PagesRead {
  readonly results: readonly (PageResult | undefined)[];
  readonly bytes: number;
}
