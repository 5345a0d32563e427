// Generated from `schemas/svc.config.schema.json` by `npm run docs`; changes made here are lost.

/** A source with its format and options. */
export interface RawSourceObject {
  /** Format; `auto` detects it. Default: `"auto"`. */
  readonly type?: 'auto' | 'wxr' | 'ghost' | 'project' | 'files' | 'html';
  /** File or folder. */
  readonly path: string;
  /** Options of that format. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The configuration as users write it. */
export interface RawConfig {
  /** Facts about the site. Missing ones come from the source. */
  readonly site?: {
    /** Absolute address of the published site, such as `https://example.org` or `https://example.org/blog`. */
    readonly url?: string;
    /** Name of the site. */
    readonly name?: string;
    /** One sentence about the site. */
    readonly description?: string;
    /** Main language as a BCP 47 tag, such as `en` or `pt-BR`. */
    readonly lang?: string;
    /** Address of the site's icon: absolute, or a path that starts with `/`. */
    readonly logo?: string;
    /** IANA time zone, such as `Europe/Lisbon`. */
    readonly timezone?: string;
    /** False keeps every crawler out: `robots.txt` forbids everything. Default: `true`. */
    readonly public?: boolean;
    /** Address of the privacy policy: absolute, or a path that starts with `/`. */
    readonly privacyPolicyUrl?: string;
  };
  /** The person or organisation behind the site. Settings that you save later take precedence. */
  readonly identity?: {
    /** The kind of entity behind the site. Default: `"Person"`. */
    readonly type?: 'Person' | 'Organization' | 'LocalBusiness' | 'Store';
    /** Its name; by default the site's. */
    readonly name?: string;
    /** Role or profession. */
    readonly role?: string;
    /** What the person or organisation is and does. */
    readonly about?: string;
    /** What the person or organisation is often mistaken for. */
    readonly notDescription?: string;
    /** The intended audience. */
    readonly audience?: string;
    /** Public e-mail address. */
    readonly email?: string;
    /** Fields of expertise. */
    readonly expertise?: readonly string[];
    /** Profiles of the same entity elsewhere. */
    readonly sameAs?: readonly string[];
    /** Services offered. */
    readonly services?: readonly {
      /** Name of the service. */
      readonly name: string;
      /** What it is. */
      readonly description?: string;
      /** Where to read more. */
      readonly url?: string;
    }[];
  };
  /** Languages besides the main language, as BCP 47 tags. A page is in the language that the first segment of its path names. Default: `[]`. */
  readonly languages?: readonly string[];
  /** What to read: a path, an object, or a list of both. */
  readonly source?: string | RawSourceObject | readonly (string | RawSourceObject)[];
  /** Read only the source files of a generator's project, not its built pages. See `docs/generators.md#built-site-and-source`. Default: `false`. */
  readonly sourceOnly?: boolean;
  /** Folder of the built HTML site, read and never changed unless `inPlace` is on. */
  readonly siteDir?: string;
  /** Folder of your own files, such as `robots.txt`. They take precedence over generated files. */
  readonly publicDir?: string;
  /** Folder that the build writes. The default with `inPlace` is `siteDir`. Default: `"out"`. */
  readonly out?: string;
  /** What to do with HTML pages: `none` writes none, `augment` completes those of `siteDir`, `render` writes plain pages. The default is `augment` with `siteDir`, or else `none`. */
  readonly html?: 'none' | 'augment' | 'render';
  /** Complete the pages of `siteDir` in place instead of writing copies. All other files go there too, unless you set `out`. Default: `false`. */
  readonly inPlace?: boolean;
  /** Converter from HTML to Markdown: built-in, or unified with the same rules. The default is `built-in`, or `unified` if you list a plugin. See `docs/converter.md`. */
  readonly converter?: 'built-in' | 'unified';
  /** Plugins of rehype that change the HTML of bodies before it becomes Markdown: packages, or paths that start with `.`; with options as `["name", { … }]`. Default: `[]`. */
  readonly rehypePlugins?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /** Plugins of remark that change the Markdown before it is written, named like `rehypePlugins`. Default: `[]`. */
  readonly remarkPlugins?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /** Path prefix of the read API and of the admin API, without slashes at its ends. Default: `"api"`. */
  readonly restPrefix?: string;
  /** The public read API: `static` files, `off`, or the address of a live API. Default: `"static"`. */
  readonly restApi?: 'static' | 'off' | {
    /** A live read API elsewhere. */
    readonly external: {
      /** Absolute address below which the collections are, such as `https://example.org/wp-json/wp/v2`. */
      readonly base: string;
      /** Name of the path parameter that selects one item. Default: `"id"`. */
      readonly idParam?: string;
    };
  };
  /** `true` if `svc serve` answers at the site's own address, or the absolute address where it answers. Default: `false`. */
  readonly sidecar?: boolean | string;
  /** Host and port at which a web server reaches `svc serve`, for the rules of `hosts` while `sidecar` is true. Default: `"127.0.0.1:8787"`. */
  readonly sidecarAddress?: string;
  /** Hosts to write header rules for. Default: `[]`. */
  readonly hosts?: readonly ('netlify' | 'cloudflare' | 'vercel' | 'nginx' | 'caddy' | 'apache' | 's3' | 'github-pages')[];
  /** Program and arguments that `svc serve` runs in the configuration's folder when a build has changed the rules of a host in `deploy/`, such as `["sudo", "systemctl", "reload", "nginx"]`. */
  readonly hostReload?: readonly string[];
  /** The sitemap of another program. The build then writes none. */
  readonly sitemap?: {
    /** Its address: absolute, or a path that starts with `/`. */
    readonly url: string;
  };
  /** The feed of another program. The build then writes none. */
  readonly feed?: {
    /** Its address: absolute, or a path that starts with `/`. */
    readonly url: string;
  };
  /** Another program that already writes titles, structured data and the sitemap line of `robots.txt`. */
  readonly seo?: {
    /** `true`, or the name of the program. */
    readonly owner: boolean | string;
  };
  /** Details of the structured data (JSON-LD) of pages. */
  readonly structuredData?: {
    /** Address of the site's search with `{search_term_string}` in the place of the words: absolute, or a path that starts with `/`. Without one, no search action is written. */
    readonly searchUrl?: string;
    /** Addresses that define topics, such as pages of Wikidata, by the name of the topic: one address, or a list. */
    readonly topicUrls?: Readonly<Record<string, unknown>>;
    /** Types of schema.org for types of content, such as `{ "recipe": "Recipe" }`. The default is `BlogPosting` for posts, `WebPage` for pages and `Article` for others. */
    readonly types?: Readonly<Record<string, unknown>>;
    /** CSS selectors of text that a voice assistant may read out; an empty list for none. The default is the first heading and the first paragraph. */
    readonly speakable?: readonly string[];
  };
  /** Resources for the discovery document. See `docs/registry.md`. Default: `[]`. */
  readonly resources?: readonly Readonly<Record<string, unknown>>[];
  /** Other MCP servers that the documents list. Default: `[]`. */
  readonly mcpServers?: readonly {
    /** Stable id. */
    readonly id: string;
    /** Name; by default the id. */
    readonly name?: string;
    /** What it offers. */
    readonly description?: string;
    /** Version of the server. */
    readonly version?: string;
    /** Absolute address, or a path that starts with `/`. */
    readonly endpoint: string;
    /** Its tools. */
    readonly tools?: readonly {
      /** Name of the tool. */
      readonly name: string;
      /** What it does. */
      readonly description?: string;
    }[];
  }[];
  /** Modules with a named export `register(svc)`: paths that start with `.`, or package names. Default: `[]`. */
  readonly plugins?: readonly string[];
  /** Seconds that a plugin may take for one hook, at most 600. A plugin that takes longer is ended. Default: `10`. */
  readonly pluginTimeout?: number;
  /** Starting point of the settings; `max-readiness` turns on what readiness scanners reward. Default: `"default"`. */
  readonly profile?: 'default' | 'max-readiness';
  /** How to purge caches after a build that changed something: a command or a webhook. */
  readonly purge?: {
    /** Program and arguments, run in the configuration's folder; it gets the addresses on standard input, one per line. */
    readonly command?: readonly string[];
    /** Absolute address that receives `{"urls": […]}` by POST. */
    readonly webhook?: string;
    /** Name of the environment variable that holds the webhook's bearer token. */
    readonly tokenEnv?: string;
  };
  /** How changes to a writable content folder are stored. */
  readonly content?: {
    /** Commit changes to the repository that contains the content. */
    readonly git?: {
      /** Commit each change. Default: `false`. */
      readonly commit?: boolean;
      /** Push every commit. Default: `false`. */
      readonly push?: boolean;
      /** Branch to push to; by default the current one. */
      readonly branch?: string;
    };
    /** How many earlier versions of a page are kept. A version is deleted if it's neither among the latest nor recent. */
    readonly revisions?: {
      /** Number of latest versions that always stay. Default: `25`. */
      readonly keep?: number;
      /** Days for which all other versions stay too; 0 keeps only the latest. Default: `90`. */
      readonly days?: number;
    };
  };
  /** Language model for help with writing. Keys come from environment variables, never from the configuration. */
  readonly ai?: {
    /** The provider of the model. */
    readonly provider: 'openai' | 'openai-compatible' | 'anthropic' | 'google' | 'perplexity';
    /** Name of the model. */
    readonly model?: string;
    /** Address of an OpenAI-compatible server. */
    readonly baseUrl?: string;
    /** Name of the environment variable that holds the key. */
    readonly keyEnv?: string;
  };
  /** Gateways for the requests of citation checks to answer engines. */
  readonly engines?: {
    /** The engine of OpenAI. */
    readonly openai?: {
      /** Address below which the API of OpenAI answers, instead of the usual one. */
      readonly baseUrl?: string;
    };
    /** The engine of Google. */
    readonly gemini?: {
      /** Address below which the API of Google answers, instead of the usual one. */
      readonly baseUrl?: string;
    };
    /** The engine of Anthropic. */
    readonly anthropic?: {
      /** Address below which the API of Anthropic answers, instead of the usual one. */
      readonly baseUrl?: string;
    };
    /** The engine of Perplexity. */
    readonly perplexity?: {
      /** Address below which the API of Perplexity answers, instead of the usual one. */
      readonly baseUrl?: string;
    };
  };
  /** Address of a PostgreSQL database (`postgres://…`), or path of a SQLite file. Only the sidecar uses it. */
  readonly database?: string;
  /** Addresses or networks of proxies whose forwarding headers the sidecar trusts, such as `10.0.0.0/8`. Default: `[]`. */
  readonly trustedProxies?: readonly string[];
  /** Connections that one client may have to the sidecar at the same time; `0` leaves only the limit of 1,000 for all clients. Above the limit, the sidecar closes the connection that has kept it waiting longest. The limit doesn't apply to proxies in `trustedProxies`. Default: `200`. */
  readonly connectionsPerClient?: number;
  /** Name servers of the sidecar, such as `192.0.2.53` or `127.0.0.1:5353`; by default those of the system. Default: `[]`. */
  readonly dnsServers?: readonly string[];
  /** Internal networks in which the sidecar may fetch addresses that others provide (range files, key directories, client metadata, images), also by http and at any port; none by default. Default: `[]`. */
  readonly allowNetworks?: readonly string[];
  /** What to do with names that sound like a restriction: names of shortcodes, blocks and their attributes, elements and their classes, comments, front-matter keys and folders. Case doesn't count, and `*` stands for any text. See `docs/privacy.md`. */
  readonly privacy?: {
    /** Names to publish although they sound like a restriction, such as `vip_badge` or `acme/*`. Default: `[]`. */
    readonly allow?: readonly string[];
    /** Names whose text is always held back. Takes precedence over `allow`. Default: `[]`. */
    readonly deny?: readonly string[];
  };
}
