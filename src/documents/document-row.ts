import type { RestApi } from '../config/config.js';
import type { Hooks } from '../config/hooks/hooks.js';
import type { YieldKey } from '../config/hooks/yield-key.js';
import type { Settings } from '../config/settings.js';
import type { Notice } from '../site/registry/notice.js';
import type { PublishedRegistry } from '../site/registry/registry.js';
import type { ContentType, Entry, IndexEntry, Site, Term, Tombstone } from '../site/site.js';
import type { Translation } from '../site/translations.js';

/** Response header profiles of spec section 8.1, expanded in `headers.ts` and nowhere else. */
export type HeaderProfile = 'wellKnown' | 'agentText' | 'markdown' | 'changeFeed' | 'plain' | 'restApi';

/** The site's own files. */
export interface SiteFiles {
  /** True for a file at a path below the base, with leading slash. */
  has(path: string): boolean;
  /** Paths of the files below `.well-known`, however deep, ascending. */
  readonly wellKnown: readonly string[];
}

/** A public key of the site (RFC 8037), with its thumbprint (RFC 7638) as `kid`. */
export interface PublicKey {
  readonly kid: string;
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** Unix seconds; absent for a key from the environment. */
  readonly nbf?: number;
  readonly exp?: number;
}

/** How documents are signed. */
export interface SigningFacts {
  /** The current key first, then those whose signatures have not yet expired. */
  readonly keys: readonly PublicKey[];
  /** Ids of the documents that are signed, after `svc_signed_surfaces`. */
  readonly signedIds: ReadonlySet<string>;
}

/** Results of filters that run before the first condition. */
export interface FilterResults {
  /** `svc_schema_url`; undefined for our own. */
  readonly schemaUrl: string | undefined;
  /** `svc_well_known_specs`: label of the governing standard by name. */
  readonly specs: Readonly<Record<string, string>>;
  /** `svc_mcp_card_server`: id, or empty. */
  readonly cardServer: string;
  /** `svc_serve_security_txt`. */
  readonly securityTxt: boolean;
  /** `svc_well_known_routed`: flat names that answer preflights. */
  readonly routed: ReadonlySet<string>;
}

/** Everything a document may use. Pure data plus injected readers: the same context gives the same bytes. */
export interface DocumentContext {
  readonly site: Site;
  readonly settings: Settings;
  /** Unix seconds of this build. */
  readonly now: number;
  /** `api` unless configured: path prefix of the admin API, without slashes. */
  readonly restPrefix: string;
  /** Prefix of the read API: `restPrefix`, or another where a page has its address. */
  readonly readPrefix: string;
  readonly restApi: RestApi;
  /** True when a sidecar answers below `/{rest_prefix}/` and `/svc/`. */
  readonly sidecar: boolean;
  /**
   * Absolute address, without trailing slash, below which the sidecar answers `/{rest_prefix}/svc/v1` and
   * `/svc/`: the site's own, or another origin. Undefined without a sidecar.
   */
  readonly sidecarBase: string | undefined;
  /** Version of this program. */
  readonly version: string;
  readonly published: PublishedRegistry;
  readonly files: SiteFiles;
  /** Undefined while nothing is signed. */
  readonly signing: SigningFacts | undefined;
  readonly asked: FilterResults;
  /** Unix seconds at which `security.txt` expires. */
  readonly securityExpires: number;
  /** Every row, for documents that list the others. */
  readonly table: readonly DocumentRow[];
  /** Agent-visible types in configured order. */
  readonly types: readonly ContentType[];
  /** Languages beyond the site's own; empty for a site in one language. */
  readonly languages: readonly string[];
  /** Every listed public entry, ascending by id. */
  readonly entries: readonly IndexEntry[];
  /** The versions of an entry in all languages, including itself, by language; empty for an entry without others. */
  translationsOf?(entry: IndexEntry): readonly Translation[];
  /** Terms with at least one public entry, by taxonomy then slug. */
  readonly terms: readonly Term[];
  /** Public entries of a term; absent where only single entries are known. */
  entriesOf?(term: Pick<Term, 'taxonomy' | 'slug'>): readonly IndexEntry[];
  /** Unexpired tombstones, newest first. */
  readonly tombstones: readonly Tombstone[];
  /** When the change feed last changed; equals `now` in the build that changed it. */
  readonly feedGenerated: number;
  /** Most items in the change feed, after `svc_changes_max` (1–2000). */
  readonly changesMax: number;
  /** Entries per sub-sitemap (1–50000). */
  readonly sitemapPageSize: number;
  /** Absolute URL of a sitemap that another program makes; then ours is not built. */
  readonly otherSitemap: string | undefined;
  /** Absolute URL of the feed that another program makes; then ours is not built. */
  readonly otherFeed: string | undefined;
  /** Text of the site's own robots.txt, which ours augments; undefined when it has none. */
  readonly robotsBase: string | undefined;
  /** `svc_referral_beacon`: whether browsers count visits from assistants (CDN mode). */
  readonly referralBeacon: boolean;
  /** Slugs that never become topics, after `svc_topic_exclude`; `uncategorized` when absent. */
  readonly topicExclude?: readonly string[];
  /** An SEO extension owns robots.txt's sitemap line, titles and schema. */
  readonly seoOwner: boolean;
  /** Whether a document's condition holds in this build and nothing else provides it. By id. */
  served(id: string): boolean;
  /**
   * Whether the address of a document leads to it: ours, or the site's own file in its place. Documents
   * only advertise available ones. By id.
   */
  isAvailable(id: string): boolean;
  /** Absolute URL of a document without parameters, by id. */
  urlOf(id: string): string;
  /** True when another producer took the document over (`svc_yield_surface`). */
  ceded(key: YieldKey): boolean;
  /** The Markdown twin of an entry, also of one that has no twin of its own address. */
  twinText(entry: IndexEntry): string;
  /** The finished read-API JSON of an entry. */
  itemJson(entry: IndexEntry): string;
}

/** The input of a twin or a read-API item. */
export interface EntryPage {
  readonly entry: Entry;
  /** Body as Markdown, links absolute; empty when there is no body or it could not be rendered. */
  readonly markdown: string;
  /** Sanitised body HTML, links absolute. */
  readonly html: string;
  /** The description is the start of the body: a twin doesn't repeat it. */
  readonly isSummary?: boolean;
}

/** What `refine` may use: the filters, and a collector for faults of their results. */
export interface DocumentHooks {
  apply: Hooks['apply'];
  note(notice: Notice): void;
  /** The faults of a value by a file in `schemas/`; empty when it is valid. */
  check(schema: string, value: unknown): readonly string[];
}

/** JSON text, plain text, or the pieces of a text too long to hold. */
export type Body = string | Iterable<string>;

/** One concrete file of a document: a literal path has one, a pattern has many. */
export interface Instance<P> {
  /** URL path below the base address, percent-encoded, with leading slash. */
  readonly path: string;
  /** Path below `out/`, decoded; by default `path` without its leading slash. */
  readonly file?: string;
  readonly params: P;
}

/** A check of a document on the live site, made by the browser. */
interface LiveExpectation {
  readonly key: string;
  /** Its place in the report, from 1. */
  readonly rank: number;
  /** For people, a few words. */
  readonly label: string;
  /** Pages of every origin must be able to read it. */
  readonly cors?: true;
}

/** Addresses of one form and the files behind them. */
export interface AddressPattern {
  /** Below the base: `{name}` matches text without a slash, `{+name}` text that may contain some. */
  readonly pattern: string;
  /** Path below `out/` with the same names, decoded. */
  readonly file: string;
}

/**
 * A public document, declared once. The build, the live answers, the documents map, the well-known index,
 * host rules, readiness and docs are all read from these rows (spec section 4.2).
 */
export interface DocumentRow<P = unknown> {
  /** Stable key for settings, activity labels and the signing list. */
  readonly id: string;
  /** Literal path, or a pattern with `{name}` parts, below the base address. */
  readonly path: string;
  /** Further paths that answer with the same bytes. */
  readonly aliases?: readonly string[];
  /** Without charset; `headers.ts` adds it. */
  readonly contentType: string;
  /** The registered type in a newer standard; sent with `registered_directory_type`. */
  readonly registeredType?: string;
  readonly headers: HeaderProfile;
  /** One sentence for the docs. */
  readonly summary: string;
  /** The condition in words, for the docs. */
  readonly condition: string;
  /** The only place where the serving condition is written. */
  when(ctx: DocumentContext): boolean;
  /** Instances of a pattern; absent for a literal path. */
  instances?(ctx: DocumentContext): Iterable<Instance<P>>;
  /**
   * The forms of its addresses for the rules of hosts, where `path` does not show them or has too many instances
   * to list. Empty: the addresses of `instances`.
   */
  patterns?(ctx: DocumentContext): readonly AddressPattern[];
  render(ctx: DocumentContext, params: P): Body;
  /**
   * The entries whose read-API items an instance is joined from, and nothing else: while they are unchanged,
   * in this order, it need not be rendered again.
   */
  joins?(params: P): readonly IndexEntry[];
  /** Passes the rendered document through the filters that may change it. Invalid results are dropped. */
  refine?(body: string, ctx: DocumentContext, hooks: DocumentHooks): Promise<string>;
  /** File name in `schemas/`; none for text. */
  readonly schema?: string;
  /** Its key in `documents` of the discovery document. */
  readonly discoveryKey?: string;
  readonly sign?: boolean;
  /** Response headers in addition to those of the profile; an address in them is relative to that of the document. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
  readonly cede?: YieldKey;
  /** Its page in `docs/documents/`. */
  readonly docs?: string;
  /** It has a file for each entry, written while that is converted. */
  readonly perEntry?: true;
  /** `pages`: it lists pages of the build. `content`: it holds texts of pages, which may link anywhere. */
  readonly links?: 'pages' | 'content';
  /** Caches drop it after every change of content. */
  readonly purge?: true;
  /** Page heads link to it. */
  readonly inHead?: true;
  /** A page with its address, or whose twin has it, takes its place. */
  readonly yields?: true;
  /** It describes the sidecar, and is served on the sidecar's own origin if that differs from the site's. */
  readonly ofSidecar?: true;
  /**
   * A regular expression for the addresses of its files, if `path` doesn't match them all; `{rest_prefix}` is
   * replaced. False: its files are checked as files of another row.
   */
  readonly files?: string | false;
  /** How "Verify live" checks it in the browser. */
  readonly live?: LiveExpectation;
  /** Blocked agents don't get it, although its visits aren't recorded. */
  readonly guarded?: true;
  /**
   * Label of its visits in the activity log; false where they are not recorded. Absent: the name below
   * `/.well-known/`, and nothing for other documents.
   */
  readonly activity?: string | false;
  /** False: `OPTIONS` is left alone although the header profile answers it (security.txt). */
  readonly preflight?: boolean;
}

/**
 * Pretty JSON: 4 spaces, slashes and non-ASCII as they are, `{}` and `[]` when empty, no newline at the end.
 * Every digest and signature is taken over exactly these bytes.
 */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 4);
}

/** JSON without any white space: the form of the change feed and of the read API. */
export function compactJson(value: unknown): string {
  return JSON.stringify(value);
}

/** The whole text of a body. */
export function bodyText(body: Body): string {
  return typeof body === 'string' ? body : [...body].join('');
}
