import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, type RunOptions } from '../../cli/run-svc.js';
import { type Files, filesIn, json, text, workspace } from '../workspace.js';

/** A file or pattern of the manifest of headers. */
export interface BuiltRule {
  readonly surface: string;
  readonly path?: string;
  readonly pattern?: string;
  readonly file: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly preflight: boolean;
  readonly compress: boolean;
}

/** What `deploy/headers.json` holds, as far as tests look at it. */
export interface BuiltHeaders {
  readonly rules: readonly BuiltRule[];
  readonly signed: readonly { readonly path: string; readonly file: string }[];
  readonly pages: {
    readonly links: readonly string[];
    readonly alternate: string | null;
    readonly negotiation: unknown;
  };
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
}

export interface WellKnownRow {
  readonly name: string;
  readonly url: string;
  readonly source: string;
  readonly spec?: string;
}

/** The discovery document, as far as tests look at it. */
export interface BuiltDiscovery {
  readonly documents: Readonly<Record<string, string>>;
  readonly well_known: readonly WellKnownRow[];
  readonly apis: readonly { readonly id: string; readonly base: string; readonly schema: string }[];
  readonly agents: readonly { readonly id: string }[];
  readonly resources: readonly { readonly id: string; readonly capabilities: readonly string[] }[];
  readonly capabilities: readonly string[];
  readonly trust: Readonly<Record<string, unknown>>;
}

/** A site that was built. */
export class Built {
  readonly cwd: string;
  readonly out: string;
  readonly base: string;
  readonly notices: readonly { readonly code: string; readonly message: string }[];

  constructor(cwd: string, report: { baseUrl: string; notices: Built['notices'] }) {
    this.cwd = cwd;
    this.out = join(cwd, 'out');
    this.base = report.baseUrl;
    this.notices = report.notices;
  }

  get discovery(): BuiltDiscovery {
    return json<BuiltDiscovery>(this.out, '.well-known/discovery.json');
  }

  get headers(): BuiltHeaders {
    return json<BuiltHeaders>(this.cwd, 'deploy/headers.json');
  }

  get files(): readonly string[] {
    return filesIn(this.out);
  }

  has(file: string): boolean {
    const path = join(this.out, file);
    return existsSync(path) && statSync(path).isFile();
  }

  text(file: string): string {
    return text(this.out, file);
  }

  json<T = Readonly<Record<string, unknown>>>(file: string): T {
    return json<T>(this.out, file);
  }

  row(name: string): WellKnownRow | undefined {
    return this.discovery.well_known.find((one) => one.name === name);
  }

  rule(path: string): BuiltRule | undefined {
    return this.headers.rules.find((one) => one.path === path);
  }

  /** The file that answers at a path below the base, as the rules of hosts say it; undefined where none does. */
  fileAt(path: string): string | undefined {
    const exact = this.rule(path)?.file;
    const found = exact ?? decodeURIComponent(path.slice(1));
    const candidates = found.endsWith('/') || found === '' ? [`${found}index.json`] : [found];
    return candidates.find((file) => this.has(file));
  }
}

/** Entries with a tag, so that every list has something in it. */
const CONTENT: Files = {
  'content/index.md': '---\ntitle: Welcome\nid: 1\n---\n\nCome in, the kettle is on.\n',
  'content/about.md': '---\ntitle: About\nid: 2\ndate: 2026-01-05\n---\n\nTwo people and a kettle.\n',
  'content/posts/oolong.md':
    '---\ntitle: Oolong\nid: 3\ndate: 2026-02-01\ntags: [leaf]\n---\n\nRoll, rest, repeat.\n',
};

export interface SiteOptions {
  readonly config?: object;
  readonly settings?: object;
  readonly files?: Files;
  /** Body of `register(svc)` of a plugin. */
  readonly plugin?: string;
}

/** Builds a site of a few pages. */
export async function buildSite(
  { config = {}, settings = {}, files = {}, plugin }: SiteOptions = {},
  args: readonly string[] = [],
  options: Partial<RunOptions> = {},
): Promise<Built> {
  const cwd = options.cwd ?? workspace(siteFiles({ config, settings, files, ...(plugin && { plugin }) }));
  return new Built(cwd, await build(args, { ...options, cwd }));
}

/** The files that `buildSite` builds from. */
export function siteFiles({ config = {}, settings = {}, files = {}, plugin }: SiteOptions): Files {
  return {
    ...CONTENT,
    'svc.config.json': JSON.stringify({
      site: { url: 'https://tea.example', name: 'The Kettle Room', description: 'Leaves and water.' },
      source: { type: 'files', path: 'content' },
      publicDir: 'public',
      ...(plugin === undefined ? {} : { plugins: ['./plugin.mjs'] }),
      ...config,
    }),
    'public/.keep': '',
    'svc.settings.json': JSON.stringify(settings),
    ...(plugin === undefined ? {} : { 'plugin.mjs': `export function register(svc) {\n${plugin}\n}\n` }),
    ...files,
  };
}
