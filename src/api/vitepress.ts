import { afterBuild, type IntegrationOptions } from './after-build.js';

export type { IntegrationOptions } from './after-build.js';

/** The part of VitePress's resolved configuration that the hook uses. */
interface VitePressSite {
  readonly root: string;
  readonly outDir: string;
  readonly site: { readonly base: string };
  readonly sitemap?: { readonly hostname?: string };
  readonly logger: { info(line: string): void };
}

/**
 * Hook of VitePress 1: `buildEnd: agentDiscovery()` in `.vitepress/config`. The address is that of `sitemap.hostname`
 * unless `baseUrl` is given.
 * @see https://vitepress.dev/reference/site-config#buildend
 */
export function agentDiscovery(options: IntegrationOptions = {}): (config: VitePressSite) => Promise<void> {
  return async ({ root, outDir, site, sitemap, logger }) => {
    const hostname = sitemap?.hostname;
    const baseUrl = hostname === undefined ? undefined : new URL(site.base, hostname).href;
    await afterBuild({ root, outDir, baseUrl, log: (line) => logger.info(line) }, options);
  };
}
