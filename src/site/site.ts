import type { Media, MediaLibrary } from '../content/body/port.js';

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
