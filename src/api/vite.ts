import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterBuild, type IntegrationOptions } from './after-build.js';

import { type DevHandler, devTwins } from './dev/dev-twins.js';
import { pageTwins } from './dev/page-twin.js';

export type { IntegrationOptions } from './after-build.js';

interface ViteConfig {
  readonly command: 'build' | 'serve';
  readonly root: string;
  readonly base: string;
  readonly build: { readonly outDir: string; readonly ssr?: unknown };
  readonly logger: { info(line: string): void };
}

/** The part of Vite's development server that integrations use. */
export interface DevServer {
  readonly middlewares: { use(handler: DevHandler): unknown };
}

/** A plugin of Vite, with the hooks that it uses. */
export interface VitePlugin {
  readonly name: string;
  configResolved(config: ViteConfig): void;
  configureServer(server: DevServer): void;
  readonly closeBundle: { readonly sequential: true; readonly order: 'post'; handler(): Promise<void> };
}

/**
 * Plugin of Vite for sites of HTML pages: `plugins: [agentDiscovery({ baseUrl })]`. Generators that are based on Vite
 * have integrations of their own.
 * @see https://vite.dev/guide/api-plugin
 */
export function agentDiscovery(options: IntegrationOptions = {}): VitePlugin {
  let config: ViteConfig | undefined;
  return {
    name: 'agent-discovery-service',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer({ middlewares }) {
      if (config === undefined) return;
      const { root, base, logger } = config;
      const site = { root, base: base.startsWith('/') ? base : '/', hasSlash: false };
      // Without such a file, Vite answers with the front page, also for a folder without the slash at the end.
      const isPage = (path: string) => {
        const name = join(root, path.slice(site.base.length));
        const files = path.endsWith('/') ? [join(name, 'index.html')] : [name, `${name}.html`];
        return files.some((file) => file.endsWith('.html') && existsSync(file));
      };
      const pages = pageTwins({ ...site, isPage }, options);
      middlewares.use(devTwins(pages, (line) => logger.info(line)));
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        if (config === undefined || config.command === 'serve' || config.build.ssr) return;
        const { root, base, build, logger } = config;
        const baseUrl = /^https?:/.test(base) ? base : undefined;
        const log = (line: string) => logger.info(line);
        await afterBuild({ root, outDir: resolve(root, build.outDir), baseUrl, log }, options);
      },
    },
  };
}
