import { join } from 'node:path';
import { afterBuild, type IntegrationOptions } from './after-build.js';
import { type DevHandler, devTwins } from './dev/dev-twins.js';
import { sourceTwins } from './dev/page-twin.js';

export type { IntegrationOptions } from './after-build.js';

interface DocusaurusContext {
  readonly siteDir: string;
  readonly siteConfig: { readonly url: string; readonly baseUrl: string };
}

interface DocusaurusRoute {
  /** With `baseUrl`. */
  readonly path: string;
  /** Docusaurus 3.5 and later; from `siteDir`. */
  readonly metadata?: { readonly sourceFilePath?: string };
  readonly routes?: readonly DocusaurusRoute[];
}

interface WebpackConfig {
  readonly mode?: string;
  readonly devServer?: { setupMiddlewares(handlers: DevHandler[]): DevHandler[] };
}

/** A plugin of Docusaurus, with the hooks that it uses. */
export interface DocusaurusPlugin {
  readonly name: string;
  configureWebpack(config: WebpackConfig): WebpackConfig;
  postBuild(built: {
    readonly outDir: string;
    readonly siteConfig: { readonly baseUrl: string };
    readonly routes?: readonly DocusaurusRoute[];
  }): Promise<void>;
}

/**
 * Plugin of Docusaurus 3: `plugins: [agentDiscovery]`, or `[agentDiscovery, { … }]` with options. The address is that of
 * `url` and `baseUrl` in its configuration.
 * @see https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis#postBuild
 */
export function agentDiscovery(
  { siteDir, siteConfig: { url, baseUrl } }: DocusaurusContext,
  // Docusaurus adds the id of the plugin to its options.
  { id: _id, ...options }: IntegrationOptions & { readonly id?: string } = {},
): DocusaurusPlugin {
  const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
  return {
    name: 'agent-discovery-service',
    configureWebpack({ mode }) {
      if (mode !== 'development') return {};
      // In development, Docusaurus renders pages only in the browser.
      const twins = sourceTwins({ root: siteDir, project: siteDir, base: baseUrl }, options);
      return { devServer: { setupMiddlewares: (handlers) => putFirst(handlers, devTwins(twins, log)) } };
    },
    async postBuild({ outDir, siteConfig: { baseUrl }, routes = [] }) {
      const pairs = sourcesOf(routes).map(([path, file]) => {
        return [`/${path.slice(baseUrl.length)}`, join(siteDir, file)] as const;
      });
      await afterBuild({ root: siteDir, outDir, baseUrl: new URL(baseUrl, url).href, pairs, log }, options);
    },
  };
}

/**
 * Webpack's development server takes the list that is returned. Docusaurus has a function of its own too, with the same
 * list, and joins both results: every other handler is then called twice where none answers, which changes nothing.
 */
function putFirst(handlers: DevHandler[], own: DevHandler): DevHandler[] {
  handlers.unshift(own);
  return handlers;
}

/** Files by paths of routes. */
function sourcesOf(routes: readonly DocusaurusRoute[]): readonly (readonly [string, string])[] {
  return routes.flatMap(({ path, metadata, routes: inner = [] }) => {
    const file = metadata?.sourceFilePath;
    return [...(file === undefined ? [] : [[path, file] as const]), ...sourcesOf(inner)];
  });
}
