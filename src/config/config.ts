import type { RawConfig, RawSourceObject } from './raw-config.js';
import type { Settings } from './settings.js';
import type { Profile } from './settings-merge.js';

export type { RawConfig } from './raw-config.js';

/** The formats that a build can read. `auto` detects the format. */
export type SourceType = string;

/** How the public read API is offered. */
export type RestApi =
  | { readonly mode: 'static' }
  | { readonly mode: 'off' }
  | { readonly mode: 'external'; readonly base: string; readonly idParam: string };

/** The owner's rules for names of shortcodes, blocks, attributes, keys and folders. `*` matches any text. */
export interface PrivacyRules {
  /** Published, although they look like access controls. */
  readonly allow: readonly string[];
  /** Always held back. Wins over `allow`. */
  readonly deny: readonly string[];
}

/** Name of a row of `deploy/hosts/table.ts`. */
export type Host = string;

/** The configuration of the site; undefined values are taken from the source. */
export interface SiteConfig {
  /** Absolute, ASCII, without trailing slash, query or fragment. */
  readonly url: string | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** BCP 47 in canonical case. */
  readonly lang: string | undefined;
  /** Absolute, or site-relative with leading slash. */
  readonly logo: string | undefined;
  /** IANA zone. */
  readonly timezone: string | undefined;
  readonly public: boolean;
  /** Absolute, or site-relative with leading slash. */
  readonly privacyPolicyUrl: string | undefined;
}

/** One source to read. */
export interface SourceConfig {
  readonly type: SourceType | 'auto';
  /** Absolute. */
  readonly path: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** An MCP server that another party runs. */
export interface McpServerConfig {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Absolute, or site-relative with leading slash. */
  readonly endpoint: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

/** The owner's details of the structured data of pages. */
export interface StructuredDataConfig {
  /** Absolute, or site-relative with leading slash; has `{search_term_string}` in it. */
  readonly searchUrl: string | undefined;
  /** Absolute addresses by the name of the topic in lower case. */
  readonly topicUrls: Readonly<Record<string, readonly string[]>>;
  /** Types of schema.org by the slug of a type of content. */
  readonly schemaTypes: Readonly<Record<string, string>>;
  /** CSS selectors; undefined for those of the program. */
  readonly speakable: readonly string[] | undefined;
}

/** How to purge caches after a build. */
export type PurgeConfig =
  | { readonly command: readonly string[] }
  | { readonly webhook: string; readonly tokenEnv: string | undefined };

export interface AiConfig {
  readonly provider: 'openai' | 'openai-compatible' | 'anthropic' | 'google' | 'perplexity';
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly keyEnv: string | undefined;
}

/** Answer engines by the names of the admin API. */
type EngineName = 'openai' | 'gemini' | 'anthropic' | 'perplexity';

/** A plugin of rehype or remark. */
export interface UnifiedPlugin {
  /** Package, or absolute path. */
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>> | undefined;
}

/** How HTML becomes Markdown. */
export interface ConverterConfig {
  readonly kind: 'built-in' | 'unified';
  readonly rehypePlugins: readonly UnifiedPlugin[];
  readonly remarkPlugins: readonly UnifiedPlugin[];
}

/** The configuration with every default filled in and every path absolute. */
export interface Config {
  readonly site: SiteConfig;
  /** In the keys of the settings; stored values go on top. */
  readonly identity: Partial<Settings['identity']>;
  readonly languages: readonly string[];
  /** Empty when no source is configured. */
  readonly source: readonly SourceConfig[];
  /** True where the sources of a project are read although it is built, or can't be read without being built. */
  readonly sourceOnly: boolean;
  readonly siteDir: string | undefined;
  readonly publicDir: string | undefined;
  readonly out: string;
  readonly html: 'none' | 'augment' | 'render';
  readonly inPlace: boolean;
  readonly converter: ConverterConfig;
  /** One or more segments of `[a-z0-9_-]`, without slashes at the ends. */
  readonly restPrefix: string;
  readonly restApi: RestApi;
  /** False: files only. True: below the site's own address. A URL without trailing slash: elsewhere. */
  readonly sidecar: boolean | string;
  /** Host and port at which a web server on the same machine reaches the sidecar. */
  readonly sidecarAddress: string;
  readonly hosts: readonly Host[];
  /** Program and arguments that make a web server reload its rules; empty for none. */
  readonly hostReload: readonly string[];
  /** Absolute, or site-relative with leading slash. */
  readonly sitemap: { readonly url: string | undefined };
  readonly feed: { readonly url: string | undefined };
  /** `name` is empty when it is unknown. */
  readonly seo: { readonly owner: boolean; readonly name: string };
  readonly structuredData: StructuredDataConfig;
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly mcpServers: readonly McpServerConfig[];
  /** Absolute paths and package names. */
  readonly plugins: readonly string[];
  /** Seconds after which a plugin's hook times out. */
  readonly pluginTimeout: number;
  readonly profile: Profile;
  readonly purge: PurgeConfig | undefined;
  readonly content: {
    readonly git: { readonly commit: boolean; readonly push: boolean; readonly branch: string | undefined };
    /** A former version of a page is removed when it is neither among the latest nor young. */
    readonly revisions: { readonly keep: number; readonly days: number };
  };
  readonly ai: AiConfig | undefined;
  /** Addresses of gateways through which citation checks reach an engine, by its id. */
  readonly engines: Readonly<Partial<Record<EngineName, string>>>;
  /** A `postgres://` address or the absolute path of a SQLite file. May hold a password: never print it. */
  readonly database: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Connections of one client to the sidecar at the same time; 0 for no limit. */
  readonly connectionsPerClient: number;
  /** `address` or `address:port`; empty for those of the system. */
  readonly dnsServers: readonly string[];
  /** Internal networks that fetches of foreign addresses may reach. */
  readonly allowNetworks: readonly string[];
  /** The owner's rules for names that look like access controls; `*` matches any text. */
  readonly privacy: PrivacyRules;
}

/** Options of one run, which are not part of the site. */
export interface RunOptions {
  /** Absolute path or URL of the last deployment. */
  readonly previous: string | undefined;
  readonly full: boolean;
  /** Undefined: decided by the amount of work. 0: none. */
  readonly workers: number | undefined;
  readonly strict: boolean;
  /** Percent of the words that twins and pages must share; undefined: as `strict` sets it. */
  readonly minFidelity: number | undefined;
  readonly dryRun: boolean;
  /** The page to explain, where the run only does that. */
  readonly explain?: string | undefined;
  readonly json: boolean;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly run: RunOptions;
  /** Absolute path of the configuration file; undefined when there is none. */
  readonly file: string | undefined;
  /** Where `.svc/`, settings and plugins are found: the file's folder, else the current one. */
  readonly folder: string;
}

/** One source as users write it. */
export type RawSource = string | RawSourceObject;

/** The identity behind the site, as users write it. */
export type RawIdentity = NonNullable<RawConfig['identity']>;
