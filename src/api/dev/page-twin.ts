import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeHTMLAttribute } from 'entities';
import { runBuild } from '../../build/build.js';
import type { SourceConfig } from '../../config/config.js';
import { isWithin } from '../../config/out-safety.js';
import { htmlTokens } from '../../content/html/tokens.js';
import { systemClock } from '../../core/clock.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { decodePercent } from '../../core/percent.js';
import type { IntegrationOptions } from '../after-build.js';
import { openBuild } from '../build.js';
import { type DevDocuments, twinOf } from './dev-twins.js';

/** A site in development. */
export interface DevSite {
  /** Folder of the project. */
  readonly root: string;
  /** The path of the site, with slashes at its ends. */
  readonly base: string;
  /** True where the addresses of pages end in a slash. */
  readonly hasSlash: boolean;
  /** False for a path that the server answers with another page. */
  isPage?(path: string): boolean;
}

/** Twins of pages as a development server renders them, and documents about all pages that links lead to. */
export function pageTwins(site: DevSite, options: IntegrationOptions): DevDocuments {
  const { base } = site;
  const hasPage = (path: string) => `${path}/`.startsWith(base) && site.isPage?.(path) !== false;
  return async ({ origin, path, pages }) => {
    const build = (rendered: readonly RenderedPage[], document: string) =>
      buildDocument(site, { origin, rendered, document }, options);
    if (pages.length === 0) {
      if (!path.startsWith(base) || (await hasOwnFile(origin, path))) return undefined;
      const rendered = await linkedPages(origin, base, (linked) =>
        hasPage(linked) ? twinOf(linked) : undefined,
      );
      return build(rendered, path.slice(base.length - 1));
    }
    for (const page of (site.hasSlash ? pages.toReversed() : pages).filter(hasPage)) {
      const html = await fetchPage(origin, page);
      if (html !== undefined) return build([{ path: page, html }], twinOf(innerPath(page, base)));
    }
    return undefined;
  };
}

/** The handler leaves requests with a query to the server. Many answer an unknown address with a page. */
async function hasOwnFile(origin: string, path: string): Promise<boolean> {
  const answer = await fetch(`${origin}${path}?own`);
  await answer.text();
  return answer.ok && !/^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
}

/** The path of a page below the base of the site. */
function innerPath(page: string, base: string): string {
  return `/${page.slice(base.length)}`;
}

interface DevPages {
  readonly origin: string;
  readonly rendered: readonly RenderedPage[];
  /** Path of the document in the output. */
  readonly document: string;
}

async function buildDocument(
  { root, base }: DevSite,
  { origin, rendered, document }: DevPages,
  options: IntegrationOptions,
): Promise<string | undefined> {
  const folder = new DevFolder();
  try {
    const site = join(folder.path, 'site');
    for (const { path, html } of rendered) {
      const inner = innerPath(path, base);
      const name = inner.endsWith('/') ? `${inner}index.html` : inner.replace(/(?:\.html)?$/, '.html');
      const file = join(site, decodePercent(name));
      if (!isWithin(file, site)) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    }
    const cleanUrls = !rendered.some(({ path }) => path.endsWith('.html'));
    const source = { type: 'html', path: site, options: { cleanUrls } };
    await folder.build({ root, source, baseUrl: origin + base, sourceOnly: false }, options);
    return await folder.read(document);
  } finally {
    folder.remove();
  }
}

/** A page that takes longer to render is not waited for. */
const TIMEOUT_MS = 30_000;
const MAX_LENGTH = 10_000_000;
const MAX_PAGES = 100;
const MAX_REQUESTS = 300;

/** A page as a development server renders it. */
export interface RenderedPage {
  readonly path: string;
  readonly html: string;
}

/**
 * Renders the pages to which links lead from the front page, in the order of the links.
 * @param base the path of the front page
 * @param keyOf equal for two paths of the same page; undefined for a path outside of the site
 */
async function linkedPages(
  origin: string,
  base: string,
  keyOf: (path: string) => string | undefined,
): Promise<readonly RenderedPage[]> {
  const pages: RenderedPage[] = [];
  const paths = new Map([[keyOf(base), base]]);
  for (const path of paths.values()) {
    const html = await fetchPage(origin, path).catch(() => undefined);
    if (html !== undefined) pages.push({ path, html });
    if (pages.length === MAX_PAGES) break;
    for (const linked of html === undefined ? [] : linksIn(html, origin, path)) {
      const key = keyOf(linked);
      if (key !== undefined && !paths.has(key) && paths.size < MAX_REQUESTS) paths.set(key, linked);
    }
  }
  return pages;
}

/** @returns undefined where the server has no page, or redirects */
async function fetchPage(origin: string, path: string): Promise<string | undefined> {
  const answer = await fetch(origin + path, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isPage = answer.ok && /^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
  const text = await answer.text();
  return isPage && text.length <= MAX_LENGTH ? text : undefined;
}

function* linksIn(html: string, origin: string, path: string): Generator<string> {
  for (const { kind, name, attributes } of htmlTokens(html)) {
    const href = kind === 'start' && name === 'a' ? attributes?.get('href') : undefined;
    if (href === undefined) continue;
    const address = decodeHTMLAttribute(href);
    if (!isParsableUrl(address, origin + path)) continue;
    const { origin: target, pathname } = new URL(address, origin + path);
    if (target === origin) yield pathname;
  }
}

/** What to build for a development server. */
interface DevBuild {
  /** Folder of the project. */
  readonly root: string;
  readonly source: SourceConfig;
  /** Address at which the server answers. */
  readonly baseUrl: string;
  /** True reads Markdown files as they are. */
  readonly sourceOnly: boolean;
}

/** A folder outside of the project for what a development server needs; it goes when the process ends. */
class DevFolder {
  readonly path: string;
  readonly #onExit = () => this.remove();

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'svc-dev-')));
    process.once('exit', this.#onExit);
  }

  remove(): void {
    process.off('exit', this.#onExit);
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Builds with the project's configuration, and leaves the project as it is. */
  async build({ root, source, baseUrl, sourceOnly }: DevBuild, options: IntegrationOptions): Promise<void> {
    const { config: given, env = process.env } = options;
    const { loaded } = await openBuild({ config: given, env, cwd: root, baseUrl });
    const config = {
      ...loaded.config,
      ...{ source: [source], sourceOnly, out: join(this.path, 'out'), html: 'none' as const },
      ...{ siteDir: undefined, inPlace: false, hosts: [], purge: undefined, database: undefined },
    };
    const run = { ...loaded.run, previous: undefined, strict: false, minFidelity: undefined, workers: 0 };
    await runBuild({
      loaded: { ...loaded, config, run },
      ...{ cwd: root, env, clock: systemClock(env), state: join(this.path, '.svc') },
    });
  }

  /** The text of a file in the output. */
  async read(path: string): Promise<string | undefined> {
    const out = join(this.path, 'out');
    const file = join(out, decodeURIComponent(path));
    return isWithin(file, out) ? readFile(file, 'utf8').catch(() => undefined) : undefined;
  }
}

/** A site in development that is read from its sources. */
interface DevSources {
  /** Folder with `svc.config.*`, if there is one. */
  readonly root: string;
  /** Folder of the generator's project. */
  readonly project: string;
  /** The path of the site, with slashes at its ends. */
  readonly base: string;
}

/** Twins and documents about the site from Markdown sources, where the development server renders pages only in the browser. */
export function sourceTwins({ root, project, base }: DevSources, options: IntegrationOptions): DevDocuments {
  let folder: DevFolder | undefined;
  // One build at a time: each reuses what the one before has converted.
  let last: Promise<unknown> = Promise.resolve();
  return ({ origin, path: asked, pages }) => {
    const path = pages[0] === base ? `${base}index.md` : asked;
    if (!path.startsWith(base)) return Promise.resolve(undefined);
    const text = last.then(async () => {
      folder ??= new DevFolder();
      const source = { type: 'project', path: project, options: {} };
      await folder.build({ root, source, baseUrl: origin + base, sourceOnly: true }, options);
      return folder.read(path.slice(base.length));
    });
    last = text.catch(() => undefined);
    return text;
  };
}
