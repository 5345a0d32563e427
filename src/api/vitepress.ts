import { join } from 'node:path';
import { isWithin } from '../config/out-safety.js';
import { afterBuild, type IntegrationOptions } from './after-build.js';
import { devTwins } from './dev/dev-twins.js';
import { sourceTwins } from './dev/page-twin.js';
import type { DevServer } from './vite.js';

export type { IntegrationOptions } from './after-build.js';

/** The part of VitePress's resolved configuration that the integration uses. */
interface VitePressSite {
  readonly root: string;
  readonly outDir: string;
  readonly srcDir: string;
  /** Paths from `srcDir`. */
  readonly pages: readonly string[];
  readonly rewrites: { readonly map: Readonly<Record<string, string | undefined>> };
  readonly site: { readonly base: string };
  readonly sitemap?: { readonly hostname?: string };
  readonly logger: { info(line: string): void };
}

/** The part of VitePress's configuration that the integration adds to. */
interface VitePressConfig {
  // biome-ignore lint/suspicious/noExplicitAny: Vite's and VitePress's own types, which aren't installed everywhere.
  readonly [key: string]: any;
}

/**
 * A configuration of VitePress 1 with files for agents: `export default withAgentDiscovery({ … })`. The address is that
 * of `sitemap.hostname` unless `baseUrl` is given. In development, twins and `llms.txt` come from the sources.
 * @see https://vitepress.dev/reference/site-config#buildend
 */
export function withAgentDiscovery<Config extends object>(
  config: Config,
  options: IntegrationOptions = {},
): Config {
  const { buildEnd, vite } = config as VitePressConfig;
  return {
    ...config,
    vite: { ...vite, plugins: [...[vite?.plugins ?? []].flat(), devPlugin(options)] },
    async buildEnd(site: VitePressSite) {
      await buildEnd?.(site);
      await afterBuild(builtSite(site), options);
    },
  };
}

/** The folder in which VitePress was started: its own is often `docs`, where files of this program would be content. */
function rootOf(project: string): string {
  const current = process.cwd();
  return isWithin(project, current) ? current : project;
}

function builtSite({ root, outDir, srcDir, pages, rewrites, site, sitemap, logger }: VitePressSite) {
  const hostname = sitemap?.hostname;
  const baseUrl = hostname === undefined ? undefined : new URL(site.base, hostname).href;
  const pairs = pages.map((page) => {
    const address = (rewrites.map[page] ?? page).replace(/\.md$/, '');
    return [`/${address}`, join(srcDir, page)] as const;
  });
  return {
    root: rootOf(root),
    project: root,
    outDir,
    baseUrl,
    pairs,
    log: (line: string) => logger.info(line),
  };
}

function devPlugin(options: IntegrationOptions) {
  let site: VitePressSite | undefined;
  return {
    name: 'agent-discovery-service',
    configResolved({ vitepress }: { readonly vitepress?: VitePressSite }) {
      site = vitepress;
    },
    configureServer({ middlewares }: DevServer) {
      if (site === undefined) return;
      const { root, logger } = site;
      const sources = { root: rootOf(root), project: root, base: site.site.base };
      const documents = sourceTwins(sources, options);
      middlewares.use(devTwins(documents, (line) => logger.info(line)));
    },
  };
}
