import type { VerdictSelection } from '../../../storage/tables/verdicts.js';
import type { Verdict } from './verdict.js';

/** Pages that count alike, and how many of them there are. */
export interface VerdictGroup {
  readonly type: string;
  readonly gradeable: boolean;
  readonly flags: readonly string[];
  readonly coverage: Verdict['coverage'];
  readonly ruleset: string;
  /** False for pages that have been written since. */
  readonly isCurrent: boolean;
  readonly pages: number;
  /** Sum of their points. */
  readonly points: number;
}

/** A filter for verdicts. */
export interface VerdictQuery extends Omit<VerdictSelection, 'flag'> {
  /** A check that the pages do not pass. */
  readonly issue?: string;
}

/**
 * The store of page verdicts. A verdict is never dropped because it is out of date: it is marked, and
 * stays in every list until the page has been read again.
 */
export interface VerdictStore {
  /**
   * Stores the verdicts of a finished build: new and changed ones are stored, and those of other pages are
   * removed.
   */
  replace(verdicts: Iterable<Verdict>): Promise<void>;
  /** Stores the verdicts of pages that have been read again. */
  put(verdicts: readonly Verdict[]): Promise<void>;
  /** Removes pages that are not public any more. */
  remove(ids: readonly number[]): Promise<void>;
  /** Marks pages as written since they were read. */
  markStale(ids: readonly number[]): Promise<void>;
  /** The pages that show an image: `imageKey`. */
  pagesWithImage(key: string): Promise<readonly number[]>;
  /** The verdicts of the pages that have one, unordered. */
  byIds(ids: readonly number[]): Promise<readonly Verdict[]>;
  /** All counts, cached while nothing has changed. */
  groups(): Promise<readonly VerdictGroup[]>;
  /** Verdicts in the order of the worklist: need of work, potential gain, highest id. */
  list(query: VerdictQuery): Promise<readonly Verdict[]>;
}
