import type { Root } from 'hast';
import type { Entry, IndexEntry } from '../../site/entry.js';
import type { Term } from '../../site/site.js';
import type { RawEntry } from '../../sources/port.js';

/** An entry while it is being converted, as its page needs it. */
export interface PageMaterial {
  readonly raw: RawEntry;
  readonly entry: Entry;
  readonly index: IndexEntry;
  /** The body, not sanitised, links absolute; not to be changed. */
  readonly tree: Root;
  /** A sanitised copy of the body for further use. */
  clean(): Root;
}

/** A finished page and its place below the output folder, or below the site's where it is changed in place. */
export interface HtmlPage {
  readonly file: string;
  readonly bytes: string | Uint8Array;
}

/** A file of the site itself that goes with the pages. */
export interface HtmlCopy {
  readonly file: string;
  /** Absolute path of the original. */
  readonly from: string;
}

/** The part of a build that makes or changes HTML pages. */
export interface HtmlRun {
  /** Of everything that the page of an entry depends on beside the entry. */
  keyOf(index: IndexEntry): string;
  /** The page of an entry below the output folder; undefined for one that has none. */
  entryPage(material: PageMaterial): HtmlPage | undefined;
  /** The file of an entry's page; undefined for one that has none. */
  fileOf(index: IndexEntry): string | undefined;
  /** Absolute address of a term's archive; empty where there is none. */
  termUrl(term: Pick<Term, 'taxonomy' | 'slug'>): string;
  /** Addresses of the lists of entries that the run makes, below the base. Those of terms are in the context. */
  archives(): readonly string[];
  /** Every page that is no entry's own, and what goes with the pages. Asked when all documents have been written. */
  otherPages(): Iterable<HtmlPage | HtmlCopy>;
}
