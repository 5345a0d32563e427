// The contract of all sources.

import type { PrivacyRules, SourceType } from '../config/config.js';
import type { BodyFormat } from '../content/body/port.js';
import type { VisiblePage } from '../content/fidelity/visible-page.js';
import type { Threads } from '../core/threads.js';
import type { Warnings } from '../core/warnings.js';
import type { AuditListener, Mark } from './audit.js';
import type { KnownUnit, KnownUnits } from './known-units.js';
import type { RawProduct } from './raw-product.js';

/** Statuses after mapping the platform's own words; anything unknown becomes `private`. */
export type EntryStatus = 'publish' | 'draft' | 'pending' | 'private' | 'future' | 'trash' | 'auto-draft';

/** A term as an entry names it. `slug` is already decoded (`größe`, not `gr%C3%B6%C3%9Fe`). */
export interface RawTermRef {
  /** `category`, `tag`, or the platform's own name of a custom taxonomy. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

/** A term as the export defines it, with the fields that an entry's reference lacks. */
export interface RawTerm extends RawTermRef {
  readonly parent?: string;
  readonly description?: string;
  /** Absolute or site-relative address of its archive, when the export has it. */
  readonly url?: string;
}

export interface RawAuthor {
  /** The key by which entries refer to the author (a login or slug). Never published. */
  readonly key: string;
  readonly name: string;
  readonly url?: string;
  readonly isOrganisation?: boolean;
}

/** The source's data about the whole site. */
export interface RawSite {
  readonly title?: string;
  /** True where no page names the site, so that the title is that of the front page. */
  readonly isTitleOfFront?: boolean;
  readonly description?: string;
  /** The export's base address without trailing slash; entry URLs below it are rebased. */
  readonly baseUrl?: string;
  /** BCP 47 with hyphens. */
  readonly lang?: string;
  readonly timezone?: string;
  /** Absolute address of the site's icon. */
  readonly logo?: string;
}

/** A file of the media library: an image, video or document, never a page. */
export interface RawMedia {
  readonly id: number;
  readonly url: string;
  /** Address of the page that the platform makes for the file. */
  readonly page?: string;
  readonly alt?: string;
  readonly title?: string;
  readonly caption?: string;
  readonly width?: number;
  readonly height?: number;
  readonly mime?: string;
  /** Unix seconds of its upload. */
  readonly published?: number;
  /** Id of the entry it was uploaded to. */
  readonly parent?: number;
  /** Order inside a gallery. */
  readonly menuOrder?: number;
}

/**
 * One page, post or custom-type item exactly as its source has it: nothing is normalised, gated or
 * rebased yet. Text fields may contain HTML and entities unless their comment excludes it.
 */
export interface RawEntry {
  /** For messages: `export.xml:1234`, `posts/tea.md`. */
  readonly ref: string;
  /** Stable key inside the source (path or the platform's id), hashed to an id when `id` is absent. */
  readonly key: string;
  readonly id?: number;
  /** `post`, `page`, or a custom type slug. */
  readonly type: string;
  readonly status: EntryStatus;
  /** True when a reader needs a password or a membership. */
  readonly protected: boolean;
  /** True for a redirect page that nothing else keeps from the public. Other pages may show its title. */
  readonly isForward?: true;
  /** The password itself, only where `SourceContext.keep` requests it. Never published. */
  readonly password?: string;
  readonly noindex: boolean;
  /** The marks by which it isn't for every reader; only where `SourceContext.audit` requests them. */
  readonly marks?: readonly Mark[];
  readonly title: string;
  readonly slug: string;
  /** Absolute (`https://old.example/tea/`) or site-relative (`/tea/`) permalink; undefined when it is unknown. */
  readonly url?: string;
  /** Earlier addresses in the same form, to which old links lead. */
  readonly formerUrls?: readonly string[];
  /** Where its source file is edited, as a built page links to it. Never published. */
  readonly editUrl?: string;
  /** True for an address that follows from the place of a file alone: it must not be used as canonical. */
  readonly isAddressGuessed?: boolean;
  /** Unix seconds. */
  readonly published?: number;
  readonly modified?: number;
  /** The field in the source with the time of modification, for messages. */
  readonly modifiedField?: string;
  /** Unix seconds of the end of publication. */
  readonly expires?: number;
  /** Seconds east of UTC of the site's own time at publication, where the source shows both times. */
  readonly utcOffset?: number;
  readonly authorKeys: readonly string[];
  /** The authors that are organisations. */
  readonly organisations?: readonly string[];
  readonly terms: readonly RawTermRef[];
  /** The hand-written excerpt only. */
  readonly excerpt: string;
  readonly body: string;
  readonly format: BodyFormat;
  /** True for a body that `canonicalise` and `asSeen` have already changed. */
  readonly isAsSeen?: boolean;
  /** True where the body may link to an entry by its id (`?p=7`) and to pages of files, as WordPress does. */
  readonly linksByIds?: boolean;
  /** Id of a media item, or the address of an image. */
  readonly image?: number | string;
  readonly imageAlt?: string;
  readonly description?: string;
  readonly seoTitle?: string;
  /** The title in menus, where the page itself shows another. */
  readonly menuTitle?: string;
  readonly focusKeyword?: string;
  readonly topics?: readonly string[];
  readonly topicsDerive?: boolean;
  readonly lang?: string;
  readonly translationKey?: string;
  /** Lower comes first among pages. */
  readonly menuOrder?: number;
  /** Place in the site's own navigation, from 0; undefined for a page that isn't in it. */
  readonly navOrder?: number;
  /** Heading of its group in that navigation. */
  readonly section?: string;
  readonly parent?: number;
  readonly sticky?: boolean;
  /** False keeps it out of llms.txt and llms-full.txt. */
  readonly llms?: boolean;
  readonly product?: RawProduct;
  /** Name of the page builder that owns the body. */
  readonly builder?: string;
  /** The visible text of its page, if it was read from a whole page. */
  readonly seen?: VisiblePage;
  /**
   * Front-matter keys or post meta without a field above; never published, except `canonical`: the canonical
   * address as the source names it, on any host.
   */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A reusable block that bodies refer to by id; only published ones are yielded. */
export interface RawPattern {
  readonly id: number;
  readonly body: string;
}

/** The items of a source, one at a time, in the order of the file; its site before all entries. */
export type SourceItem =
  | { readonly kind: 'site'; readonly site: RawSite }
  | { readonly kind: 'author'; readonly author: RawAuthor }
  | { readonly kind: 'term'; readonly term: RawTerm }
  | { readonly kind: 'media'; readonly media: RawMedia }
  | { readonly kind: 'pattern'; readonly pattern: RawPattern }
  | { readonly kind: 'entry'; readonly entry: RawEntry }
  /**
   * Ends a unit, which contains everything since the last end: one item, or nothing. The next build may reuse it while
   * the fingerprint is the same; without a fingerprint it reads the unit again.
   */
  | {
      readonly kind: 'unit';
      readonly key: string;
      readonly fingerprint: string | undefined;
      readonly facts?: unknown;
    }
  /** A unit that is unchanged since the last build and was not read again. `ref` is that of its entry. */
  | { readonly kind: 'known'; readonly unit: KnownUnit; readonly ref: string };

/** How much there is to read or to convert. */
export interface EntryWork {
  readonly entries: number;
  /** Characters of all of them. */
  readonly length: number;
}

export interface SourceContext {
  readonly warnings: Warnings;
  /** IANA zone for dates without an offset. */
  readonly timeZone: string;
  /** Data that only an import needs. */
  readonly keep?: {
    /** Passwords of entries, in clear. */
    readonly passwords: boolean;
    /** Unknown post meta that the platform shows to editors, as `extra.meta`. */
    readonly meta: boolean;
  };
  /** Absent where every entry must be read. */
  readonly known?: KnownUnits;
  /** The owner's rules for names that sound like a restriction; none when left out. */
  readonly privacy?: PrivacyRules;
  /** Receives the reasons why entries aren't public. */
  readonly audit?: AuditListener | undefined;
  /**
   * A slow source calls this before it reads entries, with its address if it has one. The callback may throw.
   */
  onBase?(baseUrl: string | undefined): void;
  /** Threads, where they pay off for some entries; absent where they aren't allowed. They are shared. */
  threads?(work: EntryWork): Promise<Threads | undefined>;
  /** Bytes read so far, for the progress bar. */
  onBytes?(bytes: number): void;
}

/**
 * An opened source. A build reads it twice: once for every address, term and media item, once to convert
 * the entries that need it. Nothing is kept in memory in between.
 */
export interface Source {
  readonly type: SourceType;
  /** The path as the user wrote it. */
  readonly path: string;
  /** Total size in bytes, when it is cheap to get. */
  readonly bytes?: number;
  /** The folder of the pages that a generator has built, or that is served as it is, absolute. */
  readonly builtFolder?: string | undefined;
  /** True where bodies may link to entries by their ids, as those of WordPress do. */
  readonly linksByIds?: boolean;
  /**
   * Streams every item.
   * @throws SvcError `SVC_SOURCE_MALFORMED` with file, line and column when the source as a whole is unreadable;
   * one unusable entry is a warning and is skipped.
   */
  read(context: SourceContext): AsyncIterable<SourceItem>;
  /**
   * Streams only the wanted entries (by `key`), with bodies; a source that can't seek reads everything again.
   * Warnings already given by `read` are not repeated.
   */
  readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncIterable<RawEntry>;
  /** The file that people edit for an entry, absolute; absent where there is none. */
  fileOf?(key: string): string | undefined;
}

/** A file that is read together with others. */
export interface SourcePart {
  /** Absolute. */
  readonly path: string;
  /** The path for messages. */
  readonly label: string;
}

export interface OpenOptions {
  readonly path: string;
  /** The path for messages, where it differs. */
  readonly label?: string;
  /** Unix seconds of the run; the system's clock when left out. */
  readonly now?: number;
  /** True where the built pages of a project must not be read. */
  readonly sourceOnly?: boolean;
  /** Absolute: the folder of the built site, if the owner has named it. */
  readonly site?: string;
  /** The parts of one export, or all sources of a run: the same list for each. */
  readonly parts?: readonly SourcePart[];
  /** For `files`: globs to leave out, permalink pattern and the like. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Properties of a kind of source that the rest of the program depends on. */
export interface SourceTraits {
  /** It reads a folder and names the files in it; otherwise it reads one file. */
  readonly isFolder: boolean;
  /** People write its files: titles are plain text, the sidecar may change them, and images are next to them. */
  readonly isAuthored: boolean;
  /** It reads complete pages that a generator has built. */
  readonly isBuilt: boolean;
  /** It doesn't contain the address of its site; the option `url` gives it. */
  readonly needsUrl: boolean;
  /** Its texts may contain shortcodes that only the platform can expand. */
  readonly hasShortcodes: boolean;
}

/** One row of the source table: a kind of source. */
export interface SourceDefinition {
  readonly type: SourceType;
  readonly traits: SourceTraits;
  /** How sure this source is that it can read the path: 0 no, 1 maybe, 2 yes. Reads at most a few KB. */
  detect(path: string): Promise<0 | 1 | 2>;
  /** True for a file that is an export; absent for sources that read folders. */
  isExport?(path: string): boolean;
  open(options: OpenOptions): Promise<Source>;
}
