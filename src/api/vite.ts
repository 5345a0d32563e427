import { resolve } from 'node:path';
import { afterBuild, type IntegrationOptions } from './after-build.js';

export type { IntegrationOptions } from './after-build.js';

interface ViteConfig {
  readonly root: string;
  readonly base: string;
  readonly build: { readonly outDir: string; readonly ssr?: unknown };
  readonly logger: { info(line: string): void };
}

/** A plugin of Vite, with the hooks that it uses. */
export interface VitePlugin {
  readonly name: string;
  readonly apply: 'build';
  configResolved(config: ViteConfig): void;
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
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        if (config === undefined || config.build.ssr) return;
        const { root, base, build, logger } = config;
        const baseUrl = /^https?:/.test(base) ? base : undefined;
        const log = (line: string) => logger.info(line);
        await afterBuild({ root, outDir: resolve(root, build.outDir), baseUrl, log }, options);
      },
    },
  };
}
