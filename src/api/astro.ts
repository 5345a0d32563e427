import { fileURLToPath } from 'node:url';
import { afterBuild, type IntegrationOptions } from './after-build.js';

export type { IntegrationOptions } from './after-build.js';

interface AstroConfig {
  readonly site?: string;
  readonly base: string;
  readonly root: URL;
}

/** An integration of Astro, with the hooks that it uses. */
export interface AstroIntegration {
  readonly name: string;
  readonly hooks: {
    'astro:config:done'(given: { readonly config: AstroConfig }): void;
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
  return {
    name: 'agent-discovery-service',
    hooks: {
      'astro:config:done'(given) {
        config = given.config;
      },
      async 'astro:build:done'({ dir, logger }) {
        const root = config === undefined ? process.cwd() : fileURLToPath(config.root);
        const baseUrl = config?.site === undefined ? undefined : new URL(config.base, config.site).href;
        const log = (line: string) => logger.info(line);
        await afterBuild({ root, outDir: fileURLToPath(dir), baseUrl, log }, options);
      },
    },
  };
}
