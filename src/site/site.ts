import type { Settings } from '../config/settings.js';
import type { Media, MediaLibrary } from '../content/body/port.js';
import type { RawProduct } from '../sources/raw-product.js';

/** Facts about the site as a whole, merged from config, export and settings. */
export interface Site {
  /** Site address without trailing slash, e.g. `https://example.org` or `https://example.org/blog`. */
  readonly baseUrl: string;
  /** Site address with trailing slash. */
  readonly home: string;
  /** Plain text, may be empty. */
  readonly name: string;
  readonly description: string;
  /** BCP 47 with hyphens; `en` by default. */
  readonly lang: string;
  /** Absolute URL or empty. */
  readonly logo: string;
  /** IANA zone; `UTC` by default. */
  readonly timeZone: string;
  /** False keeps every crawler out (robots.txt is `Disallow: /`). */
  readonly public: boolean;
  /** Absolute URL or empty. */
  readonly privacyPolicyUrl: string;
}

/** An agent-visible content type. */
export interface ContentType {
  /** `post`, `page`, or a custom type slug. */
  readonly slug: string;
  /** Singular and plural for people: `Post`, `Posts`. */
  readonly label: string;
  readonly plural: string;
  /** Name in addresses of the read API and of per-collection files: `posts`, `pages`, else the slug. */
  readonly collection: string;
}

/** A term. The lists of the site contain those with at least one public entry. */
export interface Term {
  /** `category`, `tag`, or a custom taxonomy. */
  readonly taxonomy: string;
  readonly slug: string;
  /** Slug of the parent term, where there is one. */
  readonly parent?: string;
  /** Plain text. */
  readonly name: string;
  readonly description: string;
  /** Absolute URL of its archive, or empty when the site has none. */
  readonly url: string;
  /** Public entries that carry it. */
  readonly count: number;
}

/** Lookups of media for links, too. */
export interface LinkedMedia extends MediaLibrary {
  /** The file for which the platform made a page; by the key of that page (`attachmentPageKey`). */
  byPage(key: number): Media | undefined;
}

type Identity = Pick<Settings['identity'], 'entity_type' | 'name'>;

/**
 * Whether the owner has said who is behind the site: by a name, or by any kind except the default. A site is not called
 * a person because nothing says otherwise.
 */
export function isIdentified({ entity_type, name }: Identity): boolean {
  return name.trim() !== '' || entity_type !== 'Person';
}

/** Titles of a folder's or a site's first page that don't name what it contains. */
export const GENERIC_TITLE =
  /^(?:index|home|home ?page|start|overview|readme|introduction|preface|foreword|about|welcome)$/i;

/**
 * One public entry while it is being converted: held for a moment, never kept.
 * Every text is plain (no tags, entities decoded) unless its comment says otherwise.
 */
export interface Entry {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  /** Absolute permalink on the new base address. */
  readonly url: string;
  /** Absolute canonical address in the source, where it differs from `url`. */
  readonly canonical?: string;
  /** Absolute address of the Markdown twin; empty when it has none (query permalinks, the home page). */
  readonly markdownUrl: string;
  /** Unix seconds; undefined when the source has no date. */
  readonly published?: number;
  readonly modified?: number;
  /** Seconds east of UTC of the site's own time, where only the source knows it. */
  readonly utcOffset?: number;
  /** Display names, never login names or e-mail addresses. */
  readonly authors: readonly string[];
  /** The authors that are organisations. */
  readonly organisations?: readonly string[];
  /** Names of all categories and of all tags, in the source's order. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Hand-written excerpt, else the first 55 words of the body with `…` when cut. */
  readonly excerpt: string;
  /** Resolved description (reference 22); empty when the feature is off or there is none. */
  readonly description: string;
  /** Resolved topics (reference 22). */
  readonly topics: readonly string[];
  readonly lang: string;
  readonly image?: { readonly url: string; readonly alt: string };
  /** The product that the page sells, with the addresses of its further images. */
  readonly product?: Omit<RawProduct, 'gallery'> & { readonly images: readonly string[] };
}

/**
 * The data of a public entry that stay in memory for the whole build. At 100,000 entries each field counts:
 * keep it small, and add nothing that one document could read from the entry's own output.
 */
export interface IndexEntry {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  /** Address below the base, with leading slash, as in URLs (percent-encoded): `/2026/tea/`. May carry a query. */
  readonly path: string;
  /** Absolute canonical address in the source, where it differs; few have one. */
  readonly canonical?: string | undefined;
  /** Path of the twin relative to `out/`, decoded: `2026/tea.md`; empty when the entry has none. */
  readonly twin: string;
  /** Unix seconds. Always known here: an undated entry counts from the build that first saw it. */
  readonly published: number;
  readonly modified: number;
  /** False where the source gave no date, so that no document claims one. */
  readonly dated: boolean;
  readonly menuOrder: number;
  /** Position in the navigation of the site; undefined where that doesn't name it. */
  readonly navOrder?: number | undefined;
  /** Its group in the navigation; empty: its folder is its group; undefined: entries of its source aren't grouped. */
  readonly section?: string | undefined;
  /** Number of other entries that link to it. */
  readonly inbound: number;
  /** False for a page without any text but links and headings. */
  readonly hasProse: boolean;
  readonly lang: string;
  /** One line, at most 160 characters (`…` when cut); for llms.txt. */
  readonly excerpt: string;
  /** False: opted out of llms.txt and llms-full.txt. */
  readonly llms: boolean;
  /** For the change feed. */
  readonly action: 'created' | 'updated';
  /** The change feed's time of the change: the later of `modified` and the build that detected it. */
  readonly changed: number;
}

/** An address that is not public any more. */
export interface Tombstone {
  readonly id: number;
  readonly type: string;
  /** Absolute URL to evict. */
  readonly url: string;
  /** Unix seconds. */
  readonly deleted: number;
}
