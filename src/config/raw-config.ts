// Generated from `schemas/svc.config.schema.json` by `npm run docs`; changes made here are lost.

/** A source with its format and options. */
export interface RawSourceObject {
  /**
   * Format; `auto` decides by looking.
   * @default "auto"
   */
  readonly type?: 'auto' | 'wxr' | 'ghost' | 'project' | 'files' | 'html';
  /** File or folder. */
  readonly path: string;
  /** Options of that format. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The configuration as users write it. */
export interface RawConfig {
  /** Facts about the site. What is absent is taken from the source. */
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
    /**
     * False keeps every crawler out: `robots.txt` forbids everything.
     * @default true
     */
    readonly public?: boolean;
    /** Address of the privacy policy: absolute, or a path that starts with `/`. */
    readonly privacyPolicyUrl?: string;
  };
  /** The person or organisation behind the site. Settings saved later win. */
  readonly identity?: {
    /**
     * The kind of entity behind the site.
     * @default "Person"
     */
    readonly type?: 'Person' | 'Organization' | 'LocalBusiness' | 'Store';
    /** Its name; by default the site's. */
    readonly name?: string;
    /** Role or profession. */
    readonly role?: string;
    /** What it is and does. */
    readonly about?: string;
    /** What it is often mistaken for and is not. */
    readonly notDescription?: string;
    /** Whom the site addresses. */
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
  /**
   * Languages beside the main one, as BCP 47 tags. A first path segment of that name marks a page's language.
   * @default []
   */
  readonly languages?: readonly string[];
  /** What to read: a path, an object, or a list of both. */
  readonly source?: string | RawSourceObject | readonly (string | RawSourceObject)[];
  /**
   * Read the sources of a generator's project as they are, and not its built pages. See `docs/generators.md#built-site-and-source`.
   * @default false
   */
  readonly sourceOnly?: boolean;
  /** Folder of the built HTML site, read and never changed unless `inPlace` is on. */
  readonly siteDir?: string;
  /** Folder of real files that win over generated ones, such as `robots.txt`. */
  readonly publicDir?: string;
  /**
   * Folder that the build writes; with `inPlace` by default `siteDir`.
   * @default "out"
   */
  readonly out?: string;
  /** What to do about HTML pages: nothing, add to those of `siteDir`, or make plain ones. By default `augment` with `siteDir`, else `none`. */
  readonly html?: 'none' | 'augment' | 'render';
  /**
   * Add to the pages of `siteDir` where they are, instead of to copies; all other files are then written there too, unless `out` says otherwise.
   * @default false
   */
  readonly inPlace?: boolean;
  /** What makes Markdown of HTML: the built-in converter, or the unified stack with the same rules. By default `built-in`, and `unified` as soon as a plugin is named. See `docs/converter.md`. */
  readonly converter?: 'built-in' | 'unified';
  /**
   * Plugins of rehype that change the HTML of bodies before it becomes Markdown: packages, or paths that start with `.`; with options as `["name", { … }]`.
   * @default []
   */
  readonly rehypePlugins?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /**
   * The same for plugins of remark, which change the Markdown before it is written.
   * @default []
   */
  readonly remarkPlugins?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /**
   * Path prefix of the read API and of the admin API, without slashes at its ends.
   * @default "api"
   */
  readonly restPrefix?: string;
  /**
   * The public read API: `static` files, `off`, or the address of a live one.
   * @default "static"
   */
  readonly restApi?: 'static' | 'off' | {
    /** A live read API elsewhere. */
    readonly external: {
      /** Absolute address below which the collections are, such as `https://example.org/wp-json/wp/v2`. */
      readonly base: string;
      /**
       * Name of the path parameter that selects one item.
       * @default "id"
       */
      readonly idParam?: string;
    };
  };
  /**
   * True when `svc serve` answers below the site's own address, or the absolute address where it answers.
   * @default false
   */
  readonly sidecar?: boolean | string;
  /**
   * Host and port at which a web server reaches `svc serve`, for the rules of `hosts` while `sidecar` is true.
   * @default "127.0.0.1:8787"
   */
  readonly sidecarAddress?: string;
  /**
   * Hosts to write header rules for.
   * @default []
   */
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
  /** An extension that already writes titles, structured data and the sitemap line of `robots.txt`. */
  readonly seo?: {
    /** True, or its name, when there is one. */
    readonly owner: boolean | string;
  };
  /**
   * Resources to declare in the discovery document, in its own form.
   * @default []
   */
  readonly resources?: readonly Readonly<Record<string, unknown>>[];
  /**
   * MCP servers of others that the documents list.
   * @default []
   */
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
  /**
   * Modules with a named export `register(svc)`: paths that start with `.`, or package names.
   * @default []
   */
  readonly plugins?: readonly string[];
  /**
   * Seconds that a plugin may take for one hook, at most 600. One that takes longer is ended.
   * @default 10
   */
  readonly pluginTimeout?: number;
  /**
   * Starting point of the settings; `max-readiness` turns on what readiness scanners reward.
   * @default "default"
   */
  readonly profile?: 'default' | 'max-readiness';
  /** What to tell caches after a build that changed something: a command or a webhook. */
  readonly purge?: {
    /** Program and arguments, run in the configuration's folder; the addresses come on standard input, one a line. */
    readonly command?: readonly string[];
    /** Absolute address that gets `{"urls": […]}` by POST. */
    readonly webhook?: string;
    /** Name of the environment variable that holds the webhook's bearer token. */
    readonly tokenEnv?: string;
  };
  /** How a writable content folder is kept. */
  readonly content?: {
    /** Keep writes in the repository that holds the content. */
    readonly git?: {
      /**
       * Commit every write.
       * @default false
       */
      readonly commit?: boolean;
      /**
       * Push every commit.
       * @default false
       */
      readonly push?: boolean;
      /** Branch to write to; by default the present one. */
      readonly branch?: string;
    };
    /** How many former versions of a page are kept. One goes when it is neither among the latest nor young. */
    readonly revisions?: {
      /**
       * The latest of a page that always stay.
       * @default 25
       */
      readonly keep?: number;
      /**
       * Days for which all others stay too; 0 keeps none but the latest.
       * @default 90
       */
      readonly days?: number;
    };
  };
  /** The AI provider of the writing features. Keys never stand here: they come from the environment. */
  readonly ai?: {
    /** Which provider. */
    readonly provider: 'openai' | 'openai-compatible' | 'anthropic' | 'google' | 'perplexity';
    /** Model to ask. */
    readonly model?: string;
    /** Address of an OpenAI-compatible server. */
    readonly baseUrl?: string;
    /** Name of the environment variable that holds the key. */
    readonly keyEnv?: string;
  };
  /** Gateways through which citation checks reach an answer engine. */
  readonly engines?: {
    /** The engine of OpenAI. */
    readonly openai?: {
      /** Address below which the API of OpenAI answers, in place of its own. */
      readonly baseUrl?: string;
    };
    /** The engine of Google. */
    readonly gemini?: {
      /** Address below which the API of Google answers, in place of its own. */
      readonly baseUrl?: string;
    };
    /** The engine of Anthropic. */
    readonly anthropic?: {
      /** Address below which the API of Anthropic answers, in place of its own. */
      readonly baseUrl?: string;
    };
    /** The engine of Perplexity. */
    readonly perplexity?: {
      /** Address below which the API of Perplexity answers, in place of its own. */
      readonly baseUrl?: string;
    };
  };
  /** Address of a PostgreSQL database (`postgres://…`), or path of a SQLite file. Only the sidecar uses it. */
  readonly database?: string;
  /**
   * Addresses or networks of proxies whose forwarding headers are believed, such as `10.0.0.0/8`.
   * @default []
   */
  readonly trustedProxies?: readonly string[];
  /**
   * Connections that one client may have to the sidecar at the same time; `0` for no limit but the 1,000 of all clients. Of too many, the one that has kept the sidecar waiting for the longest ends. Proxies in `trustedProxies` have no limit of their own.
   * @default 200
   */
  readonly connectionsPerClient?: number;
  /**
   * Name servers that the sidecar verifies bots with and finds other hosts by, such as `192.0.2.53` or `127.0.0.1:5353`; those of the system when empty.
   * @default []
   */
  readonly dnsServers?: readonly string[];
  /**
   * Internal networks that the sidecar may fetch addresses in which others chose (range files, key directories, client metadata, images), by http and at any port; none by default.
   * @default []
   */
  readonly allowNetworks?: readonly string[];
  /** What to do with names that sound like access: of shortcodes, blocks and their attributes, comments, front-matter keys and folders. Case doesn't count, and `*` stands for any text. See `docs/privacy.md`. */
  readonly privacy?: {
    /**
     * Names to publish although they sound like access, such as `vip_badge` or `acme/*`.
     * @default []
     */
    readonly allow?: readonly string[];
    /**
     * Names whose text is always held back. Wins over `allow`.
     * @default []
     */
    readonly deny?: readonly string[];
  };
}
