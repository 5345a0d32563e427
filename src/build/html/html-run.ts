import type { Root } from 'hast';
import type { SchemaBody } from '../../documents/schema-org/context.js';
import type { Entry, IndexEntry, Term } from '../../site/site.js';
import type { RawEntry } from '../../sources/port.js';

/** An entry during its conversion, as its page needs it. */
export interface PageMaterial {
  readonly raw: RawEntry;
  readonly entry: Entry;
  readonly index: IndexEntry;
  /** The parts of the body that structured data describes. */
  readonly body: SchemaBody;
  /** A sanitised copy of the body for further use. */
  clean(): Root;
}

/** A finished page and its place below the output folder, or below the site's where it is changed in place. */
export interface HtmlPage {
  readonly file: string;
  readonly bytes: string | Uint8Array;
}

/** A file of the site itself that is published with the pages. */
export interface HtmlCopy {
  readonly file: string;
  /** Absolute path of the original. */
  readonly from: string;
}

/** The part of a build that generates or changes HTML pages. */
export interface HtmlRun {
  /** Whether pages are generated from the bodies of entries, rather than from existing pages. */
  readonly isRendered: boolean;
  /** Of all inputs of an entry's page besides the entry. */
  keyOf(index: IndexEntry): string;
  /** The page of an entry below the output folder; undefined for one that has none. */
  entryPage(material: PageMaterial): HtmlPage | undefined;
  /** The file of an entry's page; undefined for one that has none. */
  fileOf(index: IndexEntry): string | undefined;
  /** Absolute address of a term's archive; empty where there is none. */
  termUrl(term: Pick<Term, 'taxonomy' | 'slug'>): string;
  /** Addresses of the lists of entries that the run generates, below the base. Those of terms are in the context. */
  archives(): readonly string[];
  /**
   * Every page that isn't an entry's own, and the files published with the pages. Called when all documents are
   * written.
   */
  otherPages(): Iterable<HtmlPage | HtmlCopy>;
}
