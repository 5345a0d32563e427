import type { Mark } from '../audit.js';
import type { Doubt } from './addresses/evidence.js';
import type { EntryContext, PageResult } from './entry.js';
import type { FolderLimits } from './head-facts.js';
import type { LeftOut } from './left-out.js';

/** The start data of a thread that reads pages. */
export interface PageWorkerSetup extends FolderLimits {
  /** One number, written by the thread: 1 when it has started. */
  readonly isReady: Int32Array;
}

/** A page to read: its file, and its address below the site's base. */
export interface PageToRead {
  readonly file: string;
  readonly address: string;
  /** Why the address isn't certain. */
  readonly doubt?: Doubt;
  readonly hostMarks?: readonly Mark[];
  /** The kind that its place suggests. */
  readonly suspicion?: LeftOut | undefined;
}

/** A message to a thread. Heads and pages are answered with their results; undefined when something went wrong. */
export type PageMessage =
  | { readonly kind: 'heads'; readonly paths: readonly string[]; readonly sample: string }
  | { readonly kind: 'context'; readonly context: EntryContext }
  | { readonly kind: 'pages'; readonly pages: readonly PageToRead[] };

/** The results for the pages that were sent, in order; undefined for an unusable file. */
export interface PagesRead {
  readonly results: readonly (PageResult | undefined)[];
  readonly bytes: number;
}
