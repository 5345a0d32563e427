import type { Root } from 'hast';
import type { Registration } from '../../config/hooks/registrations.js';
import type { Media } from '../../content/body/port.js';
import type { LiveDocuments } from '../../documents/live-content.js';
import type { SchemaGraph } from '../../documents/schema-org/graph.js';
import type { PageMetrics, ReadingRules } from '../../quality/readiness/pages/page-metrics.js';
import type { Entry } from '../../site/entry.js';
import type { Term } from '../../site/site.js';
import type { EntryStatus, RawEntry } from '../../sources/port.js';

/** An author of an entry. */
export interface ContentAuthor {
  /** By which the source knows them: a login name or slug. Never public. */
  readonly key: string;
  /** Display name; empty when the source does not tell one. */
  readonly name: string;
}

/**
 * An entry of any status, for those who may edit it. Nothing public is made of it: what is public goes through the
 * gate of the model.
 */
export interface ContentEntry {
  readonly id: number;
  readonly type: string;
  /** `future` also for a published one whose time has not come. */
  readonly status: EntryStatus;
  /** A reader needs a password or a membership. */
  readonly isProtected: boolean;
  /** Search engines are asked to leave it out, and so do we. */
  readonly noindex: boolean;
  /** Its time is over. */
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
  /** Changes with everything that the source says of it. */
  readonly stamp: string;
}

/** The content of a site as the last build found it, drafts included. */
export interface ContentStore {
  /** An entry by its id, whatever its status; undefined when there is none. */
  find(id: number): ContentEntry | undefined;
  /** Every entry: those in the lists of the site ascending by id, then the others. */
  entries(): Iterable<ContentEntry>;
  /**
   * Reads an entry from its source once more, with its body.
   * @returns undefined when there is none, or when it is gone by now
   * @throws SvcError `SVC_SOURCE_MALFORMED` when the source is another one by now
   */
  read(id: number): Promise<RawEntry | undefined>;
  /** Reads several in one go, in the order of the sources. */
  readMany(ids: Iterable<number>): AsyncIterable<{ readonly entry: ContentEntry; readonly raw: RawEntry }>;
  /** True where an entry, or a new one, can be written to its source. */
  isWritable(id?: number): boolean;
  /** Number of the first source that new entries can be written to; undefined where all are read-only. */
  writableSource(): number | undefined;
  /** The absolute path of an entry's source. */
  sourceOf(id: number): string | undefined;
  media(id: number): Media | undefined;
  allMedia(): Iterable<Media>;
  /** Every term that the sources define or public entries carry, with the number of these. */
  readonly terms: readonly Term[];
  /** Taxonomies of the terms that public entries of a type carry. */
  taxonomiesOf(type: string): ReadonlySet<string>;
  /** Public entries of some types whose author named topics. */
  withTopics(types: ReadonlySet<string>): number;
}

/** What a preview shows (specification 2.2). */
export interface PreviewTarget {
  readonly type: 'site' | 'post';
  readonly id: number;
  readonly label: string;
  readonly url: string;
}

/** What both previews say of their target. */
interface Preview {
  readonly active: boolean;
  readonly target: PreviewTarget;
  readonly postIncluded: boolean;
  readonly postNote: string;
  readonly livePublic: boolean;
}

/** `GET /preview/schema` (specification 4.1.1). */
export interface SchemaPreview extends Preview {
  readonly reason: 'ok' | 'disabled' | 'seo_plugin';
  readonly seoPlugin: boolean;
  readonly graph: SchemaGraph | null;
  readonly json: string;
}

/** `GET /preview/markdown` (specification 4.1.2). */
export interface MarkdownPreview extends Preview {
  readonly reason: 'ok' | 'disabled';
  readonly markdown: string;
  readonly mdUrl: string;
}

/** An entry with its body as it is rendered. */
export interface RenderedEntry {
  readonly raw: RawEntry;
  readonly entry: Entry;
  /** Not sanitised, links absolute; not to be changed. */
  readonly tree: Root;
  /** The twin that it has, or would have. */
  readonly twin: string;
}

/** An entry that has been read for the checks of its page. */
export interface ReadEntry {
  readonly raw: RawEntry;
  readonly checkup: PageMetrics;
}

/** What agents get, or would get, of an entry of any status. Id 0 stands for the site. */
export interface ContentPreviews {
  /** @returns undefined for an unknown id, and for a type that agents may not see */
  schema(id: number, documents: LiveDocuments): Promise<SchemaPreview | undefined>;
  /** @returns undefined for an unknown id, and for a type that agents may not see */
  markdown(id: number, documents: LiveDocuments): Promise<MarkdownPreview | undefined>;
  /** Renders the body of an entry of any status; undefined for an unknown id. */
  render(id: number, documents: LiveDocuments): Promise<RenderedEntry | undefined>;
  /** Renders several in one go, in the order of the sources. */
  renderMany(ids: Iterable<number>, documents: LiveDocuments): AsyncIterable<RenderedEntry>;
  /** Reads an entry of any status for the checks, as a build does; undefined for an unknown id. */
  readForChecks(id: number, rules: ReadingRules, documents: LiveDocuments): Promise<ReadEntry | undefined>;
}

/** What plugins said of structured data when the site was built. */
export interface SchemaAnswers {
  readonly defersSchema: boolean;
  /** Absolute address; empty for none. */
  readonly entityImage: string;
}

/** The private side of a finished build. */
export interface SiteContent {
  readonly store: ContentStore;
  readonly previews: ContentPreviews;
  readonly schema: SchemaAnswers;
  /** Types of which some public page has an image of its own. */
  readonly typesWithImages: ReadonlySet<string>;
  /** What plugins add to the readiness report. */
  readonly readinessChecks: readonly Registration[];
}
