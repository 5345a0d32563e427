import type { Root } from 'hast';
import type { StructuredDataConfig } from '../../config/config.js';
import type { Registration } from '../../config/hooks/registrations.js';
import type { Media } from '../../content/body/port.js';
import type { LiveDocuments } from '../../documents/live-content.js';
import type { SchemaGraph } from '../../documents/schema-org/graph.js';
import type { PageMetrics, ReadingRules } from '../../quality/readiness/pages/page-metrics.js';
import type { Entry, Term } from '../../site/site.js';
import type { EntryStatus, RawEntry } from '../../sources/port.js';

/** An author of an entry. */
interface ContentAuthor {
  /** Its key in the source: a login name or slug. Never public. */
  readonly key: string;
  /** Display name; empty when the source has none. */
  readonly name: string;
}

/**
 * An entry of any status, for users who may edit it. Nothing public is made from it: public entries go through the
 * gate of the site.
 */
export interface ContentEntry {
  readonly id: number;
  readonly type: string;
  /** Also `future` for a published one whose time has not come. */
  readonly status: EntryStatus;
  /** A reader needs a password or a membership. */
  readonly isProtected: boolean;
  /** It is excluded from search engines, and from our documents. */
  readonly noindex: boolean;
  readonly isExpired: boolean;
  /** It is in the lists of the site: public, with an address of its own. */
  readonly isListed: boolean;
  /** Plain text, may be empty. */
  readonly title: string;
  readonly authors: readonly ContentAuthor[];
  /** Absolute address that it has, or would have if it were public; empty when there is none. */
  readonly url: string;
  readonly lang: string;
  /** Unix seconds; undefined where the source has no date. */
  readonly published: number | undefined;
  readonly modified: number | undefined;
  /** Number of its source in the configuration, and its key there. */
  readonly source: number;
  readonly key: string;
  /** Changes with all its data in the source. */
  readonly stamp: string;
}

/** The content of a site as the last build found it, drafts included. */
export interface ContentStore {
  /** An entry by its id, whatever its status; undefined when there is none. */
  find(id: number): ContentEntry | undefined;
  /** Every entry: those in the lists of the site ascending by id, then the others. */
  entries(): Iterable<ContentEntry>;
  /**
   * Reads an entry from its source again, with its body.
   * @returns undefined when there is none, or when it has been removed
   * @throws SvcError `SVC_SOURCE_MALFORMED` when the source has changed
   */
  read(id: number): Promise<RawEntry | undefined>;
  /** Reads several at once, in the order of the sources. */
  readMany(ids: Iterable<number>): AsyncIterable<{ readonly entry: ContentEntry; readonly raw: RawEntry }>;
  /** True where an entry, or a new one, can be written to its source. */
  isWritable(id?: number): boolean;
  /** Number of the first source that new entries can be written to; undefined where all are read-only. */
  writableSource(): number | undefined;
  /** The absolute path of an entry's source. */
  sourceOf(id: number): string | undefined;
  /** The absolute path of the file that people edit for an entry; undefined for one of an export or a page alone. */
  fileOf(id: number): string | undefined;
  media(id: number): Media | undefined;
  allMedia(): Iterable<Media>;
  /** Every term that the sources define or public entries have, with the number of these. */
  readonly terms: readonly Term[];
  /** Taxonomies of the terms of a type's public entries. */
  taxonomiesOf(type: string): ReadonlySet<string>;
  /** Public entries of some types whose author named topics. */
  withTopics(types: ReadonlySet<string>): number;
}

/** The data of a preview (spec section 2.2). */
export interface PreviewTarget {
  readonly type: 'site' | 'post';
  readonly id: number;
  readonly label: string;
  readonly url: string;
}

/** The target of both previews. */
interface Preview {
  readonly active: boolean;
  readonly target: PreviewTarget;
  readonly postIncluded: boolean;
  readonly postNote: string;
  readonly livePublic: boolean;
}

/** `GET /preview/schema` (spec section 4.1.1). */
export interface SchemaPreview extends Preview {
  readonly reason: 'ok' | 'disabled' | 'seo_plugin';
  readonly seoPlugin: boolean;
  readonly graph: SchemaGraph | null;
  readonly json: string;
}

/** `GET /preview/markdown` (spec section 4.1.2). */
export interface MarkdownPreview extends Preview {
  readonly reason: 'ok' | 'disabled';
  readonly markdown: string;
  readonly mdUrl: string;
}

/** An entry with its rendered body. */
export interface RenderedEntry {
  readonly raw: RawEntry;
  readonly entry: Entry;
  /** Not sanitised, links absolute; read-only. */
  readonly tree: Root;
  /** The twin that it has, or would have. */
  readonly twin: string;
}

/** An entry that has been read for the checks of its page. */
export interface ReadEntry {
  readonly raw: RawEntry;
  readonly checkup: PageMetrics;
}

/** What agents get, or would get, of an entry of any status. Id 0 is the site. */
export interface ContentPreviews {
  /** @returns undefined for an unknown id, and for a type that agents may not see */
  schema(id: number, documents: LiveDocuments): Promise<SchemaPreview | undefined>;
  /** @returns undefined for an unknown id, and for a type that agents may not see */
  markdown(id: number, documents: LiveDocuments): Promise<MarkdownPreview | undefined>;
  /** Renders the body of an entry of any status; undefined for an unknown id. */
  render(id: number, documents: LiveDocuments): Promise<RenderedEntry | undefined>;
  /** Renders several at once, in the order of the sources. */
  renderMany(ids: Iterable<number>, documents: LiveDocuments): AsyncIterable<RenderedEntry>;
  /** Reads an entry of any status for the checks, as a build does; undefined for an unknown id. */
  readForChecks(id: number, rules: ReadingRules, documents: LiveDocuments): Promise<ReadEntry | undefined>;
}

/** The decisions of plugins and the configuration about structured data in the build. */
export interface SchemaAnswers extends StructuredDataConfig {
  readonly defersSchema: boolean;
  /** Absolute address; empty for none. */
  readonly entityImage: string;
}

/** The private side of a finished build. */
export interface SiteContent {
  readonly store: ContentStore;
  readonly previews: ContentPreviews;
  readonly schema: SchemaAnswers;
  /** Types some of whose public pages have an image of their own. */
  readonly typesWithImages: ReadonlySet<string>;
  /** The plugins' additions to the readiness report. */
  readonly readinessChecks: readonly Registration[];
}
