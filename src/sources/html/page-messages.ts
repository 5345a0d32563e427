import type { EntryContext, PageResult } from './entry.js';
import type { FolderLimits } from './head-facts.js';
import type { LeftOut } from './left-out.js';

/** What a thread that reads pages is started with. */
export interface PageWorkerSetup extends FolderLimits {
  /** One number, written by the thread: 1 when it has started. */
  readonly isReady: Int32Array;
}

/** A page to read: its file, and where it is below the site's base. */
export interface PageToRead {
  readonly file: string;
  readonly address: string;
  /** What its place makes one think that it is. */
  readonly suspicion?: LeftOut | undefined;
}

/** What a thread is told. Heads and pages are answered with what came of them; undefined when something went wrong. */
export type PageMessage =
  | { readonly kind: 'heads'; readonly paths: readonly string[]; readonly sample: string }
  | { readonly kind: 'context'; readonly context: EntryContext }
  | { readonly kind: 'pages'; readonly pages: readonly PageToRead[] };

/** What came of the pages that were sent, in their order; undefined for one whose file cannot be used. */
export interface PagesRead {
  readonly results: readonly (PageResult | undefined)[];
  readonly bytes: number;
}
