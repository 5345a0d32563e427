import type { Mark } from '../audit.js';
import type { Doubt } from './addresses/evidence.js';
import type { PageResult } from './entry.js';
import type { LeftOut } from './left-out.js';

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

/** The results for the pages that were sent, in order; undefined for an unusable file. */
export interface PagesRead {
  readonly results: readonly (PageResult | undefined)[];
  readonly bytes: number;
}
