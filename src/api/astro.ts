import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterBuild, type IntegrationOptions } from './after-build.js';

import { devTwins } from './dev/dev-twins.js';
import { pageTwins } from './dev/page-twin.js';
import type { DevServer } from './vite.js';

export type { IntegrationOptions } from './after-build.js';

interface AstroConfig {
  readonly site?: string;
  readonly base: string;
  readonly root: URL;
  readonly trailingSlash?: string;
  readonly build?: { readonly format?: string };
}

/** An integration of Astro, with the hooks that it uses. */
export interface AstroIntegration {
  readonly name: string;
  readonly hooks: {
    'astro:config:setup'(given: {
      updateConfig(config: { integrations: BuildIntegration[] }): unknown;
    }): void;
    'astro:config:done'(given: { readonly config: AstroConfig }): void;
    'astro:server:setup'(given: {
      readonly server: DevServer;
      readonly logger: { info(line: string): void };
    }): void;
  };
}

interface BuildIntegration {
  readonly name: string;
  readonly hooks: {
    'astro:build:done'(given: {
      readonly dir: URL;
      readonly logger: { info(line: string): void };
    }): Promise<void>;
  };
}

/**
 * Integration of Astro: `integrations: [agentDiscovery()]`. The address is that of `site` and `base` unless `baseUrl` is
 * given.
 * @see https://docs.astro.build/en/reference/integrations-reference/
 */
export function agentDiscovery(options: IntegrationOptions = {}): AstroIntegration {
  let config: AstroConfig | undefined;
  const afterOthers: BuildIntegration = {
    name: 'agent-discovery-service',
    hooks: {
      async 'astro:build:done'({ dir, logger }) {
        const root = config === undefined ? process.cwd() : fileURLToPath(config.root);
        const baseUrl = config?.site === undefined ? undefined : new URL(config.base, config.site).href;
        const log = (line: string) => logger.info(line);
        await afterBuild({ root, outDir: fileURLToPath(dir), baseUrl, log }, options);
      },
    },
  };
  return {
    name: 'agent-discovery-service',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        // Hooks run in the order of the list, and integrations such as Starlight's sitemap write files after the build.
        updateConfig({ integrations: [afterOthers] });
      },
      'astro:config:done'(given) {
        config = given.config;
      },
      'astro:server:setup'({ server, logger }) {
        const { root = pathToFileURL(`${process.cwd()}/`), base = '/' } = config ?? {};
        const hasSlash = config?.trailingSlash !== 'never' && config?.build?.format !== 'file';
        const site = { root: fileURLToPath(root), base: base.replace(/\/?$/, '/'), hasSlash };
        const pages = pageTwins(site, options);
        server.middlewares.use(devTwins(pages, (line) => logger.info(line)));
      },
    },
  };
}
